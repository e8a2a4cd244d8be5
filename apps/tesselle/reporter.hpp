#pragma once

#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/readable.hpp"
#include "run_options.hpp"

namespace tesselle {

/// How a run's events reach the person or the script.
struct ReporterOptions {
  bool json = false, quiet = false;
  std::uint64_t max_boards = 0;  ///< draw the first solutions, at most this many
  TerminalStyle style{};
};

/// JSON lines on stdout, or boards on stdout with progress and notes on stderr.
Subscriber make_reporter(const Puzzle& puzzle, const ReporterOptions& options);

/// A line on the terminal that tells how far something is, and is gone when it is done; not shown if stderr is not a
/// terminal.
class LiveLine {
 public:
  explicit LiveLine(bool wanted);
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;
  /// Asks for the text a few times a second, however often it is called.
  void show(const std::function<std::string()>& text);

 private:
  bool live_;
  double next_ = 0;
  Stopwatch watch_;
};

/// What a search that was reported ended with.
struct Reported {
  Finished finished;
  std::optional<SolutionRecord> best{};  ///< of searches that improve boards
  std::optional<Best> on_file{};         ///< what the file of the best board held before
};

/// Searches and reports until it ends or a signal comes. The first solutions are drawn, at most `max_boards`; `also`
/// hears every event, too.
Reported search_and_report(const SearchRequest& request, const RunOptions& options, std::uint64_t max_boards = 0,
                           const Subscriber& also = {});

/// Draws the best board and says what it is worth and in which file it is.
void print_best(const SearchRequest& request, const Reported& reported, const RunOptions& options);

}  // namespace tesselle
