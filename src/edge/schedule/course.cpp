#include "edge/schedule/course.hpp"

#include <algorithm>
#include <tuple>

#include "edge/tables/oriented.hpp"

namespace tesselle::edge::schedule {
namespace {

/// Where a cell goes when the board makes one clockwise quarter turn.
Square turned_square(const EdgePuzzle& before, Square square) {
  const int row = before.column(square), column = before.height - 1 - before.row(square);
  return Square(static_cast<std::size_t>(row * before.height + column));
}

EdgePuzzle turned_once(const EdgePuzzle& puzzle) {
  EdgePuzzle result = puzzle;
  std::swap(result.width, result.height);
  for (EdgeHint& hint : result.hints) {
    hint.square = turned_square(puzzle, hint.square);
    hint.placed.rotation = static_cast<std::uint8_t>((hint.placed.rotation + 1) & 3);
  }
  return result;
}

/// Short rows keep the front between filled and empty short; early hints cost few nodes.
auto discomfort(const EdgePuzzle& puzzle) {
  std::size_t late_hints = 0;
  for (const EdgeHint& hint : puzzle.hints) late_hints += hint.square.index();
  return std::tuple(puzzle.width > puzzle.height, late_hints);
}

void choose_turn(const EdgePuzzle& puzzle, Course& course) {
  EdgePuzzle candidate = puzzle;
  course.puzzle = puzzle;
  for (int turn = 1; turn < 4; ++turn) {
    candidate = turned_once(candidate);
    if (discomfort(candidate) >= discomfort(course.puzzle)) continue;
    course.puzzle = candidate;
    course.turn = turn;
  }
}

CellKind kind_of(const EdgePuzzle& puzzle, Square square, const std::vector<const EdgeHint*>& hint_at) {
  CellKind kind;
  if (const EdgeHint* hint = hint_at[square.index()]) kind.hint = hint->placed;
  for (const Side side : all_sides) {
    const auto s = static_cast<std::size_t>(side);
    const auto next = neighbour(puzzle, square, side);
    kind.rim[s] = !next;
    const EdgeHint* hint = next ? hint_at[next->index()] : nullptr;
    if (hint == nullptr || side == Side::north || side == Side::west) continue;
    const Sides sides = rotated(puzzle.pieces[hint->placed.piece.index()], hint->placed.rotation);
    kind.pinned[s] = puzzle.mate_of(sides[static_cast<std::size_t>(opposite(side))]);
  }
  return kind;
}

std::uint32_t index_of(std::vector<CellKind>& kinds, const CellKind& kind) {
  const auto found = std::find(kinds.begin(), kinds.end(), kind);
  const auto index = static_cast<std::uint32_t>(found - kinds.begin());
  if (found == kinds.end()) kinds.push_back(kind);
  return index;
}

/// Rows, then columns of the last ones. The first two of these are walked together, so that every border piece is
/// followed by its neighbour: a column of border pieces alone would be placed in many ways before one of them is
/// refuted.
std::vector<Square> walk(const EdgePuzzle& puzzle, int teeth) {
  std::vector<Square> squares = comb(puzzle, teeth);
  if (teeth < 2 || puzzle.width < 2) return squares;
  std::size_t next = squares.size() - static_cast<std::size_t>(teeth * puzzle.width);
  for (int row = puzzle.height - teeth; row < puzzle.height; ++row)
    for (const int column : {0, 1}) squares[next++] = puzzle.square(row, column);
  return squares;
}

void lay_stops(Course& course, int teeth) {
  const EdgePuzzle& puzzle = course.puzzle;
  std::vector<const EdgeHint*> hint_at(puzzle.cell_count());
  course.hinted.assign(puzzle.pieces.size(), false);
  for (const EdgeHint& hint : puzzle.hints) {
    hint_at[hint.square.index()] = &hint;
    course.hinted[hint.placed.piece.index()] = true;
  }
  std::vector<std::uint32_t> number(puzzle.cell_count());
  const auto number_beyond = [&](Square square, Side side) {
    const auto next = neighbour(puzzle, square, side);
    return next ? number[next->index()] : 0;
  };
  for (const Square square : walk(puzzle, std::min(teeth, puzzle.height))) {
    const std::uint32_t kind = index_of(course.kinds, kind_of(puzzle, square, hint_at));
    course.stops.push_back({square, number_beyond(square, Side::north), number_beyond(square, Side::west), kind});
    number[square.index()] = static_cast<std::uint32_t>(course.stops.size());
  }
}

}  // namespace

Course make_course(const EdgePuzzle& puzzle, int teeth) {
  Course course;
  choose_turn(puzzle, course);
  course.strict = frame_only_on_rim(puzzle);
  lay_stops(course, teeth);
  return course;
}

EdgeBoard Course::turned_back(const EdgeBoard& board) const {
  EdgeBoard result = board;
  EdgePuzzle shape = puzzle;
  for (int turns = turn; turns != 0 && turns < 4; ++turns) {
    EdgeBoard next = result;
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
      auto placed = result.cells[i];
      if (placed) placed->rotation = static_cast<std::uint8_t>((placed->rotation + 1) & 3);
      next.cells[turned_square(shape, Square(i)).index()] = placed;
    }
    std::swap(shape.width, shape.height);
    result = std::move(next);
  }
  return result;
}

bool breakable(const Course& course, const CellKind& kind, Side side) {
  const auto s = static_cast<std::size_t>(side);
  if (!course.puzzle.frame) return !kind.rim[s];
  return !kind.rim[s] && !kind.rim[(s + 1) & 3] && !kind.rim[(s + 3) & 3];
}

bool belongs(const Course& course, const CellKind& kind, const Sides& sides) {
  if (!course.puzzle.frame) return true;
  for (std::size_t s = 0; s < 4; ++s) {
    const bool shows_frame = sides[s] == *course.puzzle.frame;
    if (kind.rim[s] ? !shows_frame : course.strict && shows_frame) return false;
  }
  return true;
}

bool may_be_placed(const Course& course, const CellKind& kind, Placed placed) {
  const Sides& piece = course.puzzle.pieces[placed.piece.index()];
  if (!kind.hint) return !course.hinted[placed.piece.index()] && belongs(course, kind, rotated(piece, placed.rotation));
  return placed.piece == kind.hint->piece && rotated(piece, placed.rotation) == rotated(piece, kind.hint->rotation);
}

unsigned hints_missed(const Course& course, const CellKind& kind, const Sides& sides) {
  unsigned missed = 0;
  for (const Side side : {Side::east, Side::south}) {
    const auto s = static_cast<std::size_t>(side);
    if (!kind.hint && kind.pinned[s] && sides[s] != *kind.pinned[s]) missed += breakable(course, kind, side) ? 1 : 2;
  }
  return missed;
}

std::vector<Placed> turned_pieces(const EdgePuzzle& puzzle) {
  std::vector<Placed> result;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      if (rotation > 0 && rotated(puzzle.pieces[p], rotation) == puzzle.pieces[p]) break;  // turns that look alike
      result.push_back({PieceId(p), rotation});
    }
  return result;
}

}  // namespace tesselle::edge::schedule
