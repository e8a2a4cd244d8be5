#pragma once

#include <string>
#include <vector>

#include "polyform/units.hpp"

namespace tesselle::polyform {

/// The outline of a hole-free polydrafter as a closed walk: steps in the directions 0, 30, …, 330 degrees (0..11),
/// counter-clockwise. A step along the lattice is half an edge, a step between is an altitude.
std::vector<int> outline_steps(const UnitTable& table, const Shape& shape);

/// The same for every polydrafter of this outline, in any orientation: the smallest among all starts and orientations.
std::string outline_name(const std::vector<int>& steps);

/// Is there an interior angle of 30 or 330 degrees?
bool has_thin_angle(const std::vector<int>& steps);

/// Has the outline only one position on the lattice, up to its symmetries? Some polygons can be moved by half an
/// edge.
bool has_one_position(const std::vector<int>& steps);

/// How the units of a shape hold together.
struct Joint {
  std::size_t one = 0, other = 0;  ///< indices of units
  int half_edges = 0;              ///< that they share: 1 or 2
};
std::vector<Joint> joints_of(const UnitTable& table, const Shape& shape);

/// Would cutting a single shared half edge divide the shape?
bool hangs_on_half_edge(const Shape& shape, const std::vector<Joint>& joints);
/// Is there a whole triangle that shares no more than half an edge with each of two neighbours?
bool has_loose_triangle(const UnitTable& table, const Shape& shape, const std::vector<Joint>& joints);
bool has_half_triangle(const UnitTable& table, const Shape& shape);

}  // namespace tesselle::polyform
