#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "packing/tiling/grid.hpp"
#include "packing/tiling/piece_set.hpp"
#include "packing/tiling/shapes.hpp"

namespace tesselle::packing::tiling {

/// A free sector that a gap between pieces or the rim makes hard to cover: the first one, counter-clockwise, of a gap
/// of less than 180 degrees around a point. Every tiling covers it, so a search may branch on it.
struct SiteAt {
  PointNumber point = 0;
  std::uint8_t ray = 0;  ///< which sector of the point's star
  friend bool operator==(const SiteAt&, const SiteAt&) = default;
};

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

/// What follows a visited way to cover a site.
enum class Visit { next_way, next_piece, stop };

/// Which shapes cover a site, by the pattern of free triangles around it. A pattern is the exact contents of a window
/// of triangles around the site's point; what it admits is worked out when it is first met and kept: the shapes that
/// cover the site, fit as far as the window shows, and leave no gap there that no corner of a piece can fill.
/// Not thread-safe: each searching thread has its own.
template <int Words>
class SiteIndex {
 public:
  static constexpr std::size_t window_words = 6;

  struct Candidate {
    std::uint16_t shape;
    std::int16_t shift;  ///< position - block of the site's point
  };
  /// What one pattern admits; candidates are sorted by piece.
  struct Pattern {
    std::array<std::uint64_t, window_words> window;
    SiteAt site;  ///< with the point's kind in place of the point
    PieceSet<Words> pieces;
    std::array<std::uint16_t, Words> rank;  ///< number of pieces in the words before
    std::uint32_t first_start;              ///< starts_[first_start + k] is where the k-th piece's candidates begin
  };

  SiteIndex(const Grid& grid, const ShapeTable& shapes);

  /// The pattern around a site of this board.
  const Pattern& pattern_at(const Board& board, SiteAt site);

  /// Calls visit(Spot) for every way to cover the site on this board with a piece of the set, by ascending piece; what
  /// it returns says where to go on.
  template <class Visitor>
  void for_each_fit(const Pattern& pattern, const Board& board, int block, const PieceSet<Words>& allowed,
                    Visitor&& visit) const {
    for (std::size_t w = 0; w < Words; ++w) {
      for (std::uint64_t rest = pattern.pieces.words[w] & allowed.words[w]; rest != 0; rest &= rest - 1) {
        const std::uint64_t below = (rest & -rest) - 1;
        const auto order = pattern.rank[w] + static_cast<std::uint32_t>(std::popcount(pattern.pieces.words[w] & below));
        const std::uint32_t* start = starts_.data() + pattern.first_start + order;
        for (std::uint32_t c = start[0], end = start[1]; c < end; ++c) {
          const Spot spot{candidates_[c].shape, block + candidates_[c].shift};
          if (shapes_.fits(board, spot) && shapes_.leaves_closable(board, spot)) {
            const Visit next = visit(spot);
            if (next == Visit::stop) return;
            if (next == Visit::next_piece) break;
          }
        }
      }
    }
  }

  std::size_t pattern_count() const { return patterns_.size(); }
  /// Drops all patterns if there are more than this many; references returned before are then void.
  void trim(std::size_t limit);

 private:
  /// A way to cover a sector, as seen from a point of it.
  struct Opening {
    std::uint16_t shape;
    std::int16_t shift;
    Star taken;  ///< of the point's star
  };
  struct Window {
    struct Word {
      std::int32_t offset;  ///< in bytes from 2 * block
      std::uint64_t mask;
    };
    std::vector<Word> words;
  };

  void make_window(PointKind kind, double radius);
  void make_openings();
  const std::vector<Opening>& openings_for(SiteAt site, Star free);
  std::uint32_t slot_of(const std::array<std::uint64_t, window_words>& window, SiteAt site) const;
  void add_pattern(const Board& board, SiteAt site, const std::array<std::uint64_t, window_words>& window);
  void grow_slots();

  const Grid& grid_;
  const ShapeTable& shapes_;
  std::array<Window, 4> windows_;
  std::vector<std::vector<Opening>> all_openings_;   ///< by kind and ray
  std::vector<std::vector<Opening>> star_openings_;  ///< by kind, ray and star; filled when first asked for
  std::vector<std::uint8_t> star_known_;
  Board scratch_;   ///< everything free
  int centre_ = 0;  ///< the block of the scratch board that patterns are laid around
  std::vector<Pattern> patterns_;
  std::vector<std::uint32_t> slots_;  ///< open addressing; pattern number + 1
  std::vector<std::uint32_t> starts_;
  std::vector<Candidate> candidates_;
};

extern template class SiteIndex<1>;
extern template class SiteIndex<2>;
extern template class SiteIndex<4>;
extern template class SiteIndex<13>;

}  // namespace tesselle::packing::tiling
