#include "search/board_report.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tesselle {
namespace {

constexpr std::size_t max_listed = 1000;
constexpr std::array<const char*, 4> side_names = {"north", "east", "south", "west"};

BoardReport report_on_packing(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  BoardReport report;
  std::vector<int> used(puzzle.pieces.size());
  std::map<Cell, int> covered;
  for (const PackingPlacement& placement : layout.placements) {
    ++used[placement.piece.index()];
    const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
    for (const Cell& cell : placed(puzzle.grid(), piece.cells, placement.orientation, placement.offset))
      ++covered[cell];
  }
  report.placed = layout.placements.size();
  for (std::size_t cell = 0; cell < puzzle.region.size(); ++cell)
    if (!covered.contains(puzzle.region[cell])) report.empty.push_back(cell);
  const auto has = [](const std::vector<Cell>& cells, Cell cell) {
    return std::binary_search(cells.begin(), cells.end(), cell);
  };
  for (const auto& [cell, times] : covered) {
    if (times > 1) report.overlaps.push_back(cell);
    if (!has(puzzle.region, cell) && !has(puzzle.optional_cells, cell)) report.outside.push_back(cell);
  }
  for (std::size_t p = 0; p < used.size(); ++p) {
    const PackingPiece& piece = puzzle.pieces[p];
    if (used[p] < piece.min_copies) report.missing.push_back({PieceId(p), piece.min_copies - used[p]});
    if (used[p] > piece.max_copies) report.duplicates.push_back({PieceId(p), used[p] - piece.max_copies});
  }
  return report;
}

template <class List, class ToJson>
Json first_thousand(const List& list, ToJson to_json) {
  Json json = Json::list();
  for (std::size_t i = 0; i < std::min(list.size(), max_listed); ++i) json.push_back(to_json(list[i]));
  return json;
}

}  // namespace

BoardReport report_on(const EdgePuzzle& puzzle, const BoardCard& card) {
  BoardReport report;
  report.placed = puzzle.cell_count() - card.empty.size();
  for (const Square square : card.empty) report.empty.push_back(square.index());
  for (const auto& clash : card.clashes) report.clashes.push_back({clash.square, clash.side, clash.other});
  for (const auto& fault : card.rim_faults) report.clashes.push_back({fault.square, fault.side, std::nullopt});
  for (const PieceId piece : card.missing) report.missing.push_back({piece, 1});
  for (const auto& repeated : card.repeated)
    report.duplicates.push_back({repeated.piece, static_cast<int>(repeated.squares.size()) - 1});
  return report;
}

BoardReport report_on(const Puzzle& puzzle, const Solution& board) {
  if (puzzle.family() == Family::edge)
    return report_on(puzzle.edge(), judge(puzzle.edge(), shown_board(puzzle.edge(), board.edge()), {}));
  return report_on_packing(puzzle.packing(), board.packing());
}

Json report_json(const Puzzle& puzzle, const BoardReport& report) {
  Json json = {{"placed", report.placed}};
  json["empty"] = first_thousand(report.empty, [&](std::size_t cell) { return cell_json(puzzle, cell); });
  if (puzzle.family() == Family::edge) {
    const auto name = [&](Square square) { return square_name(puzzle.edge(), square); };
    json["clashes"] = first_thousand(report.clashes, [&](const BoardReport::Clash& clash) -> Json {
      return {{"cell", name(clash.square)},
              {"side", side_names[static_cast<std::size_t>(clash.side)]},
              {"other", clash.other ? Json(name(*clash.other)) : Json()}};
    });
    const auto number = [](const BoardReport::Copies& copies) { return Json(copies.piece.index() + 1); };
    json["missing"] = first_thousand(report.missing, number);
    json["duplicates"] = first_thousand(report.duplicates, number);
    return json;
  }
  const auto cell = [&](const Cell& c) { return cell_json(puzzle.packing().lattice, c); };
  json["overlaps"] = first_thousand(report.overlaps, cell);
  json["outside"] = first_thousand(report.outside, cell);
  const auto copies = [&](const BoardReport::Copies& c) -> Json {
    return {{"piece", puzzle.packing().pieces[c.piece.index()].name}, {"copies", c.copies}};
  };
  json["missing"] = first_thousand(report.missing, copies);
  json["duplicates"] = first_thousand(report.duplicates, copies);
  return json;
}

}  // namespace tesselle
