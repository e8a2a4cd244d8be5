#include "support/random_puzzles.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "puzzle/symmetry.hpp"
#include "support/oracle.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

void check_promises(const EdgePuzzle& puzzle) {
  REQUIRE(puzzle.pieces.size() == puzzle.cell_count());
  REQUIRE(puzzle.mate.size() == puzzle.colours.size());
  for (std::size_t c = 0; c < puzzle.mate.size(); ++c) {
    REQUIRE(puzzle.mate_of(puzzle.mate[c]) == Colour(c));
    if (puzzle.matching == Matching::same) REQUIRE(puzzle.mate[c] == Colour(c));
  }
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) REQUIRE(colour.index() < puzzle.mate.size());
  std::set<Square> squares;
  std::set<PieceId> pieces;
  for (const EdgeHint& hint : puzzle.hints) {
    REQUIRE(hint.square.index() < puzzle.cell_count());
    REQUIRE(hint.placed.piece.index() < puzzle.pieces.size());
    REQUIRE(hint.placed.rotation < 4);
    REQUIRE(squares.insert(hint.square).second);
    REQUIRE(pieces.insert(hint.placed.piece).second);
  }
}

void check_promises(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  REQUIRE_FALSE(piece.cells.empty());
  REQUIRE(piece.cells == normalised(puzzle.grid(), piece.cells));
  REQUIRE(is_connected(puzzle.grid(), piece.cells));
  REQUIRE(std::all_of(piece.cells.begin(), piece.cells.end(), [&](Cell c) { return puzzle.grid().is_cell(c); }));
  REQUIRE(0 <= piece.min_copies);
  REQUIRE(std::max(piece.min_copies, 1) <= piece.max_copies);
  REQUIRE_FALSE((piece.turn_over && puzzle.lattice == LatticeKind::cube));
  if (piece.orientations) REQUIRE(std::is_sorted(piece.orientations->begin(), piece.orientations->end()));
  if (piece.orientations) REQUIRE_FALSE(piece.orientations->empty());
}

void check_promises(const PackingPuzzle& puzzle) {
  REQUIRE_FALSE(puzzle.region.empty());
  REQUIRE(std::is_sorted(puzzle.region.begin(), puzzle.region.end()));
  REQUIRE(std::is_sorted(puzzle.optional_cells.begin(), puzzle.optional_cells.end()));
  std::set<Cell> cells(puzzle.region.begin(), puzzle.region.end());
  cells.insert(puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  REQUIRE(cells.size() == puzzle.region.size() + puzzle.optional_cells.size());
  std::set<std::string> names;
  for (const PackingPiece& piece : puzzle.pieces) {
    check_promises(puzzle, piece);
    REQUIRE(names.insert(piece.name).second);
  }
  REQUIRE(verify_packing(puzzle, {puzzle.hints}).legal());
}

/// How often each kind of puzzle comes up, so that the generators cannot lose one unnoticed.
struct Census {
  int solvable = 0, unsolvable = 0, several = 0, too_big = 0;
  void add(const std::optional<Boards>& boards) {
    if (!boards)
      ++too_big;
    else
      ++(boards->empty() ? unsolvable : boards->size() > 1 ? several : solvable);
  }
};

}  // namespace

TEST_CASE("the same seed gives the same puzzle") {
  Rng a(7), b(7);
  CHECK(random_edge_puzzle(a) == random_edge_puzzle(b));
  CHECK(random_packing_puzzle(a) == random_packing_puzzle(b));
}

TEST_CASE("what describe() prints can be read back and replayed") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    for (const Puzzle& puzzle : {random_edge_puzzle(rng), random_packing_puzzle(rng)}) {
      CAPTURE(describe(puzzle));
      REQUIRE(read_puzzle(describe(puzzle), "random.toml").body == puzzle.body);
    }
  }
}

TEST_CASE("random edge-matching puzzles are valid, of every kind, and planted ones are solved") {
  Census census;
  int framed = 0, complement = 0, hinted = 0, twins = 0, symmetric = 0, rectangles = 0;
  constexpr int tries = 400;
  for (std::uint64_t seed = 1; seed <= tries; ++seed) {
    Rng rng(seed);
    const auto [puzzle, solution] = planted_edge_puzzle(rng);
    CAPTURE(describe(puzzle));
    check_promises(puzzle.edge());
    if (solution) REQUIRE(summary(verify(puzzle, *solution)) == "solves it");
    const auto boards = try_all_boards(puzzle, 50'000);
    if (solution && boards) REQUIRE(boards->count(SymmetryGroup(puzzle).key(*solution)) == 1);
    census.add(boards);
    const PieceKinds kinds = piece_kinds(puzzle.edge());
    framed += puzzle.edge().frame.has_value();
    complement += puzzle.edge().matching == Matching::complement;
    hinted += !puzzle.edge().hints.empty();
    twins += kinds.shape.size() < kinds.kind.size();
    symmetric += std::count(kinds.rotations.begin(), kinds.rotations.end(), 4) < static_cast<int>(kinds.shape.size());
    rectangles += puzzle.edge().width != puzzle.edge().height;
  }
  CHECK(census.unsolvable > tries / 10);
  CHECK(census.several > tries / 4);
  CHECK(census.too_big < tries / 20);
  for (const int count : {framed, complement, hinted, twins, symmetric, rectangles}) CHECK(count > tries / 10);
}

TEST_CASE("random packing puzzles are valid, of every kind, and planted ones are solved") {
  Census census;
  int unlimited = 0, optional = 0, hinted = 0, restricted = 0, one_sided = 0, copies = 0, spare = 0, congruent = 0;
  constexpr int tries = 600;
  for (std::uint64_t seed = 1; seed <= tries; ++seed) {
    Rng rng(seed);
    const auto [puzzle, solution] = planted_packing_puzzle(rng);
    CAPTURE(describe(puzzle));
    const PackingPuzzle& body = puzzle.packing();
    check_promises(body);
    if (solution) REQUIRE(summary(verify(puzzle, *solution)) == "solves it");
    const auto boards = try_all_boards(puzzle, 50'000);
    if (solution && boards) REQUIRE(boards->count(SymmetryGroup(puzzle).key(*solution)) == 1);
    census.add(boards);
    const auto any = [&](auto&& is) { return std::any_of(body.pieces.begin(), body.pieces.end(), is); };
    unlimited += any([](const PackingPiece& p) { return p.max_copies == PackingPiece::unlimited; });
    restricted += any([](const PackingPiece& p) { return p.orientations.has_value(); });
    one_sided += body.lattice != LatticeKind::cube && any([](const PackingPiece& p) { return !p.turn_over; });
    copies += any([](const PackingPiece& p) { return p.min_copies > 1; });
    spare += any([](const PackingPiece& p) { return p.min_copies == 0; });
    const auto classes = congruence_classes(body);
    congruent += std::set<int>(classes.begin(), classes.end()).size() < classes.size();
    optional += !body.optional_cells.empty();
    hinted += !body.hints.empty();
  }
  CHECK(census.unsolvable > tries / 10);
  CHECK(census.several > tries / 4);
  CHECK(census.too_big < tries / 20);
  for (const int count : {unlimited, optional, hinted, restricted, one_sided, copies, spare, congruent})
    CHECK(count > tries / 20);
}

TEST_CASE("every lattice can be asked for") {
  for (const LatticeKind kind :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter}) {
    Rng rng(3);
    PackingRecipe recipe;
    recipe.lattice = kind;
    CHECK(random_packing_puzzle(rng, recipe).packing().lattice == kind);
  }
}
