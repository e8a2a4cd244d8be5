#include "run/delivery.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_queued = 4096;

}  // namespace

Delivery::Delivery(Subscriber subscriber) : subscriber_(std::move(subscriber)), thread_([this] { deliver(); }) {}

Delivery::~Delivery() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    queue_.clear();
  }
  changed_.notify_all();
  thread_.join();
}

void Delivery::push(const Event& event) {
  const std::lock_guard lock(mutex_);
  const bool droppable = std::holds_alternative<ProgressMade>(event);
  if (failure_ || ending_ || (droppable && queue_.size() >= max_queued)) return;
  queue_.push_back(event);
  changed_.notify_all();
}

bool Delivery::has_room() const {
  const std::lock_guard lock(mutex_);
  return failure_ || queue_.size() < max_queued;
}

bool Delivery::failed() const {
  const std::lock_guard lock(mutex_);
  return failure_ != nullptr;
}

void Delivery::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return failure_ || (queue_.empty() && !busy_); });
  if (failure_) std::rethrow_exception(failure_);
}

void Delivery::deliver() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
    if (ending_) return;
    const Event event = std::move(queue_.front());
    queue_.pop_front();
    busy_ = true;
    lock.unlock();
    std::exception_ptr failure;
    try {
      subscriber_(event);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    busy_ = false;
    if (failure) {
      failure_ = failure;
      queue_.clear();
    }
    changed_.notify_all();
  }
}

}  // namespace tesselle
