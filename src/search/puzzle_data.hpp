#pragma once

#include "base/json.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What lists show of a puzzle: its facts, and what is known of its solutions. docs/api.md names the keys.
Json puzzle_listing(const Puzzle& puzzle);

/// The same and the whole puzzle as plain data, ready to be drawn and played with.
Json puzzle_data(const Puzzle& puzzle);

}  // namespace tesselle
