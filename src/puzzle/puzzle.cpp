#include "tesselle/puzzle.hpp"

#include "base/hash.hpp"

namespace tesselle {
namespace {

void add_cells(Fnv64& hash, const std::vector<Cell>& cells) {
  hash.add(static_cast<std::int64_t>(cells.size()));
  for (const Cell& cell : cells)
    for (const int number : {cell.x, cell.y, cell.z}) hash.add(number);
}

void add(Fnv64& hash, const EdgePuzzle& puzzle) {
  hash.add("edge");
  for (const int number : {puzzle.width, puzzle.height, static_cast<int>(puzzle.matching)}) hash.add(number);
  for (const Colour mate : puzzle.mate) hash.add(mate.value);
  hash.add(puzzle.frame ? puzzle.frame->value : -1);
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) hash.add(colour.value);
  for (const EdgeHint& hint : puzzle.hints) {
    hash.add(hint.square.value);
    hash.add(hint.placed.piece.value);
    hash.add(hint.placed.rotation);
  }
}

void add(Fnv64& hash, const PackingPiece& piece) {
  add_cells(hash, piece.cells);
  for (const int number : {piece.min_copies, piece.max_copies, static_cast<int>(piece.turn_over)}) hash.add(number);
  hash.add(piece.orientations ? static_cast<std::int64_t>(piece.orientations->size()) : -1);
  if (piece.orientations)
    for (const int g : *piece.orientations) hash.add(g);
}

void add(Fnv64& hash, const PackingPuzzle& puzzle) {
  hash.add("packing");
  hash.add(static_cast<int>(puzzle.lattice));
  add_cells(hash, puzzle.region);
  add_cells(hash, puzzle.optional_cells);
  for (const PackingPiece& piece : puzzle.pieces) add(hash, piece);
  for (const PackingPlacement& hint : puzzle.hints) {
    hash.add(hint.piece.value);
    hash.add(hint.orientation);
    add_cells(hash, {hint.offset});
  }
}

}  // namespace

std::string_view family_name(Family family) { return family == Family::edge ? "edge" : "packing"; }

std::uint64_t puzzle_hash(const Puzzle& puzzle) {
  Fnv64 hash;
  std::visit([&](const auto& body) { add(hash, body); }, puzzle.body);
  return hash.value();
}

}  // namespace tesselle
