#include "edge/backtrack/fitting_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesselle::edge {
namespace {

constexpr std::uint64_t max_lists = std::uint64_t{1} << 20;

std::vector<TurnedKind> turn_all(const EdgePuzzle& puzzle, const PieceKinds& kinds) {
  std::vector<TurnedKind> all;
  for (std::size_t kind = 0; kind < kinds.shape.size(); ++kind)
    for (int rotation = 0; rotation < kinds.rotations[kind]; ++rotation) {
      const Sides sides = rotated(kinds.shape[kind], rotation);
      all.push_back(
          {packed(sides), asked(puzzle, sides), static_cast<std::uint16_t>(kind), static_cast<std::uint8_t>(rotation)});
    }
  return all;
}

}  // namespace

PackedSides packed(const Sides& sides) {
  PackedSides result = 0;
  for (const Side side : all_sides) result |= packed(side, sides[static_cast<std::size_t>(side)]);
  return result;
}

PackedSides asked(const EdgePuzzle& puzzle, const Sides& sides) {
  PackedSides result = 0;
  for (const Side side : all_sides)
    result |= packed(opposite(side), puzzle.mate_of(sides[static_cast<std::size_t>(side)]));
  return result;
}

FittingTable::FittingTable(const EdgePuzzle& puzzle, const PieceKinds& kinds)
    : stride_(static_cast<std::uint32_t>(puzzle.mate.size()) + 1),
      list_mask_(std::min(std::bit_ceil(std::uint64_t{stride_} * stride_), max_lists) - 1) {
  const std::vector<TurnedKind> all = turn_all(puzzle, kinds);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  // (list, index into all)
  for (std::uint32_t i = 0; i < all.size(); ++i)
    for (const std::uint32_t north : {colour_in(all[i].sides, Side::north), open()})
      for (const std::uint32_t west : {colour_in(all[i].sides, Side::west), open()})
        members.emplace_back(list_of(north, west), i);
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());

  first_.assign(list_mask_ + 2, 0);
  for (const auto& [list, index] : members) {
    ++first_[list + 1];
    entries_.push_back(all[index]);
  }
  for (std::size_t list = 1; list < first_.size(); ++list) first_[list] += first_[list - 1];
}

}  // namespace tesselle::edge
