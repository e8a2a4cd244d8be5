#include "reporter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "signals.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

constexpr double piped_progress_seconds = 10, live_line_seconds = 0.25;

std::string progress_line(const ProgressMade& p) {
  std::string line;
  if (p.units) line += fmt::format("{} of {} openings  ", grouped(p.units->done), grouped(p.units->all));
  if (p.fraction) line += fmt::format("{:5.1f} %  ", 100 * *p.fraction);
  if (p.best) line += fmt::format("best {}/{}  ", p.best->score, p.best->max_score);
  if (p.solutions > 0) line += fmt::format("{} found  ", grouped(p.solutions));
  line += fmt::format("{} nodes, {:.2f} M/s, depth {}, {}", grouped(p.nodes), p.nodes_per_second / 1e6, p.depth,
                      readable_seconds(p.seconds));
  if (p.seconds_left && *p.seconds_left < 1e7)
    line += fmt::format(", about {} left", readable_seconds(*p.seconds_left));
  return line;
}

/// Progress and notes on stderr (a live line on a terminal, plain lines otherwise), boards on stdout.
class TerminalReporter {
 public:
  TerminalReporter(const Puzzle& puzzle, const ReporterOptions& options)
      : puzzle_(puzzle), options_(options), live_(::isatty(STDERR_FILENO) != 0) {}

  void operator()(const Event& event) {
    std::visit([this](const auto& e) { on(e); }, event);
  }

 private:
  void on(const Started& e) {
    if (!e.reason.empty()) say(fmt::format("note: engine {}: {}", e.engine, e.reason));
    say(fmt::format("{}: engine {}, {}", e.puzzle, e.engine, counted(e.threads, "thread")));
  }
  void on(const Note& e) { say("note: " + e.text); }
  void on(const ProgressMade& e) {
    if (options_.quiet) return;
    if (live_) {
      fmt::print(stderr, "\r\x1b[K{}", progress_line(e));
      dirty_ = true;
    } else if (e.seconds >= next_plain_line_) {
      fmt::print(stderr, "{}\n", progress_line(e));
      next_plain_line_ = e.seconds + piped_progress_seconds;
    }
  }
  void on(const Improved& e) {
    say(fmt::format("{}: best {} of {}, {} conflicts", readable_seconds(e.record.seconds), e.record.score,
                    e.record.max_score, e.record.conflicts));
  }
  void on(const SolutionFound& e) {
    clear_line();
    if (!options_.show_boards) return;
    const auto colour = options_.colour ? TerminalColour::truecolour : TerminalColour::none;
    if (e.number > 1) fmt::print("\n");
    fmt::print("{}", render_terminal(puzzle_, &e.record.solution, colour));
  }
  void on(const Finished&) { clear_line(); }

  void say(const std::string& line) {
    if (options_.quiet) return;
    clear_line();
    fmt::print(stderr, "{}\n", line);
  }
  void clear_line() {
    if (dirty_) fmt::print(stderr, "\r\x1b[K");
    dirty_ = false;
  }

  const Puzzle& puzzle_;
  ReporterOptions options_;
  bool live_;
  bool dirty_ = false;  // a live line stands on the terminal
  double next_plain_line_ = piped_progress_seconds;
};

}  // namespace

Subscriber make_reporter(const Puzzle& puzzle, const ReporterOptions& options) {
  if (!options.json) return TerminalReporter(puzzle, options);
  return [&puzzle, quiet = options.quiet](const Event& event) {
    const bool chatter = std::holds_alternative<ProgressMade>(event) || std::holds_alternative<Note>(event);
    if (quiet && chatter) return;
    fmt::print("{}\n", event_json(puzzle, event));
    std::fflush(stdout);
  };
}

LiveLine::LiveLine(bool wanted) : live_(wanted && ::isatty(STDERR_FILENO) != 0) {}

LiveLine::~LiveLine() {
  if (live_) fmt::print(stderr, "\r\x1b[K");
}

void LiveLine::show(const std::function<std::string()>& text) {
  if (!live_ || watch_.seconds() < next_) return;
  fmt::print(stderr, "\r\x1b[K{}", text());
  next_ = watch_.seconds() + live_line_seconds;
}

Finished search_and_report(const SearchRequest& request, const RunOptions& options, bool show_boards,
                           const Subscriber& also) {
  const Subscriber report = make_reporter(
      *request.puzzle, {options.json, options.quiet, use_colour(options.colour, STDOUT_FILENO), show_boards});
  return search(
      request,
      [&](const Event& event) {
        if (also) also(event);
        report(event);
      },
      stop_on_signals());
}

}  // namespace tesselle
