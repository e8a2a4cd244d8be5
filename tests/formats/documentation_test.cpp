#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "tesselle/formats.hpp"

using namespace tesselle;

namespace {

/// The indented blocks of a page, without their indentation.
std::vector<std::string> examples(const std::string& path) {
  std::vector<std::string> blocks;
  std::ifstream page(path);
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    const bool indented = line.starts_with("    ");
    if (indented && !inside) blocks.emplace_back();
    inside = indented || (inside && line.empty());
    if (inside) blocks.back() += (indented ? line.substr(4) : line) + "\n";
  }
  return blocks;
}

/// A block may hold several files in a row.
std::vector<std::string> puzzle_files(const std::string& block) {
  std::vector<std::string> files;
  std::size_t start = 0;
  while (start < block.size()) {
    const std::size_t next = block.find("family = ", start + 1);
    files.push_back(block.substr(start, next - start));
    start = next;
  }
  return files;
}

}  // namespace

TEST_CASE("every puzzle and board that docs/formats.md shows is one") {
  int puzzles = 0, boards = 0;
  std::vector<Puzzle> same;  // shown in three formats
  for (const std::string& block : examples(TESSELLE_SOURCE_DIR "/docs/formats.md")) {
    CAPTURE(block);
    if (block.starts_with("https://")) {
      const EdgeBoard board = read_board_address(same.front(), block, "example");
      for (std::size_t cell = 0; cell < 4; ++cell) CHECK(board.cells[cell] == Placed{PieceId(cell), 0});
      ++boards;
    } else if (block.starts_with("family") || block.starts_with("2")) {
      for (const std::string& file : puzzle_files(block)) {
        const Puzzle puzzle = read_puzzle(file, "two-by-two.toml");
        if (puzzle.family() == Family::edge && puzzle.edge().height == 2) same.push_back(puzzle);
        ++puzzles;
      }
    }
  }
  CHECK(puzzles == 6);
  CHECK(boards == 1);
  REQUIRE(same.size() == 3);
  CHECK(same[0].edge().pieces == same[1].edge().pieces);
  CHECK(same[1] == same[2]);
}
