#include "edge/estimate/tree.hpp"

#include "base/patience.hpp"

namespace tesselle::edge::estimate {

Tree::Tree(const EdgePuzzle& for_puzzle, const Path& path)
    : puzzle(for_puzzle), kinds(piece_kinds(puzzle)), values(oriented_kinds(kinds)), hinted(puzzle.cell_count(), none) {
  for (const auto& members : kinds.members) copies.push_back(static_cast<std::uint16_t>(members.size()));
  for (const EdgeHint& hint : puzzle.hints) {
    const Sides sides = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
    --copies[static_cast<std::size_t>(kinds.kind[hint.placed.piece.index()])];
    for (std::uint32_t v = 0; v < values.size(); ++v)
      if (values[v].sides == sides) hinted[hint.square.index()] = v;
  }
  std::vector<bool> filled(puzzle.cell_count(), false);
  for (const EdgeHint& hint : puzzle.hints) filled[hint.square.index()] = true;
  const auto known_sides = [&](Square square) {
    std::array<bool, 4> known{};
    for (const Side side : all_sides)
      if (const auto across = neighbour(puzzle, square, side))
        known[static_cast<std::size_t>(side)] = filled[across->index()];
    return known;
  };
  for (const EdgeHint& hint : puzzle.hints)
    for (const Side side : all_sides) {
      const Sides& sides = values[hinted[hint.square.index()]].sides;
      const Colour colour = sides[static_cast<std::size_t>(side)];
      const auto across = neighbour(puzzle, hint.square, side);
      if (!across)
        hints_fit = hints_fit && (!puzzle.frame || colour == *puzzle.frame);
      else if (const std::uint32_t other = hinted[across->index()]; other != none)
        hints_fit = hints_fit && puzzle.fits(colour, values[other].sides[static_cast<std::size_t>(opposite(side))]);
    }
  for (const Square square : path) {
    if (filled[square.index()]) continue;
    Patience::ask();
    steps.push_back({square, known_sides(square), allowed_by_rim(square)});
    filled[square.index()] = true;
  }
}

std::size_t Tree::rim_sides(Square square) const {
  std::size_t count = 0;
  for (const Side side : all_sides) count += !neighbour(puzzle, square, side);
  return count;
}

std::vector<std::uint32_t> Tree::allowed_by_rim(Square square) const {
  const bool only_on_rim = frame_only_on_rim(puzzle);
  std::vector<std::uint32_t> allowed;
  for (std::uint32_t v = 0; v < values.size(); ++v) {
    bool fits = true;
    for (const Side side : all_sides) {
      const bool framed = puzzle.frame && values[v].sides[static_cast<std::size_t>(side)] == *puzzle.frame;
      if (neighbour(puzzle, square, side))
        fits = fits && !(framed && only_on_rim);
      else
        fits = fits && (framed || !puzzle.frame);
    }
    if (fits) allowed.push_back(v);
  }
  return allowed;
}

}  // namespace tesselle::edge::estimate
