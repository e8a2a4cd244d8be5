#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace tesselle {

/// A function with a stack of its own that can be suspended and resumed. It is for other people's code that calls back
/// but cannot be asked to return. It is not a thread: it runs on the thread that calls resume(), only one at a time.
class Fiber {
 public:
  explicit Fiber(std::function<void()> body);
  /// The body must have ended, or never have begun: objects on its stack are not destroyed.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs the body until it calls suspend() or ends; rethrows what it threw. Not after its end.
  void resume();
  /// Called by the body: returns when resume() is called again.
  void suspend();
  bool ended() const { return ended_; }

 private:
  struct Contexts;
  static void enter(unsigned high, unsigned low);
  void run_body();

  std::function<void()> body_;
  std::unique_ptr<Contexts> contexts_;
  std::exception_ptr failure_;
  bool ended_ = false;
};

}  // namespace tesselle
