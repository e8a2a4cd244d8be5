#pragma once

#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

/// Counting the survivors afterwards is faster here than counting on the way.
template <int W>
inline void count_word(const std::uint64_t* column, std::size_t count, LevelSummary<W>& summary, std::size_t w) {
  std::uint64_t ones = 0, twos = 0, more = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t carry = ones & column[i];
    ones ^= column[i];
    more |= twos & carry;
    twos ^= carry;
  }
  store_counts(summary, w, ones, twos, more);
}

template <int W>
bool ScalarKernel::expand(const Expansion<W>& job, LevelSummary<W>& summary) {
  SegmentTally tally;
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < job.run_count; ++s) {
    if (s == job.dropped) continue;
    const Segment segment = job.runs[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; ++i) {
      std::uint64_t overlap = 0;
      for (std::size_t w = 0; w < W; ++w) {
        const std::uint64_t word = job.from.column(w)[i];
        job.to.column(w)[out] = word;
        overlap |= word & job.chosen[w];
      }
      out += overlap == 0;
    }
    if (!close_segment(tally, job.segments, segment, start, out)) return false;
  }
  for (std::size_t w = 0; w < W; ++w) count_word(job.to.column(w), out, summary, w);
  summary.segments = tally;
  return true;
}

inline std::uint64_t add_carry_save(std::uint64_t& sum, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t either = a ^ b, carry = (a & b) | (either & sum);
  sum ^= either;
  return carry;
}

/// Four placements at a time by carry-save additions.
inline void ScalarKernel::count_exactly(const std::uint64_t* column, std::size_t count, CountPlanes& counts) {
  prepare(counts, count);
  std::uint64_t ones = 0, twos = 0;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const std::uint64_t twos_a = add_carry_save(ones, column[i], column[i + 1]);
    const std::uint64_t twos_b = add_carry_save(ones, column[i + 2], column[i + 3]);
    add_to_planes(counts, add_carry_save(twos, twos_a, twos_b), 2);
  }
  for (; i < count; ++i) add_to_planes(counts, column[i]);
  add_to_planes(counts, ones, 0);
  add_to_planes(counts, twos, 1);
}

inline std::uint32_t ScalarKernel::gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                                          std::uint32_t* positions) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; ++i) {
    positions[out] = static_cast<std::uint32_t>(i);
    out += (column[i] & bit) != 0;
  }
  return out;
}

}  // namespace tesselle::packing
