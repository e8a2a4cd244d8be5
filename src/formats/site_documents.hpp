#pragma once

#include "formats/document.hpp"
#include "tesselle/foreign_formats.hpp"

namespace tesselle {

/// The documents of eternity2.dev. Its puzzles: {"name", "width", "height", "pieces": [[N, E, S, W], …], "hints":
/// [{"pos", "piece", "rot"}]}, pieces and cells counted from 0. Its boards: {"size", "board": [piece * 4 + rotation or
/// -1, …], "board_edges", …}. Other keys do not matter for reading.
bool is_site_puzzle(const Document& document);
bool is_site_board(const Document& document);
EdgeBoard read_site_board(const Puzzle& puzzle, const Document& document);

}  // namespace tesselle
