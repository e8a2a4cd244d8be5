#include "packing/interval/permutation.hpp"

#include <algorithm>
#include <bit>

namespace tesselle::packing::interval {

bool Permutation::narrow(std::span<Interval> intervals, std::span<std::uint8_t> variables,
                         std::span<std::uint8_t> values) {
  if (!clip(intervals, variables, values, End::lower)) return false;
  lower_parts_ = runs_;
  parts_.clear();
  std::size_t begin = 0;
  for (const std::size_t size : lower_parts_) {
    if (!clip(intervals, variables.subspan(begin, size), values.subspan(begin, size), End::upper)) return false;
    parts_.insert(parts_.end(), runs_.begin(), runs_.end());
    begin += size;
  }
  return true;
}

/// One half of the algorithm: moves the bounds at one end, and parts the constraint into `runs_`.
bool Permutation::clip(std::span<Interval> intervals, std::span<std::uint8_t> variables, std::span<std::uint8_t> values,
                       End end) {
  const std::size_t count = variables.size();
  if (!rank(intervals, variables, values, end) || !match(count)) return false;
  decompose(count);
  std::copy(variables.begin(), variables.end(), variables_.begin());
  std::copy(values.begin(), values.end(), values_.begin());
  const auto value_at = [&](std::size_t rank) { return values_[end == End::lower ? rank : count - 1 - rank]; };
  std::size_t begin = 0;
  for (const std::size_t size : runs_) {
    const auto part = order_.begin() + static_cast<std::ptrdiff_t>(begin);
    for (std::size_t i = begin; i < begin + size; ++i) {
      // A variable goes to the first value of its own part that its interval holds.
      const std::size_t holder = holder_[order_[i]];
      const auto first = std::lower_bound(part, part + static_cast<std::ptrdiff_t>(size), ranks_.first[holder]);
      Interval& interval = intervals[variables_[holder]];
      (end == End::lower ? interval.low : interval.high) = value_at(*first);
      variables[i] = variables_[holder];
      values[i] = value_at(order_[i]);
    }
    if (end == End::upper)
      std::reverse(values.begin() + static_cast<std::ptrdiff_t>(begin),
                   values.begin() + static_cast<std::ptrdiff_t>(begin + size));
    begin += size;
  }
  return true;
}

bool Permutation::rank(std::span<const Interval> intervals, std::span<const std::uint8_t> variables,
                       std::span<const std::uint8_t> values, End end) {
  const std::size_t count = variables.size();
  std::size_t below = 0;
  for (int value = values.front(); value <= values.back() + 1; ++value) {
    values_below_[static_cast<std::size_t>(value)] = static_cast<std::uint8_t>(below);
    below += below < count && values[below] == value;
  }
  const auto last = static_cast<int>(count) - 1;
  for (std::size_t v = 0; v < count; ++v) {
    const Interval& interval = intervals[variables[v]];
    if (interval.low > values.back() || interval.high < values.front()) return false;
    const int low = values_below_[std::max(interval.low, values.front())];
    const int high = values_below_[std::min(interval.high, values.back()) + 1u] - 1;
    if (low > high) return false;
    ranks_.first[v] = static_cast<std::uint8_t>(end == End::lower ? low : last - high);
    ranks_.last[v] = static_cast<std::uint8_t>(end == End::lower ? high : last - low);
  }
  return true;
}

/// The variable whose interval ends first takes the first value that is free.
bool Permutation::match(std::size_t count) {
  std::array<std::uint8_t, max_values + 1> place{};
  for (std::size_t v = 0; v < count; ++v) ++place[ranks_.last[v] + 1u];
  for (std::size_t r = 1; r <= count; ++r) place[r] = static_cast<std::uint8_t>(place[r] + place[r - 1]);
  for (std::size_t v = 0; v < count; ++v) by_last_[place[ranks_.last[v]]++] = static_cast<std::uint8_t>(v);

  std::array<std::uint64_t, max_values / 64> free;
  free.fill(~std::uint64_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t v = by_last_[i], first = ranks_.first[v];
    std::size_t word = first / 64;
    std::uint64_t left = free[word] >> (first % 64) << (first % 64);
    while (left == 0 && ++word < free.size()) left = free[word];
    const std::size_t value = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
    if (left == 0 || value > ranks_.last[v]) return false;
    free[word] ^= left & (~left + 1);
    holder_[value] = v;
  }
  return true;
}

/// Values belong together if the holder of one can reach the next; whoever cannot reach any further is complete.
/// `order_` is filled from its end, which leaves the parts as ascending runs.
void Permutation::decompose(std::size_t count) {
  std::array<std::uint8_t, max_values> stack;
  std::size_t height = 0, free = count;
  for (std::size_t value = 0; value < count; ++value) {
    while (height > 0 && ranks_.last[holder_[stack[height - 1]]] < value) order_[--free] = stack[--height];
    stack[height++] = static_cast<std::uint8_t>(value);
  }
  while (height > 0) order_[--free] = stack[--height];
  runs_.clear();
  for (std::size_t i = 0; i < count; ++i)
    if (i > 0 && order_[i - 1] < order_[i])
      ++runs_.back();
    else
      runs_.push_back(1);
}

}  // namespace tesselle::packing::interval
