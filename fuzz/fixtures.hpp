#pragma once

#include "tesselle/formats.hpp"

/// Puzzles whose solutions the fuzzers read.
namespace tesselle::fuzz {

inline const Puzzle& edge_fixture() {
  static const Puzzle puzzle = read_puzzle("2 2\n0 1 2 0\n0 0 2 1\n2 1 0 0\n0 1 2 0\n", "corners.txt");
  return puzzle;
}

inline const Puzzle& packing_fixture() {
  static const Puzzle puzzle = read_puzzle(
      "family = \"packing\"\nlattice = \"cube\"\nregion = \"2x2x2\"\n[[piece]]\nname = \"I\"\ncells = \"0,0,0 "
      "1,0,0\"\ncopies = 4\n",
      "blocks.toml");
  return puzzle;
}

}  // namespace tesselle::fuzz
