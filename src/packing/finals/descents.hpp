#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "packing/beam_search/beam.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// What score a state of one level must have to be visited, so that about as many are as wanted.
///
/// States are met in an order that has little to do with their scores. So when a share of all was met, the same share
/// of those wanted should lie above the bar. How many were met at each height is counted, and the bar moves as the
/// counts grow.
class Bar {
 public:
  using Score = beam::Score;

  /// A state is met; false: it lies below the bar.
  bool meet(Score score) {
    if (met_.empty()) begin(score);
    const std::size_t height = height_of(score);
    ++met_[height];
    if (height < bar_) return false;
    ++above_;
    while (above_ > allowed_ && bar_ + 1 < heights) above_ -= met_[bar_++];
    return height >= bar_;
  }
  /// A state that was not below it turned out to be a dead end.
  void forget(Score score) {
    const std::size_t height = height_of(score);
    --met_[height];
    if (height >= bar_) --above_;
  }
  /// How many of all that were met so far, without dead ends, may lie above it.
  void allow(std::uint64_t states);
  /// Some were below it.
  bool dropped() const { return bar_ > 0; }

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  /// Heights are a sixteenth of a unit of the logarithm apart; the first score that is met is in the middle.
  static constexpr std::size_t heights = 2048;
  static constexpr Score step = static_cast<Score>(tileability::ScoreTables::unit) / 16;

  void begin(Score score) {
    met_.assign(heights, 0);
    lowest_ = score - static_cast<Score>(heights / 2) * step;
  }
  std::size_t height_of(Score score) const {
    return static_cast<std::size_t>(std::clamp<Score>((score - lowest_) / step, 0, static_cast<Score>(heights - 1)));
  }

  Score lowest_ = 0;
  std::vector<std::uint32_t> met_;  ///< by height; empty before the first
  std::uint64_t above_ = 0;         ///< met at the bar or higher
  std::uint64_t allowed_ = 0;
  std::size_t bar_ = 0;
};

/// One for each slot. They stay, as they remember what can cover which places.
using Searches = std::vector<std::unique_ptr<tiling::TilingSearch>>;
Searches make_searches(const tiling::TilingTables& tables, unsigned slots);

/// States with the same number of pieces.
struct Roots {
  beam::Forest forest;
  std::vector<beam::StateScore> scores;

  void save(ByteWriter& out) const;
  /// Throws InputError if these are not states of such a board.
  void restore(ByteReader& in, const tiling::TilingTables& tables, const tileability::ScoreTables& scores_of_board);
  /// The scores of the states of the forest; false if they are not states of such a board.
  bool score(const tiling::TilingTables& tables, const tileability::ScoreTables& scores_of_board);
};

/// From the states of one level some levels further down, depth-first.
///
/// A beam goes from state to state, level by level. The states that it keeps are spread over the tree, so for each it
/// opens 1.2 others again on the way, none of which is a dead end. If it is known which score it takes to be kept, the
/// same states can be met depth-first, each once: that takes two fifths of the time. The bars of all levels are found
/// on the way. As states differ a thousandfold in how many descendants are good enough, this works for some levels
/// only; then the best are chosen as by a beam, and the next descents begin with them.
class Descents {
 public:
  /// To the states with `end` pieces, or to all tilings. All outlive it; the searches serve nobody else meanwhile.
  Descents(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, const beam::Course& course,
           const Roots& roots, std::uint32_t end, Searches& searches);

  /// Goes on, for about this many states in each slot. Returns the number of states visited.
  std::uint64_t work(std::uint64_t nodes, const ParallelFor& parallel);
  bool done() const;
  std::vector<std::vector<tiling::Spot>> take_tilings() { return std::exchange(tilings_, {}); }
  /// States below the bars were left out.
  bool dropped_some() const;
  /// Once it is done: the best states with `end` pieces, as many as the course wants. Those that leave the same region
  /// and the same pieces count once.
  Roots best_states() const;

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save(). Chunks that there are no slots for are begun again.
  void restore(ByteReader& in);

 private:
  /// An open node.
  struct Level {
    std::uint32_t next, count;  ///< candidates
    beam::StateScore score;
  };
  /// States with `end` pieces, by root in the order of the visits.
  struct Arrivals {
    std::vector<std::uint32_t> roots;
    std::vector<beam::StateScore> scores;
    std::vector<beam::PackedSpot> spots;  ///< from the root to the state, one path after the other

    void add(const Arrivals& more);
    void save(ByteWriter& out) const;
  };
  /// What one slot does. It has bars of its own, so it does not matter what others do meanwhile.
  struct Walk {
    tiling::TilingSearch* search = nullptr;
    std::vector<std::uint32_t> nodes_of_root;  ///< of the forest, along the path of the search
    std::uint32_t chunk = 0, root = 0;         ///< in hand, if there are levels
    std::vector<Level> levels;                 ///< none: it needs another chunk
    std::vector<Bar> bars;                     ///< by level below the roots
    std::uint64_t roots_begun = 0;
    std::uint64_t nodes = 0;  ///< visited in this step
    Arrivals arrivals;
    std::vector<std::vector<tiling::Spot>> tilings;
  };
  std::uint32_t chunk_begin(std::uint32_t chunk) const;
  std::optional<std::uint32_t> take_chunk();
  void begin_root(Walk& walk, std::uint32_t root) const;
  void go_to(Walk& walk, std::uint32_t root) const;
  void go_on(Walk& walk) const;
  void leave(Walk& walk) const;
  void arrive(Walk& walk, tiling::Spot spot, const beam::StateScore& score) const;
  Arrivals restore_arrivals(ByteReader& in) const;
  void restore_walk(std::size_t slot, ByteReader& in);
  void go_to_place(Walk& walk, std::span<const std::uint32_t> place, ByteReader& in) const;
  beam::StateScore score_after(const Walk& walk, tiling::Spot spot) const;
  beam::Score total(const beam::StateScore& score, std::uint32_t depth) const {
    return score.pieces + score.outline * course_.outline_percent(depth - 1) / 100;
  }
  std::size_t levels_below() const { return end_ - roots_.forest.depth(); }
  std::vector<std::uint64_t> hashes(const Arrivals& arrivals) const;
  std::vector<std::size_t> chosen(const Arrivals& arrivals) const;
  beam::Forest forest_of(const Arrivals& arrivals, std::span<const std::size_t> which) const;

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  const beam::Course& course_;
  const Roots& roots_;
  std::uint32_t end_;
  std::vector<Walk> walks_;
  std::vector<std::uint32_t> again_;  ///< chunks that were begun, but not ended, before the search was saved
  std::uint32_t next_chunk_ = 0;      ///< in the order of the visits
  Arrivals arrivals_;                 ///< of walks that there are no slots for any more
  bool dropped_ = false;              ///< by those
  std::vector<std::vector<tiling::Spot>> tilings_;
};

}  // namespace tesselle::packing::finals
