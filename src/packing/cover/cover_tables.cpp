#include "packing/cover/cover_tables.hpp"

#include <algorithm>
#include <utility>

namespace tesselle::packing {
namespace {

/// More copies of a piece than this cannot be used: each needs a cell.
std::uint16_t usable_copies(int copies) {
  return static_cast<std::uint16_t>(std::clamp(copies, 0, max_cover_words * 64));
}

}  // namespace

CoverTables::CoverTables(CoverProblem problem, std::size_t words_per_mask)
    : problem_(std::move(problem)),
      words_(words_per_mask),
      stride_(table().placements.size() + kernel_slack),
      masks_(stride_ * words_),
      class_begin_(table().classes.size() + 1) {
  for (std::size_t p = 0; p < table().placements.size(); ++p) {
    for (const std::uint32_t cell : table().placements[p].cells)
      masks_[cell / 64 * stride_ + p] |= std::uint64_t{1} << cell % 64;
    ++class_begin_[static_cast<std::size_t>(table().placements[p].piece_class) + 1];
  }
  for (std::size_t c = 0; c < table().classes.size(); ++c) class_begin_[c + 1] += class_begin_[c];
}

std::vector<Segment> CoverTables::classes_left(std::uint32_t ending, std::span<const std::uint32_t> chosen,
                                               std::vector<std::uint64_t>& allowed) const {
  std::vector<int> used(table().classes.size());
  for (const std::uint32_t forced : table().forced)
    ++used[static_cast<std::size_t>(table().placements[forced].piece_class)];
  for (const std::uint32_t piece_class : chosen) ++used[piece_class];
  std::vector<Segment> runs;
  for (std::size_t c = 0; c < table().classes.size(); ++c) {
    const PieceClass& kind = table().classes[c];
    if (kind.max_copies > used[c])
      runs.push_back({class_begin_[c], class_begin_[c + 1] - class_begin_[c], static_cast<std::uint16_t>(c),
                      usable_copies(kind.min_copies - used[c]), usable_copies(kind.max_copies - used[c])});
  }
  if (chain().has_bans(ending)) {
    allowed = masks_;
    for (Segment& run : runs) drop_banned(run, ending, allowed);
  }
  std::stable_sort(runs.begin(), runs.end(), [](const Segment& a, const Segment& b) { return a.count < b.count; });
  return runs;
}

void CoverTables::drop_banned(Segment& run, std::uint32_t ending, std::vector<std::uint64_t>& columns) const {
  std::uint32_t out = run.begin;
  for (std::uint32_t p = run.begin; p < run.begin + run.count; ++p) {
    if (chain().banned(ending, p)) continue;
    for (std::size_t w = 0; w < words_; ++w) columns[w * stride_ + out] = columns[w * stride_ + p];
    ++out;
  }
  run.count = out - run.begin;
}

/// Placements of a class are in the order of their cell lists: the one with the lowest differing cell comes first.
std::uint32_t CoverTables::placement_with(std::uint32_t piece_class, std::span<const std::uint64_t> mask) const {
  std::uint32_t low = class_begin_[piece_class], high = class_begin_[piece_class + 1];
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (is_before(mask, middle) ? high : low) = middle;
  }
  return low;
}

bool CoverTables::is_before(std::span<const std::uint64_t> mask, std::uint32_t placement) const {
  for (std::size_t w = 0; w < words_; ++w)
    if (const std::uint64_t differing = mask[w] ^ masks_[w * stride_ + placement]; differing != 0)
      return (mask[w] & differing & (~differing + 1)) != 0;
  return false;
}

Solution CoverTables::solution(std::span<const std::uint32_t> chosen) const {
  return {layout_of(problem_.puzzle, problem_.table, chosen)};
}

}  // namespace tesselle::packing
