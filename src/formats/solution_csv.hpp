#pragma once

#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

/// Solutions as rows of a spreadsheet. Edge-matching: columns cell, piece, rotation (sides are written too). Packing:
/// piece, orientation, x, y, z (cells are written too). Other columns do not matter for reading.
bool is_solution_csv(std::string_view text);
SolutionRecord read_solution_csv(const Puzzle& puzzle, std::string_view text, const std::string& file);

}  // namespace tesselle
