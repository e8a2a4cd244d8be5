#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "packing/beam_search/expander.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::beam {

struct BeamSettings {
  std::size_t width = 10000;   ///< states expanded per level, without dead ends; approximately
  std::size_t per_region = 0;  ///< states kept per region and level, 0: no limit
  /// Percent: weight of the outline at the start; it grows to 100 at the end. A hard piece placed early is a gain
  /// that stays, a smooth outline is gone some pieces later.
  int early_outline = 50;
  /// Percent: states kept at the start; all of the width from two fifths on. Early states are the costliest, with the
  /// most ways to go on, and what a larger number of them gains is lost again before the middle.
  int early_width = 25;
  /// How many times more states are kept at the end; the number grows from three fifths on, up to ten
  /// million.
  double late_growth = 1;
  double noise = 0;        ///< scores are shifted by up to this much either way
  bool lookahead = false;  ///< dead ends are not kept
  std::uint64_t seed = 1;
  std::size_t slots = 1;  ///< parts of a level that are worked on side by side
};

/// What changes in the course of a beam.
class Course {
 public:
  /// `pieces`: at least as many as it takes to tile the region.
  Course(const BeamSettings& settings, int pieces) : settings_(settings), pieces_(pieces) {}

  /// How much the outline counts where states with this many pieces get children, in percent.
  int outline_percent(std::uint32_t depth) const;
  /// How many states, besides dead ends, are kept of their children.
  std::size_t states_wanted(std::uint32_t depth) const;

 private:
  int percent_done(std::uint32_t depth) const;

  BeamSettings settings_;
  int pieces_;
};

/// How many of the smaller pieces tile what is free.
int pieces_to_tile(const tiling::TilingTables& tables);

/// Level by level: every kept state gets all ways to cover its most constrained site, the best children are kept.
/// What is kept depends on the settings alone, not on slices.
class Beam {
 public:
  Beam(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, BeamSettings settings);

  /// Goes on until `budget` states were entered (they are deducted), or there are no states left, or something was
  /// reached that is worth a look: a new level, a solution. With one slot the budget is used exactly.
  enum class Event { budget_used, level_done, solved, ended };
  Event advance(std::uint64_t& budget, const ParallelFor& parallel = in_order);

  /// Pieces that each state has placed.
  std::uint32_t depth() const { return forest_.depth(); }
  std::size_t states() const { return forest_.size(); }
  const Forest& forest() const { return forest_; }
  const std::vector<StateScore>& scores() const { return scores_of_states_; }
  /// The placements of the state with the best score.
  std::vector<tiling::Spot> best_state() const;
  std::vector<std::vector<tiling::Spot>> take_solutions() { return std::exchange(solutions_, {}); }
  /// Some states that are not dead ends were left out because the width was used up.
  bool dropped_some() const { return dropped_; }

  /// All that is needed to go on.
  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save(). If fewer slots are there than when it was saved, chunks that
  /// were not finished are begun again.
  void restore(ByteReader& in);

 private:
  void begin_level();
  void begin_round();
  void work_on_round(std::uint64_t& budget, const ParallelFor& parallel);
  bool round_done() const;
  void end_round();
  void collect(const Expander& expander);
  std::size_t enough() const;
  void trim_pool();
  Event end_level();
  Weighing weighing() const;
  Chunk chunk(std::size_t number) const;
  void keep_best();
  void restore_round(ByteReader& in);
  bool states_are_possible() const;

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  BeamSettings settings_;
  Course course_;
  StateHash hash_;
  Forest forest_;
  std::vector<StateScore> scores_of_states_;
  std::vector<std::vector<tiling::Spot>> solutions_;

  std::vector<std::unique_ptr<Expander>> expanders_;  ///< one per slot
  std::size_t chunk_size_ = 1, chunk_count_ = 1, next_chunk_ = 0;
  std::vector<char> done_;  ///< by slot of the present round; empty between rounds
  bool dropped_ = false;
  std::size_t alive_ = 0;  ///< states of this level that were not dead ends
  std::size_t keep_ = 0;   ///< states of this level to keep: more than the width, as some will be dead ends
  Score threshold_ = 0;
  bool level_dropped_ = false;  ///< children of this level were left out
  std::vector<Child> pool_;
};

}  // namespace tesselle::packing::beam
