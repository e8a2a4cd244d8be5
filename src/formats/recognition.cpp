#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/files.hpp"
#include "formats/board_address.hpp"
#include "formats/course_solution.hpp"
#include "formats/foreign.hpp"
#include "formats/plain_lists.hpp"
#include "formats/site_documents.hpp"
#include "formats/solution_csv.hpp"
#include "formats/solution_json.hpp"
#include "formats/text.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// The first line that is neither blank nor a comment, without its own comment; offset in the whole text.
Word first_line(std::string_view text) {
  for (std::size_t start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    line = line.substr(0, line.find('#'));
    const std::size_t content = line.find_first_not_of(" \t\r");
    if (content != line.npos) return {line.substr(content), start + content};
    start = end + 1;
  }
  return {};
}

bool is_numbers(std::string_view line) { return line.find_first_not_of("0123456789,; \t\r") == line.npos; }

/// A line that names columns: two sides at least, or all four by their letters.
bool names_sides(std::string_view line) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::array<std::string_view, 10> names = {"north", "east",   "south", "west", "top",
                                                      "right", "bottom", "left",  "up",   "down"};
  if (line.size() > 200) return false;
  std::size_t named = 0, lettered = 0;
  for (std::size_t at = 0; (at = line.find_first_not_of("\",; \t\r", at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_not_of(letters, at), line.size());
    if (end == at) return false;
    std::string word(line.substr(at, end - at));
    for (char& c : word) c = static_cast<char>(c | 0x20);
    named += std::find(names.begin(), names.end(), word) != names.end();
    lettered += word.size() == 1 && std::string_view("neswtrbl").find(word[0]) != std::string_view::npos;
    at = end;
  }
  return named >= 2 || lettered >= 4;
}

/// A single word of eight letters.
bool is_lettered_piece(std::string_view line) {
  const auto words = words_of(line, 2);
  return words.size() == 1 && words[0].text.size() == 8 &&
         std::all_of(words[0].text.begin(), words[0].text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// "n", "w h", or pieces from the first line on.
Puzzle read_numbers(std::string_view text, const std::string& file, const Word& line, const ReadOptions& options) {
  const std::size_t numbers = words_of(line.text).size();
  if (line.text.find_first_of(",;") != line.text.npos || numbers > 2) return read_piece_table(text, file, options);
  if (numbers == 1 && is_course_solution(text))
    throw InputError(place_at(file, text, line.offset),
                     "found a board of the INF6102 course (conflicts, n, cells), expected a puzzle");
  if (options.pairs) throw UsageError("--pairs: only lists of letters leave open how sides match");
  return read_sized_list(text, file, numbers, options);
}

/// "-" is standard input.
std::string read_named_file(const std::string& path) { return read_file(path == "-" ? "/dev/stdin" : path); }

/// A board address instead of a path.
bool is_link(const std::string& text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.find("board_edges=") != text.npos;
}

/// Formats that leave nothing open.
Puzzle read_foreign(std::string_view text, const std::string& file, ForeignFormat format, PuzzleNumber number) {
  switch (format) {
    case ForeignFormat::xmpuzzle:
      return read_xmpuzzle(text, file, number);
    case ForeignFormat::polycube:
      return read_polycube(text, file, number);
    case ForeignFormat::knuth:
      return read_knuth(text, file);
    default:
      return read_ascii(text, file);
  }
}

/// Is it JSON, and whose?
Puzzle read_json_puzzle(std::string_view text, const std::string& file, std::size_t offset) {
  Cursor cursor;
  cursor.advance_to(offset, text);
  if (is_site_puzzle(parse_json(text, file, cursor))) return read_site_puzzle(text, file);
  throw InputError(place_at(file, text, offset),
                   "found JSON, as solutions are written, expected a puzzle: TOML or a plain list of pieces");
}

Puzzle read_any(std::string_view text, const std::string& file, PuzzleNumber number, const ReadOptions& options) {
  const Word line = first_line(text);
  const ForeignFormat format =
      is_numbers(line.text) || is_lettered_piece(line.text) ? ForeignFormat::none : recognise_foreign(text, line.text);
  if (number && format != ForeignFormat::xmpuzzle && format != ForeignFormat::polycube)
    throw InputError({file}, fmt::format("the file holds one puzzle; remove '#{}'", *number));
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    throw InputError(place_at(file, text, line.offset), "found " + found + ", expected " + expected);
  };
  if (line.text.empty()) refuse("nothing", "a puzzle: TOML or a plain list of pieces");
  if (is_numbers(line.text)) return read_numbers(text, file, line, options);
  if (is_lettered_piece(line.text)) return read_letter_list(text, file, options);
  if (format == ForeignFormat::none && names_sides(line.text)) return read_piece_table(text, file, options);
  if (options.any())
    throw UsageError(fmt::format("{}: --sides, --pairs and --board are for plain lists of pieces", file));
  if (format != ForeignFormat::none) return read_foreign(text, file, format, number);
  if (line.text[0] == '{') return read_json_puzzle(text, file, line.offset);
  if (is_link(std::string(line.text.substr(0, 100))))
    refuse("an address, as boards are written", "a puzzle: TOML or a plain list of pieces");
  return read_toml(text, file);
}

/// Of formats that hold one board.
void refuse_further(const std::string& file, SolutionNumber number) {
  if (number && *number != 1) throw InputError({file}, fmt::format("the file holds one board; remove '#{}'", *number));
}

}  // namespace

Puzzle read_puzzle(std::string_view text, const std::string& file, PuzzleNumber number) {
  return read_any(text, file, number, {});
}

Puzzle read_puzzle_with(std::string_view text, const std::string& file, const ReadOptions& options) {
  return read_any(text, file, {}, options);
}

Puzzle load_puzzle(const std::string& name_or_path, const ReadOptions& options) {
  if (!options.any()) return load_puzzle(name_or_path);
  return read_puzzle_with(read_named_file(name_or_path), name_or_path, options);
}

BoardText load_board_text(const std::string& path_or_link) {
  if (is_link(path_or_link)) return {path_or_link, "link"};
  std::error_code ignored;
  const bool letters = path_or_link.size() >= 64 && is_bare_edges(path_or_link);
  if (letters && !std::filesystem::exists(path_or_link, ignored)) return {path_or_link, "board"};
  return {read_named_file(path_or_link), path_or_link == "-" ? "standard input" : path_or_link};
}

SolutionRecord read_solution(const Puzzle& puzzle, std::string_view text, const std::string& file,
                             SolutionNumber number) {
  const std::size_t bom = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n", bom), text.size());
  if (start < text.size() && text[start] == '{') return read_solution_json(puzzle, text, file, number.value_or(1));
  refuse_further(file, number);
  if (is_course_solution(text)) return read_course_solution(puzzle, text, file);
  if (is_solution_csv(text)) return read_solution_csv(puzzle, text, file);
  if (!is_board_address(text) && !is_bare_edges(text))
    throw InputError(place_at(file, text, start), "found " + in_quotes(text.substr(start, 60)) +
                                                      ", expected a solution: a JSON object or a board address");
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.solution.body = read_board_address(puzzle, text, file);
  return record;
}

SolutionRecord load_solution(const Puzzle& puzzle, const std::string& path) {
  const auto [name, number] = path_and_number(path);
  const BoardText board = load_board_text(name);
  return read_solution(puzzle, board.text, board.file, number);
}

}  // namespace tesselle
