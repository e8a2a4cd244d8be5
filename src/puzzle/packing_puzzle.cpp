#include "tesselle/packing_puzzle.hpp"

#include <map>
#include <set>

namespace tesselle {

std::vector<int> allowed_orientations(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  if (piece.orientations) return *piece.orientations;
  const Lattice& lattice = puzzle.grid();
  std::vector<int> allowed;
  for (int g = 0; g < lattice.symmetry_count(); ++g)
    if (!lattice.reflects(g) || (piece.turn_over && puzzle.lattice != LatticeKind::cube)) allowed.push_back(g);
  return allowed;
}

std::vector<Orientation> distinct_orientations(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  const Lattice& lattice = puzzle.grid();
  std::vector<Orientation> result;
  std::set<std::vector<Cell>> seen;
  for (const int g : allowed_orientations(puzzle, piece)) {
    auto cells = normalised(lattice, placed(lattice, piece.cells, g, {}));
    if (seen.insert(cells).second) result.push_back({g, std::move(cells)});
  }
  return result;
}

std::vector<int> congruence_classes(const PackingPuzzle& puzzle) {
  std::map<std::set<std::vector<Cell>>, int> known;
  std::vector<int> classes;
  for (const PackingPiece& piece : puzzle.pieces) {
    std::set<std::vector<Cell>> shapes;
    for (Orientation& orientation : distinct_orientations(puzzle, piece)) shapes.insert(std::move(orientation.cells));
    classes.push_back(known.try_emplace(std::move(shapes), static_cast<int>(known.size())).first->second);
  }
  return classes;
}

}  // namespace tesselle
