#include "edge/meet/half_boards.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/errors.hpp"

namespace tesselle::edge::meet {

/// Lays one chain after the other, depth first: top row, then the two ends of each row and at once every filling of
/// the row between them.
struct HalfBoards::Builder {
  struct List {
    std::uint32_t begin = 0, count = 0;
    bool made = false;
  };

  Builder(HalfBoards& to, const Portion& of)
      : half(to),
        ring(*to.ring_),
        portion(of),
        levels(ring.half_rows + 1),
        colours(ring.mate.size()),
        last_lists(colours * colours) {}

  void lay_top(const std::vector<std::uint8_t>& beginning) {
    const RingSet corners = ring.corner_bit(portion.left_corner) | ring.corner_bit(portion.right_corner);
    set = corners;
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
      if (corner.from == asked) begin_rows(corner.asks);
      return;
    }
    for (std::uint8_t piece = 0; piece < ring.border.size(); ++piece) {
      if (!may_use(piece) || ring.border[piece].from != asked) continue;
      put(piece);
      continue_top(ring.border[piece].asks);
      take_back();
    }
  }

  void begin_rows(Colour asked) {
    levels[0] = {half.first_word(laid)};
    lay_row(1, ring.corners[portion.left_corner].from, asked);
  }

  /// `start` is what the chain shows at its left end, `asked` what it asks at its right end.
  void lay_row(unsigned row, Colour start, Colour asked) {
    if (row == ring.half_rows)
      for (List& list : last_lists) list.made = false;
    if (row > ring.half_rows) {
      keep(start, asked);
      return;
    }
    for (std::uint8_t right = 0; right < ring.border.size(); ++right) {
      if (!may_use(right) || ring.border[right].from != asked) continue;
      put(right);
      for (std::uint8_t left = 0; left < ring.border.size(); ++left) {
        if (!may_use(left) || ring.border[left].asks != start) continue;
        put(left);
        fill_row(row, left, right);
        take_back();
      }
      take_back();
    }
  }

  void fill_row(unsigned row, std::uint8_t left, std::uint8_t right) {
    const auto &l = ring.border[left], &r = ring.border[right];
    if (row < ring.half_rows) {
      auto& words = levels[row];
      words.clear();
      for (const Word above : levels[row - 1])
        half.filler_->fill(l.side, r.side, above, [&](Word word) { words.push_back(word); });
      nodes += words.size();
      if (!words.empty()) lay_row(row + 1, l.from, r.asks);
      return;
    }
    List& list = last_lists[l.side * colours + r.side];
    if (!list.made) make_list(list, l.side, r.side);
    current = list;
    if (list.count > 0) keep(l.from, r.asks);
  }

  void make_list(List& list, unsigned left, unsigned right) {
    list = {static_cast<std::uint32_t>(half.words_.size()), 0, true};
    for (const Word above : levels[ring.half_rows - 1])
      half.filler_->fill(left, right, above, [&](Word word) { half.words_.push_back(word); });
    list.count = static_cast<std::uint32_t>(half.words_.size()) - list.begin;
    nodes += list.count;
  }

  void keep(Colour start, Colour asks) {
    if (ring.half_rows == 0) {
      current = {static_cast<std::uint32_t>(half.words_.size()), 1, true};
      half.words_.push_back(levels[0].front());
    }
    if ((set & portion.must) != portion.must) return;
    const auto id = static_cast<std::uint32_t>(half.chains_.size());
    half.chains_.push_back({set, current.begin, current.count, id, static_cast<std::uint8_t>(portion.left_corner),
                            static_cast<std::uint8_t>(portion.right_corner), start, asks});
    half.pieces_.insert(half.pieces_.end(), laid.begin(), laid.end());
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

  HalfBoards& half;
  const RingPuzzle& ring;
  const Portion& portion;
  std::vector<std::vector<Word>> levels;  ///< per row: all fillings so far
  std::size_t colours;
  std::vector<List> last_lists;  ///< per pair of colours at the ends of the last row
  List current;
  std::vector<std::uint8_t> laid;
  RingSet set = 0;
  std::uint64_t nodes = 0;
};

std::vector<std::vector<std::uint8_t>> HalfBoards::beginnings() const {
  std::vector<std::vector<std::uint8_t>> all = {{}};
  for (unsigned length = 0; length < std::min(2u, ring_->columns()); ++length) {
    std::vector<std::vector<std::uint8_t>> longer;
    for (const auto& beginning : all)
      for (std::uint8_t piece = 0; piece < ring_->border.size(); ++piece) {
        if (std::find(beginning.begin(), beginning.end(), piece) != beginning.end()) continue;
        longer.push_back(beginning);
        longer.back().push_back(piece);
      }
    all = std::move(longer);
  }
  return all;
}

std::uint64_t HalfBoards::add(const Portion& portion, const std::vector<std::uint8_t>& beginning) {
  Builder builder(*this, portion);
  builder.lay_top(beginning);
  if (words_.size() > std::numeric_limits<std::uint32_t>::max()) throw InternalError("meet: too many half boards");
  return builder.nodes;
}

void HalfBoards::sort_by_set() {
  std::sort(chains_.begin(), chains_.end(), [](const Chain& a, const Chain& b) {
    return std::tie(a.set, a.start, a.asks, a.id) < std::tie(b.set, b.start, b.asks, b.id);
  });
}

void HalfBoards::clear() {
  chains_.clear();
  pieces_.clear();
  words_.clear();
}

std::span<const std::uint8_t> HalfBoards::pieces(const Chain& chain) const {
  return std::span(pieces_).subspan(chain.id * chain_length(), chain_length());
}

std::size_t HalfBoards::bytes() const {
  return chains_.size() * sizeof(Chain) + pieces_.size() + words_.size() * sizeof(Word);
}

RowEnds HalfBoards::row_ends(const Chain& chain) const {
  RowEnds ends;
  const auto all = pieces(chain);
  for (std::size_t i = ring_->columns(); i < all.size(); i += 2) {
    ends.right.push_back(static_cast<std::uint8_t>(ring_->border[all[i]].side));
    ends.left.push_back(static_cast<std::uint8_t>(ring_->border[all[i + 1]].side));
  }
  return ends;
}

Word HalfBoards::first_word(std::span<const std::uint8_t> top_row) const {
  Word word = 0;
  for (unsigned c = 0; c < ring_->columns(); ++c) word |= ring_->words.ask(ring_->border[top_row[c]].side, c);
  return word;
}

std::vector<Placed> HalfBoards::placements(const Chain& chain, std::uint32_t index) const {
  const auto words = list(chain);
  const auto equal_before = std::count(words.begin(), words.begin() + index, words[index]);
  auto all = fillings(*ring_, row_ends(chain), first_word(pieces(chain)), words[index]);
  return std::move(all.at(static_cast<std::size_t>(equal_before)));
}

}  // namespace tesselle::edge::meet
