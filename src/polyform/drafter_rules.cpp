#include "polyform/drafter_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "tesselle/errors.hpp"

namespace tesselle::polyform {
namespace {

constexpr int half_sectors = 6, directions = 12;

/// A point of the lattice or the middle of an edge, in half edges.
using HalfPoint = std::pair<int, int>;

/// Direction -> step, in half edges.
constexpr std::array<std::pair<int, int>, directions> step_of = {
    {{1, 0}, {1, 1}, {0, 1}, {-1, 2}, {-1, 1}, {-2, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -2}, {1, -1}, {2, -1}}};

/// Boundary point k of a triangle: its corners and the middles of its sides in turn.
HalfPoint rim_point(int x, int y, int down, int k) {
  constexpr std::array<std::array<std::pair<int, int>, 6>, 2> rims = {
      {{{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {0, 2}, {0, 1}}}, {{{2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {1, 1}}}}};
  const auto [dx, dy] = rims[static_cast<std::size_t>(down)][static_cast<std::size_t>(k % half_sectors)];
  return {2 * x + dx, 2 * y + dy};
}

int direction(HalfPoint from, HalfPoint to) {
  const std::pair step = {to.first - from.first, to.second - from.second};
  const auto found = std::find(step_of.begin(), step_of.end(), step);
  if (found == step_of.end()) throw InternalError("an outline takes an impossible step");
  return static_cast<int>(found - step_of.begin());
}

HalfPoint stepped(HalfPoint at, int step) {
  const auto [dx, dy] = step_of[static_cast<std::size_t>(step)];
  return {at.first + dx, at.second + dy};
}

/// Does the lattice of half triangles have this step? Half edges lie on its lines; an altitude joins a corner and the
/// middle of an edge.
bool is_on_lattice(HalfPoint from, int step) {
  const auto even = [](int n) { return n % 2 == 0; };
  const auto is_corner = [&](HalfPoint p) { return even(p.first) && even(p.second); };
  if (!even(step)) return is_corner(from) || is_corner(stepped(from, step));
  if (step % 6 == 0) return even(from.second);
  return step % 6 == 2 ? even(from.first) : even(from.first + from.second);
}

/// Where the outline leaves each point to; more than once at a point where it touches itself.
using Leaving = std::multimap<HalfPoint, int>;

Leaving steps_from_points(const UnitTable& table, const Shape& shape) {
  const auto cells = table.cells(shape);
  const std::set<Cell> taken(cells.begin(), cells.end());
  Leaving leaving;
  for (const Cell& cell : cells) {
    const int down = cell.z / half_sectors, k = cell.z % half_sectors;
    const HalfPoint from = rim_point(cell.x, cell.y, down, k), to = rim_point(cell.x, cell.y, down, k + 1);
    for (const Cell& next : table.lattice().neighbours(cell))
      if (next.z / half_sectors != down && taken.count(next) == 0) leaving.emplace(from, direction(from, to));
  }
  for (const Unit& unit : shape) {
    if (table.kinds()[unit.kind].weight != 1) continue;
    const int down = table.kinds()[unit.kind].slot, first = unit.kind % 7;
    const HalfPoint from = rim_point(unit.x, unit.y, down, first + 3), to = rim_point(unit.x, unit.y, down, first);
    leaving.emplace(from, direction(from, to));
  }
  return leaving;
}

/// Of the ways on from a point, the one that has no other part of the outline between itself and the inside: the
/// first one met when turning clockwise from the last step.
Leaving::iterator way_on(Leaving& leaving, HalfPoint at, int came) {
  auto [first, last] = leaving.equal_range(at);
  const auto turn = [&](const auto& way) { return (came + 6 - way.second + 2 * directions - 1) % directions; };
  return std::min_element(first, last, [&](const auto& a, const auto& b) { return turn(a) < turn(b); });
}

std::string smallest_turn(const std::string& word) {
  std::string best = word, turned = word;
  for (std::size_t i = 1; i < word.size(); ++i) {
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    best = std::min(best, turned);
  }
  return best;
}

std::string letters(const std::vector<int>& steps, int turn) {
  std::string word;
  for (const int step : steps) word += static_cast<char>('A' + (step + turn) % directions);
  return word;
}

std::size_t part_of(std::vector<std::size_t>& leader, std::size_t unit) {
  while (leader[unit] != unit) unit = leader[unit] = leader[leader[unit]];
  return unit;
}

bool is_joined_without(const Shape& shape, const std::vector<Joint>& joints, const Joint& cut) {
  std::vector<std::size_t> leader(shape.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  std::size_t parts = shape.size();
  for (const Joint& joint : joints) {
    const std::size_t a = part_of(leader, joint.one), b = part_of(leader, joint.other);
    if (&joint == &cut || a == b) continue;
    leader[a] = b;
    --parts;
  }
  return parts == 1;
}

}  // namespace

std::vector<int> outline_steps(const UnitTable& table, const Shape& shape) {
  Leaving leaving = steps_from_points(table, shape);
  std::vector<int> steps;
  HalfPoint at = leaving.begin()->first;
  for (auto way = leaving.begin(); way != leaving.end();) {
    steps.push_back(way->second);
    leaving.erase(way);
    at = stepped(at, steps.back());
    if (leaving.count(at) == 0) break;
    way = way_on(leaving, at, steps.back());
  }
  if (!leaving.empty()) throw InternalError("the outline of a hole-free shape is not one walk");
  return steps;
}

std::string outline_name(const std::vector<int>& steps) {
  // A mirror image is walked the other way round.
  std::vector<int> mirrored;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    mirrored.push_back((6 + directions - *step) % directions);
  std::string best = smallest_turn(letters(steps, 0));
  for (const auto& walk : {steps, mirrored})
    for (int turn = 0; turn < directions; turn += 2) best = std::min(best, smallest_turn(letters(walk, turn)));
  return best;
}

bool has_thin_angle(const std::vector<int>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const int turn = (steps[(i + 1) % steps.size()] - steps[i] + directions) % directions;
    if (turn == 5 || turn == 7) return true;
  }
  return false;
}

bool has_one_position(const std::vector<int>& steps) {
  int ways = 0;
  for (const HalfPoint& start : {HalfPoint{0, 0}, HalfPoint{1, 0}, HalfPoint{0, 1}, HalfPoint{1, 1}}) {
    HalfPoint at = start;
    ways += std::all_of(steps.begin(), steps.end(), [&](int step) {
      const bool drawn = is_on_lattice(at, step);
      at = stepped(at, step);
      return drawn;
    });
  }
  return ways == 1;
}

std::vector<Joint> joints_of(const UnitTable& table, const Shape& shape) {
  std::vector<Joint> joints;
  for (std::size_t i = 0; i < shape.size(); ++i)
    for (std::size_t j = i + 1; j < shape.size(); ++j)
      if (const int shared = table.shared_sides(shape[i], shape[j])) joints.push_back({i, j, shared});
  return joints;
}

bool hangs_on_half_edge(const Shape& shape, const std::vector<Joint>& joints) {
  return std::any_of(joints.begin(), joints.end(), [&](const Joint& joint) {
    return joint.half_edges == 1 && !is_joined_without(shape, joints, joint);
  });
}

bool has_loose_triangle(const UnitTable& table, const Shape& shape, const std::vector<Joint>& joints) {
  std::vector<int> half_joints(shape.size());
  for (const Joint& joint : joints)
    if (joint.half_edges == 1) ++half_joints[joint.one], ++half_joints[joint.other];
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (table.kinds()[shape[i].kind].weight == 2 && half_joints[i] >= 2) return true;
  return false;
}

bool has_half_triangle(const UnitTable& table, const Shape& shape) {
  return std::any_of(shape.begin(), shape.end(), [&](const Unit& u) { return table.kinds()[u.kind].weight == 1; });
}

}  // namespace tesselle::polyform
