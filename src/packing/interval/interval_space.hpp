#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "packing/interval/box_model.hpp"
#include "packing/interval/cut.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// The search space of `interval`: every cell of every piece is a point with a cell number in an interval. A
/// `Narrowing` keeps a state of its own and shrinks the intervals to what all constraints leave. A node cuts the open
/// number that starts lowest, of several the first: its lowest value alone, or all the others.
template <class Narrowing>
class IntervalSpace {
 public:
  IntervalSpace(const PackingPuzzle& puzzle, const BoxModel& model, Narrowing narrowing)
      : puzzle_(puzzle), model_(model), narrowing_(std::move(narrowing)), frames_(1) {
    frames_[0].alive = narrowing_.enter(frames_[0].state);
  }

  // --- SearchSpace ---
  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(model_.cells * model_.cells); }
  std::uint32_t open() {
    Frame& frame = frames_[depth_];
    frame.cut = frame.alive ? narrowing_.choose(frame.state) : Cut{};
    return is_leaf(frame) ? 0 : 2;
  }
  void close() {}
  bool solved() const { return frames_[depth_].alive && is_leaf(frames_[depth_]); }
  bool take(std::uint32_t candidate) {
    if (++depth_ == frames_.size()) frames_.emplace_back();
    const Frame& parent = frames_[depth_ - 1];
    Frame& frame = frames_[depth_];
    const bool keep = candidate == 0;
    cuts_ += keep;
    frame.state = parent.state;
    frame.alive = narrowing_.cut(frame.state, parent.cut, keep);
    return true;
  }
  /// A backtrack leaves a solution or a dead end: the thesis' table 4.4 counts these.
  void undo() {
    backtracks_ += is_leaf(frames_[depth_]);
    --depth_;
  }

  Solution solution() const {
    const State* state = last_settled();
    if (state == nullptr) return {PackingLayout{puzzle_.hints}};
    std::vector<Point> points;
    for (std::size_t i = 0; i < model_.cells; ++i) points.push_back(model_.point_at(Narrowing::number(*state, i).low));
    return {layout_of(puzzle_, model_, points, fixed_pieces())};
  }
  int pieces_placed() const {
    const std::vector<bool> fixed = fixed_pieces();
    return static_cast<int>(std::count(fixed.begin(), fixed.end(), true));
  }
  /// Exact for a search that one thread makes from its beginning; whoever seeks a position counts its way there.
  void add_statistics(Statistics& statistics) const {
    statistics.values.push_back({"cuts", "", Merge::sum, static_cast<double>(cuts_)});
    statistics.values.push_back({"backtracks", "", Merge::sum, static_cast<double>(backtracks_)});
    narrowing_.add_statistics(statistics);
  }

 private:
  using State = typename Narrowing::State;
  struct Frame {
    State state;
    Cut cut;  ///< of no point in a leaf
    bool alive = false;
  };
  static bool is_leaf(const Frame& frame) { return frame.cut.point == Cut::none; }

  /// At a dead end the intervals mean nothing any more: the board is what it was before the cut. Where nothing fits at
  /// all, it is what the hints say.
  const State* last_settled() const {
    if (frames_[depth_].alive) return &frames_[depth_].state;
    return depth_ > 0 ? &frames_[depth_ - 1].state : nullptr;
  }

  /// Per piece, are all its points fixed? Settled intervals leave it one pose then, and its cells to itself.
  std::vector<bool> fixed_pieces() const {
    std::vector<bool> fixed(model_.pieces.size(), true);
    const State* state = last_settled();
    for (std::size_t i = 0; i < model_.cells; ++i)
      if (state == nullptr ? !model_.pieces[model_.piece_of[i]].hint : !Narrowing::number(*state, i).fixed())
        fixed[model_.piece_of[i]] = false;
    return fixed;
  }

  PackingPuzzle puzzle_;
  BoxModel model_;
  Narrowing narrowing_;
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;
  std::uint64_t cuts_ = 0, backtracks_ = 0;
};

}  // namespace tesselle::packing::interval
