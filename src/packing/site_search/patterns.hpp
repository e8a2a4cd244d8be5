#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "packing/site_search/grid.hpp"
#include "packing/site_search/piece_set.hpp"
#include "packing/site_search/shapes.hpp"

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
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct HashOfCandidates {
  std::size_t operator()(const std::vector<Candidate>& candidates) const;
};

/// What follows a visited way to cover a site.
enum class Visit { next_way, next_piece, stop };

/// The triangles around a point that a pattern shows.
class Window {
 public:
  static constexpr std::size_t max_words = 4;
  /// The exact contents of a window.
  using View = std::array<std::uint64_t, max_words>;

  Window() = default;
  /// The triangles whose centres lie within `radius` of a point of this kind.
  Window(const Grid& grid, PointKind kind, double radius);

  View view(const Board& board, int block) const {
    const std::uint8_t* base = board.free.data() + 2 * block;
    View result;
    for (std::size_t w = 0; w < max_words; ++w) result[w] = load_word(base + words_[w].offset) & words_[w].mask;
    return result;
  }
  /// Takes away what a view does not have from a board where all of it is free, or gives it back.
  void flip_missing(Board& board, int block, const View& view) const {
    std::uint8_t* base = board.free.data() + 2 * block;
    for (std::size_t w = 0; w < max_words; ++w) flip_word(base + words_[w].offset, words_[w].mask & ~view[w]);
  }
  /// The view as one exact word. Triangles are free as a whole, by halves or not at all, which three of the six bits
  /// tell apart: a byte of the key has room for two triangles, and its highest two bits stay empty.
  std::uint64_t key(const Board& board, int block) const {
    const std::uint8_t* base = board.free.data() + 2 * block;
    std::uint64_t result = 0;
    for (const Word& word : words_) result |= (load_word(base + word.offset) & word.telling) << word.place;
    return result;
  }
  /// Is the whole star of this corner in the window? Its block is relative to the point's.
  bool shows_star(int block) const {
    const auto at = static_cast<std::size_t>(block + star_reach_);
    return at < stars_.size() && stars_[at] != 0;
  }

 private:
  /// Up to eight triangles of one row.
  struct Word {
    std::int32_t offset = 0;  ///< in bytes from 2 * block
    std::uint64_t mask = 0;
    std::uint64_t telling = 0;  ///< the bits of the mask that the key has
    std::int32_t place = 0;     ///< where in the key, in bits
  };
  /// What is left of the key while a window is made.
  struct KeyRoom {
    std::array<int, 2> bytes = {8, 8};  ///< for the even and the odd bits
    std::size_t words = 0;              ///< made so far
  };
  void add_rows(const std::set<int>& inside);
  void add_word(Word word, KeyRoom& room);

  std::array<Word, max_words> words_{};
  int star_reach_ = 0;
  std::vector<std::uint8_t> stars_;  ///< by relative block + star_reach_
};

/// The ways that some views of a site admit.
template <int Words>
struct alignas(Words == 1 ? 16 : 64) Pattern {
  PieceSet<Words> pieces;                   ///< those that can cover the site as far as the window shows
  std::array<std::uint16_t, Words> rank{};  ///< number of pieces in the words before
  std::uint32_t first_way = 0;
};

/// All views met so far, each with the ways that cover the site as far as the window shows. Of a hundred thousand views
/// a few thousand differ in what they admit. So a view is no more than a key and the address of its pattern, sixteen
/// bytes, and patterns and ways are few enough to stay in the caches.
template <int Words>
class PatternTable {
 public:
  PatternTable(const Grid& grid, double corner_radius, double middle_radius);

  const Window& window(SiteAt site) const { return windows_[static_cast<std::size_t>(kind_of(site.point))]; }

  /// Of what is around a site; never 0.
  std::uint64_t key(const Board& board, SiteAt site) const {
    return window(site).key(board, block_of(site.point)) |
           site_bits_[static_cast<std::size_t>(site.point & 3) * 12 + site.ray];
  }
  /// The pattern of this key, or null.
  const Pattern<Words>* find(std::uint64_t key) const { return views_[slot_of(key)].pattern; }
  void fetch(std::uint64_t key) const { __builtin_prefetch(&views_[first_slot_of(key)]); }
  /// Adds a view that is not there yet. `pieces[k]` is the piece of `candidates[k]`, ascending.
  const Pattern<Words>& add(std::uint64_t key, const std::vector<Candidate>& candidates,
                            std::span<const std::uint16_t> pieces);

  /// Calls visit(Candidate) for the ways of the allowed pieces, by ascending piece; what it returns says where to go
  /// on. Before that, ahead(Candidate) for what is likely to be visited next.
  template <class Ahead, class Visitor>
  void for_each(const Pattern<Words>& pattern, const PieceSet<Words>& allowed, Ahead&& ahead, Visitor&& visit) const {
    const Way* ways = ways_.data() + pattern.first_way;
    for (std::size_t w = 0; w < Words; ++w) {
      const std::uint64_t pieces = pattern.pieces.words[w];
      const auto way_of_lowest = [&](std::uint64_t rest) {
        return pattern.rank[w] + static_cast<std::size_t>(std::popcount(pieces & ((rest & -rest) - 1)));
      };
      std::uint64_t rest = pieces & allowed.words[w];
      std::size_t first = way_of_lowest(rest);
      while (rest != 0) {
        std::size_t way = first;
        rest &= rest - 1;
        if (rest != 0) {
          first = way_of_lowest(rest);
          ahead(ways[first].candidate);
        }
        do {
          const Visit next = visit(ways[way].candidate);
          if (next == Visit::stop) return;
          if (next == Visit::next_piece) break;
          way = ways[way].other;
        } while (way != 0);
      }
    }
  }

  /// How many views are known.
  std::size_t size() const { return size_; }
  /// Drops all views and patterns.
  void clear();

 private:
  /// Most pieces have one way, which is then found without asking where its ways begin and end.
  struct Way {
    Candidate candidate;
    std::uint16_t other = 0;  ///< the next way of the piece, from the pattern's first; 0: none
  };
  struct View {
    std::uint64_t key = 0;  ///< 0: none
    const Pattern<Words>* pattern = nullptr;
  };

  std::size_t first_slot_of(std::uint64_t key) const { return key * 0x9e3779b97f4a7c15u >> slot_shift_; }
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = first_slot_of(key);
    while (views_[slot].key != 0 && views_[slot].key != key) slot = (slot + 1) & (views_.size() - 1);
    return slot;
  }
  void set_slots(std::size_t slots);
  const Pattern<Words>* make_pattern(std::span<const Candidate> candidates, std::span<const std::uint16_t> pieces);

  std::array<Window, 4> windows_;
  std::array<std::uint64_t, 48> site_bits_{};  ///< by kind and ray: what makes keys different, in unused bits
  std::vector<View> views_;                    ///< open addressing
  int slot_shift_ = 0;                         ///< leaves as many bits of a hash as slots have
  std::size_t size_ = 0;
  std::deque<Pattern<Words>> patterns_;  ///< they stay where they are
  std::unordered_map<std::vector<Candidate>, const Pattern<Words>*, HashOfCandidates> pattern_of_;
  std::vector<Way> ways_;  ///< of a pattern: the first of each piece, ascending, then the others
};

extern template class PatternTable<1>;
extern template class PatternTable<2>;
extern template class PatternTable<4>;
extern template class PatternTable<13>;

}  // namespace tesselle::packing::tiling
