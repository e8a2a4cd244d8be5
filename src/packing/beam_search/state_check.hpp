#pragma once

#include <vector>

#include "base/bytes.hpp"
#include "packing/beam_search/expander.hpp"

namespace tesselle::packing::beam {

/// Of the state before the first placement.
StateScore root_score(const tiling::TilingTables& tables, const tileability::ScoreTables& scores);

/// A state that is put together and taken apart again, with its score: what restored states are measured by. Slow and
/// plain beside an Expander, and it does not trust the spots it is given.
class StateCheck {
 public:
  StateCheck(const tiling::TilingTables& tables, const tileability::ScoreTables& scores);

  bool can_enter(tiling::Spot spot) const { return tables_.can_put(position_, spot); }
  /// False, and nothing is changed, if the spot cannot be placed.
  bool enter(tiling::Spot spot);
  void leave();

  StateScore score() const { return scores_of_path_.back(); }
  /// Of the state that a spot which can be placed leads to.
  StateScore score_after(tiling::Spot spot) const;

 private:
  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  tiling::Position position_;
  std::vector<tiling::Spot> path_;
  std::vector<StateScore> scores_of_path_;  ///< root first
};

/// Lists of placements, as bytes.
void save_paths(const std::vector<std::vector<tiling::Spot>>& paths, ByteWriter& out);
void save_path(const std::vector<tiling::Spot>& path, ByteWriter& out);
/// Throws InputError if one of them cannot be placed from the start.
std::vector<std::vector<tiling::Spot>> restore_paths(const tiling::TilingTables& tables, ByteReader& in);
/// Not checked.
std::vector<tiling::Spot> restore_path(ByteReader& in);

}  // namespace tesselle::packing::beam
