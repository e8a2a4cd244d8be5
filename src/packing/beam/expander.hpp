#pragma once

#include <cstdint>
#include <vector>

#include "packing/beam/forest.hpp"
#include "packing/tileability/model.hpp"
#include "packing/tiling/search.hpp"

namespace tesselle::packing::beam {

using Score = tileability::ScoreTables::Score;

/// The two parts of a state's score.
struct StateScore {
  Score pieces = 0;   ///< values of the pieces left
  Score outline = 0;  ///< weights of the points of the outline
  friend bool operator==(const StateScore&, const StateScore&) = default;
};

/// A state that could be kept.
struct Child {
  std::uint64_t hash = 0;    ///< of what is left: region and pieces
  std::uint32_t region = 0;  ///< hash of the region alone
  std::uint32_t parent = 0;
  PackedSpot spot = 0;
  Score total = 0;  ///< what states are compared by
  StateScore score;

  /// Best first; equal states side by side.
  friend bool operator<(const Child& a, const Child& b) {
    if (a.total != b.total) return a.total > b.total;
    if (a.hash != b.hash) return a.hash < b.hash;
    return a.parent != b.parent ? a.parent < b.parent : a.spot < b.spot;
  }
};

/// Random numbers that name sets of covered sectors and of pieces.
class StateHash {
 public:
  StateHash(const tiling::TilingTables& tables, std::uint64_t seed);
  /// A set of sectors is the exclusive or of its parts, however it was put together.
  std::uint64_t region_after(std::uint64_t before, tiling::Spot spot) const;
  std::uint64_t piece(std::size_t kind, int copies_left) const;

 private:
  struct Part {
    std::int32_t triangle;
    std::uint8_t mask;
  };
  std::vector<std::vector<Part>> parts_;         ///< by shape
  std::vector<std::uint64_t> sectors_, pieces_;  ///< sectors: by triangle and mask
};

/// How children are made and scored at one level.
struct Weighing {
  int outline_percent = 100;  ///< how much the outline counts
  Score noise = 0;            ///< totals are shifted by up to this much either way, by hash
  std::uint64_t seed = 0;
  bool lookahead = false;  ///< children that are dead ends are no children
  std::size_t sites = 1;   ///< that a state may go on at, the most constrained ones
};

/// What an expander works on: states first .. last-1 of a forest.
struct Chunk {
  std::uint32_t first = 0, last = 0;
  Score threshold = 0;  ///< children below are of no use
};

/// Makes the children of states: all ways to cover each state's most constrained sites. Walks the forest depth-first,
/// keeping the sites of the present state up to date, so a state costs little more than its own last placement.
/// Whether a child is a dead end shows only when it is expanded in its turn, if it is good enough to be kept: most
/// are not, and the tests cost far more than the score.
template <int Words>
class Expander {
 public:
  Expander(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, const StateHash& hash);

  /// `forest` and `state_scores` must stay as they are until the chunk is done.
  void begin(const Forest& forest, const std::vector<StateScore>& state_scores, Chunk chunk, Weighing weighing);
  /// Goes on until the chunk is done (true) or `budget` states were entered; they are deducted.
  bool work(std::uint64_t& budget);
  /// States of the chunk that were no dead ends, so far.
  std::size_t alive() const { return alive_; }

  std::vector<Child>& children() { return children_; }
  /// Children that fill the whole region; `total` is of no meaning.
  std::vector<Child>& solutions() { return solutions_; }

 private:
  void go_to(std::uint32_t state);
  void retreat_to(std::size_t depth);
  void push(std::uint32_t node, PackedSpot spot);
  void expand();
  StateScore score_after(tiling::Spot spot) const;
  Score noise_of(std::uint64_t hash) const;

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  const StateHash& hash_;
  tiling::SiteIndex<Words> index_;
  tiling::TilingSearch<Words> search_;
  std::vector<int> copies_;

  const Forest* forest_ = nullptr;
  const std::vector<StateScore>* state_scores_ = nullptr;
  Chunk chunk_;
  Weighing weighing_;
  std::uint32_t state_ = 0;  ///< the next to be expanded
  std::size_t alive_ = 0;
  std::vector<std::uint32_t> nodes_;           ///< of the present path, by level
  std::vector<std::uint64_t> regions_, sets_;  ///< hashes along the present path, root first
  std::vector<Child> children_, solutions_;
};

extern template class Expander<1>;
extern template class Expander<2>;
extern template class Expander<4>;
extern template class Expander<13>;

}  // namespace tesselle::packing::beam
