#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tesselle::packing {

constexpr int max_cover_words = 16;

/// A set of cells.
template <int W>
using CellMask = std::array<std::uint64_t, W>;

/// The surviving placements of one class on one level: a run of positions.
struct Segment {
  std::uint32_t begin = 0, count = 0;
  std::uint16_t piece_class = 0;
  std::uint16_t need = 0;  ///< copies that still must be placed
  std::uint16_t left = 0;  ///< copies that still may be placed, > 0
  std::uint16_t unused = 0;
};

/// Cell masks of placements in columns: word w of the placement at position i is `words[w * stride + i]`.
/// Kernels read and write up to `kernel_slack` words past the end of a column.
template <class Word>
struct Columns {
  Word* words = nullptr;
  std::size_t stride = 0;
  Word* column(std::size_t w) const { return words + w * stride; }
};
using ReadColumns = Columns<const std::uint64_t>;
using WriteColumns = Columns<std::uint64_t>;
constexpr std::size_t kernel_slack = 16;

/// A level to be made.
template <int W>
struct Expansion {
  ReadColumns from;
  WriteColumns to;
  const Segment* runs = nullptr;  ///< what to read
  std::size_t run_count = 0;
  std::size_t dropped = std::numeric_limits<std::size_t>::max();  ///< the run to leave out
  Segment* segments = nullptr;  ///< where the new runs go; may be where the old ones are
  CellMask<W> chosen{};         ///< cells that are not free any more
};

/// The segments of a level as it is made.
struct SegmentTally {
  std::uint32_t survivors = 0;
  std::uint32_t count = 0;
  std::uint32_t smallest = none;  ///< of the segments that must be used, the one with the fewest ways to begin it,
  std::uint32_t fewest = none;    ///< and how many these are; none: nothing must be used

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
};

/// What is known of a level when it has been made.
template <int W>
struct LevelSummary {
  SegmentTally segments;
  std::array<CellMask<W>, 4> at_least;  ///< the cells that at least 1, 2, 3, 4 placements cover
};

/// Counts per cell of one word of the masks, in binary: plane b holds bit b of every cell's count.
struct CountPlanes {
  std::array<std::uint64_t, 32> planes;
  std::size_t used = 0;
};

/// The inner loops of the search, once per instruction set. All give the same results in the same order.
///
/// expand: copies the placements that do not touch `chosen`, one run after the other. Counts, for all cells at once,
/// how many of them cover each cell: one bit per cell in a word of ones, a word of twos, and a word for all beyond.
/// False, with the level unfinished, as soon as a class has fewer placements left than it needs.
/// count_exactly: the counts of the placements at positions 0 .. count-1 without the limit, for one column.
/// gather: the positions of those whose word has the bit; returns how many.
struct ScalarKernel {
  template <int W>
  static bool expand(const Expansion<W>& job, LevelSummary<W>& summary);
  static void count_exactly(const std::uint64_t* column, std::size_t count, CountPlanes& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

struct Avx2Kernel {
  template <int W>
  static bool expand(const Expansion<W>& job, LevelSummary<W>& summary);
  static void count_exactly(const std::uint64_t* column, std::size_t count, CountPlanes& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

struct Avx512Kernel {
  template <int W>
  static bool expand(const Expansion<W>& job, LevelSummary<W>& summary);
  static void count_exactly(const std::uint64_t* column, std::size_t count, CountPlanes& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

// --- what the kernels share ---

/// Appends a segment that now runs from `start` to `end`. False if its class cannot be used as often as it must be.
/// The tally is the kernel's own, not the summary's, so that it stays in registers.
[[gnu::always_inline]] inline bool close_segment(SegmentTally& tally, Segment* segments, Segment segment,
                                                 std::uint32_t start, std::uint32_t end) {
  segment.begin = start;
  segment.count = end - start;
  segments[tally.count] = segment;
  if (segment.count < segment.need) return false;
  const std::uint32_t ways = segment.count - segment.need + 1;
  if (segment.need > 0 && ways < tally.fewest) {
    tally.fewest = ways;
    tally.smallest = tally.count;
  }
  ++tally.count;
  tally.survivors = end;
  return true;
}

/// Reads one word of the summary's counts off the counters.
template <int W>
[[gnu::always_inline]] inline void store_counts(LevelSummary<W>& summary, std::size_t w, std::uint64_t ones,
                                                std::uint64_t twos, std::uint64_t more) {
  summary.at_least[0][w] = ones | twos | more;
  summary.at_least[1][w] = twos | more;
  summary.at_least[2][w] = (ones & twos) | more;
  summary.at_least[3][w] = more;
}

/// Counters that can hold `most`.
[[gnu::always_inline]] inline void prepare(CountPlanes& counts, std::size_t most) {
  counts.used = static_cast<std::size_t>(std::bit_width(most));
  for (std::size_t b = 0; b < counts.used; ++b) counts.planes[b] = 0;
}

/// Adds 2^plane to the counts of some cells.
[[gnu::always_inline]] inline void add_to_planes(CountPlanes& counts, std::uint64_t cells, std::size_t plane = 0) {
  for (std::size_t b = plane; cells != 0; ++b) {
    const std::uint64_t both = counts.planes[b] & cells;
    counts.planes[b] ^= cells;
    cells = both;
  }
}

}  // namespace tesselle::packing
