#pragma once

#include "render/packing_scene.hpp"
#include "render/text_canvas.hpp"

namespace tesselle::render {

/// One character per piece, by piece number: its name if that is a single letter, else a letter that is still free.
/// They repeat when there are more pieces than letters and digits.
std::u32string piece_symbols(const PackingPuzzle& puzzle);

/// The scene without its tray: squares as a grid with outlines between pieces, cubes layer by layer,
/// triangles, hexagons and drafters as dots (coloured) or letters (plain).
TextCanvas packing_board_text(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style);

/// The board, what the letters mean, and the pieces that are not on it.
TextCanvas packing_text(const PackingPuzzle& puzzle, const PackingLayout* layout, const TerminalStyle& style);

/// The pieces alone.
TextCanvas pieces_text(const PackingPuzzle& puzzle, const TerminalStyle& style);

}  // namespace tesselle::render
