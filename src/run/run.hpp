#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

#include "engine/engine.hpp"
#include "engine/passes_on.hpp"
#include "engine/unit_ledger.hpp"
#include "run/run_control.hpp"
#include "tesselle/events.hpp"

namespace tesselle {

/// Which boards count as different for the caller.
enum class Wanted { every_board, one_per_orbit };

/// What was found so far.
struct Totals {
  std::uint64_t solutions = 0;  ///< symmetric copies included
  std::uint64_t distinct = 0;
  std::uint64_t verified = 0;
  std::uint64_t announced = 0;       ///< solution events so far
  std::uint64_t announced_hash = 0;  ///< of their boards, one after the other (board_chain)
  std::optional<Best> best;
  std::optional<Milestone> first;  ///< when the first solution was offered
};

/// A search cut into units that a ledger keeps, and what was found above them.
struct UnitWork {
  UnitLedger* ledger = nullptr;
  std::uint64_t top_nodes = 0;
  Totals top;
  std::string worker = "here";
  double lease_seconds = 60;           ///< leases are renewed four times as often
  SharedUnitLedger* shared = nullptr;  ///< the same ledger, if units may be split and set aside
};

/// One engine's run, fully decided: the facade (search/) makes these from what a person asks for.
struct RunRequest {
  const Puzzle* puzzle = nullptr;
  const EngineInfo* engine = nullptr;
  EngineConfig config;
  Wanted wanted = Wanted::every_board;  ///< which solutions become events (Goal::all)
  unsigned threads = 1;
  Limits limits;
  std::optional<std::filesystem::path> checkpoint;  ///< written every `checkpoint_seconds` and at the end
  std::optional<std::filesystem::path> resume;      ///< continue from this checkpoint
  double checkpoint_seconds = 30;
  double progress_seconds = 0.25;                       ///< minimum time between two progress events
  std::optional<std::uint64_t> slice_nodes;             ///< fixed slice size (tests); default: about 20 ms
  std::optional<int> target;                            ///< Goal::best: stop at this score
  std::optional<Solution> start;                        ///< Goal::best: start from this board
  bool live_board = false;                              ///< progress shows what the engine has placed
  std::function<void(const SolutionRecord&)> on_board;  ///< Goal::best: called with every verified board, better or not
  std::vector<std::string> lessons;                     ///< for an engine that PassesOn; those it refuses are left out
  std::function<void(const Lesson&)> on_lesson;         ///< called at the end with what each thread has learned
  std::function<bool()> has_room;                       ///< false: solutions wait at the gate until there is room
  RunControl* control = nullptr;                        ///< pauses, steps and slows down; time stands still in pauses
  std::optional<UnitWork> units;                        ///< walk these instead of the whole tree
  std::filesystem::path reproducer_folder = ".";        ///< a refused board is written here
};

/// The whole run: slices on worker threads, limits, checkpoints, the verifying gate, events. `stop` ends it cleanly
/// between slices. Returns what the Finished event said. Throws InputError/UsageError for what cannot be run and
/// InternalError if the verifier refuses a board (a reproducer is written first).
///
/// The subscriber is called from the thread that calls run(), and must be quick: limits and checkpoints wait for it.
Finished run(const RunRequest& request, const Subscriber& subscriber, std::stop_token stop = {});

/// What started and finished events say of a request.
SearchFacts facts_of(const RunRequest& request);

}  // namespace tesselle
