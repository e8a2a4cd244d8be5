#pragma once

#include <array>
#include <compare>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tesselle {

/// The grids of packing puzzles.
///   square   x column, y row (downwards in pictures), z = 0
///   cube     x, y, z; layers of equal z
///   triangle x = i, y = j on the basis e1 = (1,0), e2 = (1/2, sqrt3/2); z = 0 points up, 1 points down
///   hexagon  x = q, y = r, axial coordinates on the same basis; z = 0
///   drafter  the triangle lattice with each unit triangle cut by its medians into six 30-60-90 sectors:
///            z = 0..5 sectors of the up triangle, 6..11 of the down triangle. A drafter (half triangle)
///            is three consecutive sectors, so every region and piece of Eternity is a set of cells.
enum class LatticeKind { square, cube, triangle, hexagon, drafter };

/// A cell, or a shift between cells (then z is 0 except on the cube lattice).
struct Cell {
  int x = 0, y = 0, z = 0;
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
  friend constexpr Cell operator+(Cell a, Cell b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Cell operator-(Cell a, Cell b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

struct Point {
  double x = 0, y = 0;
};

/// Coordinates, orientation group and geometry of one grid. Symmetries are numbered 0 .. symmetry_count()-1,
/// 0 is the identity; the numbers are part of the file formats and never change:
///   square            r + 4f: flip x if f, then r quarter turns (x,y) -> (-y,x)
///   triangle, hexagon, drafter
///                     r + 6f: swap the axes if f, then r turns by 60 degrees
///   cube              0..23 rotations, 24..47 the same after x -> -x (the numbering of BurrTools)
class Lattice {
 public:
  static const Lattice& of(LatticeKind kind);

  LatticeKind kind() const { return kind_; }
  std::string_view name() const;
  static std::optional<LatticeKind> kind_named(std::string_view name);

  int symmetry_count() const { return static_cast<int>(maps_.size()); }
  /// Image of a cell under a symmetry that fixes the origin.
  Cell apply(int symmetry, Cell cell) const {
    const Map& map = maps_[static_cast<std::size_t>(symmetry)];
    const auto& m = map.matrix;
    const Cell& k = map.class_image[class_of(cell)];
    const int z = is_cube() ? cell.z : 0;
    return {m[0] * cell.x + m[1] * cell.y + m[2] * z + k.x, m[3] * cell.x + m[4] * cell.y + m[5] * z + k.y,
            m[6] * cell.x + m[7] * cell.y + m[8] * z + k.z};
  }
  /// True if the symmetry turns the space over (a reflection), so that a real piece may not be able to follow.
  bool reflects(int symmetry) const { return maps_[static_cast<std::size_t>(symmetry)].reflects; }
  /// The symmetry that applies `second` after `first`.
  int compose(int second, int first) const;
  int inverse(int symmetry) const;

  /// Is z in range (0 on flat lattices, 0..1 triangle, 0..11 drafter)?
  bool is_cell(Cell cell) const;
  /// Number of cell classes that no translation maps onto one another: 1, 1, 2, 1, 12.
  int class_count() const { return class_count_; }
  /// Cells that share a side (a face on the cube lattice), in a fixed order.
  std::vector<Cell> neighbours(Cell cell) const;
  /// The cell as a polygon in the plane, counter-clockwise, y upwards (on the cube lattice: its layer's square).
  /// Square rows go down, so square cell (x, y) has its top-left corner at (x, -y).
  std::vector<Point> outline(Cell cell) const;

 private:
  struct Map {
    std::array<int, 9> matrix{};
    std::array<Cell, 12> class_image{};  // what a cell class at the origin becomes
    bool reflects = false;
  };

  explicit Lattice(LatticeKind kind);
  bool is_cube() const { return kind_ == LatticeKind::cube; }
  std::size_t class_of(Cell cell) const { return is_cube() ? 0 : static_cast<std::size_t>(cell.z); }
  Map compose_maps(const Map& second, const Map& first) const;
  void generate(const Map& turn, const Map& flip, int turns);
  void generate_cube();

  LatticeKind kind_;
  int class_count_;
  std::vector<Map> maps_;
};

/// The box around some cells.
struct CellBounds {
  Cell low, high;
  /// Cells from one end to the other.
  int extent(int Cell::*axis) const { return high.*axis - low.*axis + 1; }
};
CellBounds bounds_of(std::span<const Cell> cells);

/// Translated so that the smallest x and the smallest y (and z on the cube lattice) are 0, then sorted.
std::vector<Cell> normalised(const Lattice& lattice, std::vector<Cell> cells);
/// The cells of a shape after a symmetry and a shift, sorted.
std::vector<Cell> placed(const Lattice& lattice, std::span<const Cell> shape, int symmetry, Cell offset);
/// Are all cells joined through sides?
bool is_connected(const Lattice& lattice, std::span<const Cell> cells);

}  // namespace tesselle
