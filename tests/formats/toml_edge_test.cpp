#include <doctest/doctest.h>

#include "formats/refusals.hpp"
#include "support/examples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

EdgePuzzle edge(const std::string& text) { return read_toml(text, "f.toml").edge(); }

/// A file of which every part but `what` is good; `what` is line 3.
std::string with_line(const std::string& what) {
  return "family = \"edge\"\nboard = \"2x1\"\n" + what + "\npieces = [[0, 1, 0, 2],\n  [0, 0, 2, 1]]\n";
}

/// The same without pieces; `what` starts on line 3.
std::string before(const std::string& what) { return "family = \"edge\"\nboard = \"2x1\"\n" + what + "\n"; }

}  // namespace

TEST_CASE("a numbered puzzle: colours are the numbers, the frame is one of them") {
  const Puzzle puzzle = read_toml(
      "name = \"small-one\"\ntitle = \"A small one\"\nsource = \"made up\"\nfamily = \"edge\"\n"
      "board = \"2x1\"\nframe = 0\npieces = [\n  [0, 1, 0, 0],  # left\n  [0, 4, 0, 0],\n]\n"
      "[[hint]]\npiece = 2\nrotation = 3\ncell = \"A1\"\n",
      "f.toml");
  CHECK(puzzle.name == "small-one");
  CHECK(puzzle.title == "A small one");
  CHECK(puzzle.source == "made up");
  const EdgePuzzle& body = puzzle.edge();
  CHECK(body.width == 2);
  CHECK(body.height == 1);
  CHECK(body.matching == Matching::same);
  CHECK(body.frame == Colour(0));
  CHECK(body.colours == std::vector<std::string>{"0", "1", "2", "3", "4"});
  CHECK(body.mate == std::vector<Colour>{Colour(0), Colour(1), Colour(2), Colour(3), Colour(4)});
  CHECK(body.pieces == std::vector<Sides>{sides(0, 1, 0, 0), sides(0, 4, 0, 0)});
  CHECK(body.hints == std::vector<EdgeHint>{{Square(0), {PieceId(1), 3}}});
}

TEST_CASE("`colours = N` says how many there are, also unused ones") {
  CHECK(edge(with_line("colours = 9")).colours.size() == 9);
  CHECK(edge(with_line("")).colours.size() == 3);
  CHECK_FALSE(edge(with_line("")).frame.has_value());
}

TEST_CASE("names get their numbers from the list, else frame first and then by appearance") {
  const std::string pieces = "pieces = [\"blue grey red grey\", [\"red\", \"grey\", \"blue\", \"blue\"]]";
  const EdgePuzzle open = edge(before("frame = \"grey\"\n" + pieces));
  CHECK(open.colours == std::vector<std::string>{"grey", "blue", "red"});
  CHECK(open.frame == Colour(0));
  CHECK(open.pieces[0] == sides(1, 0, 2, 0));
  CHECK(open.pieces[1] == sides(2, 0, 1, 1));
  const EdgePuzzle listed =
      edge(before("frame = \"grey\"\ncolours = [\"red\", \"blue\", \"green\", \"grey\"]\n" + pieces));
  CHECK(listed.colours == std::vector<std::string>{"red", "blue", "green", "grey"});
  CHECK(listed.frame == Colour(3));
  CHECK(listed.pieces[0] == sides(1, 3, 0, 3));
}

TEST_CASE("a string of digits is a numbered piece, unless the names are listed") {
  CHECK(edge(before("pieces = [\"0 1 2 0\", \"0 0 2 1\"]")).pieces[0] == sides(0, 1, 2, 0));
  CHECK(edge(before("colours = [\"2\", \"1\", \"0\"]\npieces = [\"0 1 2 0\", \"0 0 2 1\"]")).pieces[0] ==
        sides(2, 1, 0, 2));
}

TEST_CASE("complementary sides: mates are read both ways, unused numbers are their own") {
  const EdgePuzzle named = edge(
      before("match = \"complement\"\nmates = [[\"H\", \"B\"], [\"x\", \"x\"]]\npieces = [\"H B H x\", \"x B B H\"]"));
  CHECK(named.matching == Matching::complement);
  CHECK(named.colours == std::vector<std::string>{"H", "B", "x"});
  CHECK(named.mate == std::vector<Colour>{Colour(1), Colour(0), Colour(2)});
  const EdgePuzzle numbered =
      edge(before("match = \"complement\"\nmates = [[1, 3]]\npieces = [[1, 1, 3, 3], [1, 3, 1, 3]]"));
  CHECK(numbered.mate == std::vector<Colour>{Colour(0), Colour(3), Colour(2), Colour(1)});
}

TEST_CASE("a name that is not given comes from the file") {
  CHECK(read_toml(with_line(""), "some/folder/My Puzzle_2.v1.toml").name == "my-puzzle-2-v1");
  CHECK(read_toml(with_line(""), "").name == "puzzle");
}

TEST_CASE("byte order mark and CRLF are harmless, and places stay right") {
  std::string text = "\xef\xbb\xbf" + with_line("frame = 0\ntitle = \"é\"");
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.insert(at, "\r");
  CHECK(edge(text).frame == Colour(0));
  check_toml_refusals({
      {"\xef\xbb\xbfnam = 1\r\nfamily = \"edge\"", "f.toml:1:1", "unknown key 'nam'"},
      {"\xef\xbb\xbf" + std::string("family = \"edge\"\r\nboard = \"1x1\"\r\npieces = [ \"a é a a a\" ]"),
       "f.toml:3:12", "found 5 colours, expected 4"},
      {"family = \"edge\"\r\nboard = \"1x1\"\r\ncolours = [\"a\", \"é\"]\r\npieces = [ \"é é b a\" ]", "f.toml:4:17",
       "found colour 'b'"},
  });
}

TEST_CASE("refused: the common keys") {
  check_toml_refusals({
      {"board = \"3x3\"", "f.toml", "key 'family' is missing"},
      {"family = \"jigsaw\"", "f.toml:1:10", "found 'jigsaw', expected \"edge\" or \"packing\""},
      {"family = 3", "f.toml:1:10", "found 3, expected \"edge\" or \"packing\""},
      {with_line("nmae = \"x\""), "f.toml:3:1", "found unknown key 'nmae', expected one of name, title"},
      {with_line("nmae = \"x\""), "f.toml:3:1", "did you mean 'name'?"},
      {with_line("lattice = \"square\""), "f.toml:3:1", "unknown key 'lattice'"},
      {with_line("name = \"Upper\""), "f.toml:3:8", "found 'Upper', expected a name of at most 100 lower-case letters"},
      {with_line("name = \"\""), "f.toml:3:8", "found ''"},
      {with_line("name = [1]"), "f.toml:3:8", "found a list of 1, expected a name"},
      {with_line("title = \"two\\nlines\""), "f.toml:3:9", "found 'two\\nlines', expected a title of one line"},
      {with_line("title = 1979-05-27"), "f.toml:3:9", "found a date, expected a title"},
      {with_line("source = 1.5"), "f.toml:3:10", "found 1.5, expected text"},
  });
}

TEST_CASE("refused: board and number of pieces") {
  const std::string family = "family = \"edge\"\n";
  check_toml_refusals({
      {family + "pieces = []", "f.toml", "key 'board' is missing"},
      {family + "board = \"3x3\"", "f.toml", "key 'pieces' is missing"},
      {family + "board = 9\npieces = []", "f.toml:2:9", "found 9, expected a size such as \"3x3\""},
      {family + "board = \"3\"\npieces = []", "f.toml:2:9", "found '3', expected width x height"},
      {family + "board = \"0x3\"\npieces = []", "f.toml:2:9", "found '0x3'"},
      {family + "board = \"-1x3\"\npieces = []", "f.toml:2:9", "found '-1x3'"},
      {family + "board = \"3x3x3\"\npieces = []", "f.toml:2:9", "found '3x3x3'"},
      {family + "board = \"99999x99999\"\npieces = []", "f.toml:2:9", "at most 65535 cells"},
      {family + "board = \"256x256\"\npieces = []", "f.toml:2:9", "at most 65535 cells"},
      {family + "board = \"99999999999999999999x1\"\npieces = []", "f.toml:2:9", "at most 65535 cells"},
      {family + "board = \"2x1\"\n\npieces = [[0, 0, 0, 0]]", "f.toml:4:10", "found 1 piece, expected 2"},
      {family + "board = \"2x1\"\npieces = [[0,0,0,0],\n  [0,0,0,0],\n  [0,0,0,0]]", "f.toml:5:3",
       "found 3 pieces, expected 2: one for each cell of the 2x1 board"},
      {family + "board = \"2x1\"\npieces = 3", "f.toml:3:10", "found 3, expected a list of pieces"},
  });
}

TEST_CASE("refused: colours") {
  check_toml_refusals({
      {before("pieces = [[0, 1, 0],\n [0, 0, 0, 0]]"), "f.toml:3:11",
       "found 3 colours, expected 4: North East South West"},
      {before("pieces = [[0, 1, 0, 0],\n 7]"), "f.toml:4:2", "found 7, expected four colours"},
      {before("pieces = [[0, 1, 0, 0],\n [0, 0, -1, 0]]"), "f.toml:4:9",
       "found colour '-1', expected a number from 0 to 1000"},
      {before("pieces = [[0, 1, 0, 0],\n [0, 0, 1001, 0]]"), "f.toml:4:9", "found colour '1001'"},
      {before("pieces = [[0, 1, 0, 0],\n [0, 0, 1.0, 0]]"), "f.toml:4:9", "found 1, expected a colour"},
      {before("pieces = [[0, 1, 0, 0],\n [0, 0, nan, 0]]"), "f.toml:4:9", "found nan, expected a colour"},
      {before("pieces = [[0, 1, 0, 0],\n \"0 0  red 0\"]"), "f.toml:4:8", "found colour 'red', expected a number"},
      {before("pieces = [\"a b c d\",\n [0, 0, 0, 0]]"), "f.toml:4:3", "found the number 0, expected a colour name"},
      {before("colours = 2\npieces = [[0, 1, 0, 0],\n [0, 0, 0, 2]]"), "f.toml:5:12", "expected a number from 0 to 1"},
      {before("colours = 2\nframe = 2\npieces = [[0, 1, 0, 0],\n [0, 0, 0, 0]]"), "f.toml:4:9", "found colour '2'"},
      {with_line("colours = 0"), "f.toml:3:11",
       "found 0, expected a list of names, or a number of colours from 1 to 1001"},
      {with_line("colours = 1002"), "f.toml:3:11", "found 1002"},
      {with_line("colours = 1000000000000000000"), "f.toml:3:11", "found 1000000000000000000"},
      {with_line("colours = [\"a\", \"b c\"]"), "f.toml:3:17", "found 'b c', expected a colour name without blanks"},
      {with_line("colours = [\"a\", \"\"]"), "f.toml:3:17", "found '', expected a colour name without blanks"},
      {with_line("colours = [\"a\", \"b\", \"a\"]"), "f.toml:3:22", "found colour 'a' twice"},
      {with_line("colours = [\"a\", 1]"), "f.toml:3:17", "found 1, expected a colour name"},
      {with_line("frame = \"grey\""), "f.toml:3:9", "found colour 'grey', expected a number"},
      {with_line("frame = true"), "f.toml:3:9", "found true, expected a colour: a number or a name"},
      {before("colours = [\"red\", \"blue\"]\npieces = [\"red red red red\",\n '  red  bleu red red']"), "f.toml:5:10",
       "found colour 'bleu', expected one of the list 'colours'; did you mean 'blue'?"},
  });
}

TEST_CASE("refused: places inside strings, whatever the quotes and escapes") {
  const std::string listed = before("colours = [\"a\", \"b\", \"é\"]\npieces = [\"a a a a\",");
  check_toml_refusals({
      {listed + "\n'''\na é\n  a x''']", "f.toml:8:5", "found colour 'x'"},
      {listed + "\n\"\"\"\r\na \\\n   é\ta\n\n x\"\"\"]", "f.toml:10:2", "found colour 'x'"},
      {listed + " \"\\u0061 \\u00e9 a \\U00000078\"]", "f.toml:5:19", "found colour 'x'"},
      {listed + " \"a\\ta\\ta x\"]", "f.toml:5:11", "found colour 'x'"},
      {listed + " \"\"\"\\\n   x a a a\"\"\"]", "f.toml:6:4", "found colour 'x'"},
  });
}

TEST_CASE("refused: matching and mates") {
  const std::string pieces = "\npieces = [\"a b a b\", \"c c a a\"]";
  const std::string complement = "match = \"complement\"\n";
  check_toml_refusals({
      {with_line("match = \"opposite\""), "f.toml:3:9", "found 'opposite', expected \"same\" or \"complement\""},
      {with_line("match = 1"), "f.toml:3:9", "found 1, expected \"same\" or \"complement\""},
      {with_line("match = \"complement\""), "f.toml", "key 'mates' is missing"},
      {with_line("mates = [[0, 1]]"), "f.toml:3:9", "expected them only with match = \"complement\""},
      {before(complement + "mates = [[\"a\", \"b\"]]" + pieces), "f.toml:5:23",
       "found colour 'c', which is in no pair of 'mates'"},
      {before(complement + "mates = [[\"HM\", \"BM\"]]\npieces = [\"HM BM HM BM\",\n  \"HM BM hm BM\"]"), "f.toml:6:10",
       "found colour 'hm', which is in no pair of 'mates', expected it in exactly one; did you mean 'HM'?"},
      {before(complement + "mates = [[\"a\", \"b\"], [\"c\", \"a\"]]" + pieces), "f.toml:4:28",
       "found colour 'a' in a second pair"},
      {before(complement + "mates = [[\"a\", \"b\"], [\"c\", \"c\"], [\"b\", \"d\"]]" + pieces), "f.toml:4:35",
       "found colour 'b' in a second pair"},
      {before(complement + "mates = [[\"a\", \"b\", \"c\"]]" + pieces), "f.toml:4:10",
       "found a list of 3, expected a pair"},
      {before(complement + "mates = [3]" + pieces), "f.toml:4:10", "found 3, expected a pair of colours"},
      {before(complement + "mates = 3" + pieces), "f.toml:4:9", "found 3, expected a list of pairs"},
      {with_line(complement + "mates = [[0, 0], [1, 1]]"), "f.toml:5:21", "found colour '2', which is in no pair"},
  });
}

TEST_CASE("refused: hints") {
  const auto hint = [](const std::string& rest) { return with_line("frame = 0") + "[[hint]]\n" + rest; };
  const std::string good = "piece = 1\nrotation = 0\ncell = \"A1\"\n";
  check_toml_refusals({
      {hint("rotation = 0\ncell = \"A1\""), "f.toml:6:1", "key 'piece' is missing"},
      {hint("piece = 1\ncell = \"A1\""), "f.toml:6:1", "key 'rotation' is missing"},
      {hint("piece = 1\nrotation = 0"), "f.toml:6:1", "key 'cell' is missing"},
      {hint("piece = 0\nrotation = 0\ncell = \"A1\""), "f.toml:7:9",
       "found 0, expected the number of a piece from 1 to 2"},
      {hint("piece = 3\nrotation = 0\ncell = \"A1\""), "f.toml:7:9", "found 3"},
      {hint("piece = 1\nrotation = 4\ncell = \"A1\""), "f.toml:8:12",
       "found 4, expected clockwise quarter turns from 0 to 3"},
      {hint("piece = 1\nrotation = 0\ncell = \"B1\""), "f.toml:9:8", "found 'B1', expected a cell from A1 to A2"},
      {hint("piece = 1\nrotation = 0\ncell = \"A3\""), "f.toml:9:8", "found 'A3'"},
      {hint("piece = 1\nrotation = 0\ncell = \"ZZZZZZZZZZ9999999999\""), "f.toml:9:8", "expected a cell"},
      {hint(good + "[[hint]]\npiece = 2\nrotation = 0\ncell = \"A1\""), "f.toml:13:8",
       "found a second hint for cell 'A1'"},
      {hint(good + "[[hint]]\npiece = 1\nrotation = 0\ncell = \"A2\""), "f.toml:11:9",
       "found a second hint for piece 1"},
      {hint(good + "offset = [0, 0]"), "f.toml:10:1", "unknown key 'offset'"},
      {with_line("hint = 3"), "f.toml:3:8", "found 3, expected [[hint]] tables"},
      {with_line("hint = [3]"), "f.toml:3:9", "found 3, expected a table"},
  });
}

TEST_CASE("refused: text that is not TOML") {
  check_toml_refusals({
      {"family = \"edge\"\nboard \"3x3\"\n", "f.toml:2:7", "not valid TOML"},
      {"family = \"edge", "f.toml:1:15", "not valid TOML"},
      {"family = \"edge\"\nfamily = \"edge\"", "f.toml:2:10", "cannot redefine"},
      {"title = \"x\xff\"", "f.toml:1:11", "found the byte '\\xff', expected text in UTF-8"},
      {std::string("title = \"\0\"", 11), "f.toml:1:10", "not valid TOML"},
      {"é", "f.toml:1:1", "not valid TOML: found 'é', expected it in quotes or in a comment"},
      {"# é\n[\n", "f.toml:2:2", "not valid TOML"},
      {" [[", "f.toml:1:4", "not valid TOML"},
      {"x = [1979-05-27 , 1]\nfamily = \"edge\"", "f.toml:1:1", "unknown key 'x'"},
      {"x = 99999999999999999999", "f.toml:1:25", "not representable in 64 bits"},
  });
}
