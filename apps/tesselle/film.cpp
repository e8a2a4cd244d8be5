#include "search/film.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "recording_options.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

struct FilmOptions : RecordingOptions {
  std::string file;
  FilmRequest film;
  bool best = false;
  std::optional<std::string> seconds;
};

Recording recording_for(const FilmOptions& options) {
  if (!options.best) {
    SearchRequest request = recording_request(options);
    // What comes after the last node that is shown is not looked at: neither on the board nor in the tree.
    if (options.film.cut.to < request.limits.nodes.value_or(FilmCut().to)) request.limits.nodes = options.film.cut.to;
    return record(request, recording_limits(options), stop_on_signals());
  }
  SearchRequest request = request_from(options, Goal::best);
  request.limits.seconds = parse_duration(options.seconds.value_or("5s"), "--best-time");
  return record_best_boards(request, stop_on_signals());
}

int make_film(const FilmOptions& options) {
  require_film_format(options.file);
  require_writable(options.file);
  const Recording recording = recording_for(options);
  const std::size_t moments = write_film(recording, options.film, options.file);
  print_text("{}: {} of {} in {}\n", recording.title(), counted(moments, "moment"), counted(recording.walked, "node"),
             options.file);
  return exit_codes::answered;
}

}  // namespace

void add_film(Command program) {
  auto options = std::make_shared<FilmOptions>();
  FilmRequest& film = options->film;
  Command command = program.subcommand("film", "the search as a film, with its tree growing beside it");
  add_recording_options(command, *options);
  command
      .option("--out", options->file,
              "the film: .html (a page that plays), .svg (animated), .mp4, .webm or .gif (these need ffmpeg)")
      .required()
      .value("FILE");
  command.option("--every", film.cut.every, "show every Nth moment").value("N").positive();
  command.option("--from", film.cut.from, "begin with this node").value("N").positive();
  command.option("--to", film.cut.to, "end with this node").value("N").positive();
  command.option("--fps", film.per_second, "moments per second").range(0.1, 1000.0).show_default();
  command.flag("--last-descent", film.cut.last_descent, "only the way to the last solution, or to the last node");
  Option best = command.flag("--best", options->best, "the boards of an optimising search, each better than the last");
  command.option("--best-time", options->seconds, "with --best: how long to search (default 5s)").needs(best);
  command.on_run([options] { return make_film(*options); });
}

}  // namespace tesselle
