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
class Patience {
 public:
  /// While it lives, ask() of this thread throws once `over` is true.
  explicit Patience(std::function<bool()> over) : over_(std::move(over)), before_(std::exchange(current(), this)) {}
  ~Patience() { current() = before_; }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  /// For steps that take microseconds or more.
  static void ask() {
    if (current() != nullptr && current()->over_()) throw OutOfPatience();
  }

 private:
  static Patience*& current() {
    thread_local Patience* patience = nullptr;
    return patience;
  }

  std::function<bool()> over_;
  Patience* before_;
};

}  // namespace tesselle
