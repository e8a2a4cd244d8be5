#include "edge/schedule/selection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t most_remembered = 100'000;

}  // namespace

void Selection::add(const Openings& openings, double cost) {
  cost_ += cost;
  const auto middle = static_cast<std::ptrdiff_t>(rooms_.size());
  for (std::size_t i = 0; i < std::min(openings.count(), most_remembered); ++i) rooms_.push_back(openings.room(i));
  std::inplace_merge(rooms_.begin(), rooms_.begin() + middle, rooms_.end(), std::greater<>());
  rooms_.resize(std::min(rooms_.size(), most_remembered));
}

void Selection::clear() { *this = {}; }

double Selection::least_room(double cost_of_descent) const {
  double cost = cost_, boards = 0, best = 0, least = 0;
  for (const double room : rooms_) {
    cost += cost_of_descent;
    boards += std::exp(room - rooms_.front());
    if (boards < best * cost) break;
    best = boards / cost;
    least = room;
  }
  return least;
}

}  // namespace tesselle::edge::schedule
