#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "packing/beam_search/beam.hpp"
#include "packing/finals/descents.hpp"

namespace tesselle::packing::finals {

/// One round's search for tilings of the rest:
///
///     beam on the first three fifths -> its states, kept as roots
///     a narrow beam goes on from them to the end: the bars
///     from the roots depth-first to the end, above the bars (descents.hpp)
///
/// Or the beam goes to the end as it is, and there are no descents.
class RestSearch {
 public:
  /// All but the settings outlive it.
  RestSearch(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, beam::BeamSettings settings,
             bool descends, Bars& bars);

  enum class Event { budget_used, level_done, ended };
  /// Goes on until the budget is used or there is something to look at. `owed`: what it took beyond the budget.
  Event advance(std::uint64_t& budget, std::uint64_t& owed, const ParallelFor& parallel);
  std::vector<std::vector<tiling::Spot>> take_tilings() { return std::exchange(tilings_, {}); }
  /// Something was left out, so another round may find more.
  bool dropped_some() const { return beam_->dropped_some() || (descents_ && descents_->dropped_some()); }
  /// The placements of the beam's state with the best score.
  std::vector<tiling::Spot> best_state() const { return beam_->best_state(); }
  /// States visited so far.
  std::uint64_t nodes() const { return nodes_; }

  void save(ByteWriter& out) const;
  /// After construction with the same. Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  Event search(std::uint64_t& budget, const ParallelFor& parallel);
  std::uint64_t descend(const ParallelFor& parallel);
  void begin_descents();

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  unsigned slots_;
  beam::Course course_;
  Bars& bars_;
  bool descends_;
  std::uint32_t late_from_;  ///< pieces placed where the descents begin
  std::unique_ptr<beam::Beam> beam_;
  Roots roots_;
  std::unique_ptr<Descents> descents_;
  std::uint64_t nodes_ = 0, scout_nodes_ = 0, descent_nodes_ = 0;
  std::vector<std::vector<tiling::Spot>> tilings_;
};

}  // namespace tesselle::packing::finals
