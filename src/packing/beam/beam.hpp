#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "packing/beam/expander.hpp"

namespace tesselle::packing::beam {

/// Runs task(0) .. task(tasks-1), perhaps side by side, and returns when all are done.
using ParallelFor = std::function<void(std::size_t tasks, const std::function<void(std::size_t)>& task)>;

struct BeamSettings {
  std::size_t width = 10000;   ///< states expanded per level that are no dead ends, about
  std::size_t per_region = 0;  ///< states kept per region and level, 0: no limit
  int early_outline = 100;     ///< percent: weight of the outline at the start; it grows to 100 at the end
  double noise = 0;            ///< scores are shifted by up to this much either way
  std::uint64_t seed = 1;
};

/// Level by level: every kept state gets all ways to cover its most constrained site, the best children are kept.
/// What is kept depends on the settings alone, not on slices or threads.
template <int Words>
class Beam {
 public:
  Beam(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, BeamSettings settings);

  /// Goes on until `budget` states were entered (they are deducted), or there are no states left, or something was
  /// reached that is worth a look: a new level, a solution. One after the other, in chunks.
  enum class Event { budget_used, level_done, solved, ended };
  Event advance(std::uint64_t& budget);
  /// The rest of the present level at once, with as many threads as the hook gives; counts the states entered.
  Event finish_level(const ParallelFor& parallel, std::uint64_t& nodes);

  /// Pieces that each state has placed.
  std::uint32_t depth() const { return forest_.depth(); }
  std::size_t states() const { return forest_.size(); }
  const Forest& forest() const { return forest_; }
  const std::vector<StateScore>& scores() const { return scores_of_states_; }
  /// The placements of the state with the best score.
  std::vector<tiling::Spot> best_state() const;
  const std::vector<std::vector<tiling::Spot>>& solutions() const { return solutions_; }
  /// What is left of the present level is done again.
  void restore(Forest forest, std::vector<StateScore> scores);

 private:
  void begin_level();
  void collect(Expander<Words>& expander);
  void end_round();
  Event end_level();
  Weighing weighing() const;
  Chunk chunk(std::size_t number) const;
  void keep_best();

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  BeamSettings settings_;
  StateHash hash_;
  Forest forest_;
  std::vector<StateScore> scores_of_states_;
  std::vector<std::vector<tiling::Spot>> solutions_;

  std::vector<std::unique_ptr<Expander<Words>>> expanders_;
  std::size_t chunk_size_ = 1, chunk_count_ = 1, next_chunk_ = 0;
  bool in_chunk_ = false;
  std::size_t alive_ = 0;  ///< states of this level that were no dead ends
  std::size_t keep_ = 0;   ///< states of this level to keep: more than the width, as some will be dead ends
  Score threshold_ = 0;
  std::vector<Child> pool_;
};

extern template class Beam<1>;
extern template class Beam<2>;
extern template class Beam<4>;
extern template class Beam<13>;

}  // namespace tesselle::packing::beam
