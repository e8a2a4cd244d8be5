#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/events.hpp"

namespace tesselle {

struct Limits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;  ///< exact with one thread; a few slices more with several
};

/// Which boards count as different for the one who asked.
enum class Wanted { every_board, one_per_orbit };

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
  double progress_seconds = 0.25;                   ///< least time between two progress events
  std::optional<std::uint64_t> slice_nodes;         ///< fixed slice size (tests); default: about 20 ms
  std::optional<int> target;                        ///< Goal::best: stop at this score
  std::optional<Solution> start;                    ///< Goal::best: start from this board
  std::function<void(const SolutionRecord&)> seen;  ///< Goal::best: told every verified board, better or not
  std::filesystem::path reproducer_folder = ".";    ///< where a refused board is written
};

/// The whole run: slices on worker threads, limits, checkpoints, the verifying gate, events. `stop` ends it cleanly
/// between slices. Returns what the Finished event said. Throws InputError/UsageError for what cannot be run and
/// InternalError if the verifier refuses a board (a reproducer is written first).
Finished run(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop);

}  // namespace tesselle
