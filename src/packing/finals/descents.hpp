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
#include "packing/finals/throttle.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// What score a state must have to be visited, for each number of pieces placed.
///
/// A beam that keeps the best W states of a level keeps those above a bar that shows only when all are there. But a
/// narrow beam tells where it will be. It scouts ahead, and the bar lies as far below its own as the logarithm of the
/// number of states says, if that goes on falling as it does in the better half of the scouts.
///
/// What remains of errors is mended from round to round: all bars are moved together so that rounds visit as many
/// states as wanted.
class Bars {
 public:
  using Score = beam::Score;

  /// A round begins.
  void begin(std::uint32_t first_depth, double scout_share);
  /// The cut of the scouts that have placed one piece more than those before, at first `first_depth`; nullopt: no state
  /// was left out so far.
  void add(std::optional<beam::Cut> cut);
  /// There are no more. The round is to take this many nodes.
  void set(std::uint64_t nodes_wanted) { nodes_wanted_ = std::max<std::uint64_t>(1, nodes_wanted); }
  /// The round is done, with this many nodes.
  void learn(std::uint64_t nodes) { throttle_.learn(static_cast<double>(nodes), static_cast<double>(nodes_wanted_)); }

  /// By how much bars are raised after this many nodes of the round.
  Score raise(std::uint64_t nodes) const {
    return static_cast<Score>(tileability::ScoreTables::unit *
                              throttle_.raise(static_cast<double>(nodes), static_cast<double>(nodes_wanted_)));
  }
  /// The bar for states with this many pieces, raised by so much; the lowest score if there is none.
  Score at(std::uint32_t depth, Score raised) const;
  std::uint64_t nodes_wanted() const { return nodes_wanted_; }

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  /// A state passes dozens of bars, so a small step of all has a large effect.
  static constexpr Throttle::Force force = {.step = 0.25, .rise = 2};

  std::uint32_t first_depth_ = 0;
  double halvings_ = 0;  ///< as a logarithm: the scouts' share
  std::vector<std::optional<Score>> bars_;
  std::uint64_t nodes_wanted_ = 1;
  Throttle throttle_{force};
};

/// The states that descents begin with.
struct Roots {
  beam::Forest forest;
  std::vector<beam::StateScore> scores;

  void save(ByteWriter& out) const;
  /// Throws InputError if these are not states of such a board.
  void restore(ByteReader& in, const tiling::TilingTables& tables, const tileability::ScoreTables& scores_of_board);
};

/// The last part of the rest, depth-first from the states of a beam.
///
/// A beam goes from state to state, level by level. The states that it keeps are spread over the tree, so for each it
/// opens 1.2 others again on the way, none of which is a dead end. If it is known which score it takes to be kept, the
/// same states can be met depth-first, each once: that takes two fifths of the time, and no memory.
class Descents {
 public:
  /// All outlive it.
  Descents(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, const beam::Course& course,
           const Bars& bars, const Roots& roots, unsigned slots);

  /// Goes on, for about this many states in each slot. Returns the number of states visited.
  std::uint64_t work(std::uint64_t nodes, const ParallelFor& parallel);
  bool done() const;
  std::vector<std::vector<tiling::Spot>> take_tilings() { return std::exchange(tilings_, {}); }
  /// States below the bars were left out.
  bool dropped_some() const { return dropped_; }

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save(). Roots that there are no slots for are begun again.
  void restore(ByteReader& in);

 private:
  /// An open node.
  struct Level {
    std::uint32_t next, count;  ///< candidates
    beam::StateScore score;
  };
  /// What one slot does.
  struct Walk {
    std::unique_ptr<tiling::TilingSearch> search;
    std::uint32_t root = 0;
    std::vector<Level> levels;  ///< none: it needs another root
    std::uint64_t nodes = 0;    ///< visited in this step
    bool dropped = false;
    std::vector<std::vector<tiling::Spot>> tilings;
  };
  std::optional<std::uint32_t> take_root();
  void begin(Walk& walk, std::uint32_t root) const;
  void go_on(Walk& walk) const;
  void leave(Walk& walk) const;
  void go_to(Walk& walk, std::uint32_t root, std::span<const std::uint32_t> place, ByteReader& in) const;
  beam::StateScore score_after(const Walk& walk, tiling::Spot spot) const;

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  const beam::Course& course_;
  const Bars& bars_;
  const Roots& roots_;
  std::vector<Walk> walks_;
  std::vector<std::uint32_t> again_;  ///< roots that were begun, but not ended, before the search was saved
  std::uint32_t next_root_ = 0;       ///< in the order of the visits
  std::uint64_t nodes_ = 0;           ///< visited before this step
  Bars::Score raised_ = 0;            ///< by how much the bars of this step are higher
  bool dropped_ = false;
  std::vector<std::vector<tiling::Spot>> tilings_;
};

}  // namespace tesselle::packing::finals
