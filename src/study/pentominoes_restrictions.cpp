#include "study/pentominoes_restrictions.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "tesselle/errors.hpp"

namespace tesselle::study::pentomino_study {
namespace {

PackingPiece& piece_f(Puzzle& puzzle) {
  for (PackingPiece& piece : std::get<PackingPuzzle>(puzzle.body).pieces)
    if (piece.name == "F") return piece;
  throw InternalError("the study's puzzle has no piece F");
}

/// The chosen F with its axes permuted; upright ones only where there is height.
std::set<std::vector<Cell>> chosen_shapes(const Lattice& lattice) {
  constexpr std::array<std::array<int, 2>, 5> chosen = {{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}};
  std::set<std::vector<Cell>> shapes;
  std::array<int, 3> axes = {0, 1, 2};
  do {
    std::vector<Cell> cells;
    for (const auto& [u, v] : chosen) {
      std::array<int, 3> at{};
      at[static_cast<std::size_t>(axes[0])] = u;
      at[static_cast<std::size_t>(axes[1])] = v;
      cells.push_back({at[0], at[1], at[2]});
    }
    if (lattice.kind() == LatticeKind::cube || axes[2] == 2) shapes.insert(normalised(lattice, cells));
  } while (std::next_permutation(axes.begin(), axes.end()));
  return shapes;
}

}  // namespace

Puzzle in_thesis_order(Puzzle puzzle) {
  constexpr std::string_view order = "FILPNTUVWXYZ";
  auto& pieces = std::get<PackingPuzzle>(puzzle.body).pieces;
  std::stable_sort(pieces.begin(), pieces.end(), [&](const PackingPiece& a, const PackingPiece& b) {
    return order.find(a.name) < order.find(b.name);
  });
  return puzzle;
}

Puzzle with_few_turns_of_f(Puzzle puzzle) {
  const Lattice& lattice = puzzle.packing().grid();
  const auto shapes = chosen_shapes(lattice);
  PackingPiece& f = piece_f(puzzle);
  std::vector<int> kept;
  for (const int symmetry : allowed_orientations(puzzle.packing(), f))
    if (shapes.count(normalised(lattice, placed(lattice, f.cells, symmetry, {}))) > 0) kept.push_back(symmetry);
  f.orientations = kept;
  return puzzle;
}

// A puzzle cannot say where a piece may be placed, but it can make a piece that fits nowhere else: F gets a copy of
// itself far away across its plane, and room for that copy (cells that may stay empty) is only where F may be. The room
// is on one side, so the two halves fit in one way each: whichever half is in the box, F's place is the same.
Puzzle with_f_between(Puzzle puzzle, int Cell::*axis, int low, int high) {
  constexpr int far = 100;
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  const Lattice& lattice = body.grid();
  PackingPiece& f = piece_f(puzzle);
  std::vector<int> kept;
  for (const int symmetry : allowed_orientations(body, f))
    if (bounds_of(placed(lattice, f.cells, symmetry, {})).extent(axis) == 1) kept.push_back(symmetry);
  f.orientations = kept;
  const std::vector<Cell> flat = f.cells;  // across z
  for (const Cell& cell : flat) f.cells.push_back(cell + Cell{0, 0, far});
  f.cells = normalised(lattice, f.cells);
  for (Cell cell : body.region) {
    if (cell.*axis < low || cell.*axis > high) continue;
    cell.*axis += far;
    body.optional_cells.push_back(cell);
  }
  std::sort(body.optional_cells.begin(), body.optional_cells.end());
  return puzzle;
}

}  // namespace tesselle::study::pentomino_study
