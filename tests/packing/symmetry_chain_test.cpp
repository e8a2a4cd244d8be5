#include "packing/tables/symmetry_chain.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine_checks.hpp"
#include "packing/cover/cover.hpp"
#include "packing/fill/fill.hpp"

namespace tesselle::testing {
namespace {

struct Shape {
  LatticeKind lattice;
  std::vector<Cell> cells;
};

std::vector<Cell> sorted(std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// Small regions with many symmetries, some of them with a hole.
std::vector<Shape> symmetric_shapes() {
  const auto square = [](const char* drawing) { return Shape{LatticeKind::square, drawn_cells(drawing)}; };
  const auto cube = [](int x, int y, int z) { return Shape{LatticeKind::cube, box_cells(x, y, z)}; };
  std::vector<Shape> shapes = {square("#####/#####"),
                               square("####/####/####"),
                               square("###/###/###"),
                               square(".##./####/####/.##."),
                               square("###/#.#/###"),
                               square("..#../.###./#####/.###./..#.."),
                               square("##../.##./..##"),
                               cube(2, 2, 2),
                               cube(2, 2, 3),
                               cube(3, 3, 1),
                               cube(1, 2, 5)};
  std::vector<Cell> big_triangle, hexagon, star, flower = {{0, 0, 0}}, drafters;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; x + y < 3; ++y) {
      big_triangle.push_back({x, y, 0});
      if (x + y < 2) big_triangle.push_back({x, y, 1});
    }
  hexagon = {{0, 0, 0}, {-1, 0, 1}, {-1, 0, 0}, {-1, -1, 1}, {0, -1, 0}, {0, -1, 1}};
  for (const Cell& step : Lattice::of(LatticeKind::hexagon).neighbours({0, 0, 0})) flower.push_back(step);
  for (int z = 0; z < 12; ++z) drafters.push_back({0, 0, z});
  shapes.push_back({LatticeKind::triangle, sorted(big_triangle)});
  shapes.push_back({LatticeKind::triangle, sorted(hexagon)});
  shapes.push_back({LatticeKind::hexagon, sorted(flower)});
  shapes.push_back({LatticeKind::drafter, drafters});
  shapes.push_back({LatticeKind::drafter, {drafters.begin(), drafters.begin() + 6}});
  return shapes;
}

/// Cuts the cells into connected pieces of up to four cells.
std::vector<std::vector<Cell>> cut(const Lattice& lattice, std::vector<Cell> cells, Rng& rng) {
  std::vector<std::vector<Cell>> parts;
  while (!cells.empty()) {
    std::vector<Cell> part = {cells[rng.below(static_cast<std::uint32_t>(cells.size()))]};
    std::erase(cells, part[0]);
    for (std::size_t wanted = 1 + rng.below(4); part.size() < wanted;) {
      std::vector<Cell> rim;
      for (const Cell& cell : part)
        for (const Cell& next : lattice.neighbours(cell))
          if (std::find(cells.begin(), cells.end(), next) != cells.end()) rim.push_back(next);
      if (rim.empty()) break;
      part.push_back(rim[rng.below(static_cast<std::uint32_t>(rim.size()))]);
      std::erase(cells, part.back());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Takes one orbit of cells out of the region and makes it optional.
void make_optional(Puzzle& puzzle, Rng& rng) {
  PackingPuzzle& packing = body(puzzle);
  const SymmetryGroup group(puzzle);
  const std::uint32_t cell = rng.below(static_cast<std::uint32_t>(packing.region.size()));
  std::set<std::uint32_t> orbit;
  for (const auto& element : group.elements()) orbit.insert(element.cells[cell]);
  if (orbit.size() >= packing.region.size()) return;
  std::vector<Cell> rest;
  for (std::uint32_t i = 0; i < packing.region.size(); ++i)
    (orbit.count(i) > 0 ? packing.optional_cells : rest).push_back(packing.region[i]);
  packing.region = rest;
}

/// Adds the mirror image of each piece; none must be used.
void add_mirror_images(LatticeKind lattice, std::vector<PackingPiece>& pieces) {
  const int flip = Lattice::of(lattice).symmetry_count() / 2;
  for (std::size_t p = 0, count = pieces.size(); p < count; ++p) {
    PackingPiece mirrored = pieces[p];
    mirrored.name += "'";
    mirrored.cells = normalised(Lattice::of(lattice), placed(Lattice::of(lattice), mirrored.cells, flip, {}));
    pieces.push_back(std::move(mirrored));
    pieces[p].min_copies = pieces.back().min_copies = 0;
  }
}

Puzzle random_symmetric_puzzle(const Shape& shape, Rng& rng) {
  std::vector<PackingPiece> pieces;
  const bool turn_over = shape.lattice != LatticeKind::cube && rng.below(3) > 0;
  for (auto& part : cut(Lattice::of(shape.lattice), shape.cells, rng)) {
    PackingPiece piece = piece_of_cells(shape.lattice, std::string(1, static_cast<char>('A' + pieces.size())), part);
    piece.turn_over = turn_over;
    pieces.push_back(std::move(piece));
  }
  if (rng.below(4) == 0) pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))].min_copies = 0;
  if (rng.below(6) == 0) pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))].max_copies = 3;
  if (!turn_over && rng.below(3) == 0) add_mirror_images(shape.lattice, pieces);
  Puzzle puzzle = packing_puzzle("symmetric", shape.lattice, shape.cells, std::move(pieces));
  if (rng.below(4) == 0) make_optional(puzzle, rng);
  return puzzle;
}

/// How often the puzzles of the test bring up what makes symmetry hard.
struct Census {
  int puzzles = 0, large_groups = 0, symmetric_solutions = 0, checked = 0, mirror_classes = 0;

  void add(const Puzzle& puzzle, const Boards& boards) {
    const SymmetryGroup group(puzzle);
    ++puzzles;
    large_groups += group.order() >= 8;
    symmetric_solutions += std::any_of(boards.begin(), boards.end(), [&](const auto& entry) {
      return group.orbit_size(entry.second) < group.order();
    });
    mirror_classes += std::any_of(group.elements().begin(), group.elements().end(),
                                  [&](const auto& g) { return g.class_image != group.elements()[0].class_image; });
    const auto table = packing::compile_placements(puzzle.packing());
    checked += packing::SymmetryChain(group, table).checks_solutions();
  }
};

}  // namespace

TEST_CASE("each orbit is reported once with its size, on regions with many symmetries") {
  Census census;
  for (const Shape& shape : symmetric_shapes())
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      Rng rng(seed);
      const Puzzle puzzle = random_symmetric_puzzle(shape, rng);
      const auto boards = try_all_boards(puzzle, 20'000);
      if (!boards || boards->size() > 700) continue;
      CAPTURE(seed);
      CAPTURE(describe(puzzle));
      census.add(puzzle, *boards);
      for (const EngineInfo& info : {cover_engine(), fill_engine()}) {
        CAPTURE(info.name);
        check_reduced(info, puzzle, *boards);
      }
    }
  MESSAGE("puzzles " << census.puzzles << ", groups of 8 and more " << census.large_groups << ", symmetric solutions "
                     << census.symmetric_solutions << ", mirror classes " << census.mirror_classes << ", checked "
                     << census.checked);
  CHECK(census.large_groups > 40);
  CHECK(census.symmetric_solutions > 40);
  CHECK(census.mirror_classes > 3);
  CHECK(census.checked > 40);
}

}  // namespace tesselle::testing
