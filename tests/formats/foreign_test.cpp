#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

#include "formats/foreign_samples.hpp"
#include "formats/refusals.hpp"
#include "formats/soma_gzip.hpp"
#include "packing/cover/cover.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

std::vector<Solution> distinct_solutions(const Puzzle& puzzle) {
  const EngineInfo info = cover_engine();
  const EngineConfig config{.goal = Goal::all, .symmetry = SearchSymmetry::reduced, .options = Options(info.options)};
  const auto engine = info.make(puzzle, config);
  CollectingSink sink;
  run_to_end(*engine, sink);
  return sink.boards;
}

/// How long, wide and high the box around the region is, shortest side first.
std::array<int, 3> box_sides(const PackingPuzzle& puzzle) {
  Cell low = puzzle.region.front(), high = low;
  for (const Cell& c : puzzle.region) {
    low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
    high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
  }
  std::array<int, 3> sides = {high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1};
  std::sort(sides.begin(), sides.end());
  return sides;
}

/// The same box, perhaps turned, and pieces with the same orientations, whatever their names.
bool same_up_to_names(const PackingPuzzle& a, const PackingPuzzle& b) {
  const auto ways = [](const PackingPuzzle& puzzle) {
    std::multiset<std::vector<std::vector<Cell>>> all;
    for (const PackingPiece& piece : puzzle.pieces) {
      std::vector<std::vector<Cell>> shapes;
      for (const Orientation& way : distinct_orientations(puzzle, piece)) shapes.push_back(way.cells);
      std::sort(shapes.begin(), shapes.end());
      all.insert(std::move(shapes));
    }
    return all;
  };
  return a.lattice == b.lattice && box_sides(a) == box_sides(b) && a.region.size() == b.region.size() &&
         a.optional_cells.size() == b.optional_cells.size() && ways(a) == ways(b);
}

/// The cells of every piece in an L section, read by the README's words alone.
std::map<std::string, std::set<Cell>> drawn_pieces(const std::string& def, int height) {
  std::istringstream lines(def.substr(def.find("L\n") + 2));
  std::map<std::string, std::set<Cell>> pieces;
  std::string line;
  for (int y = height - 1; std::getline(lines, line) && line != "~L"; --y) {
    std::istringstream words(line);
    Cell at = {0, y, 0};
    for (std::string word; words >> word; ++at.x) {
      if (word == ",")
        at = {-1, y, at.z + 1};
      else
        pieces[word].insert(at);
    }
  }
  return pieces;
}

std::set<Cell> cells_of(const PackingPuzzle& puzzle, const PackingPlacement& how) {
  const auto cells = placed(puzzle.grid(), puzzle.pieces[how.piece.index()].cells, how.orientation, how.offset);
  return {cells.begin(), cells.end()};
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("Soma from BurrTools, zipped and plain, and from polycube has 240 distinct solutions") {
  for (const std::string& text : {soma_xmpuzzle, soma_xmpuzzle_gzip(), soma_def}) {
    const Puzzle puzzle = read_puzzle(text, "Soma.x");
    CHECK(puzzle.name == "soma");
    CHECK(same_up_to_names(puzzle.packing(), load_puzzle("soma").packing()));
    CHECK(distinct_solutions(puzzle).size() == 240);
  }
}

TEST_CASE("the pentominoes of other programs are ours up to names") {
  CHECK(same_up_to_names(read_puzzle(pentominoes_xmpuzzle, "p").packing(), load_puzzle("pentominoes-3x4x5").packing()));
  CHECK(same_up_to_names(read_puzzle(pentominoes_def, "p").packing(), load_puzzle("pentominoes-6x10").packing()));
}

TEST_CASE("what is written in a foreign format is read back as the same puzzle") {
  for (const char* name : {"soma", "bedlam", "pentominoes-6x10", "pentominoes-8x8-hole", "pentominoes-3x4x5"}) {
    CAPTURE(name);
    const PackingPuzzle puzzle = load_puzzle(name).packing();
    const bool flat = puzzle.lattice == LatticeKind::square;
    if (!flat) CHECK(same_up_to_names(read_puzzle(write_xmpuzzle(load_puzzle(name)), "x").packing(), puzzle));
    CHECK(read_puzzle(write_knuth(load_puzzle(name)), "x") == load_puzzle(name));
    CHECK(same_up_to_names(read_puzzle(write_ascii(load_puzzle(name)), "x").packing(), puzzle));
    const Puzzle def = read_puzzle(write_polycube(load_puzzle(name)), "x");
    CHECK(def.packing().pieces.size() - def.packing().hints.size() == puzzle.pieces.size());
  }
  const Puzzle hole = read_puzzle(write_polycube(load_puzzle("pentominoes-8x8-hole")), "x");
  CHECK(distinct_solutions(hole).size() == 65);
}

TEST_CASE("exact cover problems of other programs: pieces and cells by their names, shapes by the options") {
  const auto plain = [](const char* name) {
    std::string out;
    std::istringstream lines(write_knuth(load_puzzle(name)));
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with('|')) out += line + "\n";
    return out;
  };
  for (const char* name : {"soma", "pentominoes-3x20", "pentominoes-8x8-hole", "one-sided-pentominoes-3x30"}) {
    CAPTURE(name);
    const Puzzle read = read_puzzle(plain(name), "x");
    CHECK(same_up_to_names(read.packing(), load_puzzle(name).packing()));
    CHECK(read.packing().pieces[0].orientations == std::nullopt);
  }
  // Knuth's own style: one digit per coordinate.
  std::string soma = plain("soma");
  std::erase(soma, ',');
  CHECK(distinct_solutions(read_puzzle(soma, "x")).size() == 240);
  std::erase(soma, '@');
  CHECK(distinct_solutions(read_puzzle(soma, "x")).size() == 240);

  const Puzzle upright = read_puzzle("I 00 01 10 11 | 20\nI 00 01\nI 10 11\n", "x");
  CHECK(upright.packing().pieces[0].orientations.value().size() == 1);
  CHECK(upright.packing().optional_cells.size() == 1);
  const Puzzle several = read_puzzle("1:2|I @00 @01\nI @00\nI @01\n", "x");
  CHECK(several.packing().pieces[0].min_copies == 1);
  CHECK(several.packing().pieces[0].max_copies == 2);
}

TEST_CASE("one of several puzzles in a file is chosen by its number") {
  const std::string two = std::string("D:xDim=2:yDim=1:zDim=1\nC:name=I:layout=0 0 0, 1 0 0\n~D\n") +
                          "D:xDim=3:yDim=1:zDim=1\nC:name=J:layout=0 0 0, 1 0 0, 2 0 0\n~D\n";
  CHECK(read_puzzle(two, "f", 1).packing().region.size() == 2);
  CHECK(read_puzzle(two, "f", 2).packing().pieces[0].name == "J");
  CHECK(refusal([&] { read_puzzle(two, "f", 3); }).find("found 2 puzzles, expected #3") != std::string::npos);
  const std::string problem = "<problem name=\"a\"/>";
  const std::string burrs = replaced(soma_xmpuzzle, "<problems>", "<problems>" + problem);
  CHECK(same_up_to_names(read_puzzle(burrs, "f", 2).packing(), load_puzzle("soma").packing()));
  CHECK(refusal([&] { read_puzzle(burrs, "f", 3); }).find("found 2 problems, expected #3") != std::string::npos);
  CHECK(refusal([&] { read_puzzle(write_toml(load_puzzle("soma")), "f", 1); }).find("holds one puzzle") !=
        std::string::npos);
}

TEST_CASE("flat puzzles go to BurrTools as one layer of bricks, with the same solutions") {
  const Puzzle puzzle = read_puzzle(write_xmpuzzle(load_puzzle("pentominoes-3x20")), "x");
  CHECK(puzzle.packing().lattice == LatticeKind::cube);
  CHECK(distinct_solutions(puzzle).size() == 2);
}

TEST_CASE("copies, ranges and cells that may stay empty survive a BurrTools file") {
  const std::string ranged =
      replaced(replaced(soma_xmpuzzle, "id=\"1\" count=\"1\"", "id=\"1\" min=\"0\" max=\"3\""), ">####", ">+###");
  const Puzzle puzzle = read_xmpuzzle(ranged, "f");
  CHECK(puzzle.packing().pieces[0].min_copies == 0);
  CHECK(puzzle.packing().pieces[0].max_copies == 3);
  CHECK(puzzle.packing().optional_cells == std::vector<Cell>{{0, 0, 0}});
  CHECK(read_xmpuzzle(write_xmpuzzle(puzzle), "f") == puzzle);
}

TEST_CASE("a solution in an L section covers the cells of its placements") {
  const Puzzle puzzle = load_puzzle("soma");
  const Solution solution = distinct_solutions(puzzle).front();
  const std::string def = write_polycube(puzzle, &solution);
  const auto drawn = drawn_pieces(def, 3);
  for (const PackingPlacement& how : solution.packing().placements)
    CHECK(drawn.at(puzzle.packing().pieces[how.piece.index()].name) == cells_of(puzzle.packing(), how));
  CHECK(same_up_to_names(read_puzzle(def, "x").packing(), puzzle.packing()));
}

TEST_CASE("a solution in an assembly is a solution of the file's own puzzle") {
  for (const char* name : {"soma", "pentominoes-3x20"}) {
    const Puzzle puzzle = load_puzzle(name);
    const Solution solution = distinct_solutions(puzzle).front();
    const std::string text = write_xmpuzzle(puzzle, &solution);
    const std::size_t start = text.find("<assembly>") + 10;
    std::istringstream numbers(text.substr(start, text.find('<', start) - start));
    PackingLayout layout;
    PackingPlacement how;
    for (std::size_t p = 0; numbers >> how.offset.x >> how.offset.y >> how.offset.z >> how.orientation; ++p) {
      how.piece = PieceId(p);
      layout.placements.push_back(how);
    }
    CHECK(verify(read_xmpuzzle(text, "f"), Solution{layout}).solves());
  }
}

TEST_CASE("pieces that a drawing fixes become hints") {
  const Puzzle soma = load_puzzle("soma");
  const Solution solution = distinct_solutions(soma).front();
  const std::string def = write_polycube(soma, &solution);
  const std::string first = soma.packing().pieces[0].name;
  const Puzzle fixed = read_polycube(replaced(def, "\nL\n", "\nL:stationary=" + first + "\n"), "f");
  REQUIRE(fixed.packing().hints.size() == 1);
  for (const PackingPlacement& how : solution.packing().placements)
    if (how.piece.index() == 0)
      CHECK(cells_of(fixed.packing(), fixed.packing().hints[0]) == cells_of(soma.packing(), how));
  CHECK(read_polycube(write_polycube(fixed), "f").packing().hints.size() == 1);
}

TEST_CASE("named drawings are a puzzle") {
  const Puzzle puzzle = read_puzzle(tetromino_art, "Art.txt");
  CHECK(puzzle.packing().region.size() == 10);
  CHECK(puzzle.packing().optional_cells == std::vector<Cell>{{0, 2, 0}, {3, 2, 0}});
  CHECK(puzzle.packing().pieces.size() == 2);
  CHECK(puzzle.packing().pieces[0].min_copies == 2);
  CHECK(read_ascii(write_ascii(puzzle), "art") == puzzle);
  CHECK(distinct_solutions(puzzle).size() == 1);
  const Puzzle solid = read_puzzle("region: 2x1x2\nI: *\n#\n-\n#\n", "f");
  CHECK(solid.packing().lattice == LatticeKind::cube);
  CHECK(solid.packing().pieces[0].cells == std::vector<Cell>{{0, 0, 0}, {0, 0, 1}});
}

TEST_CASE("refused: polycube files, at the place") {
  const std::string head = "D:xDim=2:yDim=1:zDim=1\n", piece = "C:name=I:layout=0 0 0, 1 0 0\n";
  check_refusals(
      {
          {"D:xDim=2:yDim=1\n~D\n", "f:1:1", "found no zDim"},
          {"D:xDim=2:yDim=0:zDim=1\n", "f:1:15", "found '0', expected a whole number from 1"},
          {"D:xDim=1000:yDim=1000:zDim=1000\n", "f:1:1", "more than 1000000 cells"},
          {"D:xDim=2:yDim=1:zDim=2:oneSide\n", "f:1:31", "with zDim=1 only"},
          {"D:xDim=2:yDim=1:zDim=1:colour=3\n", "f:1:24", "found 'colour', expected oneSide, xDim"},
          {head + "~D\n", "f:2:1", "found no pieces"},
          {head + piece, "f:3:1", "expected ~D"},
          {head + piece + "~D\n" + head + piece + "~D\n", "f:7:1", "found 2 puzzles, expected one"},
          {head + piece + piece + "~D\n", "f:3:8", "found name 'I' twice"},
          {head + "C:name=I:layout=0 0 0, 1 0\n", "f:2:24", "expected a cell: x y z"},
          {head + "C:name=I:layout=0 0 0, 1 0 1\n", "f:2:28", "expected z 0"},
          {head + "C:name=I:layout=0 0 0, 0 0 0\n", "f:2:24", "found a cell twice"},
          {head + "C:name=I:type=Q:layout=0 0 0\n", "f:2:15", "expected M (mobile) or S (stationary)"},
          {head + "C:name=I:type=S:layout=5 0 0\n~D\n", "f:2:8", "sticks out"},
          {head + "X:a=1\n", "f:2:1", "found 'X', expected C, L"},
          {head + piece + "L\nI\n~L\n", "f:4:1", "expected xDim = 2 names"},
          {head + piece + "L\nI Q\n~L\n", "f:4:3", "found unknown piece 'Q'"},
          {head + piece + "L\n~L\n", "f:4:1", "found 0 rows"},
          {head + piece + "L:stationary=I\n. .\n~L\n", "f:3:14", "expected it in the drawing"},
          {head + piece + "L\nI I\n", "f:5:1", "expected ~L"},
      },
      [](const std::string& text) { read_puzzle(text, "f"); });
}

TEST_CASE("refused: BurrTools files that say what cannot be honoured") {
  const auto with = [](const std::string& what, const std::string& replacement) {
    return replaced(soma_xmpuzzle, what, replacement);
  };
  const std::string use = "<shape id=\"1\" count=\"1\"/>";
  check_refusals(
      {
          {"<?xml version=\"1.0\"?><puzzle>", "f:1:29", "not valid XML"},
          {with("gridType type=\"0\"", "gridType type=\"2\""), "f:3:2", "found grid type 2 (spheres), expected 0"},
          {with("gridType type=\"0\"", "gridType type=\"-1\""), "f:3:2", "found type='-1'"},
          {with(">###_<", ">##1#_<"), "f:7:2", "colours cannot be honoured"},
          {with(">###_<", ">###<"), "f:7:2", "found 3 voxels, expected 2x2x1"},
          {with(">###_<", ">###+<"), "f:7:2", "found '+' in a piece"},
          {with(">###_<", ">____<"), "f:7:2", "found a piece without '#'"},
          {with(">###_<", ">##a_<"), "f:7:2", "found 'a' in <voxel>"},
          {with("x=\"3\" y=\"3\" z=\"3\"", "x=\"1000\" y=\"1000\" z=\"1000\""), "f:6:2", "more than 1000000 voxels"},
          {with(use, "<shape id=\"99\" count=\"1\"/>"), "f:16:2", "found id='99'"},
          {with(use, "<shape id=\"1\" count=\"x\"/>"), "f:16:2", "found count='x'"},
          {with(use, "<shape id=\"1\" min=\"5\" max=\"2\"/>"), "f:16:2", "found min='5'"},
          {with(use, "<shape id=\"1\" count=\"1\"><group group=\"1\" count=\"1\"/></shape>"), "f:16:2", "piece group"},
          {with(use, "<shape id=\"1\" count=\"1\" mirror=\"2\"/>"), "f:16:2", "found 'mirror' in <shape>"},
          {with("<problem ", "<problem maxHoles=\"2\" "), "f:15:12", "found 'maxHoles' in <problem>"},
          {with("<bitmap/>", "<bitmap><pair piece=\"1\" result=\"1\"/></bitmap>"), "f:23:27", "colour constraints"},
          {with("</problem></problems>", "</problem><problem/><problem/></problems>"), "f:15:2",
           "found 3 problems, expected one"},
      },
      [](const std::string& text) { read_puzzle(text, "f"); });
}

TEST_CASE("refused: damaged gzip, foreign exact cover files, drawings without sense") {
  std::string damaged = soma_xmpuzzle_gzip();
  damaged.resize(damaged.size() / 2);
  CHECK(refusal([&] { read_puzzle(damaged, "f"); }).find("damaged gzip") != std::string::npos);
  damaged = soma_xmpuzzle_gzip();
  damaged[60] = static_cast<char>(damaged[60] ^ 0x55);
  CHECK_FALSE(refusal([&] { read_puzzle(damaged, "f"); }).empty());

  std::string dlx = write_knuth(read_puzzle(tetromino_art, "art"));
  CHECK(refusal([&] { read_puzzle(dlx.substr(0, dlx.size() - 8), "f"); }).find("differ from the puzzle") !=
        std::string::npos);
  check_refusals(
      {
          {"| comment\nA B\nA\n", "f:2:1", "exact cover problem without cells"},
          {"A B @00 @01\nA @00\nB @01\n", "f:1:1", "not all the ways in which one shape may lie"},
          {"A @00 @0\nA @00\n", "f:1:7", "expected two or three coordinates"},
          {"A @00 @000\nA @00\n", "f:1:7", "cells of two and of three"},
          {"A @00 | @00\nA @00\n", "f:1:9", "found item '@00' twice"},
          {"2:1|A @00\nA @00\n", "f:1:1", "expected low:high|name"},
          {"A B @00\nA @00\nA B @00\n", "f:3:3", "found a second piece"},
          {"A @00\nA @00\nA @01\n", "f:3:3", "found unknown item '@01'"},
          {"A @00\nA @00\nA @00:b\n", "f:3:3", "expected no colours"},
          {"A @00\nA @00\n@00\n", "f:3:1", "without piece or cells"},
          {"A @00\nA @00\nA @00\n", "f:3:1", "found an option twice"},
          {"A B @00\nA @00\n", "f:1:3", "found no option with piece 'B'"},
          {"F:\n##\n", "f:3:1", "found no region"},
          {"region: 2x2\n", "f:2:1", "found no pieces"},
          {"region: 2x\nF:\n#\n", "f:1:9", "expected a box such as 6x10"},
          {"region: 9999999x9999999\nF:\n#\n", "f:1:9", "expected a box such as 6x10"},
          {"region: 1x1\nF:\n.q\n", "f:3:2", "found 'q', expected '#' a cell"},
          {"region: 1x1\nF:\n#+\n", "f:3:2", "found '+' in a piece"},
          {"region: 1x1\nF: 0\n#\n", "f:2:4", "expected how many copies"},
          {"region: 1x1\nF:\n#\nF:\n#\n", "f:4:1", "found name 'F' twice"},
          {"region: 1x1\nF:\n\n", "f:2:1", "found no picture"},
      },
      [](const std::string& text) { read_puzzle(text, "f"); });
}

TEST_CASE("what a format cannot say is refused by name when writing") {
  const auto refused = [](const auto& write) {
    try {
      write();
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    FAIL("written, expected a refusal");
    return std::string();
  };
  CHECK(refused([] { write_xmpuzzle(load_puzzle("girafe")); }).find("only packing puzzles") != std::string::npos);
  CHECK(refused([] { write_polycube(load_puzzle("hexiamonds-6x6")); }).find("triangle lattice") != std::string::npos);
  CHECK(refused([] { write_polycube(read_puzzle(tetromino_art, "f")); }).find("may stay empty") != std::string::npos);
  CHECK(refused([] { write_xmpuzzle(load_puzzle("one-sided-pentominoes-3x30")); }).find("may not be turned over") !=
        std::string::npos);
  CHECK_NOTHROW(write_polycube(load_puzzle("one-sided-pentominoes-3x30")));
  CHECK_NOTHROW(write_knuth(load_puzzle("tetrahexes-4x7")));
}
