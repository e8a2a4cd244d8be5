#include "edge/local_search/conflict_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/patience.hpp"
#include "edge/tables/paths.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge {
namespace {

constexpr std::size_t max_colours = 254;
constexpr int no_kind = -1;  // hinted pieces go nowhere else

std::uint32_t byte_at(std::uint32_t word, int side) { return (word >> (8 * side)) & 0xff; }

int frame_sides(const EdgePuzzle& puzzle, const Sides& sides) {
  if (!puzzle.frame) return 0;
  return std::min(2, static_cast<int>(std::count(sides.begin(), sides.end(), *puzzle.frame)));
}

int rim_sides(const EdgePuzzle& puzzle, Square square) {
  int sides = 0;
  for (const Side side : all_sides) sides += !neighbour(puzzle, square, side).has_value();
  return puzzle.frame ? std::min(2, sides) : 0;
}

}  // namespace

ConflictBoard::ConflictBoard(const EdgePuzzle& puzzle)
    : width_(puzzle.width),
      height_(puzzle.height),
      hints_(puzzle.hints),
      now_{std::vector<Piece>(puzzle.cell_count(), none), std::vector<std::uint8_t>(puzzle.cell_count()),
           std::vector<Word>(puzzle.cell_count()), std::vector<Word>(puzzle.cell_count()), 0} {
  if (puzzle.colours.size() > max_colours)
    throw UsageError(
        fmt::format("this engine takes at most {} colours, the puzzle has {}", max_colours, puzzle.colours.size()));
  for (std::size_t c = 0; c < puzzle.mate.size(); ++c)
    mate_[c + 1] = static_cast<std::uint8_t>(puzzle.mate[c].index() + 1);
  for (const Sides& sides : puzzle.pieces) {
    auto& words = words_.emplace_back();
    for (int r = 0; r < 4; ++r) {
      const Sides turned = rotated(sides, r);
      for (std::size_t s = 0; s < 4; ++s) words[at(r)] |= static_cast<Word>(turned[s].index() + 1) << (8 * s);
    }
  }
  for (std::size_t i = 0; i < puzzle.cell_count(); ++i) {
    auto& around = neighbour_.emplace_back();
    for (std::size_t s = 0; s < 4; ++s) {
      const auto next = tesselle::neighbour(puzzle, Square(i), all_sides[s]);
      around[s] = next ? static_cast<Cell>(next->index()) : none;
    }
  }
  sort_cells_and_pieces(puzzle);
  clear();
}

void ConflictBoard::sort_cells_and_pieces(const EdgePuzzle& puzzle) {
  locked_.assign(puzzle.cell_count(), false);
  std::vector<bool> hinted(puzzle.pieces.size());
  for (const EdgeHint& hint : hints_) {
    locked_[hint.square.index()] = true;
    hinted[hint.placed.piece.index()] = true;
  }
  for (std::size_t i = 0; i < puzzle.cell_count(); ++i) {
    cell_kind_.push_back(rim_sides(puzzle, Square(i)));
    if (locked_[i]) continue;
    cells_of_kind_[at(cell_kind_.back())].push_back(static_cast<Cell>(i));
    free_cells_.push_back(static_cast<Cell>(i));
  }
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    piece_kind_.push_back(hinted[p] ? no_kind : frame_sides(puzzle, puzzle.pieces[p]));
    if (!hinted[p]) pieces_of_kind_[at(piece_kind_.back())].push_back(static_cast<Piece>(p));
  }
  for (std::size_t kind = 0; kind < 3; ++kind)
    if (cells_of_kind_[kind].size() != pieces_of_kind_[kind].size())
      throw UsageError(
          fmt::format("this engine needs as many pieces with {} frame sides as cells with {} rim sides, "
                      "found {} and {}",
                      kind, kind, pieces_of_kind_[kind].size(), cells_of_kind_[kind].size()));
  for (std::size_t i = 0; i < puzzle.cell_count(); ++i)
    for (std::size_t s = 0; s < 4; ++s)
      if (neighbour_[i][s] == none && puzzle.frame)
        now_.wanted[i] |= static_cast<Word>(puzzle.frame->index() + 1) << (8 * s);
}

void ConflictBoard::clear() {
  for (Cell c = 0; c < cell_count(); ++c)
    if (piece_at(c) != none) remove(c);
  for (const EdgeHint& hint : hints_)
    place(static_cast<Cell>(hint.square.index()), static_cast<Piece>(hint.placed.piece.index()), hint.placed.rotation);
}

/// Tells the neighbours of a cell what its sides now show (0: nothing).
void ConflictBoard::show(Cell c, Word word) {
  now_.word[at(c)] = word;
  for (int s = 0; s < 4; ++s) {
    const Cell next = neighbour_[at(c)][at(s)];
    if (next == none) continue;
    const int facing = (s + 2) & 3;
    Word& want = now_.wanted[at(next)];
    want = (want & ~(Word{0xff} << (8 * facing))) | static_cast<Word>(mate_[byte_at(word, s)]) << (8 * facing);
  }
}

void ConflictBoard::place(Cell c, Piece p, int rotation) {
  const Word word = words_[at(p)][at(rotation)];
  now_.conflicts += cost(wanted(c), word);
  now_.piece_at[at(c)] = p;
  now_.rotation_at[at(c)] = static_cast<std::uint8_t>(rotation);
  show(c, word);
  ++placements_;
}

void ConflictBoard::remove(Cell c) {
  now_.conflicts -= conflicts_at(c);
  now_.piece_at[at(c)] = none;
  show(c, 0);
}

ConflictBoard::Turn ConflictBoard::best_turn(Word want, Piece p) const {
  Turn best{cost(want, words_[at(p)][0]), 0};
  for (int r = 1; r < 4; ++r) {
    const int now = cost(want, words_[at(p)][at(r)]);
    if (now < best.cost) best = {now, r};
  }
  return best;
}

ConflictBoard::Word ConflictBoard::wanted_with(Word want, int side, Word neighbour_word) const {
  const int facing = (side + 2) & 3;
  const auto asked = static_cast<Word>(mate_[byte_at(neighbour_word, facing)]);
  return (want & ~(Word{0xff} << (8 * side))) | asked << (8 * side);
}

int ConflictBoard::side_between(Cell a, Cell b) const {
  for (int s = 0; s < 4; ++s)
    if (neighbour_[at(a)][at(s)] == b) return s;
  return -1;
}

ConflictBoard::Exchange ConflictBoard::evaluate(Cell a, Cell b) const {
  const Piece from_a = piece_at(a), from_b = piece_at(b);
  const int side = side_between(a, b);
  const int before_a = conflicts_at(a), before_b = conflicts_at(b);
  if (side < 0) {
    const Turn to_a = best_turn(wanted(a), from_b), to_b = best_turn(wanted(b), from_a);
    return {to_a.cost + to_b.cost - before_a - before_b, before_a - to_b.cost, before_b - to_a.cost, to_a.rotation,
            to_b.rotation};
  }
  // Neighbours ask something of each other: every pair of turns is looked at, their common edge counted once.
  const int facing = (side + 2) & 3;
  const int common_before = cost(wanted(a) & (Word{0xff} << (8 * side)), now_.word[at(a)]);
  const Word alone_a = wanted_with(wanted(a), side, 0);
  Exchange best;
  int least = 99;
  for (int r = 0; r < 4; ++r) {
    const Word new_a = words_[at(from_b)][at(r)];
    const Turn to_b = best_turn(wanted_with(wanted(b), facing, new_a), from_a);
    const int total = cost(alone_a, new_a) + to_b.cost;
    if (total >= least) continue;
    least = total;
    const int cost_a = cost(wanted_with(wanted(a), side, words_[at(from_a)][at(to_b.rotation)]), new_a);
    best = {total - (before_a + before_b - common_before), before_a - to_b.cost, before_b - cost_a, r, to_b.rotation};
  }
  return best;
}

void ConflictBoard::perform(Cell a, Cell b, const Exchange& exchange) {
  const Piece from_a = piece_at(a), from_b = piece_at(b);
  remove(a);
  remove(b);
  place(a, from_b, exchange.rotation_at_first);
  place(b, from_a, exchange.rotation_at_second);
}

int ConflictBoard::best_turn_change(Cell c, int& rotation) const {
  const Turn best = best_turn(wanted(c), piece_at(c));
  rotation = best.rotation;
  return best.cost - conflicts_at(c);
}

void ConflictBoard::load(const EdgeBoard& board) {
  clear();
  for (Cell c = 0; c < cell_count(); ++c) {
    const auto& placed = board.cells[at(c)];
    if (placed && piece_at(c) == none && piece_kind_[placed->piece.index()] == kind_of(c))
      place(c, static_cast<Piece>(placed->piece.index()), placed->rotation);
  }
}

EdgeBoard ConflictBoard::board() const {
  EdgeBoard board;
  for (Cell c = 0; c < cell_count(); ++c) {
    auto& cell = board.cells.emplace_back();
    if (piece_at(c) != none) cell = Placed{PieceId(at(piece_at(c))), now_.rotation_at[at(c)]};
  }
  return board;
}

/// Per cell 0 if it is empty, otherwise one more than the turned piece's number.
void ConflictBoard::save(ByteWriter& out, const Layout& layout) const {
  std::vector<std::uint32_t> cells;
  for (std::size_t c = 0; c < layout.piece_at.size(); ++c) {
    const auto turned = static_cast<std::uint32_t>(4 * layout.piece_at[c]) + layout.rotation_at[c];
    cells.push_back(layout.piece_at[c] == none ? 0 : turned + 1);
  }
  out.array(std::span<const std::uint32_t>(cells));
}

const ConflictBoard::Layout& ConflictBoard::restore(ByteReader& in, Cells filled) {
  const auto cells = in.array<std::uint32_t>();
  if (cells.size() != now_.piece_at.size()) in.refuse();
  clear();
  std::vector<bool> used(words_.size());
  for (Cell c = 0; c < cell_count(); ++c) {
    if (cells[at(c)] == 0 && filled == Cells::some_filled && !is_locked(c)) continue;
    const std::uint32_t turned = cells[at(c)] - 1;
    const auto piece = static_cast<Piece>(turned / 4);
    const int rotation = static_cast<int>(turned % 4);
    if (cells[at(c)] == 0 || turned / 4 >= words_.size() || used[at(piece)]) in.refuse();
    used[at(piece)] = true;
    if (is_locked(c) ? piece != piece_at(c) || rotation != rotation_at(c) : piece_kind_[at(piece)] != kind_of(c))
      in.refuse();
    if (!is_locked(c)) place(c, piece, rotation);
  }
  return now_;
}

namespace {

/// Peter-Hémon and Lamarche 2025, figure 1: rightwards along the bottom, up, leftwards along the top, down, then the
/// next ring.
std::vector<ConflictBoard::Cell> spiral_from_bottom_left(const EdgePuzzle& puzzle) {
  std::vector<ConflictBoard::Cell> order;
  for (const Square square :
       spiral_in(puzzle)) {  // clockwise from the top-left: turned over it is the order of the figure
    const int row = puzzle.height - 1 - puzzle.row(square);
    order.push_back(row * puzzle.width + puzzle.column(square));
  }
  return order;
}

}  // namespace

void fill_greedily(ConflictBoard& board, const EdgePuzzle& puzzle, Rng& rng) {
  fill_greedily(board, spiral_from_bottom_left(puzzle), rng);
}

void fill_greedily(ConflictBoard& board, const std::vector<ConflictBoard::Cell>& order, Rng& rng) {
  std::vector<bool> used(static_cast<std::size_t>(board.cell_count()));
  for (ConflictBoard::Cell c = 0; c < board.cell_count(); ++c)
    if (board.piece_at(c) != ConflictBoard::none) used[static_cast<std::size_t>(board.piece_at(c))] = true;
  std::array<std::size_t, 3> all_used_before{};  // by kind: an index into its pieces
  for (const ConflictBoard::Cell c : order) {
    if (board.piece_at(c) != ConflictBoard::none) continue;
    const bool in_haste = Patience::is_over();  // the run ends after this: any piece will do
    const auto& pieces = board.pieces_of_kind(board.kind_of(c));
    std::size_t& from = all_used_before[static_cast<std::size_t>(board.kind_of(c))];
    while (from < pieces.size() && used[static_cast<std::size_t>(pieces[from])]) ++from;
    int least = 99, rotation = 0, ties = 0;
    ConflictBoard::Piece chosen = ConflictBoard::none;
    for (std::size_t i = from; i < pieces.size(); ++i) {
      const ConflictBoard::Piece p = pieces[i];
      if (used[static_cast<std::size_t>(p)]) continue;
      const auto turn = board.best_turn(c, p);
      if (turn.cost > least) continue;
      if (turn.cost < least) ties = 0;
      least = turn.cost;
      if (rng.below(static_cast<std::uint32_t>(++ties)) == 0) chosen = p, rotation = turn.rotation;
      if (in_haste) break;
    }
    board.place(c, chosen, rotation);
    used[static_cast<std::size_t>(chosen)] = true;
  }
}

}  // namespace tesselle::edge
