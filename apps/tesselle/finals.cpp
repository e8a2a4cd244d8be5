#include <fmt/format.h>

#include "base/readable.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "search/data_finals.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct FinalsOptions {
  std::string puzzle, file;
  FinalsRequest request;
  bool json = false, quiet = false;
};

int print_finals(const FinalsSummary& finals, bool json) {
  if (json)
    fmt::print("{}\n", finals_json(finals));
  else
    fmt::print("{}: {} of the last {}, {} in memory\n", finals.puzzle, counted(finals.finals, "final"),
               counted(finals.cells, "cell"), counted(finals.bytes, "byte"));
  return exit_codes::answered;
}

std::optional<FinalsSummary> build_showing_progress(const FinalsOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  LiveLine line(!options.quiet);
  const auto show = [&](const FinalsProgress& now) {
    line.show([&] { return fmt::format("{}, {:.1f} % done", counted(now.finals, "final"), 100 * now.fraction); });
  };
  return build_finals(puzzle, options.request, show, stop_on_signals());
}

int finals_build(FinalsOptions options) {
  options.request.out = options.file;
  const auto finals = build_showing_progress(options);
  if (finals) return print_finals(*finals, options.json);
  tell("tesselle: stopped, {} was not written\n", options.file);
  return exit_codes::limit;
}

int finals_info(const FinalsOptions& options) {
  return print_finals(read_finals(load_puzzle(options.puzzle), options.file), options.json);
}

Command add_finals_command(Command finals, const char* name, const char* help, FinalsOptions& options) {
  Command command = finals.subcommand(name, help);
  command.argument("puzzle", options.puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.flag("--json", options.json, "print the result as JSON");
  return command;
}

}  // namespace

void add_finals(Command program) {
  Command finals = program.subcommand("finals", "all endings of an edge-matching board, for --engine meet --finals");
  finals.require_subcommand();

  auto for_build = std::make_shared<FinalsOptions>();
  Command build = add_finals_command(finals, "build", "write every filling of the last cells to one file", *for_build);
  build.option("--cells", for_build->request.cells, "how many cells at the end").required().positive();
  build.option("--out", for_build->file, "the file to write").required().value("FILE");
  build.option("--most", for_build->request.max, "give up if there are more").show_default();
  build.flag("--quiet", for_build->quiet, "no progress");
  build.on_run([for_build] { return finals_build(*for_build); });

  auto for_info = std::make_shared<FinalsOptions>();
  Command info = add_finals_command(finals, "info", "what a file holds", *for_info);
  info.argument("file", for_info->file, "a file made by finals build").required().value("FILE");
  info.on_run([for_info] { return finals_info(*for_info); });
}

}  // namespace tesselle
