#include "edge/repair/assignment.hpp"

#include "edge/tables/at.hpp"

#include <limits>

namespace tesselle::edge::repair {
namespace {

constexpr int nobody = -1;

}  // namespace

const std::vector<int>& Assignment::solve(std::span<const std::int64_t> costs, int size) {
  size_ = size;
  row_price_.assign(at(size), 0);
  column_price_.assign(at(size), 0);
  row_of_.assign(at(size), nobody);
  for (int row = 0; row < size; ++row) augment(costs, row);
  column_of_.resize(at(size));
  for (int column = 0; column < size; ++column) column_of_[at(row_of_[at(column)])] = column;
  return column_of_;
}

/// Dijkstra over reduced costs from `row` to the nearest free column; then the path is turned over. Prices keep all
/// reduced costs at zero or more and those of assigned pairs at zero.
void Assignment::augment(std::span<const std::int64_t> costs, int row) {
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
  distance_.assign(at(size_), far);
  previous_.assign(at(size_), nobody);
  settled_.assign(at(size_), 0);

  int from_column = nobody, from_row = row;
  std::int64_t travelled = 0;
  for (;;) {
    int nearest = nobody;
    const std::int64_t* row_costs = costs.data() + at(from_row) * at(size_);
    for (int column = 0; column < size_; ++column) {
      const std::size_t c = at(column);
      if (settled_[c]) continue;
      const std::int64_t through = travelled + row_costs[c] - row_price_[at(from_row)] - column_price_[c];
      if (through < distance_[c]) distance_[c] = through, previous_[c] = from_column;
      if (nearest == nobody || distance_[c] < distance_[at(nearest)]) nearest = column;
    }
    settled_[at(nearest)] = 1;
    travelled = distance_[at(nearest)];
    from_column = nearest;
    if (row_of_[at(nearest)] == nobody) break;
    from_row = row_of_[at(nearest)];
  }

  row_price_[at(row)] += travelled;
  for (int column = 0; column < size_; ++column) {
    const std::size_t c = at(column);
    if (!settled_[c] || column == from_column) continue;
    row_price_[at(row_of_[c])] += travelled - distance_[c];
    column_price_[c] -= travelled - distance_[c];
  }
  for (int column = from_column; column != nobody; column = previous_[at(column)]) {
    const int before = previous_[at(column)];
    row_of_[at(column)] = before == nobody ? row : row_of_[at(before)];
  }
}

}  // namespace tesselle::edge::repair
