#include "edge/tables/paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "tesselle/errors.hpp"

namespace tesselle::testing {
namespace {

EdgePuzzle board(int width, int height) {
  EdgePuzzle puzzle;
  puzzle.width = width;
  puzzle.height = height;
  return puzzle;
}

std::string names(const EdgePuzzle& puzzle, const edge::Path& path) {
  std::string text;
  for (const Square square : path) text += (text.empty() ? "" : " ") + square_name(puzzle, square);
  return text;
}

void check_covers(const EdgePuzzle& puzzle, edge::Path path) {
  std::sort(path.begin(), path.end());
  edge::Path all;
  for (std::size_t s = 0; s < puzzle.cell_count(); ++s) all.push_back(Square(s));
  CHECK(path == all);
}

std::string refusal(const EdgePuzzle& puzzle, std::string_view text) {
  try {
    edge::read_path(puzzle, text, "p.txt");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("paths: every path visits every cell of every board once") {
  for (int width = 1; width <= 7; ++width)
    for (int height = 1; height <= 7; ++height) {
      const EdgePuzzle puzzle = board(width, height);
      CAPTURE(width);
      CAPTURE(height);
      for (const std::string& name : edge::path_names()) {
        CAPTURE(name);
        check_covers(puzzle, edge::path_named(puzzle, name));
      }
      for (int teeth = 0; teeth <= height; ++teeth) check_covers(puzzle, edge::comb(puzzle, teeth));
    }
}

TEST_CASE("paths: cell by cell") {
  const EdgePuzzle puzzle = board(4, 3);
  CHECK(names(puzzle, edge::rowscan(puzzle)) == "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4");
  CHECK(names(puzzle, edge::diagonal(puzzle)) == "A1 B1 A2 C1 B2 A3 C2 B3 A4 C3 B4 C4");
  CHECK(names(puzzle, edge::spiral_in(puzzle)) == "A1 A2 A3 A4 B4 C4 C3 C2 C1 B1 B2 B3");
  CHECK(names(puzzle, edge::spiral_out(puzzle)) == "B3 B2 B1 C1 C2 C3 C4 B4 A4 A3 A2 A1");
  CHECK(names(puzzle, edge::quad_spiral_out(puzzle)) == "A2 A1 A4 A3 C3 C4 B4 B3 C1 C2 B2 B1");
  CHECK(names(puzzle, edge::comb(puzzle, 2)) == "A1 A2 A3 A4 B1 C1 B2 C2 B3 C3 B4 C4");
  CHECK_THROWS_AS(edge::path_named(puzzle, "zigzag"), UsageError);
}

TEST_CASE("paths: from a file, by names and by numbers") {
  const EdgePuzzle puzzle = board(2, 2);
  CHECK(names(puzzle, edge::read_path(puzzle, "# corners first\n B2, A1 # then\r\n\t3 2\n", "p.txt")) == "B2 A1 B1 A2");

  CHECK(refusal(puzzle, "A1 A2\n  B3 B1") ==
        "p.txt:2:3: found 'B3', expected a cell from A1 to B2 or a number from 1 to 4");
  CHECK(refusal(puzzle, "A1 5") == "p.txt:1:4: found '5', expected a cell from A1 to B2 or a number from 1 to 4");
  CHECK(refusal(puzzle, "A1 0").find("1:4") != std::string::npos);
  CHECK(refusal(puzzle, "A1,A2\nB1, 1") == "p.txt:2:5: cell A1 for the second time");
  CHECK(refusal(puzzle, "A1 B2\n") == "p.txt:2:1: the path ends after 2 of 4 cells; A2 is missing");
  CHECK(refusal(puzzle, "").find("0 of 4") != std::string::npos);
  CHECK(refusal(puzzle, "A1 A2 B1 99999999999999999999999").find("1:10") != std::string::npos);
}

}  // namespace tesselle::testing
