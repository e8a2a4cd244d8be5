#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"
#include "tesselle/shown_board.hpp"

/// Piece lists and boards of edge-matching puzzles as people exchange them. load_puzzle() and load_solution() read them
/// too (tesselle/formats.hpp); here is what needs more than a file. docs/formats-foreign.md describes the formats.
namespace tesselle {

// --- Lists of pieces -------------------------------------------------------------------------------------------------

/// What some lists of pieces leave open. A list may say it in comments at its top ("# sides: nesw"); what neither says
/// is asked for by name, never guessed.
struct ReadOptions {
  std::optional<std::string> sides{};  ///< the order of the sides: "nesw", "bltr", "nswe", …
  std::optional<std::string> pairs{};  ///< lists of letters, how they match: "HB", "HO-BO,HM-BM" or "same"
  std::optional<std::string> board{};  ///< "16x16"

  bool any() const { return sides || pairs || board; }
};

/// As load_puzzle() and read_puzzle(). An option that the file leaves no room for is refused with UsageError.
Puzzle load_puzzle(const std::string& name_or_path, const ReadOptions& options);
Puzzle read_puzzle_with(std::string_view text, const std::string& file, const ReadOptions& options);

/// Pieces alone, perhaps numbered, perhaps as CSV.
Puzzle read_piece_table(std::string_view text, const std::string& file, const ReadOptions& options = {});
struct TableStyle {
  std::string sides = "nesw";  ///< the order, as in ReadOptions
  bool numbered = false;
  bool csv = false;  ///< commas, and a first line that names the columns
};
std::string write_piece_table(const Puzzle& puzzle, const TableStyle& style);

/// The giraffe's list: four sides of two letters per line, anticlockwise from the right, "HOBBBVHM".
Puzzle read_letter_list(std::string_view text, const std::string& file, const ReadOptions& options = {});
std::string write_letter_list(const Puzzle& puzzle);

/// The puzzle document of eternity2.dev, JSON.
Puzzle read_site_puzzle(std::string_view text, const std::string& file);
std::string write_site_puzzle(const Puzzle& puzzle);

// --- Boards ----------------------------------------------------------------------------------------------------------

/// A board's text and what to call it in messages.
struct BoardText {
  std::string text, file;
};
/// Of a path, of a board address itself, or of "-", standard input.
BoardText load_board_text(const std::string& path_or_link);

/// A board as it was written, whether or not the puzzle has such pieces. Only of formats that give the sides of each
/// cell (addresses, the INF6102 course's files); nullopt for others. Throws InputError.
std::optional<ShownBoard> read_shown_board(const Puzzle& puzzle, std::string_view text, const std::string& file);

/// The built-in puzzle whose pieces a board shows; of several with these pieces, the one without hints. Throws
/// InputError if there is none, or if the board does not tell.
Puzzle puzzle_of_board(std::string_view text, const std::string& file);

/// The built-in puzzle that has exactly these pieces on a board of this size, and the clues known for it.
struct BuiltInSet {
  std::string name, title;
  std::vector<EdgeHint> clues;
};
std::optional<BuiltInSet> built_in_set(const EdgePuzzle& puzzle);

/// Rows of a spreadsheet: one piece each, with names of columns in the first. load_solution() reads them.
std::string write_solution_csv(const Puzzle& puzzle, const Solution& solution);
/// The INF6102 course's file: conflicts, n, then each cell's North South West East, the bottom row first.
std::string write_course_solution(const Puzzle& puzzle, const EdgeBoard& board, int conflicts);
/// The board document of eternity2.dev, JSON.
std::string write_site_board(const Puzzle& puzzle, const EdgeBoard& board, int score);
/// The letters alone, as after "board_edges=" in an address.
std::string write_board_edges(const Puzzle& puzzle, const EdgeBoard& board);

}  // namespace tesselle
