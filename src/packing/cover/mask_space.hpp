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
#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// What the cover search is made from.
struct CoverProblem {
  PackingPuzzle puzzle;
  PlacementTable table;
  SymmetryChain chain;
};

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
  explicit MaskSpace(CoverProblem problem) : problem_(std::move(problem)) {
    tabulate();
    frames_.resize(depth_limit() + 1);
    enter_root();
  }

  // --- SearchSpace ---

  std::uint32_t depth_limit() const { return max_placements(problem_.table); }

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
  static constexpr int max_copies = max_cover_words * 64;  // more cannot be used: each needs a cell
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
    arena_.resize(std::max(arena_.size(), stride_ * W));
    segments_.resize(std::max(segments_.size(), problem_.table.classes.size()));
    std::vector<std::uint64_t> allowed;
    const std::vector<Segment> runs = classes_left(ending, allowed);
    const std::uint64_t* words = allowed.empty() ? masks_.data() : allowed.data();
    expand(frame, {.from = {words, stride_},
                   .to = {arena_.data(), stride_},
                   .runs = runs.data(),
                   .run_count = runs.size(),
                   .segments = segments_.data(),
                   .chosen = cells_taken()});
  }

  /// The runs of the classes that have copies left, small classes first: a class that dies ends an expansion at once.
  /// `allowed` gets a copy of the table without banned placements if there are any.
  std::vector<Segment> classes_left(std::uint32_t ending, std::vector<std::uint64_t>& allowed) const {
    const std::vector<int> used = copies_used();
    std::vector<Segment> runs;
    for (std::size_t c = 0; c < problem_.table.classes.size(); ++c) {
      const PieceClass& kind = problem_.table.classes[c];
      const auto count = [&](int copies) { return static_cast<std::uint16_t>(std::clamp(copies, 0, max_copies)); };
      if (kind.max_copies > used[c])
        runs.push_back({class_begin_[c], class_begin_[c + 1] - class_begin_[c], static_cast<std::uint16_t>(c),
                        count(kind.min_copies - used[c]), count(kind.max_copies - used[c])});
    }
    if (problem_.chain.has_bans(ending)) {
      allowed = masks_;
      for (Segment& run : runs) drop_banned(run, ending, allowed);
    }
    std::stable_sort(runs.begin(), runs.end(), [](const Segment& a, const Segment& b) { return a.count < b.count; });
    return runs;
  }

  void drop_banned(Segment& run, std::uint32_t ending, std::vector<std::uint64_t>& columns) const {
    std::uint32_t out = run.begin;
    for (std::uint32_t p = run.begin; p < run.begin + run.count; ++p) {
      if (problem_.chain.banned(ending, p)) continue;
      for (std::size_t w = 0; w < W; ++w) columns[w * stride_ + out] = columns[w * stride_ + p];
      ++out;
    }
    run.count = out - run.begin;
  }

  void expand(Frame& frame, const Expansion<W>& job) {
    frame.alive = Kernel::template expand<W>(job, summary_);
    frame.segment_count = summary_.segments.count;
    frame.survivors = summary_.segments.survivors;
  }

  std::vector<int> copies_used() const {
    std::vector<int> used(problem_.table.classes.size());
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
    const bool check = problem_.chain.needs_check(frame.ending);
    frame.orbit_size =
        check ? problem_.chain.orbit_size(frame.ending, chosen_placements()) : problem_.chain.full_orbit();
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
    CountPlanes<W> counts;
    Kernel::template count_exactly<W>(level_of(frame), frame.survivors, counts);
    std::uint32_t least = 0;
    Mask cells = frame.uncovered;
    for (std::size_t b = counts.used; b-- > 0;) {
      const Mask fewer = missing(cells, counts.planes[b]);
      if (any(fewer))
        cells = fewer;
      else
        least += 1u << b;
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
  LevelSummary<W> summary_;  // of the level made last
};

}  // namespace tesselle::packing
