#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What write_solution_json prints.
Json solution_as_json(const Puzzle& puzzle, const SolutionRecord& record);

/// The first solution of a text of JSON objects; event lines without a board are passed over. Throws InputError.
SolutionRecord read_solution_json(const Puzzle& puzzle, std::string_view text, const std::string& file);

}  // namespace tesselle
