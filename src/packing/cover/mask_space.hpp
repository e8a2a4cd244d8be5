#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "packing/cover/cover_tables.hpp"
#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

/// The search space of `cover`: each level holds the cell masks of all placements that still fit, in one run per class,
/// so that backing up costs nothing. A node branches on what has the fewest candidates: a cell that must be covered, or
/// a class that must be placed. When neither is left the node is a solution, and pieces that may still cover optional
/// cells are added in every way.
///
/// Each solution is met once: by the placement that covers the cell; by the first placement of the class (siblings
/// after it do not use it any more); at the end by the first placement added.
template <class Kernel, int W>
class MaskSpace {
 public:
  explicit MaskSpace(CoverProblem problem) : tables_(std::make_unique<const CoverTables>(std::move(problem), W)) {
    frames_.resize(depth_limit() + 1);
    enter_root();
  }

  // --- SearchSpace ---

  std::uint32_t depth_limit() const { return max_placements(tables_->table()); }

  std::uint32_t open() {
    Frame& frame = frames_[depth_];
    solved_ = false;
    frame.candidate_begin = candidate_top();
    frame.candidate_count = 0;
    if (frame.in_chain)
      frame.candidate_count = static_cast<std::uint32_t>(tables_->chain().node(frame.chain_node).steps.size());
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
      take_step(tables_->chain().node(frame.chain_node).steps[candidate]);
    else
      take_survivor(frame, candidate);
    return true;
  }
  void undo() { --depth_; }

  Solution solution() const { return tables_->solution(chosen_placements()); }
  int pieces_placed() const { return static_cast<int>(tables_->table().forced.size() + depth_); }

 private:
  using Mask = CellMask<W>;
  enum class Branch { cell, piece_class, free };

  struct Frame {
    std::size_t level = 0;   ///< where the level's columns start in arena_
    std::size_t stride = 0;  ///< of the columns
    std::uint32_t survivors = 0;
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

  Mask mask_of(std::uint32_t placement) const { return mask_at(tables_->masks(), placement); }
  static Mask mask_at(ReadColumns columns, std::size_t position) {
    Mask mask;
    for (std::size_t w = 0; w < W; ++w) mask[w] = columns.column(w)[position];
    return mask;
  }

  // --- moving about ---

  ReadColumns level_of(const Frame& frame) const { return {arena_.data() + frame.level, frame.stride}; }
  std::size_t candidate_top() const {
    if (depth_ == 0) return 0;
    const Frame& above = frames_[depth_ - 1];
    return above.candidate_begin + (above.branch == Branch::cell ? above.candidate_count : 0);
  }

  void enter_root() {
    Frame& root = frames_[0];
    for (std::size_t cell = 0; cell < tables_->table().required_cells; ++cell)
      root.uncovered[cell / 64] |= std::uint64_t{1} << cell % 64;
    for (const std::uint32_t forced : tables_->table().forced) remove(root.uncovered, mask_of(forced));
    if (tables_->chain().starts_free())
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
    child.chosen_class = static_cast<std::uint32_t>(tables_->table().placements[step.placement].piece_class);
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
    const ReadColumns all = tables_->masks();
    frame.stride = all.stride;
    make_room(arena_, all.stride * W);
    make_room(segments_, tables_->table().classes.size());
    std::vector<std::uint64_t> allowed;
    const std::vector<Segment> runs = tables_->classes_left(ending, chosen_classes(), allowed);
    expand(frame, {.from = {allowed.empty() ? all.words : allowed.data(), all.stride},
                   .to = {arena_.data(), all.stride},
                   .runs = runs.data(),
                   .run_count = runs.size(),
                   .segments = segments_.data(),
                   .chosen = cells_taken()});
  }

  void expand(Frame& frame, const Expansion<W>& job) {
    frame.alive = Kernel::template expand<W>(job, summary_);
    frame.segment_count = summary_.segments.count;
    frame.survivors = summary_.segments.survivors;
  }

  std::vector<std::uint32_t> chosen_classes() const {
    std::vector<std::uint32_t> chosen;
    for (std::size_t d = 1; d <= depth_; ++d) chosen.push_back(frames_[d].chosen_class);
    return chosen;
  }

  Mask cells_taken() const {
    Mask taken{};
    const auto add = [&](const Mask& mask) {
      for (std::size_t w = 0; w < W; ++w) taken[w] |= mask[w];
    };
    for (const std::uint32_t forced : tables_->table().forced) add(mask_of(forced));
    for (std::size_t d = 1; d <= depth_; ++d) add(frames_[d].chosen);
    return taken;
  }

  void take_survivor(const Frame& parent, std::uint32_t candidate) {
    Frame& child = frames_[++depth_];
    const std::uint32_t position = position_of(parent, candidate);
    child.chosen = mask_at(level_of(parent), position);
    child.uncovered = parent.uncovered;
    remove(child.uncovered, child.chosen);
    child.ending = parent.ending;
    child.in_chain = false;
    child.level = parent.level + parent.stride * W;
    child.stride = parent.survivors + kernel_slack;
    child.segment_begin = parent.segment_begin + parent.segment_count;
    make_room(arena_, child.level + child.stride * W);
    make_room(segments_, child.segment_begin + parent.segment_count);
    Expansion<W> job{.from = level_of(parent),
                     .to = {arena_.data() + child.level, child.stride},
                     .runs = segments_.data() + parent.segment_begin,
                     .run_count = parent.segment_count,
                     .segments = segments_.data() + child.segment_begin,
                     .chosen = child.chosen};
    use_copy(parent, child, position, job);
    expand(child, job);
  }

  template <class T>
  static void make_room(std::vector<T>& items, std::size_t size) {
    if (items.size() < size) items.resize(size);
  }

  std::uint32_t position_of(const Frame& frame, std::uint32_t candidate) const {
    switch (frame.branch) {
      case Branch::cell:
        return candidates_[frame.candidate_begin + candidate];
      case Branch::piece_class:
        return segments_[frame.segment_begin + frame.branch_segment].begin + candidate;
      case Branch::free:
        break;
    }
    return candidate;
  }

  /// Leaves out the class of the placement at `position` if that was its last copy.
  void use_copy(const Frame& parent, Frame& child, std::uint32_t position, Expansion<W>& job) {
    std::size_t chosen = 0;
    while (position - job.runs[chosen].begin >= job.runs[chosen].count) ++chosen;
    child.chosen_class = job.runs[chosen].piece_class;
    if (job.runs[chosen].left == 1 && parent.branch != Branch::free)
      job.dropped = chosen;
    else
      change_runs(parent.branch, position, chosen, job);
  }

  /// The same with copies left over, or at the end: also without the placements that earlier siblings stood for.
  static void change_runs(Branch branch, std::uint32_t position, std::size_t chosen, Expansion<W>& job) {
    std::size_t count = 0;
    for (std::size_t s = branch == Branch::free ? chosen : 0; s < job.run_count; ++s) {
      Segment run = job.runs[s];
      if (s == chosen) {
        if (--run.left == 0) continue;
        if (run.need > 0) --run.need;
        if (branch != Branch::cell) skip_to(run, position + 1);
      }
      job.segments[count++] = run;
    }
    job.runs = job.segments;
    job.run_count = count;
  }

  static void skip_to(Segment& segment, std::uint32_t position) {
    segment.count -= position - segment.begin;
    segment.begin = position;
  }

  // --- choosing what to branch on ---

  void branch(Frame& frame) {
    if (any(missing(frame.uncovered, summary_.at_least[0]))) return;
    const std::uint32_t fewest = summary_.segments.fewest;
    if (!any(frame.uncovered)) return fewest == SegmentTally::none ? add_freely(frame) : branch_on_class(frame);
    for (std::uint32_t n = 1; n < 4 && n <= fewest; ++n)
      if (const Mask cells = missing(frame.uncovered, summary_.at_least[n]); any(cells))
        return branch_on_cell(frame, cells);
    if (fewest <= 4) return branch_on_class(frame);
    const auto [least, cells] = fewest_exactly(frame);
    return least < fewest ? branch_on_cell(frame, cells) : branch_on_class(frame);
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

  void branch_on_class(Frame& frame) {
    frame.branch = Branch::piece_class;
    frame.branch_segment = summary_.segments.smallest;
    frame.candidate_count = summary_.segments.fewest;
  }

  /// Everything is covered and placed that must be: a solution, and all that may be added to it.
  void add_freely(Frame& frame) {
    frame.branch = Branch::free;
    frame.candidate_count = frame.survivors;
    const bool check = tables_->chain().needs_check(frame.ending);
    frame.orbit_size =
        check ? tables_->chain().orbit_size(frame.ending, chosen_placements()) : tables_->chain().full_orbit();
    solved_ = !check || frame.orbit_size > 0;
  }

  void branch_on_cell(Frame& frame, const Mask& cells) {
    std::size_t w = 0;
    while (cells[w] == 0) ++w;
    const std::uint64_t bit = cells[w] & (~cells[w] + 1);
    make_room(candidates_, frame.candidate_begin + frame.survivors + kernel_slack);
    frame.branch = Branch::cell;
    frame.candidate_count =
        Kernel::gather(level_of(frame).column(w), frame.survivors, bit, candidates_.data() + frame.candidate_begin);
  }

  /// The cells with the fewest candidates when all have four or more.
  std::pair<std::uint32_t, Mask> fewest_exactly(const Frame& frame) const {
    std::array<CountPlanes, W> counts;
    for (std::size_t w = 0; w < W; ++w) Kernel::count_exactly(level_of(frame).column(w), frame.survivors, counts[w]);
    std::uint32_t least = 0;
    Mask cells = frame.uncovered;
    for (std::size_t b = counts[0].used; b-- > 0;) {
      Mask fewer;
      for (std::size_t w = 0; w < W; ++w) fewer[w] = cells[w] & ~counts[w].planes[b];
      if (any(fewer))
        cells = fewer;
      else
        least += 1u << b;
    }
    return {least, cells};
  }

  // --- what was chosen ---

  [[gnu::noinline]] std::vector<std::uint32_t> chosen_placements() const {  // once per solution
    std::vector<std::uint32_t> chosen = tables_->table().forced;
    for (std::size_t d = 1; d <= depth_; ++d)
      chosen.push_back(tables_->placement_with(frames_[d].chosen_class, frames_[d].chosen));
    return chosen;
  }

  std::unique_ptr<const CoverTables> tables_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> arena_;       // the levels of the free search, one after the other
  std::vector<Segment> segments_;          // likewise
  std::vector<std::uint32_t> candidates_;  // likewise, for branches on a cell
  std::uint32_t depth_ = 0;
  bool solved_ = false;
  LevelSummary<W> summary_;  // of the level made last
};

}  // namespace tesselle::packing
