#include "packing/fill/fill_order.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tesselle::packing {
namespace {

constexpr std::array<int Cell::*, 3> coordinates = {&Cell::x, &Cell::y, &Cell::z};

/// Slowest first.
std::array<int Cell::*, 3> axes_by_length(const PackingPuzzle& puzzle) {
  auto axes = coordinates;
  const auto last = puzzle.lattice == LatticeKind::cube ? axes.end() : axes.end() - 1;
  const CellBounds bounds = bounds_of(puzzle.region);
  std::stable_sort(axes.begin(), last, [&](int Cell::*a, int Cell::*b) { return bounds.extent(a) > bounds.extent(b); });
  return axes;
}

}  // namespace

std::vector<std::uint32_t> fill_order(const PackingPuzzle& puzzle) {
  const auto axes = axes_by_length(puzzle);
  std::vector<std::uint32_t> sorted(puzzle.region.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Cell &first = puzzle.region[a], &second = puzzle.region[b];
    return std::array{first.*axes[0], first.*axes[1], first.*axes[2]} <
           std::array{second.*axes[0], second.*axes[1], second.*axes[2]};
  });
  std::vector<std::uint32_t> place(puzzle.region.size() + puzzle.optional_cells.size());
  std::iota(place.begin(), place.end(), 0u);
  for (std::uint32_t i = 0; i < sorted.size(); ++i) place[sorted[i]] = i;
  return place;
}

}  // namespace tesselle::packing
