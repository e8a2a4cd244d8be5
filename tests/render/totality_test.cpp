#include <doctest/doctest.h>

#include <climits>
#include <random>

#include "picture_checks.hpp"
#include "tesselle/render.hpp"

using namespace tesselle;
using namespace tesselle::test;

namespace {

void draw_every_way(const Puzzle& puzzle, const Solution* solution) {
  const std::string svg = render_svg(puzzle, solution);
  REQUIRE(is_well_formed(svg));
  REQUIRE(svg == render_svg(puzzle, solution));
  REQUIRE(is_well_formed(render_svg(puzzle, solution, {.shades = {}, .seconds_per_piece = 0.1, .numbers = true})));
  TerminalStyle narrow({}, 10);
  narrow.numbers = true;
  REQUIRE(render_terminal(puzzle, solution, narrow).back() == '\n');
  for (const auto colour : {TerminalColour::none, TerminalColour::truecolour}) {
    const std::string text = render_terminal(puzzle, solution, colour);
    REQUIRE_FALSE(text.empty());
    REQUIRE(text.back() == '\n');
    if (colour == TerminalColour::none) REQUIRE(text.find('\x1b') == text.npos);
  }
}

int junk(std::mt19937& random) {
  constexpr int odd[] = {0, 1, -1, 2, 3, 7, 40, 47, 48, -48, 1'000'000, -1'000'001, INT_MAX, INT_MIN};
  return odd[random() % std::size(odd)];
}

Cell junk_cell(std::mt19937& random) { return {junk(random), junk(random), junk(random)}; }
Cell near_cell(std::mt19937& random) {
  return {static_cast<int>(random() % 5) - 2, static_cast<int>(random() % 5) - 2, static_cast<int>(random() % 14) - 1};
}

}  // namespace

TEST_CASE("puzzles without anything can be drawn") {
  draw_every_way({"", "", "", EdgePuzzle{}}, nullptr);
  for (const auto kind :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter}) {
    PackingPuzzle puzzle;
    puzzle.lattice = kind;
    draw_every_way({"", "", "", puzzle}, nullptr);
    const Solution other = {EdgeBoard{}};
    draw_every_way({"", "", "", puzzle}, &other);
  }
}

TEST_CASE("any edge board can be drawn, however wrong") {
  std::mt19937 random(17);
  for (int round = 0; round < 100; ++round) {
    EdgePuzzle puzzle;
    puzzle.width = static_cast<int>(random() % 36);
    puzzle.height = static_cast<int>(random() % 4);
    puzzle.matching = random() % 2 ? Matching::same : Matching::complement;
    for (std::size_t c = 0; c < random() % 9; ++c) puzzle.colours.push_back(random() % 2 ? "\x1b[2J<&" : "red");
    for (std::size_t c = 0; c < random() % 9; ++c) puzzle.mate.emplace_back(random() % 9);
    if (random() % 2) puzzle.frame = Colour(random() % 9);
    for (std::size_t p = 0; p < random() % 20; ++p)
      puzzle.pieces.push_back({Colour(random() % 9), Colour(random() % 70000), Colour(0), Colour(random() % 40)});
    for (std::size_t h = 0; h < random() % 3; ++h)
      puzzle.hints.push_back({Square(random() % 40), {PieceId(random() % 40), static_cast<std::uint8_t>(random())}});
    EdgeBoard board;
    for (std::size_t i = 0; i < random() % 120; ++i)
      board.cells.push_back(random() % 3
                                ? std::optional(Placed{PieceId(random() % 30), static_cast<std::uint8_t>(random())})
                                : std::nullopt);
    const Solution solution = {board}, other = {PackingLayout{}};
    draw_every_way({"junk", "", "", puzzle}, &solution);
    draw_every_way({"junk", "", "", puzzle}, round % 2 ? nullptr : &other);
  }
}

TEST_CASE("any packing layout can be drawn, however wrong") {
  std::mt19937 random(23);
  for (int round = 0; round < 150; ++round) {
    PackingPuzzle puzzle;
    puzzle.lattice = static_cast<LatticeKind>(round % 5);
    const bool wild = random() % 4 == 0;
    const auto cell = [&] { return wild && random() % 4 == 0 ? junk_cell(random) : near_cell(random); };
    for (std::size_t k = 0; k < random() % 60; ++k) puzzle.region.push_back(cell());
    for (std::size_t k = 0; k < random() % 5; ++k) puzzle.optional_cells.push_back(cell());
    for (std::size_t p = 0; p < random() % 5; ++p) {
      PackingPiece piece;
      piece.name = random() % 2 ? "" : "name\n\xff<";
      piece.max_copies = junk(random);
      for (std::size_t k = 0; k < random() % 6; ++k) piece.cells.push_back(cell());
      if (random() % 3 == 0) piece.orientations = std::vector<int>{junk(random)};
      puzzle.pieces.push_back(piece);
    }
    const auto placement = [&] {
      const int orientation = random() % 2 ? junk(random) : static_cast<int>(random() % 8);
      return PackingPlacement{PieceId(random() % 6), orientation, random() % 2 ? Cell{0, 0, 0} : cell()};
    };
    for (std::size_t h = 0; h < random() % 3; ++h) puzzle.hints.push_back(placement());
    PackingLayout layout;
    for (std::size_t k = 0; k < random() % 8; ++k) layout.placements.push_back(placement());
    const Solution solution = {layout};
    draw_every_way({"junk", "", "", puzzle}, &solution);
    draw_every_way({"junk", "", "", puzzle}, nullptr);
  }
}

TEST_CASE("large boards are drawn or declined, quickly") {
  PackingPuzzle puzzle;
  puzzle.region = {{0, 0, 0}, {900'000, 900'000, 0}};
  for (const auto kind : {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon}) {
    puzzle.lattice = kind;
    draw_every_way({"far", "", "", puzzle}, nullptr);
  }
  EdgePuzzle edge;
  edge.width = edge.height = 210;
  draw_every_way({"large", "", "", edge}, nullptr);
}
