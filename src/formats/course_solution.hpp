#pragma once

#include "formats/board_address.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

/// Solution files of the INF6102 course: a line with the number of conflicts, one with n, then a line "N S W E" for
/// each cell of the n x n board as placed, row by row from the bottom-left.

bool is_course_solution(std::string_view text);
SolutionRecord read_course_solution(const Puzzle& puzzle, std::string_view text, const std::string& file);
ShownBoard read_shown_course_solution(const Puzzle& puzzle, std::string_view text, const std::string& file);
BoardOutline course_outline(std::string_view text, const std::string& file);

}  // namespace tesselle
