#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "packing/beam_search/forest.hpp"
#include "packing/site_search/search.hpp"
#include "packing/tileability/model.hpp"

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

/// Numbers that name sets of covered sectors and of pieces. A set of sectors is a polynomial with a term for each
/// sector, at a random place modulo a prime: however the set is put together, the value is the same, and a shape moved
/// elsewhere is its value times a power.
class StateHash {
 public:
  StateHash(const tiling::TilingTables& tables, std::uint64_t seed);
  std::uint64_t region_after(std::uint64_t before, tiling::Spot spot) const {
    const std::uint64_t sum = before + times(powers_[static_cast<std::size_t>(spot.position)], shapes_[spot.shape]);
    return sum >= prime ? sum - prime : sum;
  }
  std::uint64_t piece(std::size_t kind, int copies_left) const;

 private:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  static std::uint64_t times(std::uint64_t a, std::uint64_t b);

  std::vector<std::uint64_t> shapes_;  ///< by shape, at position 0
  std::vector<std::uint64_t> powers_;  ///< by position
  std::vector<std::uint64_t> pieces_;
};

inline std::uint64_t StateHash::times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  const auto sum = static_cast<std::uint64_t>(product & prime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= prime ? sum - prime : sum;
}

/// How children are made and scored at one level.
struct Weighing {
  int outline_percent = 100;  ///< how much the outline counts
  Score noise = 0;            ///< totals are shifted by up to this much either way, by hash
  std::uint64_t seed = 0;
  bool lookahead = false;  ///< children that are dead ends are left out
};

/// What an expander works on: states first .. last-1 of a forest.
struct Chunk {
  std::uint32_t first = 0, last = 0;
  Score threshold = 0;     ///< children below it are dropped
  std::size_t enough = 0;  ///< only the best children, this many, are of use
};

/// Makes the children of states: all ways to cover each state's most constrained site. Walks the forest depth-first,
/// keeping the sites of the present state up to date, so a state costs little more than its own last placement.
/// Whether a child is a dead end shows only when it is expanded in its turn, if it is good enough to be kept: most
/// are not, and the tests cost far more than the score.
class Expander {
 public:
  Expander(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, const StateHash& hash);

  /// `forest` and `state_scores` must stay as they are until the chunk is done.
  void begin(const Forest& forest, const std::vector<StateScore>& state_scores, Chunk chunk, Weighing weighing);
  /// Goes on until the chunk is done (true) or `budget` states were entered; they are deducted.
  bool work(std::uint64_t& budget);
  bool done() const { return state_ == chunk_.last; }
  /// What was made of the chunk so far. The scores of restored children are not checked; their parents are.
  void save(ByteWriter& out) const;
  /// After begin() with the same chunk. Throws InputError if this was not written by save().
  void restore(ByteReader& in);

  /// States of the chunk that were not dead ends, so far.
  std::size_t alive() const { return alive_; }

  const std::vector<Child>& children() const { return children_; }
  /// Children were left out because there are enough better ones.
  bool dropped() const { return dropped_; }
  /// Children that fill the whole region; `total` is of no meaning.
  const std::vector<Child>& solutions() const { return solutions_; }

 private:
  void go_to(std::uint32_t state);
  void retreat_to(std::size_t depth);
  void push(std::uint32_t node, PackedSpot spot);
  void expand();
  void consider(tiling::Spot spot);
  Score noise_of(std::uint64_t hash) const;
  void keep(const Child& child);

  const tiling::TilingTables& tables_;
  const tileability::ScoreTables& scores_;
  const StateHash& hash_;
  std::unique_ptr<tiling::TilingSearch> search_;

  const Forest* forest_ = nullptr;
  const std::vector<StateScore>* state_scores_ = nullptr;
  Chunk chunk_;
  Weighing weighing_;
  std::uint32_t state_ = 0;  ///< the next to be expanded
  std::size_t alive_ = 0;
  bool dropped_ = false;
  std::vector<std::uint32_t> nodes_;           ///< of the present path, by level
  std::vector<std::uint64_t> regions_, sets_;  ///< hashes along the present path, root first
  std::vector<Child> children_, solutions_;
};

}  // namespace tesselle::packing::beam
