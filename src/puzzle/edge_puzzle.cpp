#include "tesselle/edge_puzzle.hpp"

#include <algorithm>
#include <map>

namespace tesselle {

std::optional<Square> neighbour(const EdgePuzzle& puzzle, Square square, Side side) {
  const int row = puzzle.row(square) + (side == Side::south) - (side == Side::north);
  const int column = puzzle.column(square) + (side == Side::east) - (side == Side::west);
  if (row < 0 || row >= puzzle.height || column < 0 || column >= puzzle.width) return std::nullopt;
  return puzzle.square(row, column);
}

std::string square_name(const EdgePuzzle& puzzle, Square square) {
  std::string letters;
  for (int row = puzzle.row(square) + 1; row > 0; row = (row - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (row - 1) % 26));
  return letters + std::to_string(puzzle.column(square) + 1);
}

std::optional<Square> square_named(const EdgePuzzle& puzzle, std::string_view name) {
  std::size_t at = 0;
  int row = 0, column = 0;
  for (; at < name.size() && name[at] >= 'A' && name[at] <= 'Z'; ++at)
    row = std::min(row * 26 + (name[at] - 'A' + 1), 1'000'000);
  const std::size_t letters = at;
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9'; ++at)
    column = std::min(column * 10 + (name[at] - '0'), 1'000'000);
  if (letters == 0 || at == letters || at != name.size()) return std::nullopt;
  if (row > puzzle.height || column < 1 || column > puzzle.width) return std::nullopt;
  return puzzle.square(row - 1, column - 1);
}

PieceKinds piece_kinds(const EdgePuzzle& puzzle) {
  PieceKinds kinds;
  std::map<Sides, int> known;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    int best = 0;
    for (int r = 1; r < 4; ++r)
      if (rotated(puzzle.pieces[p], r) < rotated(puzzle.pieces[p], best)) best = r;
    const Sides shape = rotated(puzzle.pieces[p], best);
    const auto [entry, is_new] = known.try_emplace(shape, static_cast<int>(kinds.shape.size()));
    if (is_new) {
      kinds.shape.push_back(shape);
      kinds.rotations.push_back(rotated(shape, 1) == shape ? 1 : rotated(shape, 2) == shape ? 2 : 4);
      kinds.members.emplace_back();
    }
    kinds.kind.push_back(entry->second);
    kinds.turn.push_back(static_cast<std::uint8_t>(best));
    kinds.members[static_cast<std::size_t>(entry->second)].push_back(PieceId(p));
  }
  return kinds;
}

}  // namespace tesselle
