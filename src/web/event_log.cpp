#include "web/event_log.hpp"

#include <algorithm>
#include <chrono>

namespace tesselle::web {

void EventLog::add(std::uint64_t seq, std::string json) {
  const std::lock_guard lock(mutex_);
  events_.push_back({seq, std::make_shared<const std::string>(std::move(json))});
  last_seq_ = seq;
  if (events_.size() > window) {
    forgotten_ = events_.front().seq;
    events_.pop_front();
  }
  changed_.notify_all();
}

void EventLog::set_progress(std::uint64_t seq, std::string json) {
  const std::lock_guard lock(mutex_);
  progress_ = {seq, std::make_shared<const std::string>(std::move(json))};
  last_seq_ = seq;
  changed_.notify_all();
}

void EventLog::set_state(std::string json) {
  const std::lock_guard lock(mutex_);
  state_.json = std::make_shared<const std::string>(std::move(json));
  ++states_;
  changed_.notify_all();
}

void EventLog::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void EventLog::reopen() {
  const std::lock_guard lock(mutex_);
  ended_ = false;
}

EventLog::Batch EventLog::read(Place& place, double seconds) {
  std::unique_lock lock(mutex_);
  const auto news = [&] {
    return ended_ || place.state != states_ || progress_.seq > place.seq ||
           (!events_.empty() && events_.back().seq > place.seq);
  };
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), news);
  Batch batch;
  batch.lost = place.seq < forgotten_;
  if (batch.lost) return batch;
  const auto newer = std::upper_bound(events_.begin(), events_.end(), place.seq,
                                      [](std::uint64_t seq, const Message& message) { return seq < message.seq; });
  batch.messages.assign(newer, events_.end());
  if (progress_.seq > place.seq)
    batch.messages.insert(std::upper_bound(batch.messages.begin(), batch.messages.end(), progress_.seq,
                                           [](std::uint64_t seq, const Message& m) { return seq < m.seq; }),
                          progress_);
  if (!batch.messages.empty()) place.seq = batch.messages.back().seq;
  if (place.state != states_) {
    place.state = states_;
    batch.messages.push_back(state_);
  }
  batch.ended = ended_;
  return batch;
}

std::uint64_t EventLog::last_seq() const {
  const std::lock_guard lock(mutex_);
  return last_seq_;
}

}  // namespace tesselle::web
