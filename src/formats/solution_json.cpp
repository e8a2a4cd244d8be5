#include "formats/solution_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "formats/board_address.hpp"
#include "formats/cell_text.hpp"
#include "formats/document.hpp"
#include "formats/limits.hpp"
#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

// --- Writing ---------------------------------------------------------------------------------------------------------

Json json_cell(LatticeKind lattice, Cell cell) {
  Json numbers = {cell.x, cell.y};
  if (uses_z(lattice)) numbers.push_back(cell.z);
  return numbers;
}

Json json_placements(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  Json list = Json::list();
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell)
    if (const auto& placed = board.cells[cell])
      list.push_back({{"cell", square_name(puzzle, Square(cell))},
                      {"piece", placed->piece.index() + 1},
                      {"rotation", placed->rotation}});
  return list;
}

Json json_placements(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  Json list = Json::list();
  for (const PackingPlacement& placement : layout.placements) {
    const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
    Json cells = Json::list();
    for (const Cell& cell : placed(puzzle.grid(), piece.cells, placement.orientation, placement.offset))
      cells.push_back(json_cell(puzzle.lattice, cell));
    list.push_back({{"piece", piece.name},
                    {"orientation", placement.orientation},
                    {"offset", json_cell(puzzle.lattice, placement.offset)},
                    {"cells", std::move(cells)}});
  }
  return list;
}

// --- Reading ---------------------------------------------------------------------------------------------------------

class SolutionReader {
 public:
  SolutionReader(const Puzzle& puzzle, const Document& document)
      : puzzle_(puzzle), document_(document), root_(document.root()) {}

  SolutionRecord read() const {
    SolutionRecord record;
    record.puzzle = text_of("puzzle", puzzle_.name);
    record.hash = puzzle_hash(puzzle_);
    check_hash(record);
    check_family();
    const Node& list = document_.need(root_, "placements");
    if (puzzle_.family() == Family::edge)
      record.solution.body = read_board(list);
    else
      record.solution.body = read_layout(list);
    record.score = small_number("score");
    record.max_score = small_number("max_score");
    record.conflicts = small_number("conflicts");
    record.engine = text_of("engine", "");
    record.seed = large_number("seed");
    record.nodes = large_number("nodes");
    record.seconds = read_seconds();
    return record;
  }

 private:
  std::string text_of(std::string_view key, const std::string& standard) const {
    const Node* node = document_.find(root_, key);
    return node == nullptr ? standard : document_.text(*node, "text");
  }

  int small_number(std::string_view key) const {
    const Node* node = document_.find(root_, key);
    return node == nullptr ? 0 : static_cast<int>(document_.whole_number(*node, 0, 1'000'000'000));
  }

  std::uint64_t large_number(std::string_view key) const {
    const Node* node = document_.find(root_, key);
    if (node == nullptr) return 0;
    if (const auto* large = std::get_if<std::uint64_t>(&node->value)) return *large;
    return static_cast<std::uint64_t>(document_.whole_number(*node, 0, INT64_MAX));
  }

  double read_seconds() const {
    const Node* node = document_.find(root_, "seconds");
    if (node == nullptr) return 0;
    const auto* real = std::get_if<double>(&node->value);
    if (real != nullptr && *real >= 0 && std::isfinite(*real)) return *real;
    return static_cast<double>(document_.whole_number(*node, 0, INT64_MAX, "a number of seconds"));
  }

  void check_hash(const SolutionRecord& record) const {
    const Node* node = document_.find(root_, "hash");
    const std::string ours = hex64(record.hash);
    if (node == nullptr || document_.text(*node, "sixteen hexadecimal digits") == ours) return;
    document_.fail(*node, fmt::format("found a solution of {} (hash {}), expected one of '{}' (hash {})",
                                      in_quotes(record.puzzle), describe(*node), puzzle_.name, ours));
  }

  void check_family() const {
    const Node* node = document_.find(root_, "family");
    const std::string ours(family_name(puzzle_.family()));
    if (node != nullptr && document_.text(*node, "'" + ours + "'") != ours)
      document_.unexpected(*node, "'" + ours + "' as the puzzle is");
  }

  EdgeBoard read_board(const Node& list) const {
    const EdgePuzzle& puzzle = puzzle_.edge();
    EdgeBoard board;
    board.cells.resize(puzzle.cell_count());
    for (const Node& entry : document_.items(list, "a list of placements")) {
      const Node& cell = document_.need(entry, "cell");
      const std::string expected = "a cell from A1 to " + square_name(puzzle, Square(puzzle.cell_count() - 1));
      const auto square = square_named(puzzle, document_.text(cell, expected));
      if (!square) document_.unexpected(cell, expected);
      if (board.cells[square->index()])
        document_.fail(cell, "found cell " + describe(cell) + " twice, expected it once");
      board.cells[square->index()] = read_placed(entry);
    }
    return board;
  }

  Placed read_placed(const Node& entry) const {
    const auto count = static_cast<std::int64_t>(puzzle_.edge().pieces.size());
    const auto piece = document_.whole_number(document_.need(entry, "piece"), 1, count, "the number of a piece");
    const auto rotation = document_.whole_number(document_.need(entry, "rotation"), 0, 3, "clockwise quarter turns");
    return {PieceId(static_cast<std::size_t>(piece - 1)), static_cast<std::uint8_t>(rotation)};
  }

  PackingLayout read_layout(const Node& list) const {
    std::map<std::string_view, PieceId> ids;
    const auto& pieces = puzzle_.packing().pieces;
    for (std::size_t p = 0; p < pieces.size(); ++p) ids.emplace(pieces[p].name, PieceId(p));
    PackingLayout layout;
    for (const Node& entry : document_.items(list, "a list of placements")) {
      const Node& name = document_.need(entry, "piece");
      const auto id = ids.find(document_.text(name, "the name of a piece"));
      if (id == ids.end()) document_.unexpected(name, "the name of a piece of the puzzle");
      layout.placements.push_back(read_placement(entry, id->second));
    }
    return layout;
  }

  PackingPlacement read_placement(const Node& entry, PieceId piece) const {
    const PackingPuzzle& puzzle = puzzle_.packing();
    const int last = puzzle.grid().symmetry_count() - 1;
    const auto orientation = document_.whole_number(document_.need(entry, "orientation"), 0, last, "an orientation");
    const Node& shift = document_.need(entry, "offset");
    const PackingPlacement placement = {piece, static_cast<int>(orientation), read_cell(shift, farthest_offset)};
    if (placement.offset.z != 0 && puzzle.lattice != LatticeKind::cube)
      document_.unexpected(shift, "an offset whose z is 0: only the cube lattice has layers");
    if (const Node* cells = document_.find(entry, "cells")) check_cells(*cells, placement);
    return placement;
  }

  Cell read_cell(const Node& node, std::int64_t limit) const {
    const bool with_z = uses_z(puzzle_.packing().lattice);
    const std::string expected = with_z ? "[x, y, z]" : "[x, y]";
    const Items& numbers = document_.items(node, expected);
    if (numbers.size() != (with_z ? 3 : 2)) document_.unexpected(node, expected);
    const auto number = [&](std::size_t i) {
      return static_cast<int>(document_.whole_number(numbers[i], -limit, limit));
    };
    return {number(0), number(1), with_z ? number(2) : 0};
  }

  void check_cells(const Node& node, const PackingPlacement& placement) const {
    const PackingPuzzle& puzzle = puzzle_.packing();
    std::vector<Cell> given;
    // An offset and a turned piece together reach farther than either.
    for (const Node& cell : document_.items(node, "a list of cells"))
      given.push_back(read_cell(cell, 4 * farthest_offset));
    std::sort(given.begin(), given.end());
    if (given !=
        placed(puzzle.grid(), puzzle.pieces[placement.piece.index()].cells, placement.orientation, placement.offset))
      document_.fail(node, "found cells that disagree with piece, orientation and offset");
  }

  const Puzzle& puzzle_;
  const Document& document_;
  const Node& root_;
};

}  // namespace

Json solution_as_json(const Puzzle& puzzle, const SolutionRecord& record) {
  Json object = {{"puzzle", record.puzzle},  {"hash", hex64(record.hash)},    {"family", family_name(puzzle.family())},
                 {"score", record.score},    {"max_score", record.max_score}, {"conflicts", record.conflicts},
                 {"engine", record.engine},  {"seed", record.seed},           {"nodes", record.nodes},
                 {"seconds", record.seconds}};
  if (puzzle.family() == Family::edge) {
    const EdgeBoard& board = record.solution.edge();
    object["placements"] = json_placements(puzzle.edge(), board);
    if (address_obstacle(puzzle.edge(), board).empty()) object["board"] = write_board_address(puzzle, board);
  } else {
    object["placements"] = json_placements(puzzle.packing(), record.solution.packing());
  }
  return object;
}

std::string write_solution_json(const Puzzle& puzzle, const SolutionRecord& record) {
  return solution_as_json(puzzle, record).dump();
}

SolutionRecord read_solution_json(const Puzzle& puzzle, std::string_view text, const std::string& file) {
  Cursor cursor;
  for (int objects = 0;; ++objects) {
    const std::size_t start = text.find_first_not_of(
        " \t\r\n", std::max(cursor.offset, text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0));
    if (start == text.npos)
      throw InputError({file}, fmt::format("found no solution in {} objects, expected one", objects));
    cursor.advance_to(start, text);
    const Document document = parse_json(text, file, cursor);
    const Node& root = document.root();
    if (document.find(root, "event") != nullptr && document.find(root, "placements") == nullptr) continue;
    return SolutionReader(puzzle, document).read();
  }
}

}  // namespace tesselle
