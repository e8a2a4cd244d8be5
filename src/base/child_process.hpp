#pragma once

#include <stop_token>
#include <string>

namespace tesselle {

/// How a program of others ended.
enum class ChildEnd { exited, crashed, too_slow, stopped };

struct ChildResult {
  ChildEnd end = ChildEnd::exited;
  int code = 0;            ///< exit code, or the signal that ended it
  double cpu_seconds = 0;  ///< its own and that of the processes it waited for
  std::string output{};    ///< standard output and error together, their last megabytes
};

/// Runs a command line in a shell, without input, and waits for its end. If it takes longer than `seconds`, or if a
/// stop is requested, it is killed with all processes that it started. Throws InternalError if no process can be
/// started.
ChildResult run_in_shell(const std::string& command, double seconds, const std::stop_token& stop = {});

/// The text as one word of a shell's command line.
std::string shell_word(const std::string& text);

}  // namespace tesselle
