#include "polyform/holes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tesselle::polyform {
namespace {

/// The box around a shape, one block wider on every side.
class Surroundings {
 public:
  Surroundings(const Lattice& lattice, const std::vector<Cell>& cells) : lattice_(lattice), low_(cells.front()) {
    Cell high = low_;
    for (const Cell& c : cells) {
      low_ = {std::min(low_.x, c.x), std::min(low_.y, c.y), std::min(low_.z, c.z)};
      high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    low_ = low_ - Cell{1, 1, 1};
    size_ = high - low_ + Cell{2, 2, 2};
    if (lattice.kind() != LatticeKind::cube) {
      low_.z = 0;
      size_.z = lattice.class_count();
    }
    state_.assign(static_cast<std::size_t>(size_.x * size_.y * size_.z), free);
    for (const Cell& c : cells) state_[index(c)] = taken;
  }

  bool is_reached_from_corner() {
    std::vector<Cell> open = {low_};
    state_[index(low_)] = reached;
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      for (const Cell& next : lattice_.neighbours(cell))
        if (is_inside(next) && state_[index(next)] == free) {
          state_[index(next)] = reached;
          open.push_back(next);
        }
    }
    return std::find(state_.begin(), state_.end(), free) == state_.end();
  }

 private:
  static constexpr std::uint8_t free = 0, taken = 1, reached = 2;

  std::size_t index(Cell c) const {
    return static_cast<std::size_t>(((c.y - low_.y) * size_.x + (c.x - low_.x)) * size_.z + (c.z - low_.z));
  }
  bool is_inside(Cell c) const {
    const Cell at = c - low_;
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < size_.x && at.y < size_.y && at.z < size_.z;
  }

  const Lattice& lattice_;
  Cell low_, size_;
  std::vector<std::uint8_t> state_;
};

}  // namespace

bool has_hole(const Lattice& lattice, const std::vector<Cell>& cells) {
  return !Surroundings(lattice, cells).is_reached_from_corner();
}

}  // namespace tesselle::polyform
