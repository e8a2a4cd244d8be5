#include "signals.hpp"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

namespace tesselle {
namespace {

std::atomic<bool> signalled = false;

/// A second Ctrl-C or SIGTERM ends the program at once. Not so SIGHUP: a terminal that is closed often sends it twice,
/// and the last checkpoint must not be lost to that.
extern "C" void on_signal(int signal) {
  signalled = true;
  if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

/// nohup has reasons of its own.
void hear_hangup() {
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

/// A signal handler must not call request_stop(), so a thread looks for signals.
class SignalWatch {
 public:
  SignalWatch() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    hear_hangup();
    thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
  }
  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any at_end;
    std::unique_lock lock(mutex);
    while (!end.stop_requested() && !signalled)
      at_end.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; });
    if (signalled) source_.request_stop();
  }

  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace

std::stop_token stop_on_signals() {
  static const SignalWatch watch;
  return watch.token();
}

}  // namespace tesselle
