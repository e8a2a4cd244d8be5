#include "packing/interval/swift.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesselle::packing::interval {

PieceNarrowing::PieceNarrowing(const BoxModel& model) : model_(model) {
  static_assert(sizeof(Packed) == room * sizeof(Interval));
  for (const BoxPiece& piece : model.pieces) {
    poses_.emplace_back(piece.poses, piece.size);
    std::array<Interval, room> own{};
    if (piece.size <= room) std::fill_n(own.begin(), piece.size, Interval{255, 255});
    masks_.push_back(load(own.data()));
    slots_.emplace_back(piece.size <= room ? std::size_t{1} << slot_bits : 0);
  }
}

PieceNarrowing::Packed PieceNarrowing::load(const Interval* numbers) {
  Packed packed;
  std::memcpy(static_cast<void*>(&packed), numbers, sizeof packed);
  return packed;
}

void PieceNarrowing::store(Interval* numbers, const Packed& packed) {
  std::memcpy(static_cast<void*>(numbers), &packed, sizeof packed);
}

bool PieceNarrowing::narrow(std::size_t number_of_piece, Numbers& numbers) {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  Interval* const own = &numbers[piece.first_point];
  if (slots_[number_of_piece].empty()) return work_out(number_of_piece, {own, piece.size});
  const Packed mask = masks_[number_of_piece], all = load(own);
  const Packed question{all.front & mask.front, all.back & mask.back};
  const std::uint64_t mixed = (question.front ^ question.back * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  Slot& slot = slots_[number_of_piece][mixed >> (64 - slot_bits)];
  if (slot.question != question) {
    slot.question = question;
    const bool possible = work_out(number_of_piece, {own, piece.size});
    const Packed now = load(own);
    slot.answer = possible ? Packed{now.front & mask.front, now.back & mask.back} : impossible;
  }
  if (slot.answer == impossible) return false;
  store(own, {(all.front & ~mask.front) | slot.answer.front, (all.back & ~mask.back) | slot.answer.back});
  return true;
}

bool PieceNarrowing::work_out(std::size_t number_of_piece, std::span<Interval> numbers) const {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  std::array<PointBox, max_cells> room_for_points, before;
  const auto points = std::span(room_for_points).first(piece.size);
  for (std::size_t i = 0; i < piece.size; ++i) {
    points[i] = model_.initial(piece.first_point + i);
    if (!shrink(points[i].number, numbers[i].low, numbers[i].high)) return false;
  }
  std::uint64_t poses = all_poses(piece.poses.size());
  for (;;) {
    if (!narrow_numbers(points)) return false;
    std::copy(points.begin(), points.end(), before.begin());
    if (!narrow_placement(points, poses_[number_of_piece], poses)) return false;
    if (std::equal(points.begin(), points.end(), before.begin())) break;
  }
  for (std::size_t i = 0; i < piece.size; ++i) numbers[i] = points[i].number;
  return true;
}

/// What cell numbers and coordinates say of each other, to the end.
bool PieceNarrowing::narrow_numbers(std::span<PointBox> points) const {
  const auto strides = model_.strides();
  for (bool changed = true; changed;) {
    changed = false;
    if (!narrow_order(points)) return false;
    for (PointBox& point : points) {
      const PointBox before = point;
      if (!narrow_point(point, strides)) return false;
      changed |= point != before;
    }
  }
  return true;
}

bool SwiftNarrowing::enter(State& state) {
  state.numbers.fill({});
  for (std::size_t i = 0; i < model_.cells; ++i) state.numbers[i] = model_.initial(i).number;
  state.open = OpenNumbers::all(model_.cells);
  return settle(state, all_poses(model_.pieces.size()));
}

Cut SwiftNarrowing::choose(const State& state) const {
  return cut_an_interval(rule_, model_.cells, [&](std::size_t i) { return state.numbers[i]; });
}

bool SwiftNarrowing::cut(State& state, Cut cut, bool keep) {
  Interval& number = state.numbers[cut.point];
  if (keep)
    number.high = number.low;
  else
    ++number.low;
  return settle(state, std::uint64_t{1} << model_.piece_of[cut.point]);
}

/// What is cheap goes on until it changes nothing. Each kind of narrowing leaves nothing to do for itself, so it is
/// over when the sweep for Hall intervals, which comes last, has moved no bound.
bool SwiftNarrowing::settle(State& state, std::uint64_t changed_pieces) {
  do {
    do {
      for (; changed_pieces != 0; changed_pieces &= changed_pieces - 1)
        if (!pieces_.narrow(static_cast<std::size_t>(std::countr_zero(changed_pieces)), state.numbers)) return false;
      if (!sweep_.skip_taken(state.numbers, state.open)) return false;
      changed_pieces = pieces_of(sweep_.moved());
    } while (changed_pieces != 0);
    ++permutation_calls_;
    if (!sweep_.narrow(state.numbers, state.open)) return false;
    changed_pieces = pieces_of(sweep_.moved());
  } while (changed_pieces != 0);
  return true;
}

std::uint64_t SwiftNarrowing::pieces_of(std::span<const std::uint8_t> points) const {
  std::uint64_t pieces = 0;
  for (const std::uint8_t point : points) pieces |= std::uint64_t{1} << model_.piece_of[point];
  return pieces;
}

void SwiftNarrowing::add_statistics(Statistics& statistics) const {
  statistics.values.push_back({"permutation calls", "", Merge::sum, static_cast<double>(permutation_calls_)});
}

}  // namespace tesselle::packing::interval
