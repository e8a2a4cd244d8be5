#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "formats/refusals.hpp"
#include "support/samples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string add(const std::string& name, const std::string& contents) const {
    std::ofstream(path_ / name, std::ios::binary) << contents;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / "tesselle-recognition-test";
};

}  // namespace

TEST_CASE("the format of a file is recognised by its contents, not by its name") {
  const Folder folder;
  CHECK(load_puzzle(folder.add("one.dat", "# S5\n1\n0 0 0 0\n")).edge().pieces.size() == 1);
  CHECK(load_puzzle(folder.add("two.toml", "1 1\n0 0 0 0\n")).edge().pieces.size() == 1);
  const Puzzle puzzle = domino_box(2, 2, 2, 2);
  CHECK(load_puzzle(folder.add("three.txt", "# a comment\n\n" + write_toml(puzzle))) == puzzle);
  const std::string board = folder.add("board.txt", write_board_address(four_corners(), {{{}, {}, {}, {}}}) + "\n");
  CHECK(load_solution(four_corners(), board).solution.edge().cells.size() == 4);
  CHECK(refusal([&] { load_puzzle(board); }).find("found an address, as boards are written") != std::string::npos);
}

TEST_CASE("refused: texts that are no puzzle") {
  check_refusals(
      {
          {"", "f:1:1", "found nothing, expected a puzzle"},
          {"\n # only a comment\n", "f:1:1", "found nothing"},
          {"\n {\"placements\": []}", "f:2:2", "found JSON, as solutions are written"},
          {"https://e2.bucas.name/#board_edges=aaaa", "f:1:1", "found an address"},
          {"1 2 3 4", "f:1:1", "the list does not say in which order the sides are"},
          {"1,2,3,4", "f:1:1", "the list does not say in which order the sides are"},
          {"1 2 3", "f:1:1", "found 3 numbers in the first line"},
          {"0\n2\n0 1 0 1", "f:1:1", "found a board of the INF6102 course"},
          {"TOBBBVHM", "f:1:1", "found side 'TO', expected H or B first"},
          {"HOBBBVHM", "f:1:1", "the list does not say the size of the board for its 1 pieces"},
          {"board_edges=aaaa", "f:1:1", "found an address"},
          {"[{\"pieces\": []}]", "f:1:2", "not valid TOML"},
          {"{\"pieces\": []}", "f:1:1", "found JSON, as solutions are written"},
          {"<xml/>", "f:1:1", "not valid TOML"},
          {"<?xml version=\"1.0\"?><xml/>", "f:1:23", "expected <puzzle>"},
      },
      [](const std::string& text) { read_puzzle(text, "f"); });
}

TEST_CASE("pieces alone, letters and JSON are recognised too") {
  const std::string named = "piece;top;right;bottom;left\n1;0;1;0;0\n2;0;0;0;1\n";
  CHECK(read_puzzle("# board: 2x1\n" + named, "f").edge().pieces.size() == 2);
  CHECK(read_puzzle("# sides: nesw\n# board: 2x1\n0 1 0 0\n0 0 0 1\n", "f").edge().width == 2);
  CHECK(read_puzzle("# pairs: same\n# board: 1x1\nAABBCCDD\n", "f").edge().matching == Matching::same);
  CHECK(read_puzzle("\n {\"width\": 1, \"height\": 1, \"pieces\": [[0, 0, 0, 0]]}\n", "f").edge().frame == Colour(0));
}

TEST_CASE("an unknown name suggests near ones; a path is never taken for a name") {
  CHECK(load_puzzle("girafe").name == "girafe");
  const std::string message = refusal([] { load_puzzle("giraffe"); });
  CHECK(message.starts_with("giraffe: not a built-in puzzle, and no such file"));
  CHECK(message.find("did you mean 'girafe'?") != std::string::npos);
  CHECK(refusal([] { load_puzzle("eternity"); }).find("'eternity1'") != std::string::npos);
  CHECK(refusal([] { load_puzzle("qqqqqqqq"); }).find("did you mean") == std::string::npos);
  CHECK(refusal([] { load_puzzle("girafe.toml"); }).find("girafe.toml: cannot open") == 0);
  CHECK(refusal([] { load_puzzle("./girafe"); }).find("./girafe: cannot open") == 0);
  CHECK(refusal([] { load_puzzle("/"); }).find("/: is a directory") == 0);
  CHECK(refusal([] { load_puzzle(""); }).find("not a built-in puzzle") != std::string::npos);
  const auto names = library_names();
  CHECK(names.front() == "bedlam");
  const auto place = [&](const char* name) { return std::find(names.begin(), names.end(), name) - names.begin(); };
  CHECK(place("owen-9x9") + 1 == place("owen-10x10"));
}

TEST_CASE("an existing file without dot or slash is a path, unless a built-in puzzle has its name") {
  const Folder folder;
  const auto before = std::filesystem::current_path();
  folder.add("mine", "1\n0 0 0 0\n");
  std::filesystem::current_path(std::filesystem::path(folder.add("girafe", "1\n0 0 0 0\n")).parent_path());
  const Puzzle mine = load_puzzle("mine"), built_in = load_puzzle("girafe"), file = load_puzzle("./girafe");
  const Puzzle any_case = load_puzzle("Girafe");
  std::filesystem::current_path(before);
  CHECK(mine.edge().pieces.size() == 1);
  CHECK(built_in.edge().pieces.size() == 9);
  CHECK(file.edge().pieces.size() == 1);
  CHECK(any_case == built_in);
}
