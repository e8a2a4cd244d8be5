#include "base/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t output_kept = std::size_t{4} << 20;
constexpr int watch_milliseconds = 20;  // how late a limit or a stop may be noticed

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// A child in a process group of its own, so that all that it starts can be ended with it.
class Child {
 public:
  explicit Child(const std::string& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw InternalError("cannot open a pipe");
    pipe_ = ends[0];
    ::fcntl(pipe_, F_SETFL, O_NONBLOCK);
    const int error = spawn(command, ends[1]);
    ::close(ends[1]);
    if (error == 0) return;
    ::close(pipe_);
    throw InternalError("cannot start a shell");
  }
  ~Child() {
    if (!status_) kill_all();
    ::close(pipe_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits a moment for output or for the end; true when the child has ended.
  bool watch() {
    pollfd wait{pipe_, POLLIN, 0};
    if (!pipe_closed_)
      ::poll(&wait, 1, watch_milliseconds);
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(watch_milliseconds));
    read_output();
    if (!reap(WNOHANG)) return false;
    read_output();
    ::kill(-id_, SIGKILL);  // what it left running
    return true;
  }

  void kill_all() {
    ::kill(-id_, SIGKILL);
    reap(0);
    read_output();
  }

  int status() const { return *status_; }
  double cpu_seconds() const { return seconds_of(usage_.ru_utime) + seconds_of(usage_.ru_stime); }
  std::string take_output() { return std::move(output_); }

 private:
  int spawn(const std::string& command, int write_end) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, write_end, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, write_end, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string shell = "/bin/sh", option = "-c", text = command;
    const std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
    const int error = ::posix_spawn(&id_, shell.c_str(), &actions, &attributes, arguments.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return error;
  }

  void read_output() {
    std::array<char, 65536> bytes;
    while (!pipe_closed_) {
      const ssize_t count = ::read(pipe_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return;
      pipe_closed_ = count == 0;
      output_.append(bytes.data(), static_cast<std::size_t>(count));
      if (output_.size() > 2 * output_kept) output_.erase(0, output_.size() - output_kept);
    }
  }

  bool reap(int options) {
    int status = 0;
    pid_t ended = 0;
    do {
      ended = ::wait4(id_, &status, options, &usage_);
    } while (ended < 0 && errno == EINTR);
    if (ended == id_) status_ = status;
    return status_.has_value();
  }

  int pipe_ = -1;
  pid_t id_ = 0;
  bool pipe_closed_ = false;
  std::optional<int> status_{};
  rusage usage_{};
  std::string output_{};
};

}  // namespace

ChildResult run_in_shell(const std::string& command, double seconds, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  Child child(command);
  ChildResult result;
  while (!child.watch()) {
    const bool late = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds;
    if (!late && !stop.stop_requested()) continue;
    child.kill_all();
    result.end = late ? ChildEnd::too_slow : ChildEnd::stopped;
    break;
  }
  result.cpu_seconds = child.cpu_seconds();
  result.output = child.take_output();
  if (result.end != ChildEnd::exited) return result;
  // A shell that waited for a program tells the signal that ended it as 128 + its number.
  const int told = WIFEXITED(child.status()) ? WEXITSTATUS(child.status()) : 128 + WTERMSIG(child.status());
  result.end = told > 128 ? ChildEnd::crashed : ChildEnd::exited;
  result.code = told > 128 ? told - 128 : told;
  return result;
}

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? "'\\''" : std::string(1, letter);
  return word + "'";
}

}  // namespace tesselle
