#include "packing/tables/placements.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/patience.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing {
namespace {

using CellNumbers = std::map<Cell, std::uint32_t>;

CellNumbers number_cells(const PackingPuzzle& puzzle) {
  CellNumbers numbers;
  for (const auto* cells : {&puzzle.region, &puzzle.optional_cells})
    for (const Cell& cell : *cells) numbers.emplace(cell, static_cast<std::uint32_t>(numbers.size()));
  return numbers;
}

/// How often each piece is hinted.
std::vector<int> hinted_copies(const PackingPuzzle& puzzle, const std::vector<PackingPlacement>& hints) {
  std::vector<int> copies(puzzle.pieces.size(), 0);
  for (const PackingPlacement& hint : hints) ++copies[hint.piece.index()];
  return copies;
}

std::vector<PieceClass> collect_classes(const PackingPuzzle& puzzle, const std::vector<int>& class_of,
                                        const std::vector<PackingPlacement>& hints) {
  const std::vector<int> hinted = hinted_copies(puzzle, hints);
  std::vector<PieceClass> classes;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const auto c = static_cast<std::size_t>(class_of[p]);
    if (c == classes.size()) classes.emplace_back();
    classes[c].members.push_back(PieceId(p));
    classes[c].min_copies += std::max(puzzle.pieces[p].min_copies, hinted[p]);
    classes[c].max_copies = std::min(classes[c].max_copies + puzzle.pieces[p].max_copies, PackingPiece::unlimited);
    classes[c].cell_count = static_cast<int>(puzzle.pieces[p].cells.size());
  }
  return classes;
}

/// The cells of a shape as ascending numbers; empty if it sticks out.
std::vector<std::uint32_t> numbered(const CellNumbers& numbers, const std::vector<Cell>& cells) {
  std::vector<std::uint32_t> result;
  for (const Cell& cell : cells) {
    const auto found = numbers.find(cell);
    if (found == numbers.end()) return {};
    result.push_back(found->second);
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Shifts that bring the first cell of the shape onto some cell of the region: no other can fit.
std::vector<Cell> candidate_offsets(const Lattice& lattice, const CellNumbers& numbers, Cell first) {
  std::vector<Cell> offsets;
  for (const auto& [cell, number] : numbers)
    if (lattice.kind() == LatticeKind::cube || cell.z == first.z) offsets.push_back(cell - first);
  return offsets;
}

void add_placements(const PackingPuzzle& puzzle, const CellNumbers& numbers, int piece_class, PieceId piece,
                    std::vector<Placement>& out) {
  const Lattice& lattice = puzzle.grid();
  const auto& shape = puzzle.pieces[piece.index()].cells;
  for (const Orientation& orientation : distinct_orientations(puzzle, puzzle.pieces[piece.index()])) {
    const auto turned = placed(lattice, shape, orientation.symmetry, {});
    for (const Cell& offset : candidate_offsets(lattice, numbers, turned.front())) {
      Patience::ask();
      auto cells = numbered(numbers, placed(lattice, shape, orientation.symmetry, offset));
      if (!cells.empty()) out.push_back({piece_class, {piece, orientation.symmetry, offset}, std::move(cells)});
    }
  }
}

bool overlaps(const std::vector<std::uint32_t>& cells, const std::set<std::uint32_t>& taken) {
  return std::any_of(cells.begin(), cells.end(), [&](std::uint32_t cell) { return taken.count(cell) > 0; });
}

void refuse_contradictions(const PackingPuzzle& puzzle) {
  const std::vector<int> hinted = hinted_copies(puzzle, puzzle.hints);
  for (std::size_t p = 0; p < hinted.size(); ++p)
    if (hinted[p] > puzzle.pieces[p].max_copies)
      throw UsageError("the hints use piece " + puzzle.pieces[p].name + " more often than it is there");
}

/// Drops what overlaps a hint without being one, and lists the hints' own placements.
void work_in_hints(const PackingPuzzle& puzzle, const CellNumbers& numbers, const std::vector<int>& class_of,
                   PlacementTable& table) {
  if (puzzle.hints.empty()) return;
  std::set<std::pair<int, std::vector<std::uint32_t>>> hinted;
  std::set<std::uint32_t> taken;
  std::size_t cells_hinted = 0;
  for (const PackingPlacement& hint : puzzle.hints) {
    const auto& shape = puzzle.pieces[hint.piece.index()].cells;
    const auto cells = numbered(numbers, placed(puzzle.grid(), shape, hint.orientation, hint.offset));
    if (cells.empty()) throw UsageError("a hint sticks out of the region");
    hinted.emplace(class_of[hint.piece.index()], cells);
    taken.insert(cells.begin(), cells.end());
    cells_hinted += cells.size();
  }
  if (cells_hinted > taken.size()) throw UsageError("two hints overlap");
  const auto is_hint = [&](const Placement& p) { return hinted.count({p.piece_class, p.cells}) > 0; };
  std::erase_if(table.placements, [&](const Placement& p) { return overlaps(p.cells, taken) && !is_hint(p); });
  for (std::size_t i = 0; i < table.placements.size(); ++i)
    if (is_hint(table.placements[i])) table.forced.push_back(static_cast<std::uint32_t>(i));
  if (table.forced.size() != puzzle.hints.size()) throw UsageError("a hint turns its piece as it may not be turned");
}

/// Which of the congruent pieces to use next: first those that must be used, then any that is left.
PieceId next_member(const PackingPuzzle& puzzle, const std::vector<PieceId>& members, const std::vector<int>& used) {
  for (const PieceId p : members)
    if (used[p.index()] < puzzle.pieces[p.index()].min_copies) return p;
  for (const PieceId p : members)
    if (used[p.index()] < puzzle.pieces[p.index()].max_copies) return p;
  throw InternalError("more pieces of a congruence class placed than there are");
}

/// The placement of a congruent piece that covers the same cells.
PackingPlacement with_piece(const PackingPuzzle& puzzle, const PackingPlacement& how, PieceId piece) {
  if (piece == how.piece) return how;
  const Lattice& lattice = puzzle.grid();
  const auto cells = placed(lattice, puzzle.pieces[how.piece.index()].cells, how.orientation, how.offset);
  const PackingPiece& other = puzzle.pieces[piece.index()];
  for (const int symmetry : allowed_orientations(puzzle, other)) {
    const auto turned = placed(lattice, other.cells, symmetry, {});
    const Cell offset = cells.front() - turned.front();
    if (puzzle.lattice != LatticeKind::cube && offset.z != 0) continue;
    if (placed(lattice, other.cells, symmetry, offset) == cells) return {piece, symmetry, offset};
  }
  throw InternalError("two pieces of one congruence class have no common orientation");
}

}  // namespace

std::vector<PackingPlacement> dealt_hints(const PackingPuzzle& puzzle) {
  if (puzzle.hints.empty()) return {};
  const std::vector<int> class_of = congruence_classes(puzzle);
  std::vector<int> used(puzzle.pieces.size());
  std::vector<PackingPlacement> dealt;
  for (const PackingPlacement& hint : puzzle.hints) {
    std::vector<PieceId> members;
    for (std::size_t p = 0; p < class_of.size(); ++p)
      if (class_of[p] == class_of[hint.piece.index()]) members.emplace_back(p);
    const PieceId piece = next_member(puzzle, members, used);
    ++used[piece.index()];
    dealt.push_back(with_piece(puzzle, hint, piece));
  }
  return dealt;
}

PlacementTable compile_placements(const PackingPuzzle& puzzle) {
  const CellNumbers numbers = number_cells(puzzle);
  const std::vector<int> class_of = congruence_classes(puzzle);
  PlacementTable table;
  table.required_cells = static_cast<std::uint32_t>(puzzle.region.size());
  table.all_cells = static_cast<std::uint32_t>(numbers.size());
  refuse_contradictions(puzzle);
  table.hints = dealt_hints(puzzle);
  table.classes = collect_classes(puzzle, class_of, table.hints);
  for (std::size_t c = 0; c < table.classes.size(); ++c)
    add_placements(puzzle, numbers, static_cast<int>(c), table.classes[c].members.front(), table.placements);
  std::sort(table.placements.begin(), table.placements.end(), [](const Placement& a, const Placement& b) {
    return std::tie(a.piece_class, a.cells) < std::tie(b.piece_class, b.cells);
  });
  work_in_hints(puzzle, numbers, class_of, table);
  return table;
}

std::uint32_t max_placements(const PlacementTable& table) {
  std::int64_t copies = 0, smallest = table.all_cells;
  for (const PieceClass& kind : table.classes) {
    copies += kind.max_copies;
    smallest = std::min<std::int64_t>(smallest, kind.cell_count);
  }
  return static_cast<std::uint32_t>(std::min(copies, table.all_cells / std::max<std::int64_t>(smallest, 1)));
}

PackingLayout layout_of(const PackingPuzzle& puzzle, const PlacementTable& table,
                        std::span<const std::uint32_t> chosen) {
  std::vector<int> used = hinted_copies(puzzle, table.hints);
  PackingLayout layout;
  layout.placements = table.hints;
  for (const std::uint32_t index : chosen) {
    if (std::find(table.forced.begin(), table.forced.end(), index) != table.forced.end()) continue;
    const Placement& placement = table.placements[index];
    const auto& members = table.classes[static_cast<std::size_t>(placement.piece_class)].members;
    const PieceId piece = next_member(puzzle, members, used);
    ++used[piece.index()];
    layout.placements.push_back(with_piece(puzzle, placement.how, piece));
  }
  return layout;
}

}  // namespace tesselle::packing
