#include "search/board_cells.hpp"

#include <algorithm>
#include <climits>

#include "formats/cell_text.hpp"
#include "formats/solution_json.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t largest_box = 16'000'000;  // cells

std::vector<Cell> all_cells(const PackingPuzzle& puzzle) {
  std::vector<Cell> cells = puzzle.region;
  cells.insert(cells.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  return cells;
}

std::optional<Cell> packing_cell(LatticeKind lattice, const Json& json) {
  const std::size_t numbers = uses_z(lattice) ? 3 : 2;
  if (!json.is_list() || json.items().size() != numbers) return std::nullopt;
  const auto number = [&](std::size_t i) { return static_cast<int>(json.at(i).whole(INT_MIN, INT_MAX)); };
  return Cell{number(0), number(1), numbers == 3 ? number(2) : 0};
}

}  // namespace

std::size_t cell_count(const Puzzle& puzzle) {
  if (puzzle.family() == Family::edge) return puzzle.edge().cell_count();
  return puzzle.packing().region.size() + puzzle.packing().optional_cells.size();
}

Json cell_json(LatticeKind lattice, Cell cell) {
  Json numbers = {cell.x, cell.y};
  if (uses_z(lattice)) numbers.push_back(cell.z);
  return numbers;
}

Json cell_json(const Puzzle& puzzle, std::size_t cell) {
  if (puzzle.family() == Family::edge) return square_name(puzzle.edge(), Square(cell));
  const PackingPuzzle& body = puzzle.packing();
  const std::size_t required = body.region.size();
  return cell_json(body.lattice, cell < required ? body.region[cell] : body.optional_cells[cell - required]);
}

std::optional<std::size_t> cell_from_json(const Puzzle& puzzle, const Json& json) {
  if (puzzle.family() == Family::edge) {
    const auto square = json.is_text() ? square_named(puzzle.edge(), json.text()) : std::nullopt;
    return square ? std::optional(square->index()) : std::nullopt;
  }
  const auto cell = packing_cell(puzzle.packing().lattice, json);
  if (!cell) return std::nullopt;
  const std::vector<Cell> cells = all_cells(puzzle.packing());
  const auto found = std::find(cells.begin(), cells.end(), *cell);
  return found == cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - cells.begin()));
}

Json placement_json(const Puzzle& puzzle, const Placement& placement) {
  SolutionRecord record;
  if (const auto* edge = std::get_if<EdgeHint>(&placement)) {
    EdgeBoard board;
    board.cells.resize(puzzle.edge().cell_count());
    board.cells[edge->square.index()] = edge->placed;
    record.solution.body = std::move(board);
  } else {
    record.solution.body = PackingLayout{{std::get<PackingPlacement>(placement)}};
  }
  return solution_as_json(puzzle, record).at("placements").at(std::size_t{0});
}

std::vector<Placement> placements_of(const Solution& board) {
  std::vector<Placement> placements;
  if (const auto* layout = std::get_if<PackingLayout>(&board.body))
    placements.assign(layout->placements.begin(), layout->placements.end());
  else
    for (std::size_t cell = 0; cell < board.edge().cells.size(); ++cell)
      if (const auto& placed = board.edge().cells[cell]) placements.push_back(EdgeHint{Square(cell), *placed});
  return placements;
}

PackingCells::PackingCells(const PackingPuzzle& puzzle) : cells_(all_cells(puzzle)), bounds_(bounds_of(cells_)) {
  std::size_t box = 1;
  for (const auto axis : {&Cell::x, &Cell::y, &Cell::z}) {
    box *= static_cast<std::size_t>(bounds_.extent(axis));
    if (box > largest_box) throw UsageError("the region is spread too far for this");
  }
  numbers_.resize(box);
  const auto at = [&](Cell cell) {
    const Cell d = cell - bounds_.low;
    return static_cast<std::size_t>((d.z * bounds_.extent(&Cell::y) + d.y) * bounds_.extent(&Cell::x) + d.x);
  };
  for (std::size_t i = 0; i < cells_.size(); ++i) numbers_[at(cells_[i])] = static_cast<std::uint32_t>(i + 1);
}

std::optional<std::size_t> PackingCells::find(Cell cell) const {
  for (const auto axis : {&Cell::x, &Cell::y, &Cell::z})
    if (cell.*axis < bounds_.low.*axis || cell.*axis > bounds_.high.*axis) return std::nullopt;
  const Cell d = cell - bounds_.low;
  const auto number =
      numbers_[static_cast<std::size_t>((d.z * bounds_.extent(&Cell::y) + d.y) * bounds_.extent(&Cell::x) + d.x)];
  return number == 0 ? std::nullopt : std::optional<std::size_t>(number - 1);
}

}  // namespace tesselle
