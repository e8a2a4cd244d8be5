#include <fmt/format.h>

#include <algorithm>

#include "base/files.hpp"
#include "formats/board_address.hpp"
#include "formats/foreign.hpp"
#include "formats/solution_json.hpp"
#include "formats/text.hpp"
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

bool is_numbers(std::string_view line) { return line.find_first_not_of("0123456789 \t\r") == line.npos; }

}  // namespace

Puzzle read_puzzle(std::string_view text, const std::string& file, PuzzleNumber number) {
  const Word line = first_line(text);
  const ForeignFormat format = is_numbers(line.text) ? ForeignFormat::none : recognise_foreign(text, line.text);
  if (number && format != ForeignFormat::xmpuzzle && format != ForeignFormat::polycube)
    throw InputError({file}, fmt::format("the file holds one puzzle; remove '#{}'", *number));
  switch (format) {
    case ForeignFormat::xmpuzzle:
      return read_xmpuzzle(text, file, number);
    case ForeignFormat::polycube:
      return read_polycube(text, file, number);
    case ForeignFormat::knuth:
      return read_knuth(text, file);
    case ForeignFormat::ascii:
      return read_ascii(text, file);
    case ForeignFormat::none:
      break;
  }
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    throw InputError(place_at(file, text, line.offset), "found " + found + ", expected " + expected);
  };
  if (line.text.empty()) refuse("nothing", "a puzzle: TOML or a plain list of pieces");
  if (is_numbers(line.text)) {
    const std::size_t numbers = words_of(line.text).size();
    if (numbers > 2) refuse(fmt::format("{} numbers in the first line", numbers), "one (n) or two (width height)");
    return numbers == 1 ? read_plain_nswe(text, file) : read_plain_nesw(text, file);
  }
  if (line.text[0] == '{') refuse("JSON, as solutions are written", "a puzzle: TOML or a plain list of pieces");
  if (line.text.starts_with("http://") || line.text.starts_with("https://"))
    refuse("an address, as boards are written", "a puzzle: TOML or a plain list of pieces");
  return read_toml(text, file);
}

SolutionRecord read_solution(const Puzzle& puzzle, std::string_view text, const std::string& file,
                             SolutionNumber number) {
  const std::size_t bom = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n", bom), text.size());
  if (start < text.size() && text[start] == '{') return read_solution_json(puzzle, text, file, number.value_or(1));
  if (!is_board_address(text))
    throw InputError(place_at(file, text, start), "found " + in_quotes(text.substr(start, 60)) +
                                                      ", expected a solution: a JSON object or a board address");
  if (number && *number != 1) throw InputError({file}, fmt::format("the file holds one board; remove '#{}'", *number));
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.solution.body = read_board_address(puzzle, text, file);
  return record;
}

SolutionRecord load_solution(const Puzzle& puzzle, const std::string& path) {
  const auto [file, number] = path_and_number(path);
  return read_solution(puzzle, read_file(file), file, number);
}

}  // namespace tesselle
