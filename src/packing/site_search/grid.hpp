#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing::tiling {

/// A block is the up and the down triangle of one lattice point, in this order; triangle (x, y, s) has the number
/// 2 * block(x, y) + s, so that a row of the lattice is a row of bytes: eight triangles are read, tested and changed
/// with one 64-bit word. A margin of blocks around the region keeps every such word inside the array.
using Bytes = std::vector<std::uint8_t>;

inline std::uint64_t load_word(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}
inline void flip_word(std::uint8_t* bytes, std::uint64_t mask) {
  const std::uint64_t word = load_word(bytes) ^ mask;
  std::memcpy(bytes, &word, sizeof word);
}

/// Where corners of pieces can meet: lattice points, and the middles of the three edges that start in a block.
enum class PointKind : std::uint8_t { corner, middle_along, middle_up, middle_across };

/// Number of a point: 4 * block + kind.
using PointNumber = std::int32_t;
constexpr PointNumber point_number(int block, PointKind kind) { return 4 * block + static_cast<int>(kind); }
constexpr PointKind kind_of(PointNumber point) { return static_cast<PointKind>(point & 3); }
constexpr int block_of(PointNumber point) { return point >> 2; }

/// The star of a point: its sectors counter-clockwise, one bit each; 12 of them (30 degrees) at a corner, 4 (90) at
/// the middle of an edge.
using Star = std::uint32_t;
constexpr int ray_count(PointKind kind) { return kind == PointKind::corner ? 12 : 4; }
constexpr Star full_star(PointKind kind) { return kind == PointKind::corner ? 0xfff : 0xf; }

/// The sectors of a star as cells relative to the point's block, in the order of the bits.
std::span<const Cell> star_cells(PointKind kind);
/// The point of the given sort (a corner, or a middle) that a sector of class z touches, relative to its block.
struct SectorPoint {
  PointKind kind;
  int dx, dy;
};
SectorPoint corner_of_sector(int z);
SectorPoint middle_of_sector(int z);

/// What is free of a region.
struct Board {
  Bytes free;                        ///< by triangle: bits 0..5 are its free sectors; outside the region nothing is
  std::vector<std::uint16_t> stars;  ///< by block: the free star of its corner, kept along with the bytes
};

/// Coordinates and strides of one region's board.
class Grid {
 public:
  /// Leaves `margin` blocks free on each side.
  Grid(std::span<const Cell> sectors, int margin);

  int stride() const { return stride_; }
  int rows() const { return rows_; }
  int block_count() const { return stride_ * rows_; }
  int block(int x, int y) const { return (y - y0_) * stride_ + (x - x0_); }
  /// Signed distance in blocks between (0, 0) and (dx, dy).
  int shift(int dx, int dy) const { return dy * stride_ + dx; }
  int x_of(int block) const { return block % stride_ + x0_; }
  int y_of(int block) const { return block / stride_ + y0_; }
  int triangle(Cell sector) const { return 2 * block(sector.x, sector.y) + sector.z / 6; }

  Board board_of(std::span<const Cell> sectors) const;
  /// A board with this byte for every triangle.
  Board uniform_board(std::uint8_t byte) const;

  Star star(const Board& board, PointNumber point) const {
    return kind_of(point) == PointKind::corner ? board.stars[static_cast<std::size_t>(block_of(point))]
                                               : middle_star(board.free.data(), point);
  }

 private:
  Star middle_star(const std::uint8_t* free, PointNumber point) const {
    const std::uint8_t* here = free + 2 * block_of(point);
    Star star = 0;
    for (std::size_t ray = 0; ray < 4; ++ray) {
      const Ray& r = middle_rays_[static_cast<std::size_t>(point & 3)][ray];
      star |= (static_cast<Star>(here[r.triangle]) >> r.sector & 1u) << ray;
    }
    return star;
  }

  /// A sector of a star: its triangle relative to the first one of the point's block.
  struct Ray {
    int triangle = 0, sector = 0;
  };
  int x0_ = 0, y0_ = 0, stride_ = 0, rows_ = 0;
  std::array<std::array<Ray, 4>, 4> middle_rays_{};
};

/// A puzzle on the triangle lattice is one on the drafter lattice whose cells are whole triangles: the symmetries have
/// the same numbers and the shifts are the same. Throws UsageError for other lattices.
PackingPuzzle as_drafter_puzzle(const PackingPuzzle& puzzle);

/// Is every triangle of the shape whole or a half (three consecutive sectors)?
bool made_of_halves(std::span<const Cell> sectors);
/// Are region and pieces of a drafter puzzle made of half triangles, and is every cell to be covered?
bool tiles_by_halves(const PackingPuzzle& puzzle);

}  // namespace tesselle::packing::tiling
