#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing::finals {

/// A region for finals: a convex polygon along the lines of the triangular lattice, the intersection of three strips.
/// Lattice point (x, y) belongs to it if x, y and x + y are within their bounds. Sides may have length 0, so that
/// triangles, trapezoids and parallelograms are hexagons, too.
struct Hexagon {
  int x_low = 0, x_high = 0, y_low = 0, y_high = 0, sum_low = 0, sum_high = 0;

  /// Counter-clockwise from the lower one. Negative lengths: a bound is not reached, see tight().
  std::array<int, 6> sides() const;
  /// Is every bound a side, perhaps of length 0?
  bool tight() const;
  /// In triangles.
  std::int64_t area() const;
  /// Is the triangle (x, y), pointing up or down, in it?
  bool holds(int x, int y, bool down) const;
  /// Sectors of the drafter lattice, sorted.
  std::vector<Cell> cells() const;
  /// Rotations and reflections that leave it as it is: 1 if it has no symmetry.
  int symmetries() const;
  /// The same for all hexagons that are congruent: the smallest list of sides.
  std::array<int, 6> form() const;

  friend auto operator<=>(const Hexagon&, const Hexagon&) = default;
};

/// One line each: "hexagon X_LOW X_HIGH Y_LOW Y_HIGH SUM_LOW SUM_HIGH"; '#' begins a comment.
std::string write_hexagons(const std::vector<Hexagon>& hexagons);
/// Throws InputError with the place.
std::vector<Hexagon> read_hexagons(std::string_view text, const std::string& file);

}  // namespace tesselle::packing::finals
