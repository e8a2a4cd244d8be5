#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "edge/estimate/estimate.hpp"
#include "edge/meet/meet.hpp"
#include "edge/meet/ring_split.hpp"

namespace tesselle::edge::meet {
namespace {

/// Of this machine, in bytes.
double physical_memory() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// Expected nodes of a row-by-row search that fixes the rotation of the board. The model costs nothing and is good to a
/// factor of twenty; probes, to a tenth, are worth it only where the model says that the tree is large.
double nodes_row_by_row(const EdgePuzzle& puzzle, double worth_probing) {
  const Path rows = rowscan(puzzle);
  const double rotations = puzzle.width == puzzle.height ? 4 : 2;
  const double model = model_tree(puzzle, rows).nodes / rotations;
  if (model < worth_probing) return model;
  return probe_tree(puzzle, rows, {.probes = 1'000}).nodes / rotations;
}

}  // namespace

/// Measured with one thread, CPU seconds of `scan` and `meet`: owen-7x7 249 and 21, owen-6x6 0.075 and 0.051, inf6102-c
/// 3.5 and 3.2; there a unit of the work that meet expects took as long as 1.2 nodes of scan. The expectation is good
/// to a factor of three, so meet must promise to be clearly faster; and it has nothing to show before its end, so a
/// limit must leave it time enough.
/// Boards that need wide words are left to scan: on inf6102-d, the smallest of them, a random part of meet's work took
/// longer than its share of scan's tree would.
std::optional<Recommendation> recommend_meet(const Puzzle& puzzle, const EngineNeeds& needs) {
  constexpr double nodes_per_work = 1.2, clearly = 2, worth_it = 1e9, work_per_second = 5e7;
  constexpr std::size_t memory = std::size_t{4} << 30;
  if ((needs.goal != Goal::count && needs.goal != Goal::all) || needs.node_limit) return std::nullopt;
  const auto ring = RingPuzzle::make(puzzle.edge());
  if (!ring || !ring->is_narrow()) return std::nullopt;
  const auto split = choose_split(*ring, memory);
  if (std::min(split.bytes, static_cast<double>(memory)) > physical_memory() / 2) return std::nullopt;
  const double least = std::max(worth_it, clearly * nodes_per_work * split.work());
  const double nodes = nodes_row_by_row(puzzle.edge(), least);
  if (nodes < least) return std::nullopt;
  const double seconds = split.work() / work_per_second / std::max(needs.threads, 1u);
  if (needs.seconds && *needs.seconds < clearly * seconds)
    return Recommendation{fmt::format("meet is faster to the end, but may need {:.0f} s and has nothing to show before",
                                      clearly * seconds),
                          seconds, false};
  return Recommendation{
      fmt::format("by estimate {:.1e} steps make all halves of the board that fit together, where a search row by row "
                  "takes {:.1e}",
                  split.work(), nodes),
      seconds};
}

}  // namespace tesselle::edge::meet
