#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/interval/box_model.hpp"
#include "packing/interval/permutation.hpp"

/// The constraints on the points of one piece, each narrowed once. Every function shrinks boxes in place to no less
/// than what its constraint leaves; false if that is nothing.
namespace tesselle::packing::interval {

/// False if nothing is left of the interval.
bool shrink(Interval& interval, int low, int high);

/// The cell number is x + a y + ab z: the thesis' product and sum constraints, taken together.
bool narrow_point(PointBox& point, const std::array<int, 3>& strides);

/// The cell numbers of a piece ascend.
bool narrow_order(std::span<PointBox> points);

/// The poses of a piece, sixteen to a register: per point and axis, every pose's coordinate.
class PoseTable {
 public:
  PoseTable(const std::vector<Pose>& poses, std::size_t points);
  std::size_t size() const { return poses_; }

 private:
  friend bool narrow_placement(std::span<PointBox> points, const PoseTable& poses, std::uint64_t& possible);
  static constexpr std::size_t block = 16;
  struct alignas(block) Block {
    std::array<std::int8_t, block> pose;
  };
  std::size_t poses_;
  std::vector<std::vector<Block>> blocks_;  ///< per block of poses: three per point
};

/// The points are one of the poses, moved: the thesis' placement constraint. Poses that have become impossible lose
/// their bit.
bool narrow_placement(std::span<PointBox> points, const PoseTable& poses, std::uint64_t& possible);

/// One bit per pose.
constexpr std::uint64_t all_poses(std::size_t count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace tesselle::packing::interval
