#pragma once

#include <string>

#include "store/archive.hpp"

namespace tesselle {

/// What an archive holds, as lines of JSON without the newline: "event": "archived_board" and "archived_puzzle".
std::string archived_json(const ArchivedBoard& board);
std::string archived_json(const ArchivedPuzzle& puzzle);

}  // namespace tesselle
