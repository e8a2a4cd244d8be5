#include "reporter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "search/solution_files.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

constexpr double piped_progress_seconds = 10, live_line_seconds = 0.25;
constexpr double seconds_between_improvements = 0.5;  // of lines about them; the last one is always told
constexpr double longest_time_left = 1e7;             // seconds; longer ones are not shown

/// "best 475 of 480, 5 conflicts", "best 207 of 209, 12 cells not covered", "best 5 of 7" if all cells that must be
/// covered are.
std::string worth(Family family, const SolutionRecord& board) {
  const auto missing = static_cast<std::uint64_t>(board.conflicts);
  std::string text = fmt::format("best {} of {}", board.score, board.max_score);
  if (family == Family::edge) return text + ", " + counted(missing, "conflict");
  return missing == 0 ? text : text + ", " + counted(missing, "cell") + " not covered";
}

/// "12.3 s", "12.3 s of 60 s"
std::string elapsed(double seconds, const std::optional<double>& limit) {
  if (!limit) return readable_seconds(seconds);
  return fmt::format("{} of {}", readable_seconds(seconds),
                     *limit < 100 ? fmt::format("{:g} s", *limit) : readable_seconds(*limit));
}

std::string progress_line(const ProgressMade& p, const std::string& time) {
  std::string line;
  if (p.units) line += fmt::format("{} of {} openings  ", grouped(p.units->done), grouped(p.units->all));
  if (p.fraction) line += fmt::format("{:5.1f} %  ", 100 * *p.fraction);
  if (p.best) line += fmt::format("best {} of {}  ", p.best->score, p.best->max_score);
  if (p.solutions > 0) line += fmt::format("{} found  ", grouped(p.solutions));
  line += fmt::format("{}, {:.2f} M/s, ", counted(p.nodes, "node"), p.nodes_per_second / 1e6);
  if (p.depth > 0) line += fmt::format("depth {}, ", p.depth);
  line += time;
  if (p.seconds_left && *p.seconds_left < longest_time_left)
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
    started_ = Stopwatch();
    limit_ = e.limits.seconds;
    if (!e.reason.empty()) say(fmt::format("note: engine {}: {}", e.engine, e.reason));
    say(fmt::format("{}: engine {}, {}", e.puzzle, e.engine, counted(e.threads, "thread")));
  }
  void on(const Note& e) { say("note: " + e.text); }
  void on(const ProgressMade& e) {
    if (options_.quiet) return;
    if (started_.seconds() >= next_improvement_line_) tell_improvement();
    // The limit is for this part of the run; a resumed run counts the seconds of all its parts.
    const std::string line = progress_line(e, limit_ ? elapsed(started_.seconds(), limit_) : elapsed(e.seconds, {}));
    if (live_) {
      say_how_to_stop();
      show_live(line);
    } else if (e.seconds >= next_plain_line_) {
      tell("{}\n", line);
      next_plain_line_ = e.seconds + piped_progress_seconds;
    }
  }
  void on(const Improved& e) {
    const SolutionRecord& board = e.record;
    improvement_ = fmt::format("{}: {}", readable_seconds(board.seconds), worth(puzzle_.family(), board));
    if (started_.seconds() >= next_improvement_line_) tell_improvement();
  }
  void on(const SolutionFound& e) {
    clear_line();
    if (drawn_ == options_.max_boards) {
      ++not_drawn_;
      return;
    }
    if (drawn_++ > 0) fmt::print("\n");
    fmt::print("{}", render_terminal(puzzle_, &e.record.solution, options_.style));
  }
  void on(const Finished&) {
    tell_improvement();
    clear_line();
    if (options_.max_boards > 0 && not_drawn_ > 0)
      say(fmt::format("{} not drawn: --out FILE keeps every board, then tesselle show PUZZLE FILE#{} draws one",
                      counted(not_drawn_, "more board"), drawn_ + 1));
  }

  /// Boards can improve hundreds of times a second; people read the latest.
  void tell_improvement() {
    if (improvement_.empty()) return;
    say(improvement_);
    improvement_.clear();
    next_improvement_line_ = started_.seconds() + seconds_between_improvements;
  }
  void say_how_to_stop() {
    if (limit_ || said_how_to_stop_) return;
    said_how_to_stop_ = true;
    say("Ctrl-C stops the search");
  }
  /// A line that is too long would wrap, and could not be taken back.
  void show_live(std::string line) {
    if (const auto width = terminal_width(STDERR_FILENO)) line.resize(std::min<std::size_t>(line.size(), *width - 1));
    rewrite_line(line);
    dirty_ = true;
  }
  void say(const std::string& line) {
    if (options_.quiet) return;
    clear_line();
    tell("{}\n", line);
  }
  void clear_line() {
    if (dirty_) rewrite_line("");
    dirty_ = false;
  }

  const Puzzle& puzzle_;
  ReporterOptions options_;
  bool live_;
  bool dirty_ = false;  // a live line stands on the terminal
  bool said_how_to_stop_ = false;
  Stopwatch started_;
  std::optional<double> limit_;
  double next_plain_line_ = piped_progress_seconds;
  std::string improvement_;  // not told yet
  double next_improvement_line_ = 0;
  std::uint64_t drawn_ = 0, not_drawn_ = 0;
};

bool improves_boards(const SearchRequest& request) {
  return request.goal == Goal::best || plan(request).stages.front().goal == Goal::best;
}

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
  if (live_) rewrite_line("");
}

void LiveLine::show(const std::function<std::string()>& text) {
  if (!live_ || watch_.seconds() < next_) return;
  rewrite_line(text());
  next_ = watch_.seconds() + live_line_seconds;
}

Reported search_and_report(const SearchRequest& request, const RunOptions& options, std::uint64_t max_boards,
                           const Subscriber& also) {
  const Subscriber report =
      make_reporter(*request.puzzle, {options.json, options.quiet, max_boards, drawing_style(options.colour)});
  Reported reported;
  const bool keeps_best = request.out && improves_boards(request);
  if (keeps_best && !request.overwrite) reported.on_file = board_on_file(*request.puzzle, *request.out);
  const auto hear = [&](const Event& event) {
    if (const auto* better = std::get_if<Improved>(&event)) reported.best = better->record;
    if (also) also(event);
    report(event);
  };
  reported.finished = search(request, hear, stop_on_signals());
  if (reported.finished.wrote_out) say_written(*request.out, options.quiet || options.json);
  return reported;
}

void print_best(const SearchRequest& request, const Reported& reported, const RunOptions& options) {
  const SolutionRecord& best = *reported.best;
  fmt::print("{}", render_terminal(*request.puzzle, &best.solution, drawing_style(options.colour)));
  fmt::print("{}, after {}; ", worth(request.puzzle->family(), best), readable_seconds(best.seconds));
  const auto& before = reported.on_file;
  const std::string file = request.out->string();
  if (before && !is_better({best.score, best.max_score, best.conflicts}, *before))
    fmt::print("not written: {} holds {} of {}, which is {}\n", file, before->score, before->max_score,
               is_better(*before, {best.score, best.max_score, best.conflicts}) ? "better" : "as good");
  else
    fmt::print("written to {}\n", file);
}

}  // namespace tesselle
