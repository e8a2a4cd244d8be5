#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "picture_checks.hpp"
#include "render/outline.hpp"
#include "render/packing_svg.hpp"
#include "render/packing_terminal.hpp"
#include "tesselle/render.hpp"

using namespace tesselle;
using namespace tesselle::test;

namespace {

PackingPiece piece(std::string name, LatticeKind kind, std::vector<Cell> cells, int copies = 1) {
  PackingPiece result;
  result.name = std::move(name);
  result.cells = normalised(Lattice::of(kind), std::move(cells));
  result.max_copies = copies;
  result.turn_over = kind != LatticeKind::cube;
  return result;
}

/// 3 × 2 with an L, an I and a single cell.
Puzzle small_box() {
  PackingPuzzle puzzle;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 2; ++y) puzzle.region.push_back({x, y, 0});
  puzzle.pieces = {piece("L", LatticeKind::square, {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}}),
                   piece("bar", LatticeKind::square, {{0, 0, 0}, {1, 0, 0}}),
                   piece("o", LatticeKind::square, {{0, 0, 0}})};
  return {"small", "Small", "", puzzle};
}

Solution layout(std::vector<PackingPlacement> placements) { return {PackingLayout{std::move(placements)}}; }

const Solution small_solution =
    layout({{PieceId(0), 0, {0, 0, 0}}, {PieceId(1), 0, {1, 0, 0}}, {PieceId(2), 0, {2, 1, 0}}});

/// A region of this lattice with many cells around the origin.
std::vector<Cell> patch(LatticeKind kind) {
  std::vector<Cell> cells;
  const int classes = kind == LatticeKind::cube ? 3 : Lattice::of(kind).class_count();
  for (int x = -2; x < 3; ++x)
    for (int y = -2; y < 3; ++y)
      for (int z = 0; z < classes; ++z) cells.push_back({x, y, z});
  return cells;
}

constexpr LatticeKind kinds[] = {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon,
                                 LatticeKind::drafter};

}  // namespace

TEST_CASE("a small packing in plain text") {
  CHECK(render_terminal(small_box(), &small_solution, TerminalColour::none) ==
        "+---+-------+\n"
        "| L | A   A |\n"
        "|   +---+---+\n"
        "| L   L | o |\n"
        "+-------+---+\n"
        "\n"
        "A = bar\n");
}

TEST_CASE("gaps and pieces beside the board in plain text") {
  const Solution partial = layout({{PieceId(0), 0, {0, 0, 0}}});
  CHECK(render_terminal(small_box(), &partial, TerminalColour::none) ==
        "+---+-------+\n"
        "| L | .   . |\n"
        "|   +---+   |\n"
        "| L   L | . |\n"
        "+-------+---+\n"
        "\n"
        "Not on the board:\n"
        "+-------+   +---+\n"
        "| A   A |   | o |\n"
        "+-------+   +---+\n"
        "   bar        o\n");
}

TEST_CASE("layers of a cube side by side in plain text") {
  PackingPuzzle puzzle;
  puzzle.lattice = LatticeKind::cube;
  for (int z = 0; z < 2; ++z)
    for (int x = 0; x < 2; ++x) puzzle.region.push_back({x, 0, z});
  puzzle.pieces = {piece("V", puzzle.lattice, {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}),
                   piece("o", puzzle.lattice, {{0, 0, 0}})};
  const Solution solution = layout({{PieceId(0), 0, {0, 0, 0}}, {PieceId(1), 0, {1, 0, 1}}});
  CHECK(render_terminal({"v", "V", "", puzzle}, &solution, TerminalColour::none) ==
        "+-------+  +---+---+\n"
        "| V   V |  | V | o |\n"
        "+-------+  +---+---+\n"
        " layer 1    layer 2\n");
}

TEST_CASE("colour is used only when asked for") {
  for (const Solution* solution : {&small_solution, static_cast<const Solution*>(nullptr)}) {
    const std::string plain = render_terminal(small_box(), solution, TerminalColour::none);
    for (const char c : plain) CHECK((c == '\n' || (c >= ' ' && c <= '~')));
    CHECK(render_terminal(small_box(), solution, TerminalColour::truecolour).find("\x1b[") != std::string::npos);
  }
}

TEST_CASE("one path per piece, its area that of its cells, on every flat lattice") {
  std::mt19937 random(5);
  for (const LatticeKind kind : kinds) {
    if (kind == LatticeKind::cube) continue;
    const Lattice& lattice = Lattice::of(kind);
    PackingPuzzle puzzle;
    puzzle.lattice = kind;
    puzzle.region = patch(kind);
    std::vector<Cell> shape = {{0, 0, 0}};  // grows along a chain of neighbours
    for (int k = 0; k < 6; ++k) {
      const auto near = lattice.neighbours(shape.back());
      for (const Cell& next : near)
        if (std::find(shape.begin(), shape.end(), next) == shape.end()) {
          shape.push_back(next);
          break;
        }
    }
    puzzle.pieces = {piece("a", kind, shape, 3), piece("b", kind, {{0, 0, 0}}, 3), piece("c", kind, {{0, 0, 0}})};
    // Where the piece lands is left to chance; the whole of it must be on the board for its area to be known.
    std::vector<PackingPlacement> chosen;
    std::vector<std::size_t> sizes;
    for (int tries = 0; tries < 200 && chosen.size() < 5; ++tries) {
      const PackingPlacement placement = {PieceId(random() % 2),
                                          static_cast<int>(random() % static_cast<unsigned>(lattice.symmetry_count())),
                                          {static_cast<int>(random() % 7) - 3, static_cast<int>(random() % 7) - 3, 0}};
      const auto cells =
          placed(lattice, puzzle.pieces[placement.piece.index()].cells, placement.orientation, placement.offset);
      const auto inside = [&](const Cell& c) {
        return std::binary_search(puzzle.region.begin(), puzzle.region.end(), c);
      };
      if (!std::all_of(cells.begin(), cells.end(), inside)) continue;
      chosen.push_back(placement);
      sizes.push_back(cells.size());
    }
    REQUIRE(chosen.size() == 5);
    const PackingLayout wanted = {chosen};
    const render::Scene scene = render::scene_of(puzzle, &wanted);
    const render::Picture picture =
        render::flat_board(scene, render::bounds_of(lattice, scene.board), 1000);  // large, so that rounding is small
    const double cell = path_area(render::path_data(render::Scale{1000, {}}({lattice.outline({0, 0, 0})})));
    const auto paths = paths_of(picture.body, "piece");
    REQUIRE(paths.size() == 5);
    for (std::size_t k = 0; k < paths.size(); ++k)
      CHECK(path_area(paths[k]) == doctest::Approx(cell * static_cast<double>(sizes[k])).epsilon(1e-4));
    // Together with the uncovered cells they are the board, overlaps counted as often as they are covered.
    double uncovered = 0;
    for (const std::string& path : paths_of(picture.body, "empty")) uncovered += path_area(path);
    CHECK(uncovered == doctest::Approx(cell * static_cast<double>(scene.uncovered.size())).epsilon(1e-4));
  }
}

TEST_CASE("a ring keeps its hole") {
  PackingPuzzle puzzle;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y) puzzle.region.push_back({x, y, 0});
  auto ring = puzzle.region;
  std::erase(ring, Cell{1, 1, 0});
  puzzle.pieces = {piece("ring", LatticeKind::square, ring)};
  const PackingLayout wanted = {{{PieceId(0), 0, {0, 0, 0}}}};
  const render::Scene scene = render::scene_of(puzzle, &wanted);
  const auto paths =
      paths_of(render::flat_board(scene, render::bounds_of(scene.grid(), scene.board), 10).body, "piece");
  REQUIRE(paths.size() == 1);
  CHECK(count(paths.front(), "Z") == 2);
  CHECK(path_area(paths.front()) == doctest::Approx(800));
}

TEST_CASE("documents: pieces on the board and in the tray, overlaps in red, hints with a pin") {
  Puzzle puzzle = small_box();
  std::get<PackingPuzzle>(puzzle.body).hints = {{PieceId(2), 0, {2, 1, 0}}};
  CHECK(count(render_svg(puzzle, &small_solution), "class=\"piece\"") == 3);
  CHECK(count(render_svg(puzzle, &small_solution), "class=\"hint\"") == 1);
  CHECK(count(render_svg(puzzle, &small_solution), "class=\"conflict\"") == 0);
  CHECK(count(render_svg(puzzle, nullptr), "class=\"piece\"") == 3);
  const Solution twice = layout({{PieceId(0), 0, {0, 0, 0}}, {PieceId(1), 0, {0, 1, 0}}});
  CHECK(count(render_svg(puzzle, &twice), "class=\"conflict\"") == 2);
  CHECK(count(render_terminal(puzzle, &twice, TerminalColour::none), "!") == 2);
}

TEST_CASE("names are escaped") {
  Puzzle puzzle = small_box();
  std::get<PackingPuzzle>(puzzle.body).pieces[1].name = "<&>";
  puzzle.title = "\"A\" & <B>";
  const std::string svg = render_svg(puzzle, nullptr);
  CHECK(is_well_formed(svg));
  CHECK(svg.find("<title>&quot;A&quot; &amp; &lt;B&gt;</title>") != std::string::npos);
}

TEST_CASE("the solid shows the faces that can be seen") {
  render::Scene scene;
  scene.lattice = LatticeKind::cube;
  scene.shapes = {{PieceId(0), {{0, 0, 0}}, render::palette(0), "a", false}};
  CHECK(count(render::cube_solid(scene, 20).body, "class=\"face\"") == 3);
  scene.shapes.push_back({PieceId(1), {{0, 0, 1}}, render::palette(1), "b", false});  // below the first
  CHECK(count(render::cube_solid(scene, 20).body, "class=\"face\"") == 5);
  scene.board = {};
  scene.shapes = {{PieceId(0), {}, render::palette(0), "box", false}};
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 4; ++y)
      for (int z = 0; z < 5; ++z) scene.shapes.front().cells.push_back({x, y, z});
  CHECK(count(render::cube_solid(scene, 20).body, "class=\"face\"") == 3 * 4 + 3 * 5 + 4 * 5);
}

TEST_CASE("pieces get letters of their own while letters last") {
  PackingPuzzle puzzle;
  for (const char* name : {"A", "bar", "B", "long", "z"})
    puzzle.pieces.push_back(piece(name, LatticeKind::square, {{0, 0, 0}}));
  CHECK(render::piece_symbols(puzzle) == U"ACBDz");
  for (int i = 0; i < 300; ++i) puzzle.pieces.push_back(piece("more", LatticeKind::square, {{0, 0, 0}}));
  CHECK(render::piece_symbols(puzzle).size() == 305);
}
