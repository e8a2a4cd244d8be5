#pragma once

#include <optional>
#include <vector>

#include "render/outline.hpp"
#include "render/packing_scene.hpp"

namespace tesselle::render {

/// What a point of the plane belongs to.
struct Owner {
  enum class Kind { nothing, spare, uncovered, shape, overlap };
  Kind kind = Kind::nothing;
  std::size_t shape = 0;  ///< its number, if it is a shape
  friend bool operator==(const Owner&, const Owner&) = default;
};

/// A scene sampled at the centres of small rectangles; row 0 is at the top.
class Raster {
 public:
  /// `across` and `down`: samples per unit of the lattice.
  Raster(const Scene& scene, double across, double down);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const Owner& at(int row, int column) const;

  struct Sample {
    int row = 0, column = 0;
  };
  Sample sample_of(Point point) const;

 private:
  void fill(const std::vector<Point>& polygon, const Owner& owner);

  Box box_;
  double across_, down_;
  int columns_ = 0, rows_ = 0;
  std::vector<Owner> owners_;
};

}  // namespace tesselle::render
