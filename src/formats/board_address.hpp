#pragma once

#include <string>
#include <string_view>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Why the board cannot be written as an address; empty if it can.
std::string address_obstacle(const EdgePuzzle& puzzle, const EdgeBoard& board);

/// Does the text look like a board address?
bool is_board_address(std::string_view text);

}  // namespace tesselle
