#include "edge/meet/chains.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "base/rng.hpp"

namespace tesselle::edge::meet {

/// Lays one chain after the other, depth first: all of a portion, or every order of the pieces of one.
struct ChainLister::Builder {
  void lay_top(const std::vector<std::uint8_t>& beginning) {
    set = ring.corner_bit(portion.left_corner) | ring.corner_bit(portion.right_corner);
    Colour asked = ring.corners[portion.left_corner].asks;
    for (const std::uint8_t piece : beginning) {
      if (!may_use(piece) || ring.border[piece].from != asked) return;
      put(piece);
      asked = ring.border[piece].asks;
    }
    continue_top(asked);
  }

  void continue_top(Colour asked) {
    if (misses_too_many()) return;
    if (laid.size() == ring.columns()) {
      const auto& corner = ring.corners[portion.right_corner];
      if (corner.from == asked) lay_row(1, ring.corners[portion.left_corner].from, corner.asks);
      return;
    }
    for_each_free(lister.showing(asked), [&](std::uint8_t piece) { continue_top(ring.border[piece].asks); });
  }

  /// `start` is what the chain shows at its left end, `asked` what it asks at its right end.
  void lay_row(unsigned row, Colour start, Colour asked) {
    if (misses_too_many()) return;
    if (row > rows) {
      keep(start, asked);
      return;
    }
    for_each_free(lister.showing(asked), [&](std::uint8_t right) {
      for_each_free(lister.asking(start),
                    [&](std::uint8_t left) { lay_row(row + 1, ring.border[left].from, ring.border[right].asks); });
    });
  }

  /// Lays each of these pieces that may still be used, and takes it back.
  template <class Visit>
  void for_each_free(RingSet pieces, Visit visit) {
    for (RingSet left = pieces & ~set & ~portion.must_not; left != 0; left &= left - 1) {
      const auto piece = static_cast<std::uint8_t>(std::countr_zero(left));
      put(piece);
      visit(piece);
      take_back();
    }
  }

  void keep(Colour start, Colour asks) {
    SideWord sides = 0;
    for (const std::uint8_t piece : laid) sides = sides << ring.words.colour_bits | ring.border[piece].side;
    const Chain chain{sides, set, start, asks, portion.left_corner, portion.right_corner};
    if (chains != nullptr) chains->push_back(chain);
    if (wanted != nullptr && chain == *wanted) orders.push_back(laid);
  }

  bool misses_too_many() const {
    const auto places = static_cast<int>(ring.columns() + 2 * rows - laid.size() + portion.may_miss);
    return std::popcount(portion.must & ~set) > places;
  }
  bool may_use(std::uint8_t piece) const { return !((set | portion.must_not) >> piece & 1); }
  void put(std::uint8_t piece) {
    ++nodes;
    set |= RingSet{1} << piece;
    laid.push_back(piece);
  }
  void take_back() {
    set &= ~(RingSet{1} << laid.back());
    laid.pop_back();
  }

  const ChainLister& lister;
  const RingPuzzle& ring;
  const unsigned rows;
  const Portion portion;
  Chains* chains = nullptr;       ///< where to list them
  const Chain* wanted = nullptr;  ///< whose orders are looked for
  std::vector<std::vector<std::uint8_t>> orders{};
  std::vector<std::uint8_t> laid{};
  RingSet set = 0;
  std::uint64_t nodes = 0;
};

ChainLister::ChainLister(const RingPuzzle& ring, unsigned rows)
    : ring_(ring), rows_(rows), showing_(ring.puzzle->colours.size()), asking_(ring.puzzle->colours.size()) {
  for (std::size_t piece = 0; piece < ring_.border.size(); ++piece) {
    showing_[ring_.border[piece].from.index()] |= RingSet{1} << piece;
    asking_[ring_.border[piece].asks.index()] |= RingSet{1} << piece;
  }
  std::map<std::vector<unsigned>, std::vector<Beginning>> by_sides;
  Beginning beginning;
  const auto extend = [&](const auto& self, std::vector<unsigned> sides) -> void {
    if (beginning.size() == std::min(4u, ring_.columns())) {
      by_sides[sides].push_back(beginning);
      return;
    }
    for (std::uint8_t piece = 0; piece < ring_.border.size(); ++piece) {
      const bool fits = beginning.empty() || ring_.border[beginning.back()].asks == ring_.border[piece].from;
      if (!fits || std::find(beginning.begin(), beginning.end(), piece) != beginning.end()) continue;
      beginning.push_back(piece);
      sides.push_back(ring_.border[piece].side);
      self(self, sides);
      sides.pop_back();
      beginning.pop_back();
    }
  };
  extend(extend, {});
  for (auto& [sides, alike] : by_sides) beginnings_.push_back(std::move(alike));
  Rng(1).shuffle(std::span(beginnings_));
}

std::uint64_t ChainLister::list(const Portion& portion, std::size_t beginnings, Chains& into) const {
  std::uint64_t nodes = 0;
  for (const Beginning& beginning : beginnings_[beginnings]) {
    Builder builder{*this, ring_, rows_, portion, &into};
    builder.lay_top(beginning);
    nodes += builder.nodes;
  }
  return nodes;
}

std::vector<std::vector<std::uint8_t>> ChainLister::orders(const Chain& chain) const {
  const Portion portion{chain.set, ~chain.set, 0, chain.left_corner, chain.right_corner};
  Builder builder{*this, ring_, rows_, portion, nullptr, &chain};
  builder.lay_top({});
  return std::move(builder.orders);
}

void sort_by_sides(Chains& chains) {
  std::sort(chains.begin(), chains.end());
  chains.shrink(static_cast<std::size_t>(std::unique(chains.begin(), chains.end()) - chains.begin()));
}

std::span<const Chain> alike(const Chains& chains, std::size_t first) {
  std::size_t end = first;
  while (end < chains.size() && chains[end].sides == chains[first].sides) ++end;
  return {chains.begin() + first, end - first};
}

template <class Word>
InsideFiller<Word>::InsideFiller(const RingPuzzle& ring, const RowFiller<Word>& rows_filler, unsigned rows)
    : ring_(ring), filler_(rows_filler), length_(ring.columns() + 2 * rows), fillings_(rows + 1) {}

template <class Word>
std::size_t InsideFiller<Word>::bytes_held() const {
  std::size_t bytes = scratch_[0].bytes_held() + scratch_[1].bytes_held();
  for (const WordBuffer<Word>& row : fillings_) bytes += row.bytes_held();
  return bytes;
}

template <class Word>
const WordBuffer<Word>& InsideFiller<Word>::fillings(SideWord sides) {
  const WordParts<Word> words(ring_.words);
  const auto rows = static_cast<unsigned>(fillings_.size()) - 1;
  unsigned row = 0;
  while (any_ && row <= rows && beginning(sides, row) == beginning(last_, row)) ++row;
  for (; row <= rows; ++row) {
    fillings_[row].clear();
    if (row == 0) {
      Word word = 0;
      for (unsigned c = 0; c < ring_.columns(); ++c) word |= words.ask(side(sides, c), c);
      fillings_[0].push_back(word);
    } else {
      const unsigned right = ring_.columns() + 2 * (row - 1), left = side(sides, right + 1);
      filler_.fill({left, side(sides, right)}, fillings_[row - 1], fillings_[row], scratch_);
      nodes_ += fillings_[row].size();
    }
  }
  last_ = sides;
  any_ = true;
  return fillings_.back();
}

template class InsideFiller<Word64>;
template class InsideFiller<Word128>;

}  // namespace tesselle::edge::meet
