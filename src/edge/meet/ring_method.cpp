#include "edge/meet/ring_method.hpp"

#include <algorithm>

namespace tesselle::edge::meet {
namespace {

constexpr std::size_t chains_per_step = 256;

std::vector<Word> pieces_by_opposite_colours(const RingPuzzle& ring) {
  constexpr std::size_t north = 0, south = 2;
  std::vector<Word> pieces(std::size_t{1} << (2 * ring.words.colour_bits), 0);
  for (const auto& piece : ring.inner)
    pieces[static_cast<std::size_t>(piece.shown[north]) << ring.words.colour_bits | piece.shown[south]] |= Word{1}
                                                                                                           << piece.bit;
  return pieces;
}

}  // namespace

RingMethod::RingMethod(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory, PairKernels kernels)
    : puzzle_(puzzle),
      ring_(std::move(ring)),
      memory_(memory),
      kernels_(kernels),
      filler_((ring_.puzzle = &puzzle_, ring_)),
      column_pieces_(pieces_by_opposite_colours(ring_)),
      tops_(ring_, filler_),
      bottoms_(ring_, filler_),
      beginnings_(tops_.beginnings()) {
  const bool square = ring_.width == ring_.height;
  for (std::size_t other = 1; other < 4; ++other) {
    portions_.push_back({{0, other, 0, 0}, 0});
    if (!square) portions_.push_back({{other, 0, 0, 0}, 0});
  }
}

bool RingMethod::step() {
  found_.clear();
  if (!portion_) {
    if (portions_.empty()) return false;
    next_portion();
  }
  switch (phase_) {
    case Phase::tops:
      add_tops();
      break;
    case Phase::bottoms:
      add_bottoms();
      break;
    case Phase::join:
      for (std::size_t i = 0; i < chains_per_step && next_ < tops_.chains().size(); ++i) join(tops_.chains()[next_++]);
      if (next_ == tops_.chains().size()) portion_.reset();
      break;
  }
  return true;
}

void RingMethod::next_portion() {
  portion_ = portions_.back();
  portions_.pop_back();
  ++portions_done_;
  tops_.clear();
  bottoms_.clear();
  phase_ = Phase::tops;
  next_ = 0;
}

void RingMethod::add_tops() {
  nodes_ += tops_.add(portion_->top, beginnings_[next_]);
  if (++next_ == beginnings_.size()) {
    phase_ = Phase::bottoms;
    next_ = 0;
  }
  split_if_too_big();
}

/// A bottom half may have its two corners either way round.
void RingMethod::add_bottoms() {
  const bool swapped = next_ >= beginnings_.size();
  nodes_ += bottoms_.add(bottom_portion(swapped), beginnings_[next_ % beginnings_.size()]);
  if (++next_ == 2 * beginnings_.size()) {
    tops_.sort_by_set();
    bottoms_.sort_by_set();
    index_.build(bottoms_.chains());
    halves_ += tops_.word_count() + bottoms_.word_count();
    phase_ = Phase::join;
    next_ = 0;
  }
  split_if_too_big();
}

HalfBoards::Portion RingMethod::bottom_portion(bool swapped) const {
  const HalfBoards::Portion& top = portion_->top;
  std::vector<std::size_t> others;
  for (std::size_t corner = 0; corner < 4; ++corner)
    if (corner != top.left_corner && corner != top.right_corner) others.push_back(corner);
  if (swapped) std::swap(others[0], others[1]);
  return {others[0], others[1], ring_.middle_row ? 0 : top.must_not, top.must};
}

/// One border piece more is decided: in the top half, or not. The halves of both parts are made anew.
void RingMethod::split_if_too_big() {
  const std::size_t bytes = tops_.bytes() + bottoms_.bytes() + index_.bytes();
  most_bytes_ = std::max(most_bytes_, bytes);
  if (bytes <= memory_ || portion_->dividers == ring_.border.size()) return;
  const RingSet divider = RingSet{1} << portion_->dividers;
  Portion with = *portion_, without = *portion_;
  with.top.must |= divider;
  without.top.must_not |= divider;
  ++with.dividers;
  ++without.dividers;
  portions_.push_back(without);
  portions_.push_back(with);
  portion_.reset();
  ++splits_;
}

void RingMethod::join(const Chain& top) {
  if (ring_.middle_row)
    join_across_row(top);
  else
    join_touching(top);
}

void RingMethod::join_touching(const Chain& top) {
  answers_.clear();
  for (const Word word : tops_.list(top)) answers_.push_back(answer(word));
  for (const Chain& bottom : index_.find(bottoms_.chains(), ring_.whole_ring() & ~top.set))
    if (bottom.start == top.asks && bottom.asks == top.start) join_ring(top, bottom, 0, 0);
}

void RingMethod::join_across_row(const Chain& top) {
  make_groups(tops_.list(top), ring_.words.piece_mask(), static_cast<int>(ring_.columns()), groups_);
  for (std::uint8_t right = 0; right < ring_.border.size(); ++right) {
    if ((top.set >> right & 1) || ring_.border[right].from != top.asks) continue;
    for (std::uint8_t left = 0; left < ring_.border.size(); ++left) {
      if (left == right || (top.set >> left & 1) || ring_.border[left].asks != top.start) continue;
      const RingSet rest = ring_.whole_ring() & ~(top.set | RingSet{1} << left | RingSet{1} << right);
      for (const Chain& bottom : index_.find(bottoms_.chains(), rest))
        if (bottom.start == ring_.border[right].asks && bottom.asks == ring_.border[left].from)
          join_ring(top, bottom, left, right);
    }
  }
}

void RingMethod::join_ring(const Chain& top, const Chain& bottom, std::uint8_t left, std::uint8_t right) {
  ++rings_;
  pairs_.clear();
  const auto tops = tops_.list(top), bottoms = bottoms_.list(bottom);
  if (!ring_.middle_row) {
    kernels_.equal(answers_, bottoms, pairs_);
    for (const Pair& pair : pairs_) found_.push_back({&top, &bottom, pair, 0, 0, 0});
  } else {
    const Word pieces = ring_.words.piece_mask();
    kernels_.disjoint(tops, groups_, bottoms, pieces, room_, pairs_);
    for (const Pair& pair : pairs_) {
      const Word t = tops[pair.top], b = bottoms[pair.bottom];
      if (!columns_have_pieces(t, b, pieces & ~(t | b))) continue;
      const std::uint32_t ways = middle_fillings(t, b, left, right);
      for (std::uint32_t way = 0; way < ways; ++way) found_.push_back({&top, &bottom, pair, left, right, way});
    }
  }
  nodes_ += pairs_.size();
  met_ += pairs_.size();
}

/// Is there for each column of the middle row a piece left that shows what is asked from above and from below?
bool RingMethod::columns_have_pieces(Word top, Word bottom, Word left_over) const {
  const WordLayout& words = ring_.words;
  for (unsigned c = 0; c < words.columns; ++c) {
    const std::size_t colours =
        std::size_t{words.asked_at(top, c)} << words.colour_bits | words.asked_at(bottom, words.columns - 1 - c);
    if ((column_pieces_[colours] & left_over) == 0) return false;
  }
  return true;
}

std::uint32_t RingMethod::middle_fillings(Word top, Word bottom, std::uint8_t left, std::uint8_t right) const {
  const WordLayout& words = ring_.words;
  Word asked = 0;
  for (unsigned c = 0; c < words.columns; ++c) asked |= words.ask(words.asked_at(bottom, words.columns - 1 - c), c);
  // A filling's own words hold what it asks; below it lies what the bottom half shows.
  std::uint32_t ways = 0;
  filler_.fill(ring_.border[left].side, ring_.border[right].side, top | (bottom & words.piece_mask()), [&](Word row) {
    bool fits = true;
    for (unsigned c = 0; c < words.columns && fits; ++c)
      fits = ring_.mate[words.asked_at(row, c)] == words.asked_at(asked, c);
    ways += fits;
  });
  return ways;
}

/// The word of a bottom half that touches this top half everywhere and has all other pieces.
Word RingMethod::answer(Word top) const {
  const WordLayout& words = ring_.words;
  Word result = words.piece_mask() & ~top;
  for (unsigned c = 0; c < words.columns; ++c)
    result |= words.ask(ring_.mate[words.asked_at(top, c)], words.columns - 1 - c);
  return result;
}

Solution RingMethod::board(std::size_t index) const {
  const Found& found = found_[index];
  EdgeBoard board;
  board.cells.resize(puzzle_.cell_count());
  lay_half(board, tops_, *found.top, found.words.top, false);
  lay_half(board, bottoms_, *found.bottom, found.words.bottom, true);
  if (ring_.middle_row) lay_middle(board, found);
  return {board};
}

void RingMethod::lay_half(EdgeBoard& board, const HalfBoards& half, const Chain& chain, std::uint32_t word,
                          bool bottom) const {
  const auto put = [&](int row, int column, PieceId piece, int rotation) {
    const Square square =
        bottom ? ring_.square(ring_.height - 1 - row, ring_.width - 1 - column) : ring_.square(row, column);
    board.cells[square.index()] = ring_.placed(piece, rotation + (bottom ? 2 : 0));
  };
  const auto pieces = half.pieces(chain);
  const int columns = static_cast<int>(ring_.columns()), last = ring_.width - 1;
  const auto &left = ring_.corners[chain.left_corner], &right = ring_.corners[chain.right_corner];
  put(0, 0, left.piece, left.rotation);
  put(0, last, right.piece, right.rotation + 1);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const RingPuzzle::RingPiece& border = ring_.border[pieces[i]];
    const int beside_row = (static_cast<int>(i) - columns) / 2 + 1;
    if (static_cast<int>(i) < columns)
      put(0, static_cast<int>(i) + 1, border.piece, border.rotation);
    else if ((static_cast<int>(i) - columns) % 2 == 0)
      put(beside_row, last, border.piece, border.rotation + 1);
    else
      put(beside_row, 0, border.piece, border.rotation + 3);
  }
  int cell = 0;
  for (const Placed& inner : half.placements(chain, word)) {
    put(1 + cell / columns, 1 + cell % columns, inner.piece, inner.rotation);
    ++cell;
  }
}

void RingMethod::lay_middle(EdgeBoard& board, const Found& found) const {
  const WordLayout& words = ring_.words;
  const Word top = tops_.list(*found.top)[found.words.top], bottom = bottoms_.list(*found.bottom)[found.words.bottom];
  const auto &left = ring_.border[found.left], &right = ring_.border[found.right];
  const int row = static_cast<int>(ring_.half_rows) + 1;
  Word target = words.piece_mask();
  for (unsigned c = 0; c < words.columns; ++c)
    target |= words.ask(ring_.mate[words.asked_at(bottom, words.columns - 1 - c)], c);
  const RowEnds ends{{static_cast<std::uint8_t>(left.side)}, {static_cast<std::uint8_t>(right.side)}};
  const auto inner = fillings(ring_, ends, top | (bottom & words.piece_mask()), target).at(found.middle);
  board.cells[ring_.square(row, 0).index()] = ring_.placed(left.piece, left.rotation + 3);
  board.cells[ring_.square(row, ring_.width - 1).index()] = ring_.placed(right.piece, right.rotation + 1);
  for (int c = 0; c < static_cast<int>(words.columns); ++c)
    board.cells[ring_.square(row, 1 + c).index()] =
        ring_.placed(inner[static_cast<std::size_t>(c)].piece, inner[static_cast<std::size_t>(c)].rotation);
}

Statistics RingMethod::statistics() const {
  Statistics result;
  const auto add = [&](const char* name, const char* unit, double value) {
    result.values.push_back({name, unit, Merge::sum, value});
  };
  add("inner rows of each half", "", ring_.half_rows);
  add("inner rows between the halves", "", ring_.middle_row ? 1 : 0);
  add("portions", "", static_cast<double>(portions_done_ - splits_));
  add("half boards", "", static_cast<double>(halves_));
  add("most memory", "bytes", static_cast<double>(most_bytes_));
  add("rings", "", static_cast<double>(rings_));
  add("meetings", "", static_cast<double>(met_));
  return result;
}

}  // namespace tesselle::edge::meet
