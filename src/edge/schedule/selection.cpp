#include "edge/schedule/selection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/hash.hpp"
#include "edge/tables/saved_state.hpp"

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

/// Rooms are those of boards, which are floats.
void Selection::save(ByteWriter& out) const {
  save_floats(out, std::vector<float>(rooms_.begin(), rooms_.end()));
  std::vector<std::uint64_t> taken(taken_.begin(), taken_.end());
  std::sort(taken.begin(), taken.end());
  out.array(std::span<const std::uint64_t>(taken));
  out.number(std::bit_cast<std::uint64_t>(least_taken_));
  save_real(out, cost_);
}

void Selection::restore(ByteReader& in) {
  const std::vector<float> rooms = read_floats(in);
  if (rooms.size() > max_remembered || !std::is_sorted(rooms.begin(), rooms.end(), std::greater<>())) in.refuse();
  rooms_.assign(rooms.begin(), rooms.end());
  const auto taken = in.array<std::uint64_t>();
  if (taken.size() > max_taken) in.refuse();
  taken_ = {taken.begin(), taken.end()};
  least_taken_ = std::bit_cast<double>(in.number());
  if (std::isnan(least_taken_)) in.refuse();
  cost_ = read_real(in, 0);
}

}  // namespace tesselle::edge::schedule
