#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/puzzle.hpp"

namespace tesselle {

// --- Puzzles -------------------------------------------------------------------------------------------------------

/// A built-in puzzle by name, or a file by path; the file's format is recognised by its contents.
/// Throws InputError (an unknown name suggests near ones).
Puzzle load_puzzle(const std::string& name_or_path);

/// Parses text in any known format. `file` is only used in error messages and, without suffix, as a default name.
Puzzle read_puzzle(std::string_view text, const std::string& file);

/// The formats one by one; all throw InputError with the place.
Puzzle read_toml(std::string_view text, const std::string& file);
Puzzle read_plain_nswe(std::string_view text, const std::string& file);  ///< S5: "n", then North South West East
Puzzle read_plain_nesw(std::string_view text,
                       const std::string& file);  ///< community: "w h", then North East South West

std::string write_toml(const Puzzle& puzzle);
std::string write_plain_nswe(const Puzzle& puzzle);
std::string write_plain_nesw(const Puzzle& puzzle);

/// Names of the built-in puzzles, sorted.
std::vector<std::string> library_names();

// --- Solutions -----------------------------------------------------------------------------------------------------

/// One JSON object, no newline. Needs the puzzle to name pieces and cells.
std::string write_solution_json(const Puzzle& puzzle, const SolutionRecord& record);
/// Reads the JSON above or a board address, recognised by content (first one, if the file holds several lines).
SolutionRecord read_solution(const Puzzle& puzzle, std::string_view text, const std::string& file);
SolutionRecord load_solution(const Puzzle& puzzle, const std::string& path);

/// The e2.bucas.name address of an edge-matching board. Throws UsageError if the puzzle has more than 26 colours.
std::string write_board_address(const Puzzle& puzzle, const EdgeBoard& board);
/// Finds the pieces by their sides (twins: any assignment). Throws InputError.
EdgeBoard read_board_address(const Puzzle& puzzle, std::string_view text, const std::string& file);

}  // namespace tesselle
