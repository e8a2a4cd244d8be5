#include "edge/meet/chains.hpp"

#include <algorithm>
#include <tuple>

namespace tesselle::edge::meet {

/// Lays one chain after the other, depth first.
struct ChainList::Builder {
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
    if (laid.size() == ring.columns()) {
      const auto& corner = ring.corners[portion.right_corner];
      if (corner.from == asked) lay_row(1, ring.corners[portion.left_corner].from, corner.asks);
      return;
    }
    for (std::uint8_t piece = 0; piece < ring.border.size(); ++piece) {
      if (!may_use(piece) || ring.border[piece].from != asked) continue;
      put(piece);
      continue_top(ring.border[piece].asks);
      take_back();
    }
  }

  /// `start` is what the chain shows at its left end, `asked` what it asks at its right end.
  void lay_row(unsigned row, Colour start, Colour asked) {
    if (row > list.rows_) {
      keep(start, asked);
      return;
    }
    for (std::uint8_t right = 0; right < ring.border.size(); ++right) {
      if (!may_use(right) || ring.border[right].from != asked) continue;
      put(right);
      for (std::uint8_t left = 0; left < ring.border.size(); ++left) {
        if (!may_use(left) || ring.border[left].asks != start) continue;
        put(left);
        lay_row(row + 1, ring.border[left].from, ring.border[right].asks);
        take_back();
      }
      take_back();
    }
  }

  void keep(Colour start, Colour asks) {
    if ((set & portion.must) != portion.must) return;
    Word sides = 0;
    for (const std::uint8_t piece : laid) sides = sides << ring.words.colour_bits | ring.border[piece].side;
    list.chains_.push_back({set, sides, static_cast<std::uint32_t>(list.chains_.size()), start, asks,
                            portion.left_corner, portion.right_corner});
    list.pieces_.insert(list.pieces_.end(), laid.begin(), laid.end());
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

  ChainList& list;
  const RingPuzzle& ring;
  const Portion& portion;
  std::vector<std::uint8_t> laid{};
  RingSet set = 0;
  std::uint64_t nodes = 0;
};

ChainList::ChainList(const RingPuzzle& ring, unsigned rows) : ring_(ring), rows_(rows), beginnings_{{}} {
  for (unsigned length = 0; length < std::min(2u, ring_.columns()); ++length) {
    std::vector<std::vector<std::uint8_t>> longer;
    for (const auto& beginning : beginnings_)
      for (std::uint8_t piece = 0; piece < ring_.border.size(); ++piece) {
        if (std::find(beginning.begin(), beginning.end(), piece) != beginning.end()) continue;
        longer.push_back(beginning);
        longer.back().push_back(piece);
      }
    beginnings_ = std::move(longer);
  }
}

std::uint64_t ChainList::add(const Portion& portion, const std::vector<std::uint8_t>& beginning) {
  Builder builder{*this, ring_, portion};
  builder.lay_top(beginning);
  return builder.nodes;
}

void ChainList::sort_by_sides() {
  std::sort(chains_.begin(), chains_.end(), [](const Chain& a, const Chain& b) {
    return std::tie(a.sides, a.set, a.id) < std::tie(b.sides, b.set, b.id);
  });
}

void ChainList::clear() {
  chains_.clear();
  pieces_.clear();
}

InsideFiller::InsideFiller(const RingPuzzle& ring, RowFiller& closed_rows, unsigned rows)
    : ring_(ring), filler_(closed_rows), length_(ring.columns() + 2 * rows), fillings_(rows + 1) {}

const WordBuffer& InsideFiller::fillings(Word sides) {
  const auto rows = static_cast<unsigned>(fillings_.size()) - 1;
  unsigned row = 0;
  while (any_ && row <= rows && beginning(sides, row) == beginning(last_, row)) ++row;
  for (; row <= rows; ++row) {
    fillings_[row].clear();
    if (row == 0) {
      Word word = 0;
      for (unsigned c = 0; c < ring_.columns(); ++c) word |= ring_.words.ask(side(sides, c), c);
      fillings_[0].push_back(word);
    } else {
      const unsigned right = ring_.columns() + 2 * (row - 1);
      filler_.fill(side(sides, right + 1), side(sides, right), fillings_[row - 1], fillings_[row]);
      nodes_ += fillings_[row].size();
    }
  }
  last_ = sides;
  any_ = true;
  return fillings_.back();
}

}  // namespace tesselle::edge::meet
