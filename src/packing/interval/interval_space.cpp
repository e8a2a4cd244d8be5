#include "packing/interval/interval_space.hpp"

#include <algorithm>
#include <limits>

namespace tesselle::packing::interval {

void Agenda::add(Kind kind, std::size_t number) {
  if (waiting_[kind][number]) return;
  waiting_[kind][number] = true;
  lanes_[priority_ ? kind : point].items.push_back({kind, number});
}

bool Agenda::take(Item& item) {
  for (Lane& lane : lanes_) {
    if (lane.next == lane.items.size()) continue;
    item = lane.items[lane.next++];
    waiting_[item.kind][item.number] = false;
    if (lane.next == lane.items.size()) {
      lane.items.clear();
      lane.next = 0;
    }
    return true;
  }
  return false;
}

void Agenda::clear() {
  for (Item item; take(item);) {
  }
}

IntervalSpace::IntervalSpace(const PackingPuzzle& puzzle, Strategy strategy)
    : puzzle_(puzzle), model_(box_model(puzzle)), strategy_(strategy), agenda_(strategy.priority), frames_(1) {
  for (std::size_t p = 0; p < model_.pieces.size(); ++p)
    piece_of_.insert(piece_of_.end(), puzzle.pieces[p].cells.size(), p);
  enter_root();
}

void IntervalSpace::enter_root() {
  State& state = frames_[0].state;
  const auto last = static_cast<std::uint8_t>(model_.cells - 1);
  for (std::size_t i = 0; i < model_.cells; ++i) {
    for (std::size_t k = 0; k < 3; ++k) state.axis[k][i] = {0, static_cast<std::uint8_t>(model_.size[k] - 1)};
    state.axis[number][i] = {0, last};
    state.variables[i] = state.values[i] = static_cast<std::uint8_t>(i);
    state.part_of[i] = 0;
    agenda_.add(Agenda::point, i);
  }
  state.part_size[0] = static_cast<std::uint8_t>(model_.cells);
  agenda_.add(Agenda::part, 0);
  for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
    const BoxPiece& piece = model_.pieces[p];
    state.poses[p] = static_cast<std::uint32_t>((std::uint64_t{1} << piece.poses.size()) - 1);
    agenda_.add(Agenda::order, p);
    agenda_.add(Agenda::piece, p);
    if (!piece.hint) continue;
    for (std::size_t i = 0; i < piece.hint->size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        state.axis[k][piece.first_point + i] = {(*piece.hint)[i][k], (*piece.hint)[i][k]};
  }
  frames_[0].alive = settle(state);
}

std::uint32_t IntervalSpace::open() {
  Frame& frame = frames_[depth_];
  frame.cut = none;
  if (!frame.alive) return 0;
  const Intervals& numbers = frame.state.axis[number];
  unsigned lowest = max_cells;
  for (std::size_t i = 0; i < model_.cells; ++i) {
    if (numbers[i].fixed() || numbers[i].low >= lowest) continue;
    frame.cut = i;
    lowest = numbers[i].low;
  }
  return frame.cut == none ? 0 : 2;
}

bool IntervalSpace::take(std::uint32_t candidate) {
  if (++depth_ == frames_.size()) frames_.emplace_back();
  const Frame& parent = frames_[depth_ - 1];
  Frame& frame = frames_[depth_];
  frame.state = parent.state;
  const Interval whole = parent.state.axis[number][parent.cut];
  const bool lowest = candidate == 0;
  cuts_ += lowest;
  tighten(frame.state, number, parent.cut, lowest ? whole.low : whole.low + 1, lowest ? whole.low : whole.high);
  frame.alive = settle(frame.state);
  return true;
}

/// A backtrack leaves a solution or a dead end: that is what S3's table 4.4 counts.
void IntervalSpace::undo() {
  backtracks_ += frames_[depth_].cut == none;
  --depth_;
}

bool IntervalSpace::settle(State& state) {
  for (Agenda::Item item; agenda_.take(item);) {
    const bool possible = item.kind == Agenda::point   ? narrow_point(state, item.number)
                          : item.kind == Agenda::order ? narrow_order(state, item.number)
                          : item.kind == Agenda::piece ? narrow_piece(state, item.number)
                                                       : narrow_part(state, item.number);
    if (possible) continue;
    agenda_.clear();
    return false;
  }
  return true;
}

/// Cuts an interval down and wakes the constraints that depend on it. False if nothing is left of it.
bool IntervalSpace::tighten(State& state, std::size_t axis, std::size_t point, int low, int high) {
  Interval& interval = state.axis[axis][point];
  low = std::max<int>(low, interval.low);
  high = std::min<int>(high, interval.high);
  if (low > high) return false;
  if (low == interval.low && high == interval.high) return true;
  interval = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  agenda_.add(Agenda::point, point);
  if (axis == number) {
    agenda_.add(Agenda::order, piece_of_[point]);
    agenda_.add(Agenda::part, state.part_of[point]);
  } else
    agenda_.add(Agenda::piece, piece_of_[point]);
  return true;
}

bool IntervalSpace::narrow_point(State& state, std::size_t point) {
  const auto strides = model_.strides();
  int low = 0, high = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    low += strides[k] * state.axis[k][point].low;
    high += strides[k] * state.axis[k][point].high;
  }
  if (!tighten(state, number, point, low, high)) return false;
  const Interval sum = state.axis[number][point];
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval old = state.axis[k][point];
    const int least = sum.low - (high - strides[k] * old.high), most = sum.high - (low - strides[k] * old.low);
    if (most < 0) return false;
    if (!tighten(state, k, point, least <= 0 ? 0 : (least + strides[k] - 1) / strides[k], most / strides[k]))
      return false;
  }
  return true;
}

bool IntervalSpace::narrow_order(State& state, std::size_t piece) {
  const std::size_t first = model_.pieces[piece].first_point, end = first + puzzle_.pieces[piece].cells.size();
  const Intervals& numbers = state.axis[number];
  for (std::size_t i = first + 1; i < end; ++i)
    if (!tighten(state, number, i, numbers[i - 1].low + 1, numbers[i].high)) return false;
  for (std::size_t i = end - 1; i > first; --i)
    if (!tighten(state, number, i - 1, numbers[i - 1].low, numbers[i].high - 1)) return false;
  return true;
}

bool IntervalSpace::narrow_piece(State& state, std::size_t number_of_piece) {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  const std::size_t count = puzzle_.pieces[number_of_piece].cells.size();
  constexpr int far = std::numeric_limits<int>::max();
  std::array<std::array<int, max_cells>, 3> lowest, highest;
  for (std::size_t k = 0; k < 3; ++k) {
    std::fill_n(lowest[k].begin(), count, far);
    std::fill_n(highest[k].begin(), count, -1);
  }
  for (std::uint32_t left = state.poses[number_of_piece]; left != 0; left &= left - 1) {
    const auto which = static_cast<std::size_t>(std::countr_zero(left));
    const std::vector<Point>& points = piece.poses[which].points;
    std::array<int, 3> from{}, to{};  // how far the pose may be moved
    for (std::size_t k = 0; k < 3; ++k) {
      const Interval* const own = &state.axis[k][piece.first_point];
      to[k] = far;
      for (std::size_t i = 0; i < count; ++i) {
        from[k] = std::max(from[k], own[i].low - points[i][k]);
        to[k] = std::min(to[k], own[i].high - points[i][k]);
      }
    }
    if (from[0] > to[0] || from[1] > to[1] || from[2] > to[2]) {
      state.poses[number_of_piece] &= ~(std::uint32_t{1} << which);
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < count; ++i) {
        lowest[k][i] = std::min(lowest[k][i], from[k] + points[i][k]);
        highest[k][i] = std::max(highest[k][i], to[k] + points[i][k]);
      }
  }
  if (state.poses[number_of_piece] == 0) return false;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < count; ++i)
      if (!tighten(state, k, piece.first_point + i, lowest[k][i], highest[k][i])) return false;
  return true;
}

/// The permutation narrows to its own fixed point at once, so that it need not wake itself.
bool IntervalSpace::narrow_part(State& state, std::size_t begin) {
  ++permutation_calls_;
  const std::size_t size = state.part_size[begin];
  const Intervals before = state.axis[number];
  std::array<std::uint8_t, max_cells> variables = state.variables, values = state.values;
  if (!permutation_.narrow(state.axis[number], std::span(variables).subspan(begin, size),
                           std::span(values).subspan(begin, size)))
    return false;
  for (std::size_t i = begin; i < begin + size; ++i)
    if (state.axis[number][variables[i]] != before[variables[i]]) {
      agenda_.add(Agenda::point, variables[i]);
      agenda_.add(Agenda::order, piece_of_[variables[i]]);
    }
  if (!strategy_.decompose) return true;
  state.variables = variables;
  state.values = values;
  split_part(state, begin);
  return true;
}

void IntervalSpace::split_part(State& state, std::size_t begin) {
  for (const std::size_t size : permutation_.parts()) {
    state.part_size[begin] = static_cast<std::uint8_t>(size);
    for (std::size_t i = begin; i < begin + size; ++i)
      state.part_of[state.variables[i]] = static_cast<std::uint8_t>(begin);
    begin += size;
  }
}

/// At a dead end the intervals mean nothing any more: what lies there is what lay there before. Where nothing fits at
/// all, that is what the hints say.
const IntervalSpace::State* IntervalSpace::last_settled() const {
  if (frames_[depth_].alive) return &frames_[depth_].state;
  return depth_ > 0 ? &frames_[depth_ - 1].state : nullptr;
}

/// Per piece, are all its points fixed? Settled intervals leave it one lie then, and its cells to itself.
std::vector<bool> IntervalSpace::fixed_pieces() const {
  std::vector<bool> fixed(model_.pieces.size(), true);
  const State* state = last_settled();
  for (std::size_t i = 0; i < model_.cells; ++i)
    if (state == nullptr ? !model_.pieces[piece_of_[i]].hint : !state->axis[number][i].fixed())
      fixed[piece_of_[i]] = false;
  return fixed;
}

Solution IntervalSpace::solution() const {
  const State* state = last_settled();
  if (state == nullptr) return {PackingLayout{puzzle_.hints}};
  std::vector<Point> points;
  for (std::size_t i = 0; i < model_.cells; ++i)
    points.push_back({state->axis[0][i].low, state->axis[1][i].low, state->axis[2][i].low});
  return {layout_of(puzzle_, model_, points, fixed_pieces())};
}

int IntervalSpace::pieces_placed() const {
  const std::vector<bool> fixed = fixed_pieces();
  return static_cast<int>(std::count(fixed.begin(), fixed.end(), true));
}

void IntervalSpace::add_statistics(Statistics& statistics) const {
  statistics.values.push_back({"cuts", "", Merge::sum, static_cast<double>(cuts_)});
  statistics.values.push_back({"backtracks", "", Merge::sum, static_cast<double>(backtracks_)});
  statistics.values.push_back({"permutation calls", "", Merge::sum, static_cast<double>(permutation_calls_)});
}

}  // namespace tesselle::packing::interval
