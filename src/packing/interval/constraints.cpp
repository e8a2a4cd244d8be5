#include "packing/interval/constraints.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tesselle::packing::interval {

bool shrink(Interval& interval, int low, int high) {
  low = std::max<int>(low, interval.low);
  high = std::min<int>(high, interval.high);
  if (low > high) return false;
  interval = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  return true;
}

bool narrow_point(PointBox& point, const std::array<int, 3>& strides) {
  int low = 0, high = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    low += strides[k] * point.axis[k].low;
    high += strides[k] * point.axis[k].high;
  }
  if (!shrink(point.number, low, high)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval old = point.axis[k];
    const int least = point.number.low - (high - strides[k] * old.high);
    const int most = point.number.high - (low - strides[k] * old.low);
    if (most < 0) return false;
    if (!shrink(point.axis[k], least <= 0 ? 0 : (least + strides[k] - 1) / strides[k], most / strides[k])) return false;
  }
  return true;
}

bool narrow_order(std::span<PointBox> points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (!shrink(points[i].number, points[i - 1].number.low + 1, points[i].number.high)) return false;
  for (std::size_t i = points.size() - 1; i > 0; --i)
    if (!shrink(points[i - 1].number, points[i - 1].number.low, points[i].number.high - 1)) return false;
  return true;
}

bool narrow_placement(std::span<PointBox> points, std::span<const Pose> poses, std::uint64_t& possible) {
  constexpr int far = std::numeric_limits<int>::max();
  const std::size_t count = points.size();
  std::array<std::array<int, 3>, max_cells> lowest, highest;
  std::fill_n(lowest.begin(), count, std::array{far, far, far});
  std::fill_n(highest.begin(), count, std::array{-1, -1, -1});
  for (std::uint64_t left = possible; left != 0; left &= left - 1) {
    const auto which = static_cast<std::size_t>(std::countr_zero(left));
    const std::vector<Point>& pose = poses[which].points;
    std::array<int, 3> from{}, to{far, far, far};  // how far the pose may be moved
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        from[k] = std::max(from[k], points[i].axis[k].low - pose[i][k]);
        to[k] = std::min(to[k], points[i].axis[k].high - pose[i][k]);
      }
    if (from[0] > to[0] || from[1] > to[1] || from[2] > to[2]) {
      possible &= ~(std::uint64_t{1} << which);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        lowest[i][k] = std::min(lowest[i][k], from[k] + pose[i][k]);
        highest[i][k] = std::max(highest[i][k], to[k] + pose[i][k]);
      }
  }
  if (possible == 0) return false;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (!shrink(points[i].axis[k], lowest[i][k], highest[i][k])) return false;
  return true;
}

}  // namespace tesselle::packing::interval
