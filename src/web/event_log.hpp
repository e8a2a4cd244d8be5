#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/run_store.hpp"

namespace tesselle::web {

/// One message for viewers, made once however many there are. seq 0: not an event of the search.
struct Message {
  std::uint64_t seq = 0;
  std::shared_ptr<const std::string> json;
};

/// The events of one run for those who watch: a window of the last ones, and the latest progress. What is older is in
/// the store. Nobody who reads can make the run wait: readers that fall out of the window are told so. Thread-safe.
class EventLog {
 public:
  static constexpr std::size_t window = 4096;

  /// Goes on behind an event of an earlier part of the run.
  explicit EventLog(std::uint64_t last_seq) : last_seq_(last_seq), forgotten_(last_seq) {}

  void add(std::uint64_t seq, std::string json);
  /// Takes the place of the progress before it.
  void set_progress(std::uint64_t seq, std::string json);
  /// A message without a number, for those who watch now.
  void set_state(std::string json);
  /// Nothing will come any more.
  void end();
  void reopen();

  /// What a reader has seen.
  struct Place {
    std::uint64_t seq = 0;
    std::uint64_t state = 0;
  };
  struct Batch {
    std::vector<Message> messages;
    bool lost = false;   ///< events after the place have left the window
    bool ended = false;  ///< and nothing is left to read
  };
  /// What came after the place, which moves on; waits up to `seconds` if there is nothing yet.
  Batch read(Place& place, double seconds);
  std::uint64_t last_seq() const;

 private:
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<Message> events_;  // the last ones, without progress
  Message progress_, state_;
  std::uint64_t states_ = 0;  // how many there were
  std::uint64_t last_seq_;
  std::uint64_t forgotten_;  // the last event that has left the window
  bool ended_ = false;
};

}  // namespace tesselle::web
