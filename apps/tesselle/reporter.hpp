#pragma once

#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/readable.hpp"
#include "run_options.hpp"

namespace tesselle {

/// How a run's events reach the person or the script.
struct ReporterOptions {
  bool json = false, quiet = false, colour = false;
  bool show_boards = true;  ///< draw each solution
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

/// Searches and reports until it ends or a signal comes; returns what the last event said.
Finished search_and_report(const SearchRequest& request, const RunOptions& options, bool show_boards,
                           const Subscriber& also = {});

}  // namespace tesselle
