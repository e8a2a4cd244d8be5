#include <fmt/format.h>

#include <algorithm>

#include "base/hash.hpp"
#include "formats/board_address.hpp"
#include "formats/course_solution.hpp"
#include "formats/document.hpp"
#include "formats/library_data.hpp"
#include "formats/text.hpp"
#include "puzzle/piece_finder.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

std::vector<Puzzle> edge_library() {
  std::vector<Puzzle> puzzles;
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles())
    if (puzzle.toml.find("family = \"edge\"") != puzzle.toml.npos)
      puzzles.push_back(read_toml(puzzle.toml, std::string(puzzle.name) + ".toml"));
  return puzzles;
}

/// How many filled cells show a piece of the puzzle, each piece once.
struct Recognised {
  std::size_t filled = 0, cells = 0;
};

Recognised recognised_cells(const EdgePuzzle& puzzle, const ShownBoard& board) {
  PieceFinder finder(puzzle);
  Recognised result;
  for (const auto& cell : board.cells) {
    if (!cell) continue;
    ++result.filled;
    if (finder.take_one(cell->sides)) ++result.cells;
  }
  return result;
}

bool has_size(const EdgePuzzle& puzzle, const BoardOutline& outline) {
  return puzzle.cell_count() == outline.cells && puzzle.width == outline.width.value_or(puzzle.width) &&
         puzzle.height == outline.height.value_or(puzzle.height);
}

bool same_set(const EdgePuzzle& a, const EdgePuzzle& b) {
  return a.width == b.width && a.height == b.height && a.pieces == b.pieces && a.frame == b.frame && a.mate == b.mate;
}

/// The puzzle with most of the board's pieces, nine in ten at least: a board with a slip or two is still that puzzle's.
Puzzle puzzle_of_sides(std::string_view text, const std::string& file, const BoardOutline& outline) {
  std::optional<Puzzle> best;
  std::size_t best_cells = 0;
  bool tie = false;
  for (Puzzle& puzzle : edge_library()) {
    if (!has_size(puzzle.edge(), outline)) continue;
    const auto board = read_shown_board(puzzle, text, file);
    const Recognised found = board ? recognised_cells(puzzle.edge(), *board) : Recognised{};
    if (found.cells == 0 || found.cells * 10 < found.filled * 9 || found.cells < best_cells) continue;
    const bool same = best && same_set(best->edge(), puzzle.edge());
    tie = found.cells == best_cells && best && !same;
    if (found.cells > best_cells || (same && puzzle.edge().hints.size() < best->edge().hints.size()))
      best = std::move(puzzle);
    best_cells = found.cells;
  }
  if (tie)
    throw InputError({file}, "several built-in puzzles have the pieces of this board: give the puzzle before it");
  if (!best) throw InputError({file}, "no built-in puzzle has the pieces of this board: give the puzzle before it");
  return std::move(*best);
}

/// Solutions of ours name their puzzle.
std::optional<Puzzle> puzzle_of_record(const Document& document) {
  const Node* name = document.find(document.root(), "puzzle");
  if (name == nullptr) return std::nullopt;
  const std::string& text = document.text(*name, "the name of a puzzle");
  const auto names = library_names();
  if (std::find(names.begin(), names.end(), text) == names.end()) return std::nullopt;
  Puzzle puzzle = load_puzzle(text);
  const Node* hash = document.find(document.root(), "hash");
  if (hash != nullptr && document.text(*hash, "sixteen hexadecimal digits") != hex64(puzzle_hash(puzzle)))
    return std::nullopt;
  return puzzle;
}

Puzzle puzzle_of_json(std::string_view text, const std::string& file) {
  Cursor cursor;
  for (;;) {
    const std::size_t start =
        text.find_first_not_of(" \t\r\n", std::max(cursor.offset, text.size() - without_byte_order_mark(text).size()));
    if (start == text.npos)
      throw InputError({file}, "the solution is not one of a built-in puzzle: give the puzzle before it");
    cursor.advance_to(start, text);
    const Document document = parse_json(text, file, cursor);
    if (auto puzzle = puzzle_of_record(document)) return std::move(*puzzle);
    const Node* edges = document.find(document.root(), "board_edges");
    if (edges == nullptr) continue;
    const std::string& letters = document.text(*edges, "four letters for each cell");
    const Place place = document.place(*edges);
    const std::string where = fmt::format("{}:{}", place.file, place.line);
    return puzzle_of_sides(letters, where, address_outline(letters, where));
  }
}

}  // namespace

std::optional<ShownBoard> read_shown_board(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  const std::size_t start = text.find_first_not_of(" \t\r\n", text.size() - without_byte_order_mark(text).size());
  if (puzzle.family() != Family::edge || start == text.npos || text[start] == '{') return std::nullopt;
  if (is_board_address(text) || is_bare_edges(text)) return read_shown_address(puzzle, text, file);
  if (is_course_solution(text)) return read_shown_course_solution(puzzle, text, file);
  return std::nullopt;
}

Puzzle puzzle_of_board(std::string_view text, const std::string& file) {
  const std::size_t start = text.find_first_not_of(" \t\r\n", text.size() - without_byte_order_mark(text).size());
  if (start == text.npos) throw InputError({file}, "found nothing, expected a board");
  if (text[start] == '{') return puzzle_of_json(text, file);
  if (is_board_address(text) || is_bare_edges(text)) return puzzle_of_sides(text, file, address_outline(text, file));
  if (is_course_solution(text)) return puzzle_of_sides(text, file, course_outline(text, file));
  throw InputError(place_at(file, text, start),
                   "found " + in_quotes(text.substr(start, 60)) +
                       ", expected a board that tells its puzzle, or the puzzle before it");
}

std::optional<BuiltInSet> built_in_set(const EdgePuzzle& puzzle) {
  std::optional<BuiltInSet> result;
  std::size_t fewest = 0;
  for (const Puzzle& known : edge_library()) {
    const EdgePuzzle& body = known.edge();
    if (!same_set(puzzle, body)) continue;
    if (!result) result = BuiltInSet{known.name, known.title, body.hints};
    if (result->name == known.name || body.hints.size() < fewest) {
      result->name = known.name;
      result->title = known.title;
      fewest = body.hints.size();
    }
    if (body.hints.size() > result->clues.size()) result->clues = body.hints;
  }
  return result;
}

}  // namespace tesselle
