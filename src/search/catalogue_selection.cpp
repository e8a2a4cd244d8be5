#include "search/catalogue_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include "puzzle/composed.hpp"
#include "puzzle/symmetry.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

struct PieceAt {
  std::string piece;  ///< any piece of that name
  Cell cell;
};

[[noreturn]] void refuse_piece_at(const std::string& text, const std::string& expected) {
  throw UsageError(fmt::format("--piece-at: found '{}', expected {}", text, expected));
}

Cell cell_from(std::string_view numbers, const std::string& text) {
  std::vector<int> values;
  for (const char *at = numbers.data(), *end = at + numbers.size();; ++at) {
    const auto [rest, error] = std::from_chars(at, end, values.emplace_back());
    if (error != std::errc{} || (rest != end && *rest != ',')) refuse_piece_at(text, "a cell such as 3,2 or 3,2,1");
    if (rest == end) break;
    at = rest;
  }
  if (values.size() < 2 || values.size() > 3) refuse_piece_at(text, "a cell such as 3,2 or 3,2,1");
  return {values[0], values[1], values.size() > 2 ? values[2] : 0};
}

PieceAt piece_at_from(const PackingPuzzle& puzzle, const std::string& text) {
  const std::size_t sign = text.rfind('=');
  if (sign == text.npos) refuse_piece_at(text, "PIECE=CELL such as X=3,2");
  PieceAt result = {text.substr(0, sign), cell_from(std::string_view(text).substr(sign + 1), text)};
  const auto has_name = [&](const PackingPiece& piece) { return piece.name == result.piece; };
  if (std::none_of(puzzle.pieces.begin(), puzzle.pieces.end(), has_name))
    refuse_piece_at(text, "the name of a piece before the =");
  const auto holds = [&](const std::vector<Cell>& cells) {
    return std::find(cells.begin(), cells.end(), result.cell) != cells.end();
  };
  if (!holds(puzzle.region) && !holds(puzzle.optional_cells)) refuse_piece_at(text, "a cell of the region");
  return result;
}

bool covers(const PackingPuzzle& puzzle, const PackingLayout& layout, const PieceAt& wanted) {
  for (const PackingPlacement& placement : layout.placements) {
    const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
    if (piece.name != wanted.piece) continue;
    const auto cells = placed(puzzle.grid(), piece.cells, placement.orientation, placement.offset);
    if (std::find(cells.begin(), cells.end(), wanted.cell) != cells.end()) return true;
  }
  return false;
}

std::vector<PieceAt> pieces_at_from(const Puzzle& puzzle, const CatalogueFilters& filters) {
  std::vector<PieceAt> wanted;
  for (const std::string& text : filters.pieces_at) wanted.push_back(piece_at_from(puzzle.packing(), text));
  return wanted;
}

bool covers_all(const Puzzle& puzzle, const Solution& solution, const std::vector<PieceAt>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const PieceAt& piece_at) { return covers(puzzle.packing(), solution.packing(), piece_at); });
}

/// Equal in every respect but the name.
bool are_twins(const PackingPiece& a, const PackingPiece& b) {
  return a.cells == b.cells && a.turn_over == b.turn_over && a.orientations == b.orientations;
}

/// Placements by piece and place, twins dealt out from the first cell on: so that equal boards are drawn alike, however
/// they were found.
PackingLayout tidied(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  struct TidyPlacement {
    std::size_t shape;  // the first of the twins
    std::vector<Cell> cells;
    PackingPlacement placement;
  };
  std::vector<TidyPlacement> tidying;
  std::map<std::size_t, std::multiset<PieceId>> names;
  for (const PackingPlacement& placement : layout.placements) {
    const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
    std::size_t shape = 0;
    while (!are_twins(puzzle.pieces[shape], piece)) ++shape;
    tidying.push_back({shape, placed(puzzle.grid(), piece.cells, placement.orientation, placement.offset), placement});
    names[shape].insert(placement.piece);
  }
  std::sort(tidying.begin(), tidying.end(), [](const TidyPlacement& a, const TidyPlacement& b) {
    return std::tie(a.shape, a.cells) < std::tie(b.shape, b.cells);
  });
  PackingLayout tidy;
  for (TidyPlacement& one : tidying) {
    auto& left = names[one.shape];
    one.placement.piece = *left.begin();
    left.erase(left.begin());
    tidy.placements.push_back(one.placement);
  }
  return tidy;
}

Solution tidied(const Puzzle& puzzle, const Solution& solution) {
  if (puzzle.family() == Family::edge) return solution;
  return {tidied(puzzle.packing(), solution.packing())};
}

struct Keyed {
  SolutionKey key;
  Solution solution;
};

Keyed smallest_copy(const SymmetryGroup& group, const Solution& solution) {
  std::size_t best = 0;
  SolutionKey key = group.key(solution);
  for (std::size_t g = 1; g < group.order(); ++g) {
    SolutionKey other = group.image_key(g, solution);
    if (other < key) key = std::move(other), best = g;
  }
  return {std::move(key), best == 0 ? solution : group.image(best, solution)};
}

std::vector<Keyed> sorted_boards(const SymmetryGroup& group, std::vector<Solution> boards, bool distinct) {
  std::vector<Keyed> keyed;
  keyed.reserve(boards.size());
  for (Solution& board : boards)
    keyed.push_back(distinct ? smallest_copy(group, board) : Keyed{group.key(board), std::move(board)});
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  return keyed;
}

/// The smallest copy that shows the pieces where they are wanted.
std::optional<Solution> copy_with(const Puzzle& puzzle, const SymmetryGroup& group, const Keyed& board, bool distinct,
                                  const std::vector<PieceAt>& wanted) {
  if (wanted.empty() || covers_all(puzzle, board.solution, wanted)) return board.solution;
  if (!distinct) return std::nullopt;
  std::optional<Keyed> best;
  for (std::size_t g = 1; g < group.order(); ++g) {
    Solution copy = group.image(g, board.solution);
    if (!covers_all(puzzle, copy, wanted)) continue;
    SolutionKey key = group.key(copy);
    if (!best || key < best->key) best = Keyed{std::move(key), std::move(copy)};
  }
  return best ? std::optional(best->solution) : std::nullopt;
}

/// The ways in which straight cuts divide a board, each once.
std::set<std::string> split_classes(const Puzzle& puzzle, const Solution& solution) {
  std::set<std::string> classes;
  if (puzzle.family() == Family::packing)
    for (const Split& split : splits_of(puzzle.packing(), solution.packing()))
      classes.insert(split_class(puzzle.packing(), split));
  return classes;
}

/// A dissection into many pieces has a cut almost anywhere; the picture's caption names a few.
std::string remark_of(const std::set<std::string>& classes) {
  if (classes.size() > 2) return fmt::format("composed in {} ways", classes.size());
  return fmt::format("{}", fmt::join(classes, ", "));
}

void thin_out(std::vector<CatalogueEntry>& entries, const CatalogueFilters& filters) {
  std::vector<CatalogueEntry> kept;
  for (std::size_t i = 0; i < entries.size(); i += filters.every) {
    if (filters.first && kept.size() == *filters.first) break;
    kept.push_back(std::move(entries[i]));
  }
  entries = std::move(kept);
}

}  // namespace

void require_filters(const Puzzle& puzzle, const CatalogueFilters& filters) {
  if (puzzle.family() == Family::edge && (filters.composed || !filters.pieces_at.empty()))
    throw UsageError("--only and --piece-at are for packing puzzles");
  if (filters.every == 0) throw UsageError("--every: expected at least 1");
  pieces_at_from(puzzle, filters);
}

CatalogueSelection select_entries(const Puzzle& puzzle, std::vector<Solution> boards, bool distinct,
                                  const CatalogueFilters& filters) {
  require_filters(puzzle, filters);
  const std::vector<PieceAt> wanted = pieces_at_from(puzzle, filters);
  const SymmetryGroup group(puzzle);
  const std::vector<Keyed> sorted = sorted_boards(group, std::move(boards), distinct);
  CatalogueSelection selection;
  selection.all = sorted.size();
  std::map<std::string, std::uint64_t> class_sizes;
  for (const Keyed& board : sorted) {
    const std::uint64_t number = static_cast<std::uint64_t>(&board - sorted.data()) + 1;
    const std::set<std::string> classes = split_classes(puzzle, board.solution);
    for (const std::string& name : classes) ++class_sizes[name];
    selection.composed += classes.empty() ? 0 : 1;
    if (filters.composed && classes.empty()) continue;
    std::optional<Solution> copy = copy_with(puzzle, group, board, distinct, wanted);
    if (copy) selection.entries.push_back({number, tidied(puzzle, *copy), remark_of(classes)});
  }
  for (const auto& [name, solutions] : class_sizes) selection.classes.push_back({name, solutions});
  thin_out(selection.entries, filters);
  return selection;
}

}  // namespace tesselle
