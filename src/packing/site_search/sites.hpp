#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "packing/site_search/grid.hpp"
#include "packing/site_search/patterns.hpp"
#include "packing/site_search/piece_set.hpp"
#include "packing/site_search/shapes.hpp"

namespace tesselle::packing::tiling {

/// A run of free sectors around a point.
struct Gap {
  std::uint8_t first = 0, length = 0;
};
/// The gaps of a star that has at least one sector taken; `count` of them, a gap never wraps twice.
struct Gaps {
  std::uint8_t count = 0;
  std::array<Gap, 6> gaps{};
};
/// Both tables, middles after corners.
extern const std::array<Gaps, 4096 + 16> gap_table;
inline const Gaps& gaps_of(PointKind kind, Star free) {
  return gap_table[kind == PointKind::corner ? free : 4096 + free];
}
constexpr int half_turn(PointKind kind) { return kind == PointKind::corner ? 6 : 2; }
/// Is there a gap of at most 90 degrees? Few stars have one, and this table is small enough to stay in the cache.
extern const std::array<bool, 4096 + 16> narrow_gap_table;
inline bool has_narrow_gap(PointKind kind, Star free) {
  return narrow_gap_table[kind == PointKind::corner ? free : 4096 + free];
}

/// Blocks covered by a set of spots.
struct Box {
  std::uint8_t x_low = 255, y_low = 255, x_high = 0, y_high = 0;

  void include(const Box& other) {
    x_low = std::min(x_low, other.x_low), y_low = std::min(y_low, other.y_low);
    x_high = std::max(x_high, other.x_high), y_high = std::max(y_high, other.y_high);
  }
  bool meets(const Box& other) const {
    return x_low <= other.x_high && other.x_low <= x_high && y_low <= other.y_high && other.y_low <= y_high;
  }
};

/// Which shapes cover a site, by the pattern of free triangles around it: those that fit as far as a window shows, and
/// leave no gap in it that no corner of a piece can fill. What a pattern admits is worked out when it is first met and
/// kept. There are two sizes of windows: a narrow one, of which there are few patterns, each picked from all shapes;
/// and the wide one that is asked for, of which there are many, each picked from what its narrow one admits. Not
/// thread-safe: each searching thread has its own.
template <int Words>
class SiteIndex {
 public:
  SiteIndex(const Grid& grid, const ShapeTable& shapes);

  /// The pattern around a site of this board.
  const Pattern<Words>& pattern_at(const Board& board, SiteAt site) {
    return pattern_of(patterns_.key(board, site), board, site);
  }
  /// The same in two steps, for users with several sites to ask for: the first begins to fetch what the second needs.
  std::uint64_t fetch(const Board& board, SiteAt site) const {
    const std::uint64_t key = patterns_.key(board, site);
    patterns_.fetch(key);
    return key;
  }
  const Pattern<Words>& pattern_of(std::uint64_t key, const Board& board, SiteAt site) {
    const Pattern<Words>* known = patterns_.find(key);
    return known != nullptr ? *known : add_pattern(board, site, key);
  }

  /// Calls visit(Spot) for every way that the pattern shows to cover a site at this block with a piece of the set, by
  /// ascending piece; what it returns says where to go on.
  template <class Visitor>
  void for_each_way(const Pattern<Words>& pattern, int block, const PieceSet<Words>& allowed, Visitor&& visit) const {
    patterns_.for_each(
        pattern, allowed, [&](Candidate candidate) { __builtin_prefetch(&shapes_[candidate.shape]); },
        [&](Candidate candidate) {
          return visit(Spot{candidate.shape, block + candidate.shift});
        });
  }
  /// The same for the ways that really fit on this board.
  template <class Visitor>
  void for_each_fit(const Pattern<Words>& pattern, const Board& board, int block, const PieceSet<Words>& allowed,
                    Visitor&& visit) const {
    const ShapeTable::Fitting fitting(shapes_, board);
    for_each_way(pattern, block, allowed, [&, fitting](Spot spot) {
      return fitting.fits(spot) && fitting.leaves_closable(spot) ? visit(spot) : Visit::next_way;
    });
  }

  /// Drops all patterns if they were met in more than this many views; references returned before are then void.
  void trim(std::size_t limit) {
    if (patterns_.size() > limit) patterns_.clear();
  }

 private:
  /// A way to cover a sector, as seen from a point of it.
  struct Opening {
    Candidate candidate;
    Star taken;  ///< of the point's star
  };

  void make_openings();
  const std::vector<Opening>& openings_for(SiteAt site, Star free);
  const Pattern<Words>& add_pattern(const Board& board, SiteAt site, std::uint64_t key);
  void pick(const Board& board, SiteAt site, const Window& window, Candidate candidate);

  const Grid& grid_;
  const ShapeTable& shapes_;
  PatternTable<Words> patterns_;
  std::vector<std::vector<Opening>> all_openings_;   ///< by kind and ray
  std::vector<std::vector<Opening>> star_openings_;  ///< by kind, ray and star; filled when first asked for
  std::vector<std::uint8_t> star_known_;
  Board scratch_;                             ///< everything free
  int centre_ = 0;                            ///< the block of the scratch board that patterns are placed around
  std::vector<Candidate> picked_;             ///< for the pattern being made
  std::vector<std::uint16_t> picked_pieces_;  ///< their pieces
};

extern template class SiteIndex<1>;
extern template class SiteIndex<2>;
extern template class SiteIndex<4>;
extern template class SiteIndex<13>;

}  // namespace tesselle::packing::tiling
