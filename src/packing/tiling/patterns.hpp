#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
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

/// A way to cover a site, seen from its point.
struct Candidate {
  std::uint16_t shape;
  std::int16_t shift;  ///< position - block of the site's point
};

/// What follows a visited way to cover a site.
enum class Visit { next_way, next_piece, stop };

/// The triangles around a point that a pattern shows.
class Window {
 public:
  static constexpr std::size_t most_words = 4;
  /// The exact contents of a window.
  using View = std::array<std::uint64_t, most_words>;
  using Key = std::array<std::uint64_t, 2>;

  Window() = default;
  /// The triangles whose centres lie within `radius` of a point of this kind.
  Window(const Grid& grid, PointKind kind, double radius);

  View view(const Board& board, int block) const {
    const std::uint8_t* base = board.free.data() + 2 * block;
    View result;
    for (std::size_t w = 0; w < most_words; ++w) result[w] = load_word(base + offsets_[w]) & masks_[w];
    return result;
  }
  /// Takes away what a view does not have from a board where all of it is free, or gives it back.
  void flip_missing(Board& board, int block, const View& view) const {
    std::uint8_t* base = board.free.data() + 2 * block;
    for (std::size_t w = 0; w < most_words; ++w) flip_word(base + offsets_[w], masks_[w] & ~view[w]);
  }
  /// A view as an exact key: triangles are free as a whole, by halves or not at all, which three of the six bits tell
  /// apart, so two words go into one.
  Key key(const View& view) const {
    constexpr std::uint64_t telling = 0x1515151515151515u;
    return {(view[0] & telling) | (view[1] & telling) << 1, (view[2] & telling) | (view[3] & telling) << 1};
  }
  /// Is the whole star of this corner in the window? Its block is relative to the point's.
  bool shows_star(int block) const {
    const auto at = static_cast<std::size_t>(block + star_reach_);
    return at < stars_.size() && stars_[at] != 0;
  }

 private:
  std::array<std::int32_t, most_words> offsets_{};  ///< in bytes from 2 * block
  std::array<std::uint64_t, most_words> masks_{};
  int star_reach_ = 0;
  std::vector<std::uint8_t> stars_;  ///< by relative block + star_reach_
};

/// What is known of one view of a site, in one cache line if there are no more than 256 pieces.
template <int Words>
struct alignas(Words == 1 ? 32 : 64) Pattern {
  Window::Key key{};                        ///< of view and site; 0: none
  PieceSet<Words> pieces;                   ///< those that can cover the site as far as the window shows
  std::array<std::uint16_t, Words> rank{};  ///< number of pieces in the words before
  std::uint32_t first_way = 0;
};

/// All views met so far through windows of one size, each with the ways that cover the site as far as the window shows.
template <int Words>
class PatternTable {
 public:
  PatternTable(const Grid& grid, double corner_radius, double middle_radius);

  const Window& window(SiteAt site) const { return windows_[static_cast<std::size_t>(kind_of(site.point))]; }

  Window::Key key(const Window::View& view, SiteAt site) const {
    const Window::Key key = window(site).key(view);
    return {key[0] | site_bits_[static_cast<std::size_t>(site.point & 3) * 12 + site.ray], key[1]};
  }
  /// The pattern of this key, or null.
  const Pattern<Words>* find(const Window::Key& key) const {
    const Pattern<Words>& pattern = patterns_[slot_of(key)];
    return pattern.key[0] == 0 ? nullptr : &pattern;
  }
  /// Adds a pattern that is not there yet. `pieces[k]` is the piece of `candidates[k]`, ascending. What was returned
  /// before is void.
  const Pattern<Words>& add(const Window::Key& key, std::span<const Candidate> candidates,
                            std::span<const std::uint16_t> pieces);

  /// Calls visit(Candidate) for the ways of the allowed pieces, by ascending piece; what it returns says where to go
  /// on.
  template <class Visitor>
  void for_each(const Pattern<Words>& pattern, const PieceSet<Words>& allowed, Visitor&& visit) const {
    const Way* ways = ways_.data() + pattern.first_way;
    for (std::size_t w = 0; w < Words; ++w) {
      for (std::uint64_t rest = pattern.pieces.words[w] & allowed.words[w]; rest != 0; rest &= rest - 1) {
        const std::uint64_t below = (rest & -rest) - 1;
        std::size_t way = pattern.rank[w] + static_cast<std::size_t>(std::popcount(pattern.pieces.words[w] & below));
        do {
          const Visit next = visit(ways[way].candidate);
          if (next == Visit::stop) return;
          if (next == Visit::next_piece) break;
          way = ways[way].other;
        } while (way != 0);
      }
    }
  }

  std::size_t size() const { return size_; }
  void clear();

 private:
  /// Most pieces have one way, which is then found without asking where its ways begin and end.
  struct Way {
    Candidate candidate;
    std::uint16_t other = 0;  ///< the next way of the piece, from the pattern's first; 0: none
  };

  std::size_t slot_of(const Window::Key& key) const {
    std::uint64_t hash = key[0] * 0x9e3779b97f4a7c15u + key[1] * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    std::size_t slot = hash * 0x589965cc75374cc3u >> 32 & (patterns_.size() - 1);
    while (patterns_[slot].key[0] != 0 && !same(patterns_[slot].key, key)) slot = (slot + 1) & (patterns_.size() - 1);
    return slot;
  }
  static bool same(const Window::Key& a, const Window::Key& b) { return ((a[0] ^ b[0]) | (a[1] ^ b[1])) == 0; }
  void grow();

  std::array<Window, 4> windows_;
  std::array<std::uint64_t, 48> site_bits_{};  ///< by kind and ray: what makes keys different, in unused bits
  std::vector<Pattern<Words>> patterns_;       ///< open addressing
  std::size_t size_ = 0;
  std::vector<Way> ways_;  ///< of a pattern: the first of each piece, ascending, then the others
};

extern template class PatternTable<1>;
extern template class PatternTable<2>;
extern template class PatternTable<4>;
extern template class PatternTable<13>;

}  // namespace tesselle::packing::tiling
