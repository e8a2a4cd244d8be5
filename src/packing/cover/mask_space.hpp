#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "packing/cover/kernels.hpp"
#include "packing/tables/placements.hpp"
#include "packing/tables/symmetry_chain.hpp"
#include "puzzle/puzzle.hpp"

namespace tesselle::packing {

/// What the cover search is made from.
struct CoverProblem {
  PackingPuzzle puzzle;
  PlacementTable table;
  SymmetryChain chain;
};

/// The search space of `cover`: each level holds the cell masks of all placements that still fit, in one run per class,
/// so that backing up costs nothing. A node branches on what has the fewest candidates: a cell that must be covered, or
/// a class that must be placed. When nothing of either is left the node is a solution, and pieces that may still lie in
/// optional cells are added in every way.
///
/// Each solution is met once: by the placement that covers the cell; by the first placement of the class (siblings
/// after it do not use it any more); in the end by the first placement added.
template <class Kernel, int W>
class MaskSpace {
 public:
  explicit MaskSpace(CoverProblem problem) : problem_(std::move(problem)) {
    tabulate();
    frames_.resize(depth_limit() + 1);
    enter_root();
  }

  // --- SearchSpace ---

  std::uint32_t depth_limit() const { return most_placements(problem_.table); }

  std::uint32_t open() {
    Frame& frame = frames_[depth_];
    solved_ = false;
    frame.candidate_begin = candidate_top();
    frame.candidate_count = 0;
    if (frame.in_chain)
      frame.candidate_count = static_cast<std::uint32_t>(problem_.chain.node(frame.chain_node).steps.size());
    else if (frame.alive)
      branch(frame);
    return frame.candidate_count;
  }
  void close() {}

  bool solved() const { return solved_; }
  std::uint64_t orbit_size() const { return frames_[depth_].orbit_size; }

  bool take(std::uint32_t candidate) {
    const Frame& frame = frames_[depth_];
    if (frame.in_chain)
      take_step(problem_.chain.node(frame.chain_node).steps[candidate]);
    else
      take_survivor(frame, candidate);
    return true;
  }
  void undo() { --depth_; }

  Solution solution() const { return {layout_of(problem_.puzzle, problem_.table, chosen_placements())}; }
  int pieces_placed() const { return static_cast<int>(problem_.table.forced.size() + depth_); }

 private:
  using Mask = CellMask<W>;
  enum class Branch { cell, piece_class, free };

  struct Frame {
    std::size_t level = 0;   ///< where the level's columns start in arena_
    std::size_t stride = 0;  ///< of the columns
    std::size_t segment_begin = 0, segment_count = 0;
    std::size_t candidate_begin = 0;
    std::uint32_t candidate_count = 0;
    Branch branch = Branch::cell;
    bool alive = false;
    bool in_chain = false;
    std::uint32_t chain_node = 0, ending = 0;
    std::uint32_t branch_segment = 0;  ///< Branch::piece_class: index of the class's segment
    Mask uncovered{};                  ///< required cells
    Mask chosen{};                     ///< the placement that led here
    std::uint32_t chosen_class = 0;
    std::uint64_t orbit_size = 0;  ///< if it is a solution
  };

  // --- tables ---

  void tabulate() {
    const PlacementTable& table = problem_.table;
    stride_ = table.placements.size() + kernel_slack;
    masks_.assign(stride_ * W, 0);
    class_begin_.assign(table.classes.size() + 1, 0);
    for (std::size_t p = 0; p < table.placements.size(); ++p) {
      for (const std::uint32_t cell : table.placements[p].cells)
        masks_[cell / 64 * stride_ + p] |= std::uint64_t{1} << cell % 64;
      ++class_begin_[static_cast<std::size_t>(table.placements[p].piece_class) + 1];
    }
    for (std::size_t c = 0; c < table.classes.size(); ++c) class_begin_[c + 1] += class_begin_[c];
  }

  Mask mask_of(std::uint32_t placement) const { return mask_at({masks_.data(), stride_}, placement); }
  static Mask mask_at(Columns<const std::uint64_t> columns, std::size_t position) {
    Mask mask;
    for (std::size_t w = 0; w < W; ++w) mask[w] = columns.column(w)[position];
    return mask;
  }

  // --- moving about ---

  Columns<const std::uint64_t> level_of(const Frame& frame) const {
    return {arena_.data() + frame.level, frame.stride};
  }
  std::size_t survivors_of(const Frame& frame) const {
    if (frame.segment_count == 0) return 0;
    const Segment& last = segments_[frame.segment_begin + frame.segment_count - 1];
    return last.begin + last.count;
  }
  std::size_t candidate_top() const {
    if (depth_ == 0) return 0;
    const Frame& above = frames_[depth_ - 1];
    return above.candidate_begin + (above.branch == Branch::cell ? above.candidate_count : 0);
  }

  void enter_root() {
    Frame& root = frames_[0];
    for (std::size_t cell = 0; cell < problem_.table.required_cells; ++cell)
      root.uncovered[cell / 64] |= std::uint64_t{1} << cell % 64;
    for (const std::uint32_t forced : problem_.table.forced) remove(root.uncovered, mask_of(forced));
    if (problem_.chain.starts_free())
      begin_free_search(root, 0);
    else
      root.in_chain = true;
  }

  static void remove(Mask& from, const Mask& cells) {
    for (std::size_t w = 0; w < W; ++w) from[w] &= ~cells[w];
  }

  void take_step(const ChainStep& step) {
    const Frame& parent = frames_[depth_];
    Frame& child = frames_[++depth_];
    child.chosen = mask_of(step.placement);
    child.chosen_class = static_cast<std::uint32_t>(problem_.table.placements[step.placement].piece_class);
    child.uncovered = parent.uncovered;
    remove(child.uncovered, child.chosen);
    child.level = child.stride = child.segment_begin = child.segment_count = 0;
    child.in_chain = step.next.has_value();
    if (step.next)
      child.chain_node = *step.next;
    else
      begin_free_search(child, step.ending);
  }

  /// Fills a level with everything that fits beside the placements made so far and that the chain's rules allow.
  void begin_free_search(Frame& frame, std::uint32_t ending) {
    frame.ending = ending;
    frame.level = frame.segment_begin = 0;
    frame.stride = stride_;
    frame.alive = true;
    arena_.resize(std::max(arena_.size(), stride_ * W));
    segments_.clear();
    const std::vector<std::uint32_t> used = copies_used();
    const Mask taken = cells_taken();
    std::uint32_t out = 0;
    for (std::size_t c = 0; c < problem_.table.classes.size(); ++c) {
      const PieceClass& kind = problem_.table.classes[c];
      const auto copies = static_cast<std::int32_t>(used[c]);
      Segment segment{out, 0, static_cast<std::uint32_t>(c), std::max(kind.min_copies - copies, 0),
                      kind.max_copies - copies};
      if (segment.left > 0) out = add_class(segment, ending, taken, out);
      segment.count = out - segment.begin;
      frame.alive = frame.alive && static_cast<std::int32_t>(segment.count) >= segment.need;
      if (segment.count > 0) segments_.push_back(segment);
    }
    frame.segment_count = segments_.size();
  }

  std::uint32_t add_class(const Segment& segment, std::uint32_t ending, const Mask& taken, std::uint32_t out) {
    for (std::uint32_t p = class_begin_[segment.piece_class]; p < class_begin_[segment.piece_class + 1]; ++p) {
      const Mask mask = mask_of(p);
      if (touch(mask, taken) || problem_.chain.banned(ending, p)) continue;
      for (std::size_t w = 0; w < W; ++w) arena_[w * stride_ + out] = mask[w];
      ++out;
    }
    return out;
  }

  static bool touch(const Mask& a, const Mask& b) {
    std::uint64_t overlap = 0;
    for (std::size_t w = 0; w < W; ++w) overlap |= a[w] & b[w];
    return overlap != 0;
  }

  std::vector<std::uint32_t> copies_used() const {
    std::vector<std::uint32_t> used(problem_.table.classes.size());
    for (const std::uint32_t forced : problem_.table.forced)
      ++used[static_cast<std::size_t>(problem_.table.placements[forced].piece_class)];
    for (std::size_t d = 1; d <= depth_; ++d) ++used[frames_[d].chosen_class];
    return used;
  }

  Mask cells_taken() const {
    Mask taken{};
    const auto add = [&](const Mask& mask) {
      for (std::size_t w = 0; w < W; ++w) taken[w] |= mask[w];
    };
    for (const std::uint32_t forced : problem_.table.forced) add(mask_of(forced));
    for (std::size_t d = 1; d <= depth_; ++d) add(frames_[d].chosen);
    return taken;
  }

  void take_survivor(const Frame& parent, std::uint32_t candidate) {
    Frame& child = frames_[++depth_];
    const std::uint32_t position = parent.branch == Branch::cell ? candidates_[parent.candidate_begin + candidate]
                                   : parent.branch == Branch::piece_class
                                       ? segments_[parent.segment_begin + parent.branch_segment].begin + candidate
                                       : candidate;
    child.chosen = mask_at(level_of(parent), position);
    child.uncovered = parent.uncovered;
    remove(child.uncovered, child.chosen);
    child.ending = parent.ending;
    child.in_chain = false;
    copy_segments(parent, child, position);
    const std::size_t survivors = survivors_of(parent);
    child.level = parent.level + parent.stride * W;
    child.stride = (survivors + 7) / 8 * 8 + kernel_slack;
    if (arena_.size() < child.level + child.stride * W) arena_.resize(child.level + child.stride * W);
    child.alive = Kernel::template filter<W>(level_of(parent), {arena_.data() + child.level, child.stride},
                                             segments_.data() + child.segment_begin, child.segment_count, child.chosen);
  }

  /// The child's segments, still with the parent's runs: without the class that is used up, and without the placements
  /// that earlier siblings stood for.
  void copy_segments(const Frame& parent, Frame& child, std::uint32_t position) {
    child.segment_begin = parent.segment_begin + parent.segment_count;
    segments_.resize(std::max(segments_.size(), child.segment_begin + parent.segment_count));
    std::size_t out = child.segment_begin;
    for (std::size_t s = parent.segment_begin; s < child.segment_begin; ++s) {
      Segment segment = segments_[s];
      if (position >= segment.begin && position < segment.begin + segment.count) {
        child.chosen_class = segment.piece_class;
        if (--segment.left == 0) continue;
        segment.need = std::max(segment.need - 1, 0);
        if (parent.branch != Branch::cell) skip_to(segment, position + 1);
      } else if (parent.branch == Branch::free && segment.begin < position) {
        continue;
      }
      segments_[out++] = segment;
    }
    child.segment_count = out - child.segment_begin;
  }

  static void skip_to(Segment& segment, std::uint32_t position) {
    segment.count -= position - segment.begin;
    segment.begin = position;
  }

  // --- choosing what to branch on ---

  void branch(Frame& frame) {
    CoverCounts<W> counts;
    Kernel::template count<W>(level_of(frame), survivors_of(frame), counts);
    if (any(missing(frame.uncovered, counts.at_least[0]))) return;
    const bool covered = !any(frame.uncovered);
    const auto [fewest, segment] = smallest_class(frame);
    if (covered && segment == no_segment) {
      add_freely(frame);
      return;
    }
    for (std::uint32_t n = 1; n < 4 && !covered; ++n) {
      if (fewest < n) break;
      const Mask cells = missing(frame.uncovered, counts.at_least[n]);
      if (!any(cells)) continue;
      branch_on_cell(frame, cells);
      return;
    }
    if (covered || fewest <= 4) {
      branch_on_class(frame, segment, fewest);
      return;
    }
    const auto [least, cells] = exact_fewest(frame);
    if (least < fewest)
      branch_on_cell(frame, cells);
    else
      branch_on_class(frame, segment, fewest);
  }

  static bool any(const Mask& mask) {
    std::uint64_t all = 0;
    for (const std::uint64_t word : mask) all |= word;
    return all != 0;
  }

  static Mask missing(const Mask& wanted, const Mask& there) {
    Mask result;
    for (std::size_t w = 0; w < W; ++w) result[w] = wanted[w] & ~there[w];
    return result;
  }

  static constexpr std::uint32_t no_segment = std::numeric_limits<std::uint32_t>::max();

  /// Of the classes that must be placed, the one with the fewest ways to place its first copy.
  std::pair<std::uint32_t, std::uint32_t> smallest_class(const Frame& frame) const {
    std::uint32_t fewest = no_segment, best = no_segment;
    for (std::uint32_t s = 0; s < frame.segment_count; ++s) {
      const Segment& segment = segments_[frame.segment_begin + s];
      if (segment.need == 0) continue;
      const std::uint32_t ways = segment.count - static_cast<std::uint32_t>(segment.need) + 1;
      if (ways >= fewest) continue;
      fewest = ways;
      best = s;
    }
    return {fewest, best};
  }

  void branch_on_class(Frame& frame, std::uint32_t segment, std::uint32_t ways) {
    frame.branch = Branch::piece_class;
    frame.branch_segment = segment;
    frame.candidate_count = ways;
  }

  /// Everything is covered and placed that must be: a solution, and all that may be added to it.
  void add_freely(Frame& frame) {
    frame.branch = Branch::free;
    frame.candidate_count = static_cast<std::uint32_t>(survivors_of(frame));
    const bool check = problem_.chain.needs_check(frame.ending);
    frame.orbit_size =
        check ? problem_.chain.orbit_size(frame.ending, chosen_placements()) : problem_.chain.full_orbit();
    solved_ = !check || frame.orbit_size > 0;
  }

  void branch_on_cell(Frame& frame, const Mask& cells) {
    std::size_t w = 0;
    while (cells[w] == 0) ++w;
    const std::uint64_t bit = cells[w] & (~cells[w] + 1);
    const std::size_t survivors = survivors_of(frame);
    if (candidates_.size() < frame.candidate_begin + survivors + kernel_slack)
      candidates_.resize(frame.candidate_begin + survivors + kernel_slack);
    frame.branch = Branch::cell;
    frame.candidate_count =
        Kernel::gather(level_of(frame).column(w), survivors, bit, candidates_.data() + frame.candidate_begin);
  }

  /// The cells with the fewest candidates when all have four or more: binary counters, one bit per cell and plane.
  std::pair<std::uint32_t, Mask> exact_fewest(const Frame& frame) const {
    std::array<Mask, 32> planes{};
    std::size_t used = 0;
    const std::size_t survivors = survivors_of(frame);
    for (std::size_t w = 0; w < W; ++w) {
      const std::uint64_t* column = level_of(frame).column(w);
      for (std::size_t i = 0; i < survivors; ++i) {
        std::uint64_t carry = column[i];
        for (std::size_t plane = 0; carry != 0; ++plane) {
          const std::uint64_t sum = planes[plane][w] ^ carry;
          carry &= planes[plane][w];
          planes[plane][w] = sum;
          used = std::max(used, plane + 1);
        }
      }
    }
    std::uint32_t least = 0;
    Mask cells = frame.uncovered;
    for (std::size_t plane = used; plane-- > 0;) {
      const Mask fewer = missing(cells, planes[plane]);
      if (any(fewer))
        cells = fewer;
      else
        least += 1u << plane;
    }
    return {least, cells};
  }

  // --- what was chosen ---

  std::vector<std::uint32_t> chosen_placements() const {
    std::vector<std::uint32_t> chosen = problem_.table.forced;
    for (std::size_t d = 1; d <= depth_; ++d) chosen.push_back(placement_with(frames_[d]));
    return chosen;
  }

  /// Placements of a class are in the order of their cell lists: the one with the lowest differing cell comes first.
  std::uint32_t placement_with(const Frame& frame) const {
    std::uint32_t low = class_begin_[frame.chosen_class], high = class_begin_[frame.chosen_class + 1];
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (is_before(frame.chosen, mask_of(middle)) ? high : low) = middle;
    }
    return low;
  }

  static bool is_before(const Mask& a, const Mask& b) {
    for (std::size_t w = 0; w < W; ++w)
      if (const std::uint64_t differing = a[w] ^ b[w]; differing != 0)
        return (a[w] & differing & (~differing + 1)) != 0;
    return false;
  }

  CoverProblem problem_;
  std::vector<std::uint64_t> masks_;  // of all placements, in columns
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> class_begin_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> arena_;       // the levels of the free search, one after the other
  std::vector<Segment> segments_;          // likewise
  std::vector<std::uint32_t> candidates_;  // likewise, for branches on a cell
  std::uint32_t depth_ = 0;
  bool solved_ = false;
};

}  // namespace tesselle::packing
