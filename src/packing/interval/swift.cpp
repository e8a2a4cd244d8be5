#include "packing/interval/swift.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesselle::packing::interval {

PieceNarrowing::PieceNarrowing(const BoxModel& model) : model_(model) {
  static_assert(sizeof(Packed) == room * sizeof(Interval));
  for (const BoxPiece& piece : model.pieces) {
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

PieceNarrowing::Result PieceNarrowing::narrow(std::size_t number_of_piece, Numbers& numbers) {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  Interval* const own = &numbers[piece.first_point];
  if (slots_[number_of_piece].empty())
    return work_out(piece, {own, piece.size}) ? Result::narrowed : Result::impossible;
  const Packed mask = masks_[number_of_piece], all = load(own);
  const Packed question{all.front & mask.front, all.back & mask.back};
  const std::uint64_t mixed = (question.front ^ question.back * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  Slot& slot = slots_[number_of_piece][mixed >> (64 - slot_bits)];
  if (slot.question != question) {
    slot.question = question;
    const bool possible = work_out(piece, {own, piece.size});
    const Packed now = load(own);
    slot.answer = possible ? Packed{now.front & mask.front, now.back & mask.back} : impossible;
  }
  if (slot.answer == impossible) return Result::impossible;
  store(own, {(all.front & ~mask.front) | slot.answer.front, (all.back & ~mask.back) | slot.answer.back});
  return slot.answer == question ? Result::same : Result::narrowed;
}

bool PieceNarrowing::work_out(const BoxPiece& piece, std::span<Interval> numbers) const {
  std::array<PointBox, max_cells> room_for_points;
  const auto points = std::span(room_for_points).first(piece.size);
  for (std::size_t i = 0; i < piece.size; ++i) {
    points[i] = model_.initial(piece.first_point + i);
    if (!shrink(points[i].number, numbers[i].low, numbers[i].high)) return false;
  }
  std::uint64_t poses = all_poses(piece.poses.size());
  const auto strides = model_.strides();
  for (bool changed = true; changed;) {
    std::array<PointBox, max_cells> before;
    std::copy(points.begin(), points.end(), before.begin());
    if (!narrow_order(points)) return false;
    for (PointBox& point : points)
      if (!narrow_point(point, strides)) return false;
    if (!narrow_placement(points, piece.poses, poses)) return false;
    changed = !std::equal(points.begin(), points.end(), before.begin());
  }
  for (std::size_t i = 0; i < piece.size; ++i) numbers[i] = points[i].number;
  return true;
}

bool SwiftNarrowing::enter(State& state) {
  state.numbers.fill({});
  for (std::size_t i = 0; i < model_.cells; ++i) state.numbers[i] = model_.initial(i).number;
  state.open = OpenNumbers::all(model_.cells, model_.cells);
  return settle(state, all_poses(model_.pieces.size()));
}

bool SwiftNarrowing::cut(State& state, std::size_t point, bool lowest) {
  Interval& number = state.numbers[point];
  if (lowest)
    number.high = number.low;
  else
    ++number.low;
  return settle(state, std::uint64_t{1} << model_.piece_of[point]);
}

/// Both kinds of narrowing leave nothing to do for themselves, so each waits for changes that the other has made.
bool SwiftNarrowing::settle(State& state, std::uint64_t changed_pieces) {
  for (bool sweep_needed = true;;) {
    for (; changed_pieces != 0; changed_pieces &= changed_pieces - 1) {
      const auto result = pieces_.narrow(static_cast<std::size_t>(std::countr_zero(changed_pieces)), state.numbers);
      if (result == PieceNarrowing::Result::impossible) return false;
      sweep_needed |= result == PieceNarrowing::Result::narrowed;
    }
    if (!sweep_needed) return true;
    ++permutation_calls_;
    if (!sweep_.narrow(std::span(state.numbers).first(model_.cells), state.open)) return false;
    for (const std::uint8_t point : sweep_.moved()) changed_pieces |= std::uint64_t{1} << model_.piece_of[point];
    sweep_needed = false;
  }
}

void SwiftNarrowing::add_statistics(Statistics& statistics) const {
  statistics.values.push_back({"permutation calls", "", Merge::sum, static_cast<double>(permutation_calls_)});
}

}  // namespace tesselle::packing::interval
