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
///     beam on the first three fifths -> its states are roots
///     from the roots depth-first some levels down (descents.hpp) -> the best states there are the next roots, and so
///     on
///
/// Tried before: eight beams on the first three fifths, then the best of all their states. The results varied less, but
/// they were not better on average, and they took longer.
class RestSearch {
 public:
  /// All but the settings outlive it.
  RestSearch(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, beam::BeamSettings settings,
             Searches& searches);
  /// Goes on from what another search had as first_roots(), if these are not empty.
  void begin_with(Roots roots);

  enum class Event { budget_used, level_done, ended };
  /// Goes on until the budget is used or there is something to look at. `owed`: what it took beyond the budget.
  Event advance(std::uint64_t& budget, std::uint64_t& owed, const ParallelFor& parallel);
  std::vector<std::vector<tiling::Spot>> take_tilings() { return std::exchange(tilings_, {}); }
  /// Something was left out, so another round may find more.
  bool dropped_some() const { return dropped_ || beam_->dropped_some() || (descents_ && descents_->dropped_some()); }
  /// The placements of the state with the best score.
  std::vector<tiling::Spot> best_state() const;
  /// Where the descents began; empty before that.
  const Roots& first_roots() const { return first_roots_; }
  /// States visited so far.
  std::uint64_t nodes() const { return nodes_; }

  void save(ByteWriter& out) const;
  /// After construction with the same. Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  Event search(std::uint64_t& budget, const ParallelFor& parallel);
  Event descend(std::uint64_t& owed, const ParallelFor& parallel);
  void begin_descents();
  std::uint32_t next_end() const;

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  Searches& searches_;
  beam::Course course_;
  std::uint32_t pieces_;     ///< that tile the rest, at least
  std::uint32_t late_from_;  ///< pieces placed where the descents begin
  std::unique_ptr<beam::Beam> beam_;
  Roots first_roots_, roots_;
  std::unique_ptr<Descents> descents_;
  bool dropped_ = false;  ///< by descents that are done
  std::uint64_t nodes_ = 0;
  std::vector<std::vector<tiling::Spot>> tilings_;
};

}  // namespace tesselle::packing::finals
