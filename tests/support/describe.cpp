#include <fmt/format.h>

#include "support/random_puzzles.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::testing {
namespace {

std::string in_words(const EdgeBoard& board) {
  std::string text;
  for (const auto& placed : board.cells)
    text += placed ? fmt::format("{}/{} ", placed->piece.index() + 1, placed->rotation) : "- ";
  return text;
}

std::string in_words(const PackingLayout& layout) {
  std::string text;
  for (const auto& [piece, orientation, offset] : layout.placements)
    text += fmt::format("piece {} orientation {} at ({},{},{})\n", piece.index() + 1, orientation, offset.x, offset.y,
                        offset.z);
  return text;
}

}  // namespace

std::string describe(const Puzzle& puzzle) { return write_toml(puzzle); }

std::string describe(const Solution& solution) {
  return std::visit([](const auto& body) { return in_words(body); }, solution.body);
}

}  // namespace tesselle::testing
