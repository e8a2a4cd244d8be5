#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "tesselle/events.hpp"

namespace tesselle {

/// Delivers events to a subscriber on a thread of its own, so that a slow one never delays limits, checkpoints or other
/// subscribers. The queue is bounded: when it is full, progress is dropped, and solutions make the search wait
/// (has_room). All other events are rare and always accepted.
class Delivery {
 public:
  explicit Delivery(Subscriber subscriber);
  /// What is still waiting is thrown away.
  ~Delivery();

  /// Never waits for the subscriber.
  void push(const Event& event);
  bool has_room() const;
  /// The subscriber threw: it receives no more events.
  bool failed() const;
  /// Waits until the subscriber has received everything; throws what it threw.
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
