#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "tesselle/events.hpp"
#include "run_options.hpp"

namespace tesselle {

/// How a run's events reach the person or the script.
struct ReporterOptions {
  bool json = false, quiet = false, colour = false;
  bool show_boards = true;  ///< draw each solution
};

/// JSON lines on stdout, or boards on stdout with progress and notes on stderr.
Subscriber make_reporter(const Puzzle& puzzle, const ReporterOptions& options);

/// Writes each solution (or each better board) to a file as JSON, one per line. What was written survives an
/// interrupted run: the file grows under the name FILE.partial and gets its own name when the run ends.
class SolutionFile {
 public:
  SolutionFile(const Puzzle& puzzle, std::string path);
  ~SolutionFile();
  void operator()(const Event& event);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// A line on the terminal that tells how far something is, and is gone when it is done; nothing if stderr is none.
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

/// "1 234 567"
std::string grouped(std::uint64_t number);
std::string grouped(std::string digits);
/// "0.123 s", "4 min 5 s", "3.2 h"
std::string readable_seconds(double seconds);

/// Runs and reports; returns what the run returned.
Finished run_and_report(const PreparedRun& prepared, const RunOptions& options, bool show_boards);

}  // namespace tesselle
