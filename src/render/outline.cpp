#include "render/outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <set>

namespace tesselle::render {
namespace {

/// A corner in sixths of the lattice's own basis. Every corner of every lattice (ends, middles and thirds of unit
/// sides) is a whole number of sixths there, so corners computed along different ways compare equal after rounding.
struct Corner {
  std::int64_t i = 0, j = 0;
  friend auto operator<=>(const Corner&, const Corner&) = default;
};

constexpr double half_root3 = std::numbers::sqrt3 / 2;

bool is_skew(const Lattice& lattice) {
  return lattice.kind() != LatticeKind::square && lattice.kind() != LatticeKind::cube;
}

Corner corner_at(const Lattice& lattice, Point point) {
  const double j = is_skew(lattice) ? point.y / half_root3 : point.y;
  const double i = is_skew(lattice) ? point.x - j / 2 : point.x;
  return {std::llround(6 * i), std::llround(6 * j)};
}

Point point_at(const Lattice& lattice, Corner corner) {
  const double i = static_cast<double>(corner.i) / 6, j = static_cast<double>(corner.j) / 6;
  return is_skew(lattice) ? Point{i + j / 2, j * half_root3} : Point{i, j};
}

using DirectedSides = std::map<Corner, std::set<Corner>>;  // from -> to, interior on the left

/// The sides that belong to one cell only.
DirectedSides border_sides(const Lattice& lattice, std::span<const Cell> cells) {
  DirectedSides sides;
  for (const Cell& cell : cells) {
    const std::vector<Point> polygon = lattice.outline(cell);
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Corner from = corner_at(lattice, polygon[k]);
      const Corner to = corner_at(lattice, polygon[(k + 1) % polygon.size()]);
      const auto across = sides.find(to);
      if (across == sides.end() || across->second.erase(from) == 0) sides[from].insert(to);
    }
  }
  std::erase_if(sides, [](const auto& entry) { return entry.second.empty(); });
  return sides;
}

std::vector<Corner> take_ring(DirectedSides& sides) {
  std::vector<Corner> ring;
  for (auto at = sides.begin(); at != sides.end();) {
    ring.push_back(at->first);
    const Corner next = *at->second.begin();
    at->second.erase(at->second.begin());
    if (at->second.empty()) sides.erase(at);
    at = next == ring.front() ? sides.end() : sides.find(next);
  }
  return ring;
}

bool is_straight(Corner a, Corner b, Corner c) { return (b.i - a.i) * (c.j - b.j) == (b.j - a.j) * (c.i - b.i); }

std::vector<Corner> without_collinear(const std::vector<Corner>& ring) {
  std::vector<Corner> kept;
  for (std::size_t k = 0; k < ring.size(); ++k)
    if (!is_straight(ring[(k + ring.size() - 1) % ring.size()], ring[k], ring[(k + 1) % ring.size()]))
      kept.push_back(ring[k]);
  return kept;
}

double distance_to_side(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / std::max(dx * dx + dy * dy, 1e-12);
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double clearance(Point p, const std::vector<Ring>& rings) {
  double nearest = 1e9;
  for (const Ring& ring : rings)
    for (std::size_t k = 0; k < ring.size(); ++k)
      nearest = std::min(nearest, distance_to_side(p, ring[k], ring[(k + 1) % ring.size()]));
  return nearest;
}

}  // namespace

std::vector<Ring> outline_of(const Lattice& lattice, std::span<const Cell> cells) {
  DirectedSides sides = border_sides(lattice, cells);
  std::vector<Ring> rings;
  while (!sides.empty()) {
    Ring ring;
    for (const Corner& corner : without_collinear(take_ring(sides))) ring.push_back(point_at(lattice, corner));
    rings.push_back(std::move(ring));
  }
  return rings;
}

double area_of(const std::vector<Ring>& rings) {
  double doubled = 0;
  for (const Ring& ring : rings)
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Point a = ring[k], b = ring[(k + 1) % ring.size()];
      doubled += a.x * b.y - b.x * a.y;
    }
  return doubled / 2;
}

Box bounds_of(const Lattice& lattice, std::span<const Cell> cells) {
  if (cells.empty()) return {};
  Box box = {1e18, -1e18, 1e18, -1e18};
  for (const Cell& cell : cells)
    for (const Point& p : lattice.outline(cell))
      box = {std::min(box.left, p.x), std::max(box.right, p.x), std::min(box.bottom, p.y), std::max(box.top, p.y)};
  return box;
}

Point centre_of(const Lattice& lattice, Cell cell) {
  Point sum;
  const std::vector<Point> polygon = lattice.outline(cell);
  for (const Point& p : polygon) sum = {sum.x + p.x, sum.y + p.y};
  return {sum.x / static_cast<double>(polygon.size()), sum.y / static_cast<double>(polygon.size())};
}

Anchor label_anchor(const Lattice& lattice, std::span<const Cell> cells, const std::vector<Ring>& rings) {
  Point middle;
  for (const Cell& cell : cells) {
    const Point centre = centre_of(lattice, cell);
    middle = {middle.x + centre.x / static_cast<double>(cells.size()),
              middle.y + centre.y / static_cast<double>(cells.size())};
  }
  Anchor best;
  double best_rank = -1e18;
  const auto consider = [&](Point p) {
    const double room = clearance(p, rings);
    const double rank = room - 0.02 * std::hypot(p.x - middle.x, p.y - middle.y);  // equal room: the more central one
    if (rank > best_rank + 1e-6) best = {p, room}, best_rank = rank;
  };
  for (const Cell& cell : cells) {
    consider(centre_of(lattice, cell));
    for (const Point& corner : lattice.outline(cell)) consider(corner);
  }
  return best;
}

}  // namespace tesselle::render
