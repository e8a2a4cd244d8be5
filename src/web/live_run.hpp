#pragma once

#include <atomic>
#include <filesystem>

#include "tesselle/search.hpp"
#include "web/event_log.hpp"
#include "web/http.hpp"
#include "web/puzzle_shelf.hpp"
#include "web/stored_boards.hpp"

namespace tesselle::web {

enum class RunState { running, paused, finished, failed, interrupted };
const char* state_name(RunState state);
std::optional<RunState> state_named(const std::string& name);

/// What a run was asked for: a search request, and what the server adds to it.
struct RunOrder {
  std::string title;
  ShelvedPuzzle puzzle;
  SearchRequest search;  ///< of the puzzle with the fixed pieces as hints
  Json json;             ///< as it was sent, for people to see and to start again from
};

/// A run from its start to its end and beyond: the search, its events for viewers and for the store, its state. The
/// search calls on_event() from its own thread; requests come from others. Thread-safe.
class LiveRun : public std::enable_shared_from_this<LiveRun> {
 public:
  /// One that the store knows from before.
  LiveRun(std::int64_t id, RunOrder order, std::string created, RunState state, std::string error, RunStore& store,
          std::filesystem::path checkpoint, std::size_t max_solutions);
  ~LiveRun();

  std::string name() const { return "r" + std::to_string(id_); }
  std::int64_t id() const { return id_; }

  /// Starts the search, from its checkpoint if `resume`. Throws UsageError if it cannot be run.
  void start(bool resume);
  void pause();
  void go_on();
  void step(std::uint64_t nodes);
  void set_speed(std::optional<double> nodes_per_second);
  void stop();
  /// Ends the search with the server: it counts as interrupted.
  void interrupt();

  bool active() const;
  bool resumable() const;
  void set_limits(const Limits& limits);

  /// Writes what has come to the store, and notices that the search has ended. Called a few times a second.
  void tend();
  /// The run as JSON; a short one for lists.
  Json describe(bool whole) const;
  Json solutions(const BoardQuery& query, const std::stop_token& stop) const;

  /// A viewer's stream: the events after `from`, then what comes.
  std::function<bool(const Writer&)> stream(std::uint64_t from);
  bool ended_before(std::uint64_t from) const { return !active() && from >= log_.last_seq() && from > 0; }

  int viewers() const { return viewers_; }

  /// Removes its checkpoint.
  void forget_files() const;

 private:
  void on_event(const Event& event);
  void keep(const std::string& kind, std::uint64_t seq, std::string json);
  void flush();
  void finish();
  void change_state(RunState state, const std::string& error = {});
  void announce_state();
  void require_active() const;

  const std::int64_t id_;
  const std::string created_;
  RunStore& store_;
  const std::filesystem::path checkpoint_;
  const std::size_t max_solutions_;
  EventLog log_;
  std::atomic<int> viewers_ = 0;

  mutable std::mutex mutex_;  // guards all below
  RunOrder order_;
  RunState state_;
  std::string error_;
  std::optional<Search> search_;
  std::uint64_t base_seq_ = 0;  // events of earlier parts
  bool interrupting_ = false;
  std::map<std::string, std::string> latest_;     // the latest event of each kind
  std::map<std::string, std::uint64_t> numbers_;  // how many there were of each kind
  std::vector<StoredEvent> unwritten_;
  std::mutex tending_;  // one thread at a time ends the run
};

}  // namespace tesselle::web
