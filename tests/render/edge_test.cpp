#include <doctest/doctest.h>

#include <random>

#include "picture_checks.hpp"
#include "render/edge_view.hpp"
#include "support/examples.hpp"
#include "tesselle/render.hpp"

using namespace tesselle;
using tesselle::testing::sides;
using namespace tesselle::test;

namespace {

EdgePuzzle numbered(int width, int height, std::size_t colours) {
  EdgePuzzle puzzle;
  puzzle.width = width, puzzle.height = height;
  for (std::size_t c = 0; c < colours; ++c) {
    puzzle.colours.push_back(std::to_string(c));
    puzzle.mate.emplace_back(c);
  }
  puzzle.frame = Colour(0);
  return puzzle;
}

Puzzle small_board() {
  EdgePuzzle puzzle = numbered(2, 2, 5);
  puzzle.pieces = {sides(0, 1, 2, 0), sides(0, 0, 3, 1), sides(2, 4, 0, 0), sides(3, 0, 0, 4)};
  return {"small", "Small", "", puzzle};
}

Solution board(std::vector<std::optional<Placed>> cells) { return {EdgeBoard{std::move(cells)}}; }

Placed at(std::size_t piece, std::uint8_t rotation = 0) { return {PieceId(piece - 1), rotation}; }

EdgePuzzle random_puzzle(std::mt19937& random, int width, int height, bool complement) {
  EdgePuzzle puzzle = numbered(width, height, 6);
  if (complement) {
    puzzle.matching = Matching::complement;
    for (std::size_t c = 0; c < 6; ++c) puzzle.mate[c] = Colour(c ^ 1);
    puzzle.frame.reset();
  }
  for (std::size_t p = 0; p < puzzle.cell_count(); ++p)
    puzzle.pieces.push_back(sides(random() % 6, random() % 6, random() % 6, random() % 6));
  return puzzle;
}

/// Edges between placed pieces that do not fit, and rim sides of placed pieces that are not the frame.
int mismatches(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  int wrong = 0;
  for (std::size_t i = 0; i < board.cells.size(); ++i)
    for (const Side side : all_sides) {
      if (!board.cells[i]) continue;
      const auto turned = [&](std::size_t k) {
        return rotated(puzzle.pieces[board.cells[k]->piece.index()], board.cells[k]->rotation);
      };
      const Colour colour = turned(i)[static_cast<std::size_t>(side)];
      const auto next = neighbour(puzzle, Square(i), side);
      if (!next) wrong += puzzle.frame && colour != *puzzle.frame ? 2 : 0;
      if (next && board.cells[next->index()])
        wrong += !puzzle.fits(colour, turned(next->index())[static_cast<std::size_t>(opposite(side))]);
    }
  return wrong / 2;
}

}  // namespace

TEST_CASE("a small board in plain text") {
  const Puzzle puzzle = small_board();
  const Solution solved = board({at(1), at(2), at(3), at(4)});
  CHECK(render_terminal(puzzle, &solved, TerminalColour::none) ==
        "      1     2\n"
        "   +-----+-----+\n"
        "   |  0  |  0  |\n"
        " A |0 1 1|1 2 0|\n"
        "   |  2  |  3  |\n"
        "   +-----+-----+\n"
        "   |  2  |  3  |\n"
        " B |0 3 4|4 4 0|\n"
        "   |  0  |  0  |\n"
        "   +-----+-----+\n");
}

TEST_CASE("conflicts, empty cells and pieces beside the board in plain text") {
  const Puzzle puzzle = small_board();
  const Solution partial = board({at(1, 1), at(2), {}, at(4)});
  CHECK(render_terminal(puzzle, &partial, TerminalColour::none) ==
        "      1     2\n"
        "   +-----+-----+\n"
        "   |  0  |  0  |\n"
        " A X2 1 0X1 2 0|\n"
        "   |  1  |  3  |\n"
        "   +-----+-----+\n"
        "   |     |  3  |\n"
        " B |     |4 4 0|\n"
        "   |     |  0  |\n"
        "   +-----+-----+\n"
        "\n"
        "Not on the board:\n"
        "+-----+\n"
        "|  2  |\n"
        "|0 3 4|\n"
        "|  0  |\n"
        "+-----+\n");
}

TEST_CASE("hints lie on the board before anything is solved, and only kept hints are starred") {
  Puzzle puzzle = small_board();
  std::get<EdgePuzzle>(puzzle.body).hints = {{Square(1), at(2)}};
  CHECK(render_terminal(puzzle, nullptr, TerminalColour::none).find("1 2* 0") != std::string::npos);
  CHECK(count(render_svg(puzzle, nullptr), "class=\"hint\"") == 1);
  const Solution other = board({at(1), at(2, 1), at(3), at(4)});
  CHECK(count(render_svg(puzzle, &other), "class=\"hint\"") == 0);
}

TEST_CASE("a sixteen by sixteen board fits 120 columns in both ways") {
  std::mt19937 random(3);
  EdgePuzzle puzzle = random_puzzle(random, 16, 16, false);
  for (std::size_t c = 6; c < 23; ++c) puzzle.colours.push_back(std::to_string(c)), puzzle.mate.emplace_back(c);
  puzzle.pieces.front() = sides(22, 22, 22, 22);
  puzzle.hints = {{Square(135), at(139)}};
  EdgeBoard full;
  for (std::size_t p = 0; p < 256; ++p) full.cells.push_back(at(p + 1));
  const Solution solution = {full};
  const std::string plain = render_terminal({"p", "", "", puzzle}, &solution, TerminalColour::none);
  const std::string coloured = render_terminal({"p", "", "", puzzle}, &solution, TerminalColour::truecolour);
  std::size_t widest = 0, start = 0;
  for (std::size_t end = plain.find('\n'); end != plain.npos; start = end + 1, end = plain.find('\n', start))
    widest = std::max(widest, end - start);
  CHECK(widest <= 120);
  CHECK(count(coloured, "\n") == 16 * 3 + 1);
  CHECK(plain.find('\x1b') == plain.npos);
}

TEST_CASE("every mismatch is marked once, and every piece is drawn once") {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const EdgePuzzle puzzle = random_puzzle(random, 1 + round % 5, 1 + round % 4, round % 3 == 0);
    EdgeBoard cells;
    int placed = 0;
    for (std::size_t i = 0; i < puzzle.cell_count(); ++i) {
      const bool empty = random() % 4 == 0;
      cells.cells.push_back(empty ? std::nullopt : std::optional(at(i + 1, static_cast<std::uint8_t>(random() % 4))));
      placed += !empty;
    }
    const Solution solution = {cells};
    const std::string svg = render_svg({"random", "Random", "", puzzle}, &solution);
    REQUIRE(is_well_formed(svg));
    CHECK(count(svg, "class=\"conflict\"") == mismatches(puzzle, cells));
    CHECK(count(svg, "class=\"piece\"") == static_cast<int>(puzzle.cell_count()));  // the others are in the tray
    CHECK(count(svg, "class=\"empty\"") == static_cast<int>(puzzle.cell_count()) - placed);
  }
}

TEST_CASE("colours that fit together look alike, halves differ, the frame is grey") {
  EdgePuzzle puzzle = numbered(1, 1, 6);
  using Half = render::SideStyle::Half;
  {
    const render::EdgeView view(puzzle, nullptr);
    CHECK(view.style(Colour(0)).half == Half::frame);
    CHECK(view.style(Colour(1)).hue == 0);
    CHECK(view.style(Colour(5)).hue == 4);
  }
  puzzle.matching = Matching::complement;
  puzzle.frame.reset();
  puzzle.mate = {Colour(3), Colour(1), Colour(4), Colour(0), Colour(2), Colour(5)};
  const render::EdgeView view(puzzle, nullptr);
  CHECK(view.style(Colour(0)).hue == view.style(Colour(3)).hue);
  CHECK(view.style(Colour(0)).half == Half::first);
  CHECK(view.style(Colour(3)).half == Half::second);
  CHECK(view.style(Colour(1)).half == Half::whole);
  CHECK(view.style(Colour(1)).hue == 1);
  CHECK(view.style(Colour(4)).hue == 2);
  CHECK(view.style(Colour(5)).hue == 3);
}
