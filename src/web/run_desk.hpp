#pragma once

#include <thread>

#include "web/live_run.hpp"

namespace tesselle::web {

/// What the server allows.
struct ServerLimits {
  std::size_t body = 8 << 20;
  std::size_t puzzles = 256;
  std::size_t runs = 8;         ///< that are not finished
  std::size_t kept_runs = 500;  ///< finished ones included; the oldest go
  std::size_t viewers = 128;
  double run_seconds = 86400;
  std::size_t stored_solutions = 100'000;
};

/// All runs of a server, those of earlier servers included: starts them, keeps them in the data folder, ends them with
/// the server. One server at a time may use a data folder. Thread-safe.
class RunDesk {
 public:
  /// Makes the folder if there is none. Throws InputError if another server uses it.
  RunDesk(const std::filesystem::path& folder, const ServerLimits& limits, PuzzleShelf& shelf);
  /// Interrupts what is running; each run writes its checkpoint.
  ~RunDesk();
  RunDesk(const RunDesk&) = delete;
  RunDesk& operator=(const RunDesk&) = delete;

  /// Starts a run from a request (docs/api.md).
  std::shared_ptr<LiveRun> start(const Json& request);
  void resume(LiveRun& run, const Json& changes);
  /// Throws Refusal (404).
  std::shared_ptr<LiveRun> find(const std::string& name) const;
  std::vector<std::shared_ptr<LiveRun>> newest_first() const;
  void remove(const std::string& name);
  /// Ends all runs and waits for them. No further ones start.
  void close();

 private:
  void load();
  void tend_all();
  void forget_oldest();
  std::filesystem::path checkpoint_of(std::int64_t id) const;
  std::size_t active_runs() const;
  void require_room() const;
  std::shared_ptr<LiveRun> add(StoredRun stored, RunOrder order, RunState state);

  const std::filesystem::path folder_;
  const ServerLimits limits_;
  PuzzleShelf& shelf_;
  std::shared_ptr<void> folder_lock_;
  RunStore store_;
  std::mutex starting_;       // so that two requests do not both take the last place
  mutable std::mutex mutex_;  // guards all below
  std::map<std::int64_t, std::shared_ptr<LiveRun>> runs_;
  bool closed_ = false;
  std::jthread housekeeper_;
};

/// The board that a request names (docs/api.md). Throws InputError or JsonError.
Solution board_from(const Puzzle& puzzle, const Json& json);

/// Nodes per second; nullopt for null, full speed. Throws Refusal.
std::optional<double> speed_from(const Json& json, const char* key);

}  // namespace tesselle::web
