#pragma once

#include <functional>
#include <stdexcept>
#include <utility>

namespace tesselle {

/// Thrown by Patience::ask().
class OutOfPatience : public std::runtime_error {
 public:
  OutOfPatience() : std::runtime_error("nobody waits for this any more") {}
};

/// The tables of an engine are made before its first slice, and for large puzzles that takes longer than the time
/// limit. Loops that make them call Patience::ask(), which throws if the thread's patience is over; so limits and
/// Ctrl-C are seen there, too. Without a Patience on the thread nothing happens.
///
/// Within a slice an engine's state must stay whole, so nothing may be thrown there; but a step that takes seconds on
/// a huge board can look at is_over() and end it cheaply.
class Patience {
 public:
  enum class Manner { throws, tells };
  /// While it lives, is_over() of this thread is `over()`, and ask() throws if it is true.
  explicit Patience(std::function<bool()> over, Manner manner = Manner::throws)
      : over_(std::move(over)), manner_(manner), before_(std::exchange(current(), this)) {}
  ~Patience() { current() = before_; }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  /// For steps that take microseconds or more.
  static void ask() {
    if (current() != nullptr && current()->manner_ == Manner::throws && current()->over_()) throw OutOfPatience();
  }
  static bool is_over() { return current() != nullptr && current()->over_(); }

 private:
  static Patience*& current() {
    thread_local Patience* patience = nullptr;
    return patience;
  }

  std::function<bool()> over_;
  Manner manner_;
  Patience* before_;
};

}  // namespace tesselle
