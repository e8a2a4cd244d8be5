#include <doctest/doctest.h>

#include "formats/refusals.hpp"
#include "support/examples.hpp"
#include "support/samples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

TEST_CASE("one number in the first line: n, then North South West East") {
  const EdgePuzzle puzzle = read_puzzle("2\n0 1 0 2\n0 1 2 0\n3 0 0 1\n3 0 1 0\n", "a.txt").edge();
  CHECK(puzzle.width == 2);
  CHECK(puzzle.height == 2);
  CHECK(puzzle.frame == Colour(0));
  CHECK(puzzle.colours == std::vector<std::string>{"0", "1", "2", "3"});
  CHECK(puzzle.pieces ==
        std::vector<Sides>{sides(0, 2, 1, 0), sides(0, 0, 1, 2), sides(3, 1, 0, 0), sides(3, 0, 0, 1)});
}

TEST_CASE("two numbers: width and height, then North East South West") {
  const EdgePuzzle puzzle = read_puzzle("2 1\n0 1 0 0\n0 0 0 1", "a.txt").edge();
  CHECK(puzzle.width == 2);
  CHECK(puzzle.height == 1);
  CHECK(puzzle.pieces == std::vector<Sides>{sides(0, 1, 0, 0), sides(0, 0, 0, 1)});
}

TEST_CASE("blank lines, comments, tabs, CRLF and a byte order mark are harmless") {
  const Puzzle puzzle = read_puzzle(
      "\xef\xbb\xbf# a list\r\n\r\n 2\t1 # size\r\n\r\n0 1 0 0#left\r\n  0\t0  0 1  \r\n\r\n#end", "x/List.txt");
  CHECK(puzzle.name == "list");
  CHECK(puzzle.edge().pieces == std::vector<Sides>{sides(0, 1, 0, 0), sides(0, 0, 0, 1)});
}

TEST_CASE("without a 0 there is no frame") {
  CHECK_FALSE(read_puzzle("1 1\n1 2 1 2", "a.txt").edge().frame.has_value());
  CHECK(write_plain_nesw(read_puzzle("1 1\n1 2 1 2", "a.txt")) == "1 1\n1 2 1 2\n");
}

TEST_CASE("refused: lists that are not right") {
  check_refusals(
      {
          {"2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "a.txt:5:1",
           "found 3 pieces, expected 4: one for each cell of the 2x2 board"},
          {"1\n0 0 0 0\n\n  0 0 0 0\n", "a.txt:4:3", "found one more piece, expected 1"},
          {"2 1\n0 0 0 0\n0 0 0\n", "a.txt:3:5", "found 3 numbers in the line, expected 4"},
          {"2 1\n0 0 0 0\n0 0 0 0 7\n", "a.txt:3:9", "found 5 numbers in the line, expected 4"},
          {"2 1\n0 0 0 0\n0 0 x 0\n", "a.txt:3:5", "found 'x', expected a colour from 0 to 1000"},
          {"2 1\n0 0 0 0\n0 0 -1 0\n", "a.txt:3:5", "found '-1'"},
          {"2 1\n0 0 0 0\n0 0 1001 0\n", "a.txt:3:5", "found '1001'"},
          {"2 1\n0 0 0 0\n0 0 99999999999999999999999999 0\n", "a.txt:3:5", "found '99999999"},
          {"2 1\n0 0 0 0\n0 0 1.5 0\n", "a.txt:3:5", "found '1.5'"},
          {std::string("2 1\n0 0 0 0\n0 0 \0 0\n", 21), "a.txt:3:5", "found '\\x00', expected a colour"},
          {"2 1\n0 0 0 0\né é \xff 0\n", "a.txt:3:1", "found 'é', expected a colour"},
          {"0\n", "a.txt:1:1", "found '0', expected a side of the board from 1 to 65535"},
          {"256\n", "a.txt:1:1", "found a board of 65536 cells, expected at most 65535"},
          {"99999 99999\n", "a.txt:1:1", "found '99999', expected a side of the board"},
          {"2 99999\n", "a.txt:1:3", "found '99999', expected a side of the board"},
          {"1 2 3\n0 0 0 0", "a.txt:1:1", "found 3 numbers in the first line, expected one (n) or two (width height)"},
          {"2\n", "a.txt:2:1", "found 0 pieces, expected 4"},
          {"2", "a.txt:1:2", "found 0 pieces, expected 4"},
      },
      [](const std::string& text) { read_puzzle(text, "a.txt"); });
  CHECK(refusal([] { read_plain_nswe("", "a.txt"); }) ==
        "a.txt:1:1: found nothing, expected the size n of an n x n board");
  CHECK(refusal([] { read_plain_nesw("3\n", "a.txt"); }) ==
        "a.txt:1:1: found 1 words, expected the width and height of the board");
}

TEST_CASE("what a list cannot hold is refused by name") {
  const Puzzle framed = edge_sample("framed", 2, 1, 1, {{1, 0, 1, 1}, {1, 1, 1, 2}});
  CHECK(write_plain_nesw(framed) == "2 1\n0 1 0 0\n0 0 0 2\n");
  CHECK(write_plain_nesw(edge_sample("free", 2, 1, std::nullopt, {{1, 0, 1, 1}, {1, 1, 1, 2}})) ==
        "2 1\n2 1 2 2\n2 2 2 3\n");
  CHECK_THROWS_AS(write_plain_nswe(framed), UsageError);
  CHECK_THROWS_AS(write_plain_nesw(with_hint(framed, 0, 0, 0)), UsageError);
  CHECK_THROWS_AS(write_plain_nesw(complement_sample("c", 1, 1, {{0, 1, 0, 1}})), UsageError);
  CHECK_THROWS_AS(write_plain_nesw(domino_box(2, 2, 2, 2)), UsageError);
}
