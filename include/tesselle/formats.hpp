#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

// --- Puzzles -------------------------------------------------------------------------------------------------------

/// A built-in puzzle by name, or a file by path; the file's format is recognised by its contents. If a file holds
/// several puzzles, "path#2" is the second. Throws InputError (an unknown name suggests near ones).
Puzzle load_puzzle(const std::string& name_or_path);

/// Which puzzle of a file, counted from 1; if it is not given, the file must hold just one.
using PuzzleNumber = std::optional<int>;

/// Parses text in any known format. `file` is only used in error messages and, without suffix, as a default name.
Puzzle read_puzzle(std::string_view text, const std::string& file, PuzzleNumber number = {});

/// The formats one by one; all throw InputError with the place.
Puzzle read_toml(std::string_view text, const std::string& file);
Puzzle read_plain_nswe(std::string_view text, const std::string& file);  ///< INF6102: "n", then North South West East
Puzzle read_plain_nesw(std::string_view text,
                       const std::string& file);  ///< community: "w h", then North East South West

/// The formats of other programs: docs/formats-foreign.md says what each can express.
Puzzle read_xmpuzzle(std::string_view text, const std::string& file,
                     PuzzleNumber number = {});  ///< BurrTools, gzip or plain XML
Puzzle read_polycube(std::string_view text, const std::string& file,
                     PuzzleNumber number = {});                     ///< Busche's polycube, .def
Puzzle read_knuth(std::string_view text, const std::string& file);  ///< DLX, XCC; pieces and cells by their names
Puzzle read_ascii(std::string_view text, const std::string& file);  ///< named drawings

std::string write_toml(const Puzzle& puzzle);
/// The pieces alone: a native file that lacks its region. The remark is one line at the top.
std::string write_toml_pieces(const PackingPuzzle& puzzle, std::string_view remark);
std::string write_plain_nswe(const Puzzle& puzzle);
std::string write_plain_nesw(const Puzzle& puzzle);
/// Throw UsageError naming what the format cannot express. With a solution, it is written too.
std::string write_xmpuzzle(const Puzzle& puzzle, const Solution* solution = nullptr);
std::string write_polycube(const Puzzle& puzzle, const Solution* solution = nullptr);
std::string write_knuth(const Puzzle& puzzle);
std::string write_ascii(const Puzzle& puzzle);

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
