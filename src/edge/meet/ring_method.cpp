#include "edge/meet/ring_method.hpp"

#include <algorithm>

namespace tesselle::edge::meet {

/// What a half is made of, for laying it on a board.
struct RingMethod::Half {
  std::uint8_t left_corner, right_corner;
  std::vector<std::uint8_t> border;  ///< top row, then right and left end of each row
  std::vector<Placed> inside;        ///< row by row
};

namespace {

constexpr std::uint64_t nodes_per_step = 1 << 16;

/// The corner piece that the fewest top rows begin with.
std::uint8_t rarest_corner(const RingPuzzle& ring) {
  const auto top_rows = [&](const auto& self, unsigned length, RingSet used, Colour asked) -> std::uint64_t {
    std::uint64_t count = 0;
    if (length == ring.columns()) {
      for (std::size_t corner = 0; corner < 4; ++corner)
        count += !(used & ring.corner_bit(corner)) && ring.corners[corner].from == asked;
      return count;
    }
    for (std::size_t piece = 0; piece < ring.border.size(); ++piece)
      if (!(used >> piece & 1) && ring.border[piece].from == asked)
        count += self(self, length + 1, used | RingSet{1} << piece, ring.border[piece].asks);
    return count;
  };
  std::array<std::uint64_t, 4> rows{};
  for (std::size_t corner = 0; corner < 4; ++corner)
    rows[corner] = top_rows(top_rows, 0, ring.corner_bit(corner), ring.corners[corner].asks);
  return static_cast<std::uint8_t>(std::min_element(rows.begin(), rows.end()) - rows.begin());
}

}  // namespace

RingMethod::RingMethod(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory, bool wide)
    : puzzle_(puzzle),
      ring_((ring.puzzle = &puzzle_, std::move(ring))),
      memory_(memory),
      closed_rows_(ring_, RowFiller::RightEnd::closed, wide),
      open_rows_(ring_, RowFiller::RightEnd::open, wide),
      stems_(ring_, stem_rows()),
      bottom_chains_(ring_, bottom_rows()),
      stem_filler_(ring_, closed_rows_, stem_rows()),
      bottom_filler_(ring_, closed_rows_, bottom_rows()),
      bottoms_(ring_),
      ends_(ring_.mate.size() * ring_.mate.size()),
      questions_(wide) {
  const bool square = ring_.width == ring_.height;
  const std::uint8_t fixed = rarest_corner(ring_);
  for (std::uint8_t left = 0; left < 4; ++left)
    for (std::uint8_t right = 0; right < 4; ++right) {
      if (left == right) continue;
      if (left == fixed || (right == fixed && !square)) top_corners_.emplace_back(left, right);
      if (left != fixed && right != fixed) bottom_corners_.emplace_back(left, right);
    }
}

bool RingMethod::step() {
  found_.clear();
  if (!part_) {
    if (parts_.empty()) return false;
    next_part();
  }
  switch (phase_) {
    case Phase::list_bottoms:
      list_chains(bottom_chains_, bottom_corners_, part_->not_in_top, part_->in_top, Phase::fill_bottoms);
      break;
    case Phase::fill_bottoms:
      fill_bottoms();
      break;
    case Phase::list_stems:
      // Pieces of the top half may come with its last row; the sets of the bottom halves see to them.
      list_chains(stems_, top_corners_, 0, part_->not_in_top, Phase::meet);
      break;
    case Phase::meet:
      meet_some();
      break;
  }
  split_if_too_big();
  return true;
}

void RingMethod::next_part() {
  part_ = parts_.back();
  parts_.pop_back();
  bottoms_.clear();
  bottom_chains_.clear();
  stems_.clear();
  next_phase(Phase::list_bottoms);
}

void RingMethod::next_phase(Phase phase) {
  phase_ = phase;
  next_ = 0;
}

/// One pair of corners with one beginning at a time.
void RingMethod::list_chains(ChainList& list, const std::vector<Corners>& corners, RingSet must, RingSet must_not,
                             Phase then) {
  const auto& beginnings = list.beginnings();
  const auto [left, right] = corners[next_ / beginnings.size()];
  nodes_ += list.add({must, must_not, left, right}, beginnings[next_ % beginnings.size()]);
  if (++next_ < corners.size() * beginnings.size()) return;
  list.sort_by_sides();
  next_phase(then);
}

namespace {

/// The chains from `first` on that have the same sides.
std::span<const Chain> alike(const std::vector<Chain>& chains, std::size_t first) {
  std::size_t end = first;
  while (end < chains.size() && chains[end].sides == chains[first].sides) ++end;
  return std::span(chains).subspan(first, end - first);
}

}  // namespace

void RingMethod::fill_bottoms() {
  const std::uint64_t before = bottom_filler_.nodes();
  while (next_ < bottom_chains_.chains().size() && bottom_filler_.nodes() - before < nodes_per_step) {
    const auto chains = alike(bottom_chains_.chains(), next_);
    const WordBuffer& inside = bottom_filler_.fillings(chains.front().sides);
    if (!inside.empty()) bottoms_.add(chains, inside);
    next_ += chains.size();
  }
  nodes_ += bottom_filler_.nodes() - before;
  if (next_ < bottom_chains_.chains().size() || too_big()) return;
  bottoms_.build_index();
  stored_ += bottoms_.size();
  ++parts_done_;
  next_phase(Phase::list_stems);
}

void RingMethod::meet_some() {
  const std::uint64_t before = nodes_;
  while (next_ < stems_.chains().size() && nodes_ - before < nodes_per_step) {
    const auto stems = alike(stems_.chains(), next_);
    next_ += stems.size();
    find_ends(stems);
    if (std::all_of(ends_.begin(), ends_.end(), [](const auto& ends) { return ends.empty(); })) continue;
    const std::uint64_t rows_before = stem_filler_.nodes();
    const WordBuffer& inside = stem_filler_.fillings(stems.front().sides);
    nodes_ += stem_filler_.nodes() - rows_before;
    meet(inside);
  }
  if (next_ == stems_.chains().size()) part_.reset();
}

bool RingMethod::too_big() const {
  const std::size_t bytes = bottoms_.bytes() + bottom_chains_.bytes();
  return bytes > memory_ && part_->decided < ring_.border.size();
}

/// One border piece more is decided: in the top half, or not.
void RingMethod::split_if_too_big() {
  most_bytes_ = std::max(most_bytes_, bottoms_.bytes() + bottom_chains_.bytes() + stems_.bytes());
  const bool may_split = phase_ == Phase::list_bottoms || phase_ == Phase::fill_bottoms;
  if (!part_ || !may_split || !too_big()) return;
  const RingSet piece = RingSet{1} << part_->decided;
  Part with = *part_, without = *part_;
  with.in_top |= piece;
  without.not_in_top |= piece;
  ++with.decided;
  ++without.decided;
  parts_.push_back(without);
  parts_.push_back(with);
  part_.reset();
}

void RingMethod::find_ends(std::span<const Chain> stems) {
  for (auto& ends : ends_) ends.clear();
  for (const Chain& stem : stems)
    for (std::uint8_t right = 0; right < ring_.border.size(); ++right) {
      if ((stem.set >> right & 1) || ring_.border[right].from != stem.asks) continue;
      for (std::uint8_t left = 0; left < ring_.border.size(); ++left) {
        if (left == right || (stem.set >> left & 1) || ring_.border[left].asks != stem.start) continue;
        const auto &l = ring_.border[left], &r = ring_.border[right];
        const RingSet used = stem.set | RingSet{1} << left | RingSet{1} << right;
        if (const auto* bottoms = bottoms_.find(ring_.whole_ring() & ~used))
          ends_[l.side * ring_.mate.size() + r.side].push_back({bottoms, &stem, left, right});
      }
    }
}

void RingMethod::meet(const WordBuffer& stem_fillings) {
  const auto colours = static_cast<unsigned>(ring_.mate.size());
  for (unsigned left = 0; left < colours; ++left) {
    const std::vector<End>* const ends = &ends_[left * colours];
    if (std::all_of(ends, ends + colours, [](const auto& list) { return list.empty(); })) continue;
    rows_.clear();
    open_rows_.fill(left, 0, stem_fillings, rows_);
    nodes_ += rows_.size();
    for (unsigned right = 0; right < colours; ++right) {
      if (ends[right].empty()) continue;
      questions_.take(rows_, ring_.words.scratch_shift(), right);
      for (const End& end : ends[right]) ask(end);
    }
  }
}

void RingMethod::ask(const End& end) {
  tops_ += questions_.size();
  questions_.ask(bottoms_.filter(*end.bottoms), end.bottoms->filter_words, hits_);
  asked_.clear();
  for (const std::uint32_t hit : hits_) {
    const Word top = questions_.word(hit);
    if (!bottoms_.may_still_have(*end.bottoms, questions_.hash(hit))) continue;
    // Equal words come from different fillings, which are all brought back together.
    if (std::find(asked_.begin(), asked_.end(), top) != asked_.end()) continue;
    asked_.push_back(top);
    meet_bottoms(end, top);
  }
}

/// The filters let it pass: compares with every bottom half of the set.
void RingMethod::meet_bottoms(const End& end, Word top) {
  ++passed_;
  const Word answer = bottoms_.counterpart(top);
  const Colour start = ring_.border[end.left].from, asks = ring_.border[end.right].asks;
  std::vector<std::vector<Placed>> insides;
  for (const Bottoms::Entry& entry : bottoms_.entries(*end.bottoms)) {
    if (entry.chain->start != asks || entry.chain->asks != start) continue;
    const auto fillings = bottoms_.fillings(entry);
    for (std::size_t i = 0; i < fillings.size(); ++i) {
      if (fillings[i] != answer) continue;
      if (insides.empty()) insides = insides_of(end, top);
      for (const auto& inside : insides) keep(end, inside, entry, i);
    }
  }
}

void RingMethod::keep(const End& end, const std::vector<Placed>& top, const Bottoms::Entry& bottom,
                      std::size_t filling) {
  EdgeBoard board;
  board.cells.resize(puzzle_.cell_count());
  const auto pieces = bottom_chains_.pieces(*bottom.chain);
  lay(board, {end.stem->left_corner, end.stem->right_corner, border_of(end), top}, false);
  lay(board,
      {bottom.chain->left_corner,
       bottom.chain->right_corner,
       {pieces.begin(), pieces.end()},
       inside_of(bottom, filling)},
      true);
  found_.push_back({std::move(board)});
}

std::vector<std::uint8_t> RingMethod::border_of(const End& end) const {
  const auto stem = stems_.pieces(*end.stem);
  std::vector<std::uint8_t> pieces(stem.begin(), stem.end());
  pieces.insert(pieces.end(), {end.right, end.left});
  return pieces;
}

namespace {

RowEnds row_ends(const RingPuzzle& ring, std::span<const std::uint8_t> pieces) {
  RowEnds ends;
  for (std::size_t i = ring.columns(); i < pieces.size(); i += 2) {
    ends.right.push_back(static_cast<std::uint8_t>(ring.border[pieces[i]].side));
    ends.left.push_back(static_cast<std::uint8_t>(ring.border[pieces[i + 1]].side));
  }
  return ends;
}

Word first_word(const RingPuzzle& ring, std::span<const std::uint8_t> top_row) {
  Word word = 0;
  for (unsigned c = 0; c < ring.columns(); ++c) word |= ring.words.ask(ring.border[top_row[c]].side, c);
  return word;
}

/// Words that are equal stand for different fillings, in this order.
template <class Words>
std::size_t equal_before(const Words& words, std::size_t index) {
  return static_cast<std::size_t>(
      std::count(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(index), words[index]));
}

}  // namespace

/// Every filling of a top half with this word.
std::vector<std::vector<Placed>> RingMethod::insides_of(const End& end, Word top) const {
  const auto pieces = border_of(end);
  return fillings(ring_, row_ends(ring_, pieces), first_word(ring_, pieces), top);
}

std::vector<Placed> RingMethod::inside_of(const Bottoms::Entry& bottom, std::size_t filling) const {
  const auto pieces = bottom_chains_.pieces(*bottom.chain);
  const auto words = bottoms_.fillings(bottom);
  return fillings(ring_, row_ends(ring_, pieces), first_word(ring_, pieces), words[filling])
      .at(equal_before(words, filling));
}

void RingMethod::lay(EdgeBoard& board, const Half& half, bool bottom) const {
  const auto put = [&](int row, int column, PieceId piece, int rotation) {
    const Square square =
        bottom ? ring_.square(ring_.height - 1 - row, ring_.width - 1 - column) : ring_.square(row, column);
    board.cells[square.index()] = ring_.placed(piece, rotation + (bottom ? 2 : 0));
  };
  const int columns = static_cast<int>(ring_.columns()), last = ring_.width - 1;
  const auto &left = ring_.corners[half.left_corner], &right = ring_.corners[half.right_corner];
  put(0, 0, left.piece, left.rotation);
  put(0, last, right.piece, right.rotation + 1);
  for (int i = 0; i < static_cast<int>(half.border.size()); ++i) {
    const RingPuzzle::RingPiece& border = ring_.border[half.border[static_cast<std::size_t>(i)]];
    const int row = (i - columns) / 2 + 1;
    if (i < columns)
      put(0, i + 1, border.piece, border.rotation);
    else if ((i - columns) % 2 == 0)
      put(row, last, border.piece, border.rotation + 1);
    else
      put(row, 0, border.piece, border.rotation + 3);
  }
  for (int i = 0; i < static_cast<int>(half.inside.size()); ++i) {
    const Placed& inner = half.inside[static_cast<std::size_t>(i)];
    put(1 + i / columns, 1 + i % columns, inner.piece, inner.rotation);
  }
}

Statistics RingMethod::statistics() const {
  Statistics result;
  const auto add = [&](const char* name, const char* unit, double value) {
    result.values.push_back({name, unit, Merge::sum, value});
  };
  add("inner rows of a top half", "", stem_rows() + 1);
  add("inner rows of a bottom half", "", bottom_rows());
  add("portions", "", static_cast<double>(parts_done_));
  add("bottom halves stored", "", static_cast<double>(stored_));
  add("most memory", "bytes", static_cast<double>(most_bytes_));
  add("top halves", "", static_cast<double>(tops_));
  add("past the filters", "", static_cast<double>(passed_));
  return result;
}

}  // namespace tesselle::edge::meet
