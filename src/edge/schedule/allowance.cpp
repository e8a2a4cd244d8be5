#include "edge/schedule/allowance.hpp"

#include <algorithm>

namespace tesselle::edge::schedule {

/// A mismatch changes two colours, each to odd or to even.
Allowance::Allowance(std::vector<Row> rows) : max_(std::move(rows)), max_next_(max_.size()) {
  for (std::size_t d = 0; d + 1 < max_.size(); ++d)
    for (std::size_t odd = 0; odd <= max_odd; ++odd) {
      const Row& row = max_[d + 1];
      max_next_[d][odd] = std::max({row[odd], row[odd < 2 ? odd : odd - 2], row[std::min(odd + 2, max_odd)]});
    }
}

Allowance::Row Allowance::everything(std::size_t in_all) {
  Row row{};
  for (std::size_t odd = 0; odd <= max_odd; ++odd)
    row[odd] = static_cast<std::uint16_t>(in_all - std::min(in_all, (odd + 1) / 2));
  return row;
}

Allowance Allowance::everything(std::size_t length, std::size_t in_all) {
  return Allowance(std::vector<Row>(length + 1, everything(in_all)));
}

std::size_t Allowance::first_unlocked() const {
  const auto unlocked = [](const Row& row) {
    return std::any_of(row.begin(), row.end(), [](auto m) { return m > 0; });
  };
  const auto first = std::find_if(max_next_.begin(), max_next_.end(), unlocked);
  return static_cast<std::size_t>(first - max_next_.begin());
}

void Allowance::save(ByteWriter& out) const { out.array(std::span<const Row>(max_)); }

Allowance Allowance::read(ByteReader& in, std::size_t length) {
  auto rows = in.array<Row>();
  if (!rows.empty() && rows.size() != length + 1) in.refuse();
  return Allowance(std::move(rows));
}

}  // namespace tesselle::edge::schedule
