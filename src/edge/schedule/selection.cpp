#include "edge/schedule/selection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/hash.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t max_remembered = 100'000;
constexpr std::size_t max_taken = 1'000'000;  // long runs on small boards would fill the memory

std::uint64_t hash_of(const std::vector<Placed>& opening) {
  Fnv64 hash;
  for (const Placed placed : opening) hash.add(static_cast<std::int64_t>(4 * placed.piece.index() + placed.rotation));
  return hash.value();
}

}  // namespace

void Selection::add(const Openings& openings, double cost) {
  cost_ += cost;
  const auto middle = static_cast<std::ptrdiff_t>(rooms_.size());
  for (std::size_t i = 0; i < std::min(openings.count(), max_remembered); ++i)
    if (!is_taken(openings, i)) rooms_.push_back(openings.room(i));
  std::inplace_merge(rooms_.begin(), rooms_.begin() + middle, rooms_.end(), std::greater<>());
  rooms_.resize(std::min(rooms_.size(), max_remembered));
}

bool Selection::is_taken(const Openings& openings, std::size_t index) const {
  return openings.room(index) >= least_taken_ && taken_.contains(hash_of(openings.opening(index)));
}

bool Selection::take(const Openings& openings, std::size_t index) {
  if (taken_.size() == max_taken) taken_.clear();
  least_taken_ = std::min(least_taken_, openings.room(index));
  return taken_.insert(hash_of(openings.opening(index))).second;
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
