#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "tesselle/events.hpp"

namespace tesselle {

/// Brings events to a subscriber on a thread of its own, so that a slow one never holds up limits, checkpoints or other
/// subscribers. The queue is bounded: progress is dropped when it is full; of solutions, the search is asked to wait
/// (has_room). All else is rare and always accepted.
class Delivery {
 public:
  explicit Delivery(Subscriber subscriber);
  /// What is still waiting is thrown away.
  ~Delivery();

  /// Never waits for the subscriber.
  void push(const Event& event);
  bool has_room() const;
  /// The subscriber threw: it hears nothing more.
  bool failed() const;
  /// Waits until the subscriber has heard everything; throws what it threw.
  void finish();

 private:
  void deliver();

  Subscriber subscriber_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<Event> queue_;
  bool busy_ = false, ending_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace tesselle
