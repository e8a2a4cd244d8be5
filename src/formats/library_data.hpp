#pragma once

#include <string_view>
#include <vector>

namespace tesselle {

/// A puzzle file that was compiled into the binary.
struct EmbeddedPuzzle {
  std::string_view name, toml;
};

/// All of puzzles/, by name. Written at build time by cmake/embed_puzzles.cmake.
const std::vector<EmbeddedPuzzle>& embedded_puzzles();

}  // namespace tesselle
