#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tesselle/puzzle.hpp"
#include "tesselle/shown_board.hpp"

namespace tesselle {

/// Why the board cannot be written as an address; empty if it can.
std::string address_obstacle(const EdgePuzzle& puzzle, const EdgeBoard& board);

/// Does the text look like a board address?
bool is_board_address(std::string_view text);
/// Is it a single word of small letters, four per cell?
bool is_bare_edges(std::string_view text);

/// What an address says, whether or not the puzzle has such pieces. Throws InputError.
ShownBoard read_shown_address(const Puzzle& puzzle, std::string_view text, const std::string& file);

/// The size of a board whose puzzle is not known, as far as the text tells it.
struct BoardOutline {
  std::size_t cells = 0;
  std::optional<int> width{}, height{};
};
BoardOutline address_outline(std::string_view text, const std::string& file);

}  // namespace tesselle
