#include "support/run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace tesselle::testing {
namespace {

/// The child: streams into files, then the program.
[[noreturn]] void become(const std::vector<std::string>& command, const std::string& folder, const std::string& out,
                         const std::string& err) {
  const auto redirect = [](const std::string& path, int descriptor) {
    ::dup2(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), descriptor);
  };
  redirect(out, STDOUT_FILENO);
  redirect(err, STDERR_FILENO);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(126);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

template <class While>
ProgramResult run_child(const std::vector<std::string>& command, const std::string& folder, While&& meanwhile) {
  const TemporaryFolder streams;
  const pid_t child = ::fork();
  if (child == 0) become(command, folder, streams.file("out"), streams.file("err"));
  if (child < 0) throw std::runtime_error("cannot fork");
  meanwhile(child);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(streams.file("out")),
          read_text(streams.file("err"))};
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& command, const std::string& folder) {
  return run_child(command, folder, [](pid_t) {});
}

ProgramResult run_and_signal(const std::vector<std::string>& command, double seconds, int signal) {
  return run_child(command, "", [&](pid_t child) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    ::kill(child, signal);
  });
}

ProgramResult run_and_signal(const std::vector<std::string>& command, const std::function<bool()>& ready, int signal) {
  return run_child(command, "", [&](pid_t child) {
    for (int i = 0; i < 600 && !ready(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::kill(child, signal);
  });
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tesselle-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void write_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace tesselle::testing
