#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "packing/fill/fill_kernels.hpp"
#include "packing/fill/fill_tables.hpp"

namespace tesselle::packing {

/// The search space of `fill`: the first empty cell of the order is covered by every placement that fits and whose
/// class has a copy left. Gilleta 2000 tests each orientation against guard cells around the box; here each cell has
/// its own list of the placements that are inside the region and cover no cell before it. The nodes are the same.
///
/// When all cells of the region are full the placements on optional cells alone are added in ascending order,
/// so that each set is met once.
template <class Kernel, int V>
class FillSpace {
 public:
  explicit FillSpace(FillProblem problem) : tables_(std::make_unique<const FillTables>(std::move(problem), V)) {
    count_copies();
    frames_.resize(depth_limit() + 1);
    enter_root();
  }

  // --- SearchSpace ---

  std::uint32_t depth_limit() const { return max_placements(tables_->table()); }

  std::uint32_t open() {
    Frame& frame = frames_[depth_];
    if (frame.in_chain)
      frame.candidate_count = static_cast<std::uint32_t>(tables_->chain().node(frame.chain_node).steps.size());
    else
      find_candidates(frame);
    return frame.candidate_count;
  }
  void close() {}

  bool solved() const { return frames_[depth_].solved; }
  std::uint64_t orbit_size() const { return frames_[depth_].orbit_size; }

  bool take(std::uint32_t candidate) {
    const Frame& frame = frames_[depth_];
    if (frame.in_chain)
      take_step(tables_->chain().node(frame.chain_node).steps[candidate]);
    else
      take_fitting(frame, candidates_[frame.candidate_begin + candidate]);
    return true;
  }

  void undo() {
    const Frame& frame = frames_[depth_--];
    give_back(frame.chosen_class);
  }

  Solution solution() const { return tables_->solution(chosen_placements()); }
  int pieces_placed() const { return static_cast<int>(tables_->table().forced.size() + depth_); }

 private:
  using State = FillState<V>;

  struct Frame {
    State taken;
    std::size_t candidate_begin = 0;
    std::uint32_t candidate_count = 0;
    std::uint32_t list = 0;         ///< the cell to be filled; number of cells: optional placements only
    std::uint32_t first_added = 0;  ///< in that last list, where candidates start
    std::uint32_t chain_node = 0, ending = 0;
    std::uint32_t chosen = 0;  ///< the placement that led here
    std::uint32_t chosen_class = 0;
    bool in_chain = false;
    bool solved = false;
    std::uint64_t orbit_size = 0;
  };

  static void set(State& state, std::size_t bit) { state.words[bit / 64] |= std::uint64_t{1} << bit % 64; }
  static void clear(State& state, std::size_t bit) { state.words[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }

  // --- copies ---

  void count_copies() {
    for (const PieceClass& kind : tables_->table().classes) {
      left_.push_back(kind.max_copies);
      need_.push_back(kind.min_copies);
      unmet_ += kind.min_copies > 0;
    }
  }
  void use_copy(std::size_t piece_class) {
    --left_[piece_class];
    unmet_ -= need_[piece_class]-- == 1;
  }
  void give_back(std::size_t piece_class) {
    ++left_[piece_class];
    unmet_ += ++need_[piece_class] == 1;
  }

  // --- moving about ---

  void enter_root() {
    Frame& root = frames_[0];
    set(root.taken, tables_->always_taken());
    for (std::size_t c = 0; c < left_.size(); ++c)
      if (left_[c] == 0) set(root.taken, tables_->class_bit(static_cast<int>(c)));
    for (const std::uint32_t forced : tables_->table().forced) put(root, forced);
    root.in_chain = !tables_->chain().starts_free();
  }

  /// Puts a placement into a state that is a copy of what was there before.
  void put(Frame& frame, std::uint32_t placement) {
    const auto c = static_cast<std::size_t>(tables_->table().placements[placement].piece_class);
    frame.chosen = placement;
    frame.chosen_class = static_cast<std::uint32_t>(c);
    const std::uint64_t* taken = tables_->state(placement);
    for (std::size_t w = 0; w < V; ++w) frame.taken.words[w] |= taken[w];
    use_copy(c);
    if (left_[c] > 0) clear(frame.taken, tables_->class_bit(static_cast<int>(c)));
  }

  Frame& enter(const Frame& parent, std::uint32_t placement) {
    Frame& child = frames_[++depth_];
    child.taken = parent.taken;
    child.ending = parent.ending;
    child.candidate_begin = parent.candidate_begin + (parent.in_chain ? 0 : parent.candidate_count);
    child.in_chain = false;
    put(child, placement);
    return child;
  }

  void take_step(const ChainStep& step) {
    Frame& child = enter(frames_[depth_], step.placement);
    child.in_chain = step.next.has_value();
    child.chain_node = step.next.value_or(0);
    child.ending = step.ending;
    child.list = child.first_added = 0;
    child.solved = false;
  }

  void take_fitting(const Frame& parent, std::uint32_t position) {
    Frame& child = enter(parent, tables_->placement(tables_->list(parent.list), position));
    child.list = parent.list;
    child.first_added = parent.list == tables_->table().required_cells ? position + 1 : 0;
  }

  // --- candidates ---

  void find_candidates(Frame& frame) {
    frame.list = first_empty(frame);
    frame.solved = frame.list == tables_->table().required_cells && unmet_ == 0 && is_reported(frame);
    const FillTables::List& list = tables_->list(frame.list);
    if (candidates_.size() < frame.candidate_begin + list.length + fill_padding)
      candidates_.resize(frame.candidate_begin + list.length + fill_padding);
    frame.candidate_count = Kernel::template fitting<V>(tables_->words() + list.words, list.length, frame.first_added,
                                                        frame.taken, candidates_.data() + frame.candidate_begin);
    if (tables_->chain().has_bans(frame.ending)) drop_banned(frame);
  }

  std::uint32_t first_empty(const Frame& frame) const {
    for (std::size_t w = frame.list / 64; w < V; ++w)
      if (const std::uint64_t empty = ~frame.taken.words[w]; empty != 0)
        return std::min(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(empty))),
                        tables_->table().required_cells);
    return tables_->table().required_cells;
  }

  bool is_reported(Frame& frame) {
    const bool check = tables_->chain().needs_check(frame.ending);
    frame.orbit_size =
        check ? tables_->chain().orbit_size(frame.ending, chosen_placements()) : tables_->chain().full_orbit();
    return !check || frame.orbit_size > 0;
  }

  void drop_banned(Frame& frame) {
    const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(frame.candidate_begin);
    const FillTables::List& list = tables_->list(frame.list);
    const auto end = std::remove_if(begin, begin + frame.candidate_count, [&](std::uint32_t position) {
      return tables_->chain().banned(frame.ending, tables_->placement(list, position));
    });
    frame.candidate_count = static_cast<std::uint32_t>(end - begin);
  }

  [[gnu::noinline]] std::vector<std::uint32_t> chosen_placements() const {  // once per solution
    std::vector<std::uint32_t> chosen = tables_->table().forced;
    for (std::size_t d = 1; d <= depth_; ++d) chosen.push_back(frames_[d].chosen);
    return chosen;
  }

  std::unique_ptr<const FillTables> tables_;
  std::vector<int> left_, need_;  // copies per class that may, that must still be used
  int unmet_ = 0;                 // classes that must still be used
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> candidates_;  // positions in lists, of all open nodes one after the other
  std::uint32_t depth_ = 0;
};

}  // namespace tesselle::packing
