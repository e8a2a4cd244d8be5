#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tesselle::packing {

/// A set of cells.
template <int W>
using CellMask = std::array<std::uint64_t, W>;

/// The surviving placements of one class on one level: a run of positions.
struct Segment {
  std::uint32_t begin = 0, count = 0;
  std::uint32_t piece_class = 0;
  std::int32_t need = 0;  ///< copies that still must be placed
  std::int32_t left = 0;  ///< copies that still may be placed, > 0
};

/// Cell masks of placements in columns: word w of the placement at position i is `words[w * stride + i]`.
/// Kernels read and write up to `kernel_slack` words past the end of a column.
template <class Word>
struct Columns {
  Word* words = nullptr;
  std::size_t stride = 0;
  Word* column(std::size_t w) const { return words + w * stride; }
};
constexpr std::size_t kernel_slack = 8;

/// For all cells at once: the cells that at least 1, 2, 3, 4 placements cover.
template <int W>
struct CoverCounts {
  std::array<CellMask<W>, 4> at_least;
};

/// The three inner loops of the search, once per instruction set. All leave the same survivors in the same order.
///
/// filter: for each segment in turn, copies the placements of `from` that do not touch `chosen` to `to`, one run after
/// the other, and gives the segment its new run. Stops with false at a segment that cannot meet its need any more.
/// count: how often cells are covered by the placements at positions 0 .. count-1.
/// gather: the positions of the placements whose word has the bit, in order; returns how many.
struct ScalarKernel {
  template <int W>
  static bool filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to, Segment* segments,
                     std::size_t segment_count, const CellMask<W>& chosen);
  template <int W>
  static void count(Columns<const std::uint64_t> level, std::size_t count, CoverCounts<W>& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

struct Avx2Kernel {
  template <int W>
  static bool filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to, Segment* segments,
                     std::size_t segment_count, const CellMask<W>& chosen);
  template <int W>
  static void count(Columns<const std::uint64_t> level, std::size_t count, CoverCounts<W>& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

struct Avx512Kernel {
  template <int W>
  static bool filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to, Segment* segments,
                     std::size_t segment_count, const CellMask<W>& chosen);
  template <int W>
  static void count(Columns<const std::uint64_t> level, std::size_t count, CoverCounts<W>& counts);
  static std::uint32_t gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                              std::uint32_t* positions);
};

}  // namespace tesselle::packing
