#include "edge/schedule/selection.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t max_waiting = 4000;
constexpr std::size_t max_met = 1'000'000;  // long runs would fill the memory

std::uint64_t hash_of(const std::vector<Placed>& opening) {
  Fnv64 hash;
  for (const Placed placed : opening) hash.add(static_cast<std::int64_t>(4 * placed.piece.index() + placed.rotation));
  return hash.value();
}

}  // namespace

void Selection::add(const Openings& openings) {
  const auto less_room = [](const Waiting& a, const Waiting& b) { return a.room < b.room; };
  std::vector<Waiting> fresh;
  for (std::size_t i = 0; i < std::min(openings.count(), max_waiting); ++i) {
    const auto room = static_cast<float>(openings.room(i));
    if (waiting_.size() == max_waiting && room <= waiting_[fresh.size()].room) break;  // it would be dropped at once
    std::vector<Placed> opening = openings.opening(i);
    if (met_.size() == max_met) met_.clear();
    if (met_.insert(hash_of(opening)).second) fresh.push_back({room, std::move(opening)});
  }
  std::move(fresh.begin(), fresh.end(), std::back_inserter(waiting_));
  std::stable_sort(waiting_.begin(), waiting_.end(), less_room);
  const auto too_many = waiting_.end() - static_cast<std::ptrdiff_t>(std::min(waiting_.size(), max_waiting));
  std::for_each(waiting_.begin(), too_many, [&](const Waiting& dropped) { met_.erase(hash_of(dropped.opening)); });
  waiting_.erase(waiting_.begin(), too_many);
}

std::vector<Placed> Selection::take() {
  std::vector<Placed> opening = std::move(waiting_.back().opening);
  waiting_.pop_back();
  return opening;
}

void Selection::clear() { *this = {}; }

void Selection::save(ByteWriter& out) const {
  std::vector<float> rooms;
  for (const Waiting& waiting : waiting_) rooms.push_back(waiting.room);
  save_floats(out, rooms);
  for (const Waiting& waiting : waiting_) edge::save(out, waiting.opening);
  std::vector<std::uint64_t> met(met_.begin(), met_.end());
  std::sort(met.begin(), met.end());
  out.array(std::span<const std::uint64_t>(met));
}

void Selection::restore(ByteReader& in, std::size_t length, std::size_t pieces) {
  clear();
  const std::vector<float> rooms = read_floats(in);
  if (rooms.size() > max_waiting || !std::is_sorted(rooms.begin(), rooms.end())) in.refuse();
  for (const float room : rooms) {
    waiting_.push_back({room, read_laid(in, pieces)});
    if (waiting_.back().opening.size() != length) in.refuse();
  }
  const auto met = in.array<std::uint64_t>();
  if (met.size() > max_met) in.refuse();
  met_ = {met.begin(), met.end()};
}

}  // namespace tesselle::edge::schedule
