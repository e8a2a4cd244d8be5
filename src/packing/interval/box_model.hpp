#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "packing/interval/permutation.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing::interval {

constexpr std::size_t max_cells = max_values;

using Point = std::array<std::uint8_t, 3>;

/// What is known of a point: its coordinates and its cell number.
struct PointBox {
  std::array<Interval, 3> axis;
  Interval number;
  friend bool operator==(const PointBox&, const PointBox&) = default;
};

/// One way to turn a piece, its points in the order of their cell numbers, the smallest coordinates zero.
struct Pose {
  int symmetry = 0;
  std::vector<Point> points;
};

struct BoxPiece {
  std::size_t first_point = 0, size = 0;  ///< its points are numbered in a row
  std::vector<Point> shape;               ///< unturned
  std::vector<Pose> poses;
  bool any_way = false;                    ///< may it be turned and turned over in every way?
  std::optional<std::vector<Point>> hint;  ///< its points, if it is placed already
};

/// Pieces that fill a box exactly, as S3 states the problem: the shortest axis comes first, and cell (x, y, z) has the
/// number x + a y + ab z.
struct BoxModel {
  std::array<std::uint8_t, 3> size{};
  std::vector<BoxPiece> pieces;
  std::vector<std::size_t> piece_of;  ///< per point
  std::size_t cells = 0;
  std::array<int Cell::*, 3> axes{};  ///< which of the lattice's axes each of ours is
  Cell corner;                        ///< the box's smallest coordinates

  std::array<int, 3> strides() const { return {1, size[0], size[0] * size[1]}; }
  Point point_at(std::size_t cell) const;
  std::size_t cell_at(const Point& point) const;
  /// What is known of a point before anything is narrowed: its hint, or nothing.
  PointBox initial(std::size_t point) const;
};

/// Throws UsageError, naming what is in the way, if the puzzle is not of this kind.
BoxModel box_model(const PackingPuzzle& puzzle);

/// The layout of the pieces that are fixed, each on its own of these points (all pieces', each piece's in the order of
/// their cell numbers).
PackingLayout layout_of(const PackingPuzzle& puzzle, const BoxModel& model, const std::vector<Point>& points,
                        const std::vector<bool>& fixed);

}  // namespace tesselle::packing::interval
