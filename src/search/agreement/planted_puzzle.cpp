#include "search/agreement/planted_puzzle.hpp"

#include <algorithm>

#include "puzzle/draw.hpp"

namespace tesselle {
namespace {

Planted plant_edge(Rng& rng) {
  EdgeRecipe recipe;
  recipe.width = between(rng, 4, 10);
  recipe.height = between(rng, 4, 10);
  recipe.making = Making::planted;
  recipe.colours = between(rng, 3, 12);
  recipe.own_mates = true;
  recipe.max_hints = 5;
  return planted_edge_puzzle(rng, recipe);
}

Planted plant_packing(Rng& rng) {
  PackingRecipe recipe;
  recipe.making = Making::planted;
  recipe.max_cells = between(rng, 20, 60);
  recipe.max_piece = between(rng, 4, 8);
  recipe.max_hints = 5;
  recipe.disconnected = one_in(rng, 6);
  if (one_in(rng, 2)) recipe.copies = recipe.loose_use = recipe.optional_cells = recipe.restrictions = false;
  return planted_packing_puzzle(rng, recipe);
}

/// Some rows and columns of a board without hints.
struct Rectangle {
  int first_row, rows, first_column, columns;
};

/// What comes to the rim shows the frame colour now.
Planted cut_out(const Planted& from, const Rectangle& kept) {
  const EdgePuzzle& whole = from.puzzle.edge();
  EdgePuzzle part = whole;
  part.width = kept.columns, part.height = kept.rows;
  part.pieces.clear();
  EdgeBoard board;
  for (std::size_t c = 0; c < part.cell_count(); ++c) {
    const Square square(c);
    const Placed& placed =
        *from.solution->edge()
             .cells[whole.square(kept.first_row + part.row(square), kept.first_column + part.column(square)).index()];
    Sides shown = rotated(whole.pieces[placed.piece.index()], placed.rotation);
    for (const Side side : all_sides)
      if (part.frame && !neighbour(part, square, side)) shown[static_cast<std::size_t>(side)] = *part.frame;
    part.pieces.push_back(shown);
    board.cells.push_back(Placed{PieceId(c), 0});
  }
  Planted result{from.puzzle, Solution{std::move(board)}};
  result.puzzle.body = std::move(part);
  return result;
}

std::vector<Planted> smaller_edge(const Planted& from) {
  const int width = from.puzzle.edge().width, height = from.puzzle.edge().height;
  std::vector<Planted> smaller;
  for (const int rows : {height / 2, height - 1})
    for (const int first : {0, height - rows})
      if (rows > 0) smaller.push_back(cut_out(from, {first, rows, 0, width}));
  for (const int columns : {width / 2, width - 1})
    for (const int first : {0, width - columns})
      if (columns > 0) smaller.push_back(cut_out(from, {0, height, first, columns}));
  return smaller;
}

/// The placement `out`, its cells and its piece are gone.
Planted without_placement(const Planted& from, std::size_t out) {
  PackingPuzzle part = from.puzzle.packing();
  PackingLayout layout = from.solution->packing();
  const auto [piece, orientation, offset] = layout.placements[out];
  layout.placements.erase(layout.placements.begin() + static_cast<std::ptrdiff_t>(out));
  const auto cells = placed(part.grid(), part.pieces[piece.index()].cells, orientation, offset);
  const auto covered = [&](const Cell& cell) { return std::find(cells.begin(), cells.end(), cell) != cells.end(); };
  std::erase_if(part.region, covered);
  std::erase_if(part.optional_cells, covered);
  PackingPiece& taken = part.pieces[piece.index()];
  taken.min_copies = std::max(0, taken.min_copies - 1);
  if (taken.max_copies != PackingPiece::unlimited) --taken.max_copies;
  if (taken.max_copies == 0) {
    part.pieces.erase(part.pieces.begin() + static_cast<std::ptrdiff_t>(piece.index()));
    for (PackingPlacement& other : layout.placements)
      if (other.piece.index() > piece.index()) other.piece = PieceId(other.piece.index() - 1);
  }
  Planted result{from.puzzle, Solution{std::move(layout)}};
  result.puzzle.body = std::move(part);
  return result;
}

std::vector<Planted> smaller_packing(const Planted& from) {
  const std::size_t placements = from.solution->packing().placements.size();
  std::vector<Planted> smaller;
  if (placements < 2) return smaller;
  Planted half = from;
  for (std::size_t p = placements; p > placements / 2; --p) half = without_placement(half, p - 1);
  smaller.push_back(std::move(half));
  for (std::size_t p = 0; p < placements; ++p) smaller.push_back(without_placement(from, p));
  return smaller;
}

}  // namespace

Planted draw_large_planted(Rng& rng) { return one_in(rng, 2) ? plant_edge(rng) : plant_packing(rng); }

std::vector<Planted> smaller_planted(const Planted& from) {
  Planted unhinted = from;
  const bool had_hints =
      std::visit([](auto& body) { return !std::exchange(body.hints, {}).empty(); }, unhinted.puzzle.body);
  if (had_hints) return {std::move(unhinted)};
  return from.puzzle.family() == Family::edge ? smaller_edge(from) : smaller_packing(from);
}

}  // namespace tesselle
