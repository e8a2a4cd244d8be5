#include "edge/schedule/growth.hpp"

#include <algorithm>

namespace tesselle::edge::schedule {
namespace {

constexpr std::uint32_t not_laid = ~std::uint32_t{0};

/// Rows that are cut at a column, so that a hint in the last of them comes early.
struct Band {
  int first_row = 0, last_row = 0;
  int column = 0;  ///< of the hint
};

/// One band for each row with hints, up to the band before.
std::vector<Band> bands_of(const Course& course, int rows) {
  std::vector<EdgeHint> hints = course.puzzle.hints;
  std::sort(hints.begin(), hints.end(), [](const EdgeHint& a, const EdgeHint& b) { return a.square < b.square; });
  std::vector<Band> bands;
  int next_row = 0;
  for (const EdgeHint& hint : hints) {
    const int row = course.puzzle.row(hint.square);
    if (row < next_row || row >= rows) continue;
    bands.push_back({next_row, row, course.puzzle.column(hint.square)});
    next_row = row + 1;
  }
  return bands;
}

/// The narrower part with the hint's column first, both from that column outwards.
void add_band(const EdgePuzzle& puzzle, const Band& band, std::vector<Square>& squares) {
  const bool right_first = puzzle.width - band.column <= band.column + 1;
  for (const bool hints_part : {true, false})
    for (int row = band.first_row; row <= band.last_row; ++row) {
      const int step = right_first == hints_part ? 1 : -1;
      for (int column = band.column + (hints_part ? 0 : step); column >= 0 && column < puzzle.width; column += step)
        squares.push_back(puzzle.square(row, column));
    }
}

/// Whole rows that the course begins with.
int rows_of(const Course& course, std::size_t depth) {
  std::size_t stop = 0;
  while (stop < depth && course.stops[stop].square == Square(stop)) ++stop;
  return static_cast<int>(stop) / course.puzzle.width;
}

std::vector<Square> order_of(const Course& course, std::size_t depth) {
  const EdgePuzzle& puzzle = course.puzzle;
  std::vector<Square> squares;
  int row = 0;
  const auto add_rows = [&](int end) {
    for (; row < end; ++row)
      for (int column = 0; column < puzzle.width; ++column) squares.push_back(puzzle.square(row, column));
  };
  const int rows = rows_of(course, depth);
  for (const Band& band : bands_of(course, rows)) {
    add_rows(band.first_row);
    add_band(puzzle, band, squares);
    row = band.last_row + 1;
  }
  add_rows(rows);
  while (squares.size() < depth) squares.push_back(course.stops[squares.size()].square);
  return squares;
}

}  // namespace

Growth::Growth(const Course& course, std::size_t depth) : course_(&course), stride_(course.puzzle.colours.size()) {
  std::vector<std::uint32_t> stop_of(course.length()), step_at(course.length(), not_laid);
  for (std::size_t stop = 0; stop < course.length(); ++stop)
    stop_of[course.stops[stop].square.index()] = static_cast<std::uint32_t>(stop);
  for (const Square square : order_of(course, depth)) add_step(stop_of[square.index()], step_at);
  forget_unasked();
  list_fitting();
}

/// A front faces a side and has a place for every row or column; a cell asks what the front of its neighbour shows.
void Growth::add_step(std::uint32_t stop, std::vector<std::uint32_t>& step_at) {
  const EdgePuzzle& puzzle = course_->puzzle;
  const Square square = course_->stops[stop].square;
  const int longest = std::max(puzzle.width, puzzle.height);
  const CellKind cell = cell_kind(stop, step_at);
  Step step;
  step.stop = stop;
  Kind kind{cell, {}};
  for (const Side side : all_sides) {
    const auto s = static_cast<std::size_t>(side);
    const auto next = neighbour(puzzle, square, side);
    const int place = side == Side::north || side == Side::south ? puzzle.column(square) : puzzle.row(square);
    const auto slot_facing = [&](Side facing) {
      return static_cast<std::uint16_t>(static_cast<int>(facing) * longest + place);
    };
    if (next && step_at[next->index()] != not_laid) {
      if (cell.hint) continue;  // a hint is fixed: it was checked against its neighbours when they were placed
      step.asks.push_back({s, slot_facing(opposite(side)), step_at[next->index()] + 1 == steps_.size()});
      kind.sides.push_back(s);
    } else {
      step.waits.push_back({s, next ? slot_facing(side) : no_slot});
    }
  }
  const auto found = std::find(kinds_.begin(), kinds_.end(), kind);
  step.kind = static_cast<std::uint32_t>(found - kinds_.begin());
  if (found == kinds_.end()) kinds_.push_back(kind);
  step_at[square.index()] = static_cast<std::uint32_t>(steps_.size());
  steps_.push_back(std::move(step));
}

/// As the course's, but towards all hints that are not placed yet.
CellKind Growth::cell_kind(std::uint32_t stop, const std::vector<std::uint32_t>& step_at) const {
  const EdgePuzzle& puzzle = course_->puzzle;
  CellKind cell = course_->kinds[course_->stops[stop].kind];
  cell.pinned = {};
  for (const Side side : all_sides) {
    const auto next = neighbour(puzzle, course_->stops[stop].square, side);
    if (!next || step_at[next->index()] != not_laid) continue;
    for (const EdgeHint& hint : puzzle.hints) {
      if (hint.square != *next) continue;
      const Sides sides = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
      cell.pinned[static_cast<std::size_t>(side)] = puzzle.mate_of(sides[static_cast<std::size_t>(opposite(side))]);
    }
  }
  return cell;
}

void Growth::forget_unasked() {
  std::vector<std::uint16_t> number(
      4 * static_cast<std::size_t>(std::max(course_->puzzle.width, course_->puzzle.height)), no_slot);
  for (Step& step : steps_)
    for (Ask& ask : step.asks) {
      if (number[ask.slot] == no_slot) number[ask.slot] = static_cast<std::uint16_t>(slots_++);
      ask.slot = number[ask.slot];
    }
  for (Step& step : steps_)
    for (Wait& wait : step.waits)
      if (wait.slot != no_slot) wait.slot = number[wait.slot];
}

Growth::Turned Growth::turned_as(Placed placed) const {
  const EdgePuzzle& puzzle = course_->puzzle;
  Turned turned{placed, rotated(puzzle.pieces[placed.piece.index()], placed.rotation), {}, {}};
  for (std::size_t s = 0; s < 4; ++s) {
    turned.asks[s] = static_cast<std::uint16_t>(puzzle.mate_of(turned.sides[s]).index());
    const auto side = turned.sides.begin() + static_cast<std::ptrdiff_t>(s);
    turned.repeats[s] = static_cast<std::uint16_t>(std::count(turned.sides.begin(), side, *side));
  }
  return turned;
}

/// May it be placed on such a cell, apart from what filled neighbours ask?
bool Growth::belongs_on(const Kind& kind, const Turned& turned) const {
  if (!may_be_placed(*course_, kind.cell, turned.placed)) return false;
  for (std::size_t s = 0; s < 4 && !kind.cell.hint; ++s)
    if (kind.cell.pinned[s] && turned.sides[s] != *kind.cell.pinned[s]) return false;
  return true;
}

void Growth::list_fitting() {
  const std::vector<Placed> all = turned_pieces(course_->puzzle);
  ranges_.resize(kinds_.size() * stride_ * stride_);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    std::vector<std::pair<std::size_t, Turned>> belonging;  // with the list it belongs to
    for (const Placed& placed : all) {
      const Turned turned = turned_as(placed);
      if (!belongs_on(kinds_[k], turned)) continue;
      std::array<std::size_t, 2> shown{};
      for (std::size_t i = 0; i < kinds_[k].sides.size(); ++i) shown[i] = turned.sides[kinds_[k].sides[i]].index();
      belonging.emplace_back((k * stride_ + shown[0]) * stride_ + shown[1], turned);
    }
    std::stable_sort(belonging.begin(), belonging.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [list, turned] : belonging) {
      Range& range = ranges_[list];
      if (range.begin == range.end) range.begin = range.end = static_cast<std::uint32_t>(turned_.size());
      turned_.push_back(turned);
      ++range.end;
    }
  }
}

}  // namespace tesselle::edge::schedule
