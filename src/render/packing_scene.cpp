#include "render/packing_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "render/outline.hpp"

namespace tesselle::render {
namespace {

bool is_drawable(const Lattice& lattice, Cell cell) {
  constexpr int limit = 1'000'000;
  const auto near = [](int v) { return v >= -limit && v <= limit; };
  return lattice.is_cell(cell) && near(cell.x) && near(cell.y) && near(cell.z);
}

std::vector<Cell> drawable(const Lattice& lattice, const std::vector<Cell>& cells) {
  std::set<Cell> kept;
  for (const Cell& cell : cells)
    if (is_drawable(lattice, cell)) kept.insert(cell);
  return {kept.begin(), kept.end()};
}

/// A shift has z = 0 on flat lattices, so it is drawable exactly when a cell of class 0 would be.
bool is_usable(const PackingPuzzle& puzzle, const PackingPlacement& placement) {
  const Lattice& lattice = puzzle.grid();
  return placement.piece.index() < puzzle.pieces.size() && placement.orientation >= 0 &&
         placement.orientation < lattice.symmetry_count() && is_drawable(lattice, placement.offset) &&
         (lattice.kind() == LatticeKind::cube || placement.offset.z == 0);
}

/// The copies of a piece share its hue and differ a little in tone; with one or two kinds of pieces only, that would
/// be a dull picture, so each copy gets a hue of its own.
Rgb colour_of(const PackingPuzzle& puzzle, PieceId piece, int copy) {
  const std::size_t kinds = puzzle.pieces.size();
  if (kinds <= 2) return palette(piece.index() + kinds * static_cast<std::size_t>(copy));
  return lighter(palette(piece.index()), 14 * (copy % 4));
}

Shape shape_of(const PackingPuzzle& puzzle, PieceId piece, int copy) {
  return {piece, {}, colour_of(puzzle, piece, copy), puzzle.pieces[piece.index()].name, false};
}

std::vector<Cell> clipped(const std::vector<Cell>& cells, const std::set<Cell>& board) {
  std::set<Cell> kept;
  for (const Cell& cell : cells)
    if (board.count(cell) > 0) kept.insert(cell);
  return {kept.begin(), kept.end()};
}

bool is_hint(const PackingPuzzle& puzzle, const PackingPlacement& placement) {
  return std::find(puzzle.hints.begin(), puzzle.hints.end(), placement) != puzzle.hints.end();
}

const std::vector<PackingPlacement>& placements_of(const PackingPuzzle& puzzle, const PackingLayout* layout) {
  return layout ? layout->placements : puzzle.hints;
}

void add_shapes(const PackingPuzzle& puzzle, const PackingLayout* layout, Scene& scene) {
  const std::set<Cell> board(scene.board.begin(), scene.board.end());
  std::map<PieceId, int> copies;
  for (const PackingPlacement& placement : placements_of(puzzle, layout)) {
    if (!is_usable(puzzle, placement)) continue;
    Shape shape = shape_of(puzzle, placement.piece, copies[placement.piece]++);
    const auto cells = drawable(puzzle.grid(), puzzle.pieces[placement.piece.index()].cells);
    shape.cells = clipped(placed(puzzle.grid(), cells, placement.orientation, placement.offset), board);
    shape.hinted = is_hint(puzzle, placement);
    if (!shape.cells.empty()) scene.shapes.push_back(std::move(shape));
  }
}

void find_gaps(const PackingPuzzle& puzzle, Scene& scene) {
  std::set<Cell> covered, twice;
  for (const Shape& shape : scene.shapes)
    for (const Cell& cell : shape.cells)
      if (!covered.insert(cell).second) twice.insert(cell);
  const auto missing = [&](const std::vector<Cell>& cells) {
    auto kept = drawable(puzzle.grid(), cells);
    std::erase_if(kept, [&](const Cell& cell) { return covered.count(cell) > 0; });
    return kept;
  };
  scene.uncovered = missing(puzzle.region);
  scene.spare = missing(puzzle.optional_cells);
  scene.overlaps.assign(twice.begin(), twice.end());
}

/// How far a shape is from lying flat: height first, then depth.
double steepness(const Lattice& lattice, const std::vector<Cell>& cells) {
  const double depth = bounds_of(lattice, cells).height();
  if (lattice.kind() != LatticeKind::cube || cells.empty()) return depth;
  const auto by_z = [](const Cell& a, const Cell& b) { return a.z < b.z; };
  const auto [low, high] = std::minmax_element(cells.begin(), cells.end(), by_z);
  return depth + 1e7 * (high->z - low->z);
}

std::vector<Cell> lying_flat(const Lattice& lattice, const PackingPiece& piece) {
  std::vector<Cell> best = drawable(lattice, piece.cells);
  if (piece.orientations) return best;
  const std::vector<Cell> cells = best;
  for (int g = 1; g < lattice.symmetry_count(); ++g) {
    if (lattice.reflects(g)) continue;
    auto turned = normalised(lattice, placed(lattice, cells, g, {}));
    if (steepness(lattice, turned) < steepness(lattice, best) - 1e-6) best = std::move(turned);
  }
  return best;
}

}  // namespace

Scene scene_of(const PackingPuzzle& puzzle, const PackingLayout* layout) {
  Scene scene;
  scene.lattice = puzzle.lattice;
  std::vector<Cell> all = puzzle.region;
  all.insert(all.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  scene.board = drawable(puzzle.grid(), all);
  add_shapes(puzzle, layout, scene);
  find_gaps(puzzle, scene);
  return scene;
}

std::vector<Scene> layers_of(const Scene& scene) {
  std::map<int, Scene> layers;
  const auto distribute = [&](std::vector<Cell> Scene::*list) {
    for (const Cell& cell : scene.*list) (layers[cell.z].*list).push_back(cell);
  };
  for (const auto list : {&Scene::board, &Scene::uncovered, &Scene::spare, &Scene::overlaps}) distribute(list);
  for (const Shape& shape : scene.shapes) {
    std::map<int, std::vector<Cell>> slices;
    for (const Cell& cell : shape.cells) slices[cell.z].push_back(cell);
    for (auto& [z, cells] : slices)
      layers[z].shapes.push_back({shape.piece, std::move(cells), shape.colour, shape.name, shape.hinted});
  }
  std::vector<Scene> result;
  for (auto& [z, layer] : layers) {
    layer.lattice = scene.lattice;
    result.push_back(std::move(layer));
  }
  return result;
}

std::vector<TrayPiece> tray_of(const PackingPuzzle& puzzle, const PackingLayout* layout) {
  std::map<PieceId, int> used;
  for (const PackingPlacement& placement : placements_of(puzzle, layout)) ++used[placement.piece];
  std::vector<TrayPiece> tray;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const PackingPiece& piece = puzzle.pieces[p];
    const bool endless = piece.max_copies >= PackingPiece::unlimited;
    const int copies = std::max(0, piece.max_copies);
    const int left = endless ? (layout ? 0 : PackingPiece::unlimited) : copies - used[PieceId(p)];
    if (left <= 0) continue;
    TrayPiece entry = {shape_of(puzzle, PieceId(p), 0), left};
    entry.shape.cells = lying_flat(puzzle.grid(), piece);
    if (!entry.shape.cells.empty()) tray.push_back(std::move(entry));
  }
  return tray;
}

std::string tray_caption(const TrayPiece& piece) {
  if (piece.copies == 1) return piece.shape.name;
  if (piece.copies >= PackingPiece::unlimited) return fmt::format("{} (any number)", piece.shape.name);
  return fmt::format("{} x{}", piece.shape.name, piece.copies);
}

}  // namespace tesselle::render
