#include "packing/interval/stepwise.hpp"

#include <algorithm>

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

StepwiseNarrowing::StepwiseNarrowing(const BoxModel& model, Strategy strategy)
    : model_(model), strategy_(strategy), agenda_(strategy.priority) {
  for (const BoxPiece& piece : model.pieces) poses_.emplace_back(piece.poses, piece.size);
}

bool StepwiseNarrowing::enter(State& state) {
  for (std::size_t i = 0; i < model_.cells; ++i) {
    state.points[i] = model_.initial(i);
    state.variables[i] = state.values[i] = static_cast<std::uint8_t>(i);
    state.part_of[i] = 0;
    agenda_.add(Agenda::point, i);
  }
  state.part_size[0] = static_cast<std::uint8_t>(model_.cells);
  agenda_.add(Agenda::part, 0);
  for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
    state.poses[p] = all_poses(model_.pieces[p].poses.size());
    agenda_.add(Agenda::order, p);
    agenda_.add(Agenda::piece, p);
  }
  return settle(state);
}

Cut StepwiseNarrowing::choose(const State& state) const {
  return cut_an_interval(CutRule::lowest, model_.cells, [&](std::size_t i) { return state.points[i].number; });
}

bool StepwiseNarrowing::cut(State& state, Cut cut, bool keep) {
  const PointBox before = state.points[cut.point];
  shrink(state.points[cut.point].number, keep ? cut.number : cut.number + 1, keep ? cut.number : before.number.high);
  wake(state, cut.point, before);
  return settle(state);
}

bool StepwiseNarrowing::settle(State& state) {
  for (Agenda::Item item; agenda_.take(item);) {
    if (narrow(state, item)) continue;
    agenda_.clear();
    return false;
  }
  return true;
}

bool StepwiseNarrowing::narrow(State& state, Agenda::Item item) {
  if (item.kind == Agenda::part) return narrow_part(state, item.number);
  if (item.kind == Agenda::point) {
    const PointBox before = state.points[item.number];
    const bool possible = narrow_point(state.points[item.number], model_.strides());
    wake(state, item.number, before);
    return possible;
  }
  const BoxPiece& piece = model_.pieces[item.number];
  const auto points = std::span(state.points).subspan(piece.first_point, piece.size);
  std::array<PointBox, max_cells> before;
  std::copy(points.begin(), points.end(), before.begin());
  const bool possible = item.kind == Agenda::order
                            ? narrow_order(points)
                            : narrow_placement(points, poses_[item.number], state.poses[item.number]);
  for (std::size_t i = 0; i < piece.size; ++i) wake(state, piece.first_point + i, before[i]);
  return possible;
}

/// Wakes the constraints on what has changed.
void StepwiseNarrowing::wake(const State& state, std::size_t point, const PointBox& before) {
  const PointBox& now = state.points[point];
  if (now == before) return;
  agenda_.add(Agenda::point, point);
  if (now.axis != before.axis) agenda_.add(Agenda::piece, model_.piece_of[point]);
  if (now.number == before.number) return;
  agenda_.add(Agenda::order, model_.piece_of[point]);
  agenda_.add(Agenda::part, state.part_of[point]);
}

/// The permutation narrows to its own fixed point at once, so that it need not wake itself.
bool StepwiseNarrowing::narrow_part(State& state, std::size_t begin) {
  ++permutation_calls_;
  const std::size_t size = state.part_size[begin];
  std::array<std::uint8_t, max_cells> variables = state.variables, values = state.values;
  std::array<Interval, max_cells> numbers;
  for (std::size_t i = begin; i < begin + size; ++i) numbers[variables[i]] = state.points[variables[i]].number;
  if (!permutation_.narrow(numbers, std::span(variables).subspan(begin, size), std::span(values).subspan(begin, size)))
    return false;
  for (std::size_t i = begin; i < begin + size; ++i) {
    const std::size_t point = variables[i];
    if (state.points[point].number == numbers[point]) continue;
    state.points[point].number = numbers[point];
    agenda_.add(Agenda::point, point);
    agenda_.add(Agenda::order, model_.piece_of[point]);
  }
  if (!strategy_.decompose) return true;
  state.variables = variables;
  state.values = values;
  split_part(state, begin);
  return true;
}

void StepwiseNarrowing::split_part(State& state, std::size_t begin) {
  for (const std::size_t size : permutation_.parts()) {
    state.part_size[begin] = static_cast<std::uint8_t>(size);
    for (std::size_t i = begin; i < begin + size; ++i)
      state.part_of[state.variables[i]] = static_cast<std::uint8_t>(begin);
    begin += size;
  }
}

void StepwiseNarrowing::add_statistics(Statistics& statistics) const {
  statistics.values.push_back({"permutation calls", "", Merge::sum, static_cast<double>(permutation_calls_)});
}

}  // namespace tesselle::packing::interval
