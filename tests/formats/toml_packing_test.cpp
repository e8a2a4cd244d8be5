#include <doctest/doctest.h>

#include "formats/refusals.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

PackingPuzzle packing_puzzle(const std::string& text) { return read_toml(text, "f.toml").packing(); }

/// Line 1 is the family, `what` starts on line 2.
std::string with(const std::string& what) { return "family = \"packing\"\n" + what + "\n"; }

const std::string domino = "\n[[piece]]\nname = \"I\"\nshape = \"##\"\n";

using Cells = std::vector<Cell>;

}  // namespace

TEST_CASE("regions: a box, a picture, tokens") {
  CHECK(packing_puzzle(with("region = \"2x3\"" + domino)).region ==
        Cells{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}});
  const PackingPuzzle drawn = packing_puzzle(with("region = \"\"\"\n.#+\n## \n\"\"\"" + domino));
  CHECK(drawn.region == Cells{{0, 1, 0}, {1, 0, 0}, {1, 1, 0}});
  CHECK(drawn.optional_cells == Cells{{2, 0, 0}});
  const PackingPuzzle listed = packing_puzzle(with("region_cells = \"1,0  -1,2 \"\noptional_cells = '0,0'" + domino));
  CHECK(listed.region == Cells{{-1, 2, 0}, {1, 0, 0}});
  CHECK(listed.optional_cells == Cells{{0, 0, 0}});
}

TEST_CASE("regions of the other lattices") {
  const std::string mono = "\n[[piece]]\nname = \"m\"\ncells = ";
  CHECK(packing_puzzle(with("lattice = \"cube\"\nregion = \"1x2x2\"" + mono + "\"5,5,5\"")).region ==
        Cells{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}});
  CHECK(
      packing_puzzle(with("lattice = \"cube\"\nregion = \"\"\"\n#.\n+#\n\n\n#\n\"\"\"" + mono + "\"0,0,0\"")).region ==
      Cells{{0, 0, 0}, {0, 0, 1}, {1, 1, 0}});
  CHECK(packing_puzzle(with("lattice = \"triangle\"\nregion_cells = \"0,0,1 0,0,0\"" + mono + "\"3,4,1\""))
            .pieces[0]
            .cells == Cells{{0, 0, 1}});
  CHECK(packing_puzzle(with("lattice = \"hexagon\"\nregion = \".#\\n##\"" + mono + "\"0,0\"")).region ==
        Cells{{0, 1, 0}, {1, 0, 0}, {1, 1, 0}});
  CHECK(packing_puzzle(with("lattice = \"drafter\"\nregion_cells = \"0,0,1,49 0,-1,0,2\"" + mono + "\"0,0,0,7\""))
            .region == Cells{{0, -1, 1}, {0, 0, 6}, {0, 0, 10}, {0, 0, 11}});
}

TEST_CASE("pieces: how many, how they may lie") {
  const PackingPuzzle puzzle = packing_puzzle(
      with("region = \"6x10\"\nsets = [\"pentominoes\"]\n[[piece]]\nname = \"a\"\ncells = \"3,3 3,4\"\ncopies = 3\n"
           "[[piece]]\nname = \"b\"\nshape = \"\"\"\n #\n##\n\"\"\"\ncopies = \"unlimited\"\nturn_over = false\n"
           "[[piece]]\nname = \"c\"\nshape = \"#.#\"\ndisconnected = true\ncopies = 5\nat_least = 2\norientations = "
           "[3, 0]\n"));
  REQUIRE(puzzle.pieces.size() == 15);
  CHECK(puzzle.pieces[0].turn_over);
  CHECK(puzzle.pieces[0].min_copies == 1);
  const PackingPiece &a = puzzle.pieces[12], &b = puzzle.pieces[13], &c = puzzle.pieces[14];
  CHECK(a.cells == Cells{{0, 0, 0}, {0, 1, 0}});
  CHECK(a.min_copies == 3);
  CHECK(a.max_copies == 3);
  CHECK(b.cells == Cells{{0, 1, 0}, {1, 0, 0}, {1, 1, 0}});
  CHECK(b.max_copies == PackingPiece::unlimited);
  CHECK(b.min_copies == 0);
  CHECK_FALSE(b.turn_over);
  CHECK(c.min_copies == 2);
  CHECK(c.max_copies == 5);
  CHECK(c.orientations == std::vector<int>{0, 3});
  CHECK(c.turn_over);
}

TEST_CASE("use_all and turn_over of the puzzle hold for its sets and are defaults of its pieces") {
  const PackingPuzzle puzzle = packing_puzzle(
      with("region = \"6x10\"\nsets = [\"pentominoes\"]\nuse_all = false\nturn_over = false\n[[piece]]\nname = \"a\"\n"
           "shape = \"#\"\ncopies = 4\nturn_over = true\n"));
  CHECK(puzzle.pieces[0].min_copies == 0);
  CHECK_FALSE(puzzle.pieces[0].turn_over);
  CHECK(puzzle.pieces[12].min_copies == 0);
  CHECK(puzzle.pieces[12].max_copies == 4);
  CHECK(puzzle.pieces[12].turn_over);
}

TEST_CASE("a flat set in a box: its pieces lie at z = 0 and are not reflected") {
  const PackingPuzzle puzzle = packing_puzzle(with("lattice = \"cube\"\nregion = \"3x4x5\"\nsets = [\"pentominoes\"]"));
  REQUIRE(puzzle.pieces.size() == 12);
  for (const PackingPiece& piece : puzzle.pieces) {
    CHECK_FALSE(piece.turn_over);
    CHECK(piece.cells.size() == 5);
    for (const Cell& cell : piece.cells) CHECK(cell.z == 0);
  }
}

TEST_CASE("hints of a packing puzzle") {
  const std::string corner = "[[piece]]\nname = \"V\"\nshape = \"\"\"\n#\n##\"\"\"\ncopies = 2\n";
  const PackingPuzzle puzzle = packing_puzzle(with("region = \"3x2\"\n" + corner +
                                                   "[[hint]]\npiece = \"V\"\norientation = 0\noffset = [0, 0]\n"
                                                   "[[hint]]\npiece = \"V\"\norientation = 2\noffset = [2, 1, 0]\n"));
  CHECK(puzzle.hints == std::vector<PackingPlacement>{{PieceId(0), 0, {0, 0, 0}}, {PieceId(0), 2, {2, 1, 0}}});
}

TEST_CASE("refused: regions") {
  check_toml_refusals({
      {with("sets = [\"pentominoes\"]"), "f.toml", "key 'region' or 'region_cells' is missing"},
      {with("region = \"1x2\"\nregion_cells = \"0,0\""), "f.toml:3:16", "not both"},
      {with("region = \"6x\""), "f.toml:2:10", "found '6x', expected a box such as \"6x10\""},
      {with("region = \"0x5\""), "f.toml:2:10", "found '0x5'"},
      {with("region = \"6x10x2\""), "f.toml:2:10", "found '6x10x2', expected a box such as \"6x10\""},
      {with("region = \"1000000x1000000\""), "f.toml:2:10", "at most 1000000 cells"},
      {with("region = \"99999999999999999999999x1\""), "f.toml:2:10", "at most 1000000 cells"},
      {with("lattice = \"cube\"\nregion = \"6x10\""), "f.toml:3:10", "expected a box such as \"3x4x5\""},
      {with("lattice = \"cube\"\nregion = \"1000000x1000000x1000000\""), "f.toml:3:10", "at most 1000000 cells"},
      {with("region = \"\""), "f.toml:2:10", "found an empty region"},
      {with("region = \"++\""), "f.toml:2:10", "found an empty region, expected at least one cell"},
      {with("region_cells = \"  \""), "f.toml:2:16", "found an empty region"},
      {with("region = \"\"\"\n##\n#o#\n\"\"\""), "f.toml:4:2",
       "found 'o', expected a box such as \"6x10\" or a picture"},
      {with("region = \"##\\t#\""), "f.toml:2:13", "found '\\t'"},
      {with("region = 60"), "f.toml:2:10", "found 60, expected a box"},
      {with("region_cells = 60"), "f.toml:2:16", "found 60, expected cells such as \"x,y\""},
      {with("region_cells = \"0,0 1;0\""), "f.toml:2:21", "found '1;0', expected a cell of the square lattice: x,y"},
      {with("region_cells = \"0,0 1,0,0\""), "f.toml:2:21", "found '1,0,0'"},
      {with("region_cells = \"0,0 1\""), "f.toml:2:21", "found '1'"},
      {with("region_cells = \"0,0 1,\""), "f.toml:2:21", "found '1,'"},
      {with("region_cells = \"0,0 --1,0\""), "f.toml:2:21", "found '--1,0'"},
      {with("region_cells = \"0,0 1000001,0\""), "f.toml:2:21", "whole numbers up to 1000000"},
      {with("region_cells = \"0,0 1,0 0,0 1,0\""), "f.toml:2:25", "found a cell twice"},
      {with("lattice = \"cube\"\nregion_cells = \"0,0\""), "f.toml:3:17", "expected a cell of the cube lattice: x,y,z"},
      {with("lattice = \"triangle\"\nregion_cells = \"0,0,0 0,0,2\""), "f.toml:3:23", "found '0,0,2'"},
      {with("lattice = \"triangle\"\nregion = \"##\""), "f.toml:3:10", "the triangle lattice cannot be drawn"},
      {with("lattice = \"drafter\"\nregion = \"2x2\""), "f.toml:3:10", "the drafter lattice cannot be drawn"},
      {with("lattice = \"drafter\"\nregion_cells = \"0,0,2,1\""), "f.toml:3:17", "found '0,0,2,1'"},
      {with("lattice = \"drafter\"\nregion_cells = \"0,0,1,64\""), "f.toml:3:17", "found '0,0,1,64'"},
      {with("lattice = \"drafter\"\nregion_cells = \"0,0,1,0\""), "f.toml:3:17", "found '0,0,1,0'"},
      {with("lattice = \"drafter\"\nregion_cells = \"0,0,1,7 0,0,1,12\""), "f.toml:3:25", "found a cell twice"},
      {with("region = \"2x2\"\noptional_cells = \"5,5 1,1\""), "f.toml:3:23", "in the region already"},
      {with("region = \"#+\"\noptional_cells = \"1,0\""), "f.toml:3:19", "in the region already"},
      {with("region = \"1000x1000\"\noptional_cells = \"-1,0\""), "f.toml:3:18", "more than 1000000 cells in all"},
      {with("lattice = \"pentagon\"\nregion = \"2x2\""), "f.toml:2:11", "found 'pentagon', expected \"square\""},
      {with("lattice = 4\nregion = \"2x2\""), "f.toml:2:11", "found 4, expected \"square\""},
      {with("board = \"2x2\""), "f.toml:2:1", "unknown key 'board'"},
  });
}

TEST_CASE("refused: piece sets") {
  check_toml_refusals({
      {with("region = \"2x2\""), "f.toml", "there are no pieces"},
      {with("region = \"2x2\"\nsets = []"), "f.toml", "there are no pieces"},
      {with("region = \"2x2\"\nsets = \"pentominoes\""), "f.toml:3:8", "expected a list of names of piece sets"},
      {with("region = \"2x2\"\nsets = [5]"), "f.toml:3:9", "found 5, expected the name of a piece set"},
      {with("region = \"2x2\"\nsets = [\"pentominos\"]"), "f.toml:3:9",
       "found unknown piece set 'pentominos'; did you mean 'pentominoes'"},
      {with("lattice = \"hexagon\"\nregion = \"2x2\"\nsets = [\"pentominoes\"]"), "f.toml:4:9",
       "found a piece set of the square lattice, expected one of the hexagon lattice"},
      {with("region = \"2x2\"\nsets = [\"pentominoes\",\n \"pentominoes\"]"), "f.toml:4:2",
       "found a second piece called"},
      {with("region = \"2x2\"\nsets = [\"pentominoes\"]\n[[piece]]\nname = \"F\"\nshape = \"#\""), "f.toml:5:8",
       "found a second piece called 'F'"},
  });
}

TEST_CASE("refused: pieces") {
  const auto piece = [](const std::string& rest) { return with("region = \"2x2\"\n[[piece]]\n" + rest); };
  const auto named = [&](const std::string& rest) { return piece("name = \"a\"\n" + rest); };
  const auto solid = [](const std::string& rest) {
    return with("lattice = \"cube\"\nregion = \"2x2x2\"\n[[piece]]\nname = \"a\"\ncells = \"0,0,0\"\n" + rest);
  };
  check_toml_refusals({
      {piece("shape = \"#\""), "f.toml:3:1", "key 'name' is missing"},
      {piece("name = \"\"\nshape = \"#\""), "f.toml:4:8", "found '', expected a name"},
      {named(""), "f.toml:3:1", "key 'shape' or 'cells' is missing"},
      {named("shape = \"#\"\ncells = \"0,0\""), "f.toml:6:9", "not both"},
      {named("shape = \"\""), "f.toml:5:9", "found a piece without cells"},
      {named("cells = \"\""), "f.toml:5:9", "found a piece without cells"},
      {named("shape = \"#+\""), "f.toml:5:11", "found '+', expected a picture"},
      {named("shape = \"2x2\""), "f.toml:5:10", "found '2', expected a picture"},
      {named("cells = \"0,0 0,0\""), "f.toml:5:14", "found a cell twice"},
      {named("shape = \"#.#\""), "f.toml:5:9", "not joined through sides"},
      {named("shape = \"#.#\"\ndisconnected = false"), "f.toml:5:9", "expected that or disconnected = true"},
      {named("shape = \"#\"\ndisconnected = 1"), "f.toml:6:16", "found 1, expected true or false"},
      {named("cells = \"-1000000,0 1000000,0\"\ndisconnected = true"), "f.toml:5:9",
       "found a piece wider than 1000000"},
      {named("shape = \"#\"\ncopies = 0"), "f.toml:6:10",
       "found 0, expected \"unlimited\" or a whole number from 1 to 1000000"},
      {named("shape = \"#\"\ncopies = 1000000000000000000"), "f.toml:6:10", "found 1000000000000000000"},
      {named("shape = \"#\"\ncopies = 1e18"), "f.toml:6:10", "found 1e+18"},
      {named("shape = \"#\"\ncopies = nan"), "f.toml:6:10", "found nan"},
      {named("shape = \"#\"\ncopies = \"many\""), "f.toml:6:10", "found 'many', expected \"unlimited\""},
      {named("shape = \"#\"\nat_least = 2"), "f.toml:6:12", "found 2, expected a whole number from 0 to 1"},
      {named("shape = \"#\"\nat_least = -1"), "f.toml:6:12", "found -1"},
      {named("shape = \"#\"\nturn_over = \"no\""), "f.toml:6:13", "found 'no', expected true or false"},
      {named("shape = \"#\"\norientations = [0, 8]"), "f.toml:6:20", "found 8, expected an orientation from 0 to 7"},
      {named("shape = \"#\"\norientations = [0, 0]"), "f.toml:6:20", "found orientation 0 twice"},
      {named("shape = \"#\"\norientations = []"), "f.toml:6:16", "expected at least one orientation"},
      {named("shape = \"#\"\norientations = 3"), "f.toml:6:16", "found 3, expected a list of orientations"},
      {named("shape = \"#\"\ncolour = 3"), "f.toml:6:1", "unknown key 'colour'"},
      {named("shape = \"#\"\n[[piece]]\nname = \"a\"\nshape = \"#\""), "f.toml:7:8", "found a second piece called 'a'"},
      {solid("turn_over = true"), "f.toml:7:13", "solid pieces cannot be reflected"},
      {solid("orientations = [24]"), "f.toml:7:17", "found 24, expected an orientation from 0 to 23"},
      {with("lattice = \"cube\"\nregion = \"2x2x2\"\nturn_over = true\nsets = [\"pentominoes\"]"), "f.toml:4:13",
       "solid pieces cannot be reflected"},
      {with("region = \"2x2\"\nuse_all = 1"), "f.toml:3:11", "found 1, expected true or false"},
      {with("region = \"2x2\"\npiece = 4"), "f.toml:3:9", "found 4, expected [[piece]] tables"},
  });
}

TEST_CASE("refused: hints of a packing puzzle") {
  const std::string start = with(
      "region = \"3x2\"\n[[piece]]\nname = \"V\"\nshape = \"#.\\n##\"\ncopies = 2\n[[piece]]\nname = \"J\"\n"
      "shape = \"##\"\nturn_over = false\norientations = [0]\n[[hint]]");
  check_toml_refusals({
      {start + "orientation = 0\noffset = [0, 0]", "f.toml:12:1", "key 'piece' is missing"},
      {start + "piece = \"V\"\noffset = [0, 0]", "f.toml:12:1", "key 'orientation' is missing"},
      {start + "piece = \"V\"\norientation = 0", "f.toml:12:1", "key 'offset' is missing"},
      {start + "piece = \"W\"\norientation = 0\noffset = [0, 0]", "f.toml:13:9", "found unknown piece 'W'"},
      {start + "piece = 1\norientation = 0\noffset = [0, 0]", "f.toml:13:9", "found 1, expected the name of a piece"},
      {start + "piece = \"V\"\norientation = 8\noffset = [0, 0]", "f.toml:14:15",
       "found 8, expected an orientation from 0 to 7"},
      {start + "piece = \"J\"\norientation = 1\noffset = [0, 0]", "f.toml:14:15",
       "expected one that the piece may have"},
      {start + "piece = \"V\"\norientation = 0\noffset = [0]", "f.toml:15:10", "found a list of 1, expected [x, y]"},
      {start + "piece = \"V\"\norientation = 0\noffset = [0, 0, 1]", "f.toml:15:17",
       "found 1, expected a whole number from 0 to 0"},
      {start + "piece = \"V\"\norientation = 0\noffset = [0, 99999999]", "f.toml:15:14", "found 99999999"},
      {start + "piece = \"V\"\norientation = 0\noffset = [2, 0]", "f.toml:12:1",
       "covers 3,1, expected it inside the region"},
      {start +
           "piece = \"V\"\norientation = 0\noffset = [0, 0]\n[[hint]]\npiece = \"J\"\norientation = 0\noffset = [1, 1]",
       "f.toml:16:1", "covers 1,1, expected no overlap"},
      {start +
           "piece = \"J\"\norientation = 0\noffset = [0, 0]\n[[hint]]\npiece = \"J\"\norientation = 0\noffset = [0, 1]",
       "f.toml:16:1", "found more hints for piece 'J' than it has copies"},
      {start + "rotation = 0", "f.toml:13:1", "unknown key 'rotation'"},
  });
}
