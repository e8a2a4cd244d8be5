#include <doctest/doctest.h>

#include "formats/refusals.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/foreign_formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

const std::string giraffe_cards =
    "HOBBBVHM\nHOBBBVHM\nHBBMBVHO\nHMBBBVHB\nBMBOHBHV\nHVBMBOHM\nBMBVHBHO\nHVHMBBBO\nBMHOHVBB\n";

ReadOptions in_order(const std::string& sides, const std::string& board) {
  ReadOptions options;
  options.sides = sides;
  options.board = board;
  return options;
}

/// Every piece somewhere, turned somehow; with holes if allowed.
EdgeBoard scattered(Rng& rng, const EdgePuzzle& puzzle, bool holes) {
  std::vector<std::optional<Placed>> cells;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    cells.push_back(Placed{PieceId(p), static_cast<std::uint8_t>(rng.below(4))});
  for (auto& cell : cells)
    if (holes && rng.below(4) == 0) cell.reset();
  rng.shuffle(std::span(cells));
  return {cells};
}

EdgeRecipe plain_recipe(bool square) {
  EdgeRecipe recipe;
  recipe.matching = Matching::same;
  recipe.max_hints = 0;
  if (square) recipe.width = recipe.height = 3;
  return recipe;
}

}  // namespace

TEST_CASE("the giraffe's letters are the built-in puzzle") {
  const Puzzle read = read_puzzle(giraffe_cards, "girafe.txt");
  CHECK(puzzle_hash(read) == puzzle_hash(load_puzzle("girafe")));
  CHECK(write_letter_list(load_puzzle("girafe")) == giraffe_cards);
  CHECK(write_letter_list(read_puzzle("# pairs: BH\n" + giraffe_cards, "f")) == giraffe_cards);
  CHECK_THROWS_AS(write_letter_list(load_puzzle("owen-4x4")), UsageError);
  CHECK_THROWS_AS(write_letter_list(domino_box(2, 2, 2, 2)), UsageError);
}

TEST_CASE("letters that pair one by one, or with themselves") {
  const std::string text = "# pairs: CD-AB,EE-EE\n# board: 1x1\nABCDEEAB\n";
  const Puzzle puzzle = read_puzzle(text, "f");
  CHECK(write_letter_list(puzzle) == text);
  const EdgePuzzle& body = puzzle.edge();
  for (std::size_t c = 0; c < body.colours.size(); ++c)
    CHECK(body.colours[body.mate[c].index()] == (body.colours[c] == "AB"   ? "CD"
                                                 : body.colours[c] == "CD" ? "AB"
                                                                           : "EE"));
}

TEST_CASE("pieces alone survive in every order, numbered or not, with commas or without") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const Puzzle puzzle = read_puzzle(write_plain_nesw(random_edge_puzzle(rng, plain_recipe(false))), "list.txt");
    const std::string board = std::to_string(puzzle.edge().width) + "x" + std::to_string(puzzle.edge().height);
    for (const char* order : {"nesw", "bltr", "nswe", "ENWS"})
      for (const bool numbered : {false, true}) {
        const std::string list = write_piece_table(puzzle, {order, numbered, false});
        CHECK(read_puzzle_with(list, "list.txt", in_order(order, board)) == puzzle);
        const std::string said = std::string("# sides: ") + order + "\n# board: " + board + "\n" + list;
        CHECK(read_puzzle(said, "list.txt") == puzzle);
        ReadOptions size;
        size.board = board;
        CHECK(read_puzzle_with(write_piece_table(puzzle, {order, numbered, true}), "list.txt", size) == puzzle);
      }
  }
}

TEST_CASE("a square board is known by its rim, others must be said") {
  const Puzzle four = four_corners();
  CHECK(read_puzzle("# sides: nesw\n" + write_piece_table(four, {}), "f").edge().width == 2);
  const Puzzle strip = edge_sample("strip", 3, 1, 0, {{0, 1, 0, 0}, {0, 2, 0, 1}, {0, 0, 0, 2}});
  CHECK(refusal([&] { read_puzzle("# sides: nesw\n" + write_piece_table(strip, {}), "f"); }).find("--board") !=
        std::string::npos);
  const Puzzle free = edge_sample("free", 2, 2, std::nullopt, {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}});
  CHECK(refusal([&] { read_puzzle("# sides: nesw\n" + write_piece_table(free, {}), "f"); }).find("--board") !=
        std::string::npos);
}

TEST_CASE("documents of eternity2.dev survive") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    EdgeRecipe recipe = plain_recipe(seed % 2 == 0);
    recipe.max_hints = 2;
    const Puzzle puzzle = read_puzzle(write_site_puzzle(random_edge_puzzle(rng, recipe)), "site.json");
    CHECK(read_site_puzzle(write_site_puzzle(puzzle), "site.json").body == puzzle.body);
    if (puzzle.edge().width != puzzle.edge().height) continue;
    const EdgeBoard board = scattered(rng, puzzle.edge(), true);
    CHECK(read_solution(puzzle, write_site_board(puzzle, board, 7), "b.json").solution.edge() == board);
  }
  CHECK(read_site_puzzle(write_site_puzzle(load_puzzle("eternity2-clues")), "f").edge() ==
        load_puzzle("eternity2-clues").edge());
  CHECK_THROWS_AS(write_site_puzzle(load_puzzle("girafe")), UsageError);
}

TEST_CASE("the course's files, letters and rows of boards survive") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, plain_recipe(true));
    const EdgePuzzle& body = puzzle.edge();
    const EdgeBoard full = scattered(rng, body, false), holed = scattered(rng, body, true);
    const std::string course = write_course_solution(puzzle, full, 3);
    CHECK(write_course_solution(puzzle, read_solution(puzzle, course, "c.txt").solution.edge(), 3) == course);
    CHECK(read_shown_board(puzzle, course, "c.txt")->cells.size() == 9);
    CHECK(read_solution(puzzle, write_solution_csv(puzzle, {holed}), "b.csv").solution.edge() == holed);
    const std::string edges = write_board_edges(puzzle, holed);
    CHECK(write_board_edges(puzzle, read_solution(puzzle, edges, "e.txt").solution.edge()) == edges);
  }
}

TEST_CASE("names in tables are no formulas, and come back") {
  const std::vector<std::string> names = {"=1+1", "'=1+1", "''=1+1", "+a", "-a", "@a", "\ta", "'a", "a'", " a ", "a;b"};
  Puzzle puzzle{"p", "", "", PackingPuzzle{}};
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  PackingLayout layout;
  for (std::size_t p = 0; p < names.size(); ++p) {
    body.region.push_back({static_cast<int>(p), 0, 0});
    body.pieces.push_back({names[p], {{0, 0, 0}}, 1, 1, true, std::nullopt});
    layout.placements.push_back({PieceId(p), 0, {static_cast<int>(p), 0, 0}});
  }
  const std::string table = write_solution_csv(puzzle, {layout});
  for (const char* formula : {"\n=", "\n+", "\n-", "\n@", "\n\t", "\"=", "\"\t"})
    CHECK(table.find(formula) == table.npos);
  CHECK(read_solution(puzzle, table, "b.csv").solution.packing() == layout);
  const std::string of_others = "piece,orientation,x,y\n=1+1,0,0,0\n''=1+1,0,2,0\n";
  CHECK(read_solution(puzzle, of_others, "b.csv").solution.packing().placements.size() == 2);
}

TEST_CASE("the course counts rows from the bottom") {
  const Puzzle puzzle = load_puzzle("inf6102-a");
  EdgeBoard board;
  for (std::size_t p = 0; p < 16; ++p) board.cells.push_back(Placed{PieceId(p), 0});
  const std::string text = write_course_solution(puzzle, board, 0);
  CHECK(text.starts_with("0\n4\n6 0 3 0\n"));  // piece 13 is at D1
  board.cells[0].reset();
  CHECK_THROWS_AS(write_course_solution(puzzle, board, 0), UsageError);
}

TEST_CASE("refused: boards that are not right") {
  check_refusals(
      {
          {"0\n3\n", "b:2:1", "found a board of 3x3 cells, expected 2x2"},
          {"0\n2\n1 2 3\n", "b:3:5", "found 3 numbers in the line, expected 4"},
          {"0\n2\n0 0 0 0\n", "b:4:1", "found 1 cells, expected 4"},
          {"0\n2\n9 9 9 9\n9 9 9 9\n9 9 9 9\n9 9 9 9\n", "b:5:1", "found sides in cell A1 that no piece has"},
          {"cell,piece,rotation\nA1,9,0\n", "b:2:4", "found piece '9', expected a number from 1 to 4"},
          {"cell,piece,rotation\nZ1,1,0\n", "b:2:1", "found 'Z1', expected a cell"},
          {"cell,piece,rotation\nA1,1\n", "b:2:1", "found 2 fields, expected 3"},
          {"cell,piece,rotation\n\"A1,1,0\n", "b:2:1", "found a quote that is not closed"},
          {"piece,rotation\n1,0\n", "b:1:1", "found no column 'cell'"},
          {"{\"board\":[0,1]}", "b:1:10", "found 2 cells, expected 4"},
          {"{\"board\":[0,1,2,16]}", "b:1:17", "16"},
          {"{\"size\":3,\"board\":[0,1,2,3]}", "b:1:9", "3"},
          {"aaaaaaaa", "b:1:9", "found board_edges of 8 letters, expected 16"},
      },
      [](const std::string& text) { read_solution(four_corners(), text, "b"); });
}

TEST_CASE("a board tells its puzzle") {
  CHECK(built_in_set(load_puzzle("eternity2-centre").edge())->name == "eternity2");
  CHECK(built_in_set(load_puzzle("eternity2").edge())->clues.size() == 5);
  CHECK_FALSE(built_in_set(four_corners().edge()).has_value());
  const Puzzle girafe = load_puzzle("girafe");
  Rng rng(1);
  const EdgeBoard board = scattered(rng, girafe.edge(), false);
  CHECK(puzzle_of_board(write_board_address(girafe, board), "f").name == "girafe");
  CHECK(refusal([] { puzzle_of_board("board_edges=bcde", "f"); }).find("no built-in puzzle") != std::string::npos);
}

TEST_CASE("in an address mates share a letter, and board_sides tells them apart") {
  const Puzzle puzzle = complement_sample("c", 2, 1, {{0, 1, 2, 3}, {1, 0, 3, 2}});
  const EdgeBoard board = {{Placed{PieceId(0), 0}, Placed{PieceId(1), 2}}};
  const std::string address = write_board_address(puzzle, board);
  CHECK(address.find("&board_edges=bbddddbb&") != std::string::npos);
  CHECK(address.ends_with("&board_sides=bcdeedcb"));
  CHECK(read_board_address(puzzle, address, "b") == board);
  std::string other = address;
  other.replace(other.find("board_edges=b") + 12, 1, "d");
  CHECK(refusal([&] { read_board_address(puzzle, other, "b"); }).find("which board_edges contradicts") !=
        std::string::npos);
}
