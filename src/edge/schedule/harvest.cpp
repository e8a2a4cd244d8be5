#include "edge/schedule/harvest.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/hash.hpp"

namespace tesselle::edge::schedule {
namespace {

// Boards that are found twice come from one descent, so those of long ago need not be remembered.
constexpr std::size_t max_seen = 50'000;

std::uint64_t hash_of_board(const EdgeBoard& board) {
  Fnv64 hash;
  for (const auto& placed : board.cells)
    hash.add(placed ? static_cast<std::int64_t>(4 * placed->piece.index() + placed->rotation) : -1);
  return hash.value();
}

}  // namespace

bool Harvest::add(const FullBoard& full) {
  if (seen_.size() == max_seen) seen_.clear();
  if (!seen_.insert(hash_of_board(full.board)).second) return false;
  ++boards_[full.conflicts];
  return true;
}

void Harvest::drop_above(int conflicts) { boards_.erase(boards_.upper_bound(conflicts), boards_.end()); }

void Harvest::save(ByteWriter& out) const {
  out.number(boards_.size());
  for (const auto& [conflicts, count] : boards_) {
    out.number(static_cast<std::uint64_t>(conflicts));
    out.number(count);
  }
  std::vector<std::uint64_t> seen(seen_.begin(), seen_.end());
  std::sort(seen.begin(), seen.end());
  out.array(std::span<const std::uint64_t>(seen));
}

void Harvest::restore(ByteReader& in, int max_conflicts) {
  boards_.clear();
  const auto limit = static_cast<std::uint64_t>(max_conflicts);
  for (std::uint64_t left = in.number(limit + 1); left > 0; --left) {
    const auto conflicts = static_cast<int>(in.number(limit));
    boards_[conflicts] = in.number();
  }
  const auto seen = in.array<std::uint64_t>();
  if (seen.size() > max_seen) in.refuse();
  seen_ = {seen.begin(), seen.end()};
}

}  // namespace tesselle::edge::schedule
