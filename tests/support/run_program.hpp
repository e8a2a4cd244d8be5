#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tesselle::testing {

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct ProgramResult {
  int exit_code = -1;  ///< 128 + signal if it was killed
  std::string out, err;
};

/// Runs a program to its end with both streams captured; the folder, if given, is its working directory.
ProgramResult run_program(const std::vector<std::string>& command, const std::string& folder = "");

/// The same, but sends `signal` after `seconds`.
ProgramResult run_and_signal(const std::vector<std::string>& command, double seconds, int signal);
/// The signal is sent as soon as `ready` says so, at the latest after a minute.
ProgramResult run_and_signal(const std::vector<std::string>& command, const std::function<bool()>& ready, int signal);

/// A fresh empty folder, removed with everything in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write_text(const std::string& path, const std::string& text);
std::string read_text(const std::string& path);

}  // namespace tesselle::testing
