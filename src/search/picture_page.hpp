#pragma once

#include <string>

#include "tesselle/render.hpp"

namespace tesselle {

/// A page to look at and to print: the picture with piece numbers, what the puzzle is, what the board is worth (if one
/// is given), and what colours and marks mean. One file without scripts, light or dark as the reader's screen is.
std::string html_page(const Puzzle& puzzle, const Solution* board, PictureStyle style = {});

}  // namespace tesselle
