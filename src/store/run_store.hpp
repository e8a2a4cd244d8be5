#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/database.hpp"

namespace tesselle {

/// A run as a server keeps it. Texts are the server's own; the store does not look into them.
struct StoredRun {
  std::int64_t id = 0;
  std::string created{};  ///< date and time, UTC, set by the store
  std::string title, puzzle_id;
  std::string puzzle;   ///< the definition
  std::string request;  ///< JSON
  std::string state;
  std::string error{};
};

struct StoredEvent {
  std::uint64_t seq = 0;
  std::string kind;          ///< "started", "solution", …
  std::uint64_t number = 0;  ///< of its kind, from 1
  std::string json;
};

/// Runs and their events in a SQLite file. Events are written in batches; a killed server loses the last fraction of a
/// second. Thread-safe.
class RunStore {
 public:
  /// Makes the file if there is none. Throws InputError if it is not ours.
  explicit RunStore(const std::string& file);

  /// The run with its new id and the time of its creation.
  StoredRun add(StoredRun run);
  void set_state(std::int64_t id, const std::string& state, const std::string& error = {});
  void remove(std::int64_t id);
  std::vector<StoredRun> runs() const;

  void add_events(std::int64_t id, const std::vector<StoredEvent>& events);
  /// Events with a larger number than `after`, at most `max` of them.
  std::vector<StoredEvent> events(std::int64_t id, std::uint64_t after, std::size_t max) const;
  /// Events of a kind, from a number of that kind on.
  std::vector<StoredEvent> events_of_kind(std::int64_t id, const std::string& kind, std::uint64_t from,
                                          std::size_t max) const;
  std::optional<StoredEvent> last_event(std::int64_t id, const std::string& kind) const;
  std::uint64_t last_seq(std::int64_t id) const;

 private:
  mutable std::mutex mutex_;  // guards the database: a statement is several calls
  Database database_;
};

}  // namespace tesselle
