#include "packing/interval/swift.hpp"

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesselle::packing::interval {

PieceNarrowing::PieceNarrowing(const BoxModel& model) : model_(model) {
  static_assert(sizeof(Packed) == room * sizeof(Interval));
  for (std::size_t i = 0; i < model.cells; ++i) initial_.push_back(model.initial(i));
  for (const BoxPiece& piece : model.pieces) {
    poses_.emplace_back(piece.poses, piece.size);
    points_.resize(std::max(points_.size(), piece.size));
    std::array<Interval, room> own{};
    if (piece.size <= room) std::fill_n(own.begin(), piece.size, Interval{255, 255});
    masks_.push_back(load(own.data()));
    slots_.emplace_back(piece.size <= room ? std::size_t{1} << slot_bits : 0);
  }
  settled_ = points_;
}

PieceNarrowing::Packed PieceNarrowing::load(const Interval* numbers) {
  Packed packed;
  std::memcpy(static_cast<void*>(&packed), numbers, sizeof packed);
  return packed;
}

void PieceNarrowing::store(Interval* numbers, const Packed& packed) {
  std::memcpy(static_cast<void*>(numbers), &packed, sizeof packed);
}

std::size_t PieceNarrowing::slot_of(const Packed& question) {
  return (question.front ^ question.back * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u >> (64 - slot_bits);
}

void PieceNarrowing::expect(std::size_t piece, const Numbers& numbers) const {
  if (slots_[piece].empty()) return;
  const Packed mask = masks_[piece], all = load(&numbers[model_.pieces[piece].first_point]);
  _mm_prefetch(&slots_[piece][slot_of({all.front & mask.front, all.back & mask.back})], _MM_HINT_T0);
}

bool PieceNarrowing::narrow(std::size_t number_of_piece, Numbers& numbers) {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  Interval* const own = &numbers[piece.first_point];
  if (slots_[number_of_piece].empty()) return work_out(number_of_piece, {own, piece.size});
  const Packed mask = masks_[number_of_piece], all = load(own);
  const Packed question{all.front & mask.front, all.back & mask.back};
  Slot& slot = slots_[number_of_piece][slot_of(question)];
  if (slot.last.question != question && slot.one_before.question != question)
    remember(slot, question, number_of_piece, own);
  const Packed& answer = (slot.last.question == question ? slot.last : slot.one_before).answer;
  if (answer == impossible) return false;
  store(own, {(all.front & ~mask.front) | answer.front, (all.back & ~mask.back) | answer.back});
  return true;
}

/// Leaves `own` narrowed.
void PieceNarrowing::remember(Slot& slot, const Packed& question, std::size_t piece, Interval* own) {
  slot.one_before = slot.last;
  const bool possible = work_out(piece, {own, model_.pieces[piece].size});
  const Packed mask = masks_[piece], now = load(own);
  slot.last = {question, possible ? Packed{now.front & mask.front, now.back & mask.back} : impossible};
}

bool PieceNarrowing::work_out(std::size_t number_of_piece, std::span<Interval> numbers) {
  const BoxPiece& piece = model_.pieces[number_of_piece];
  const auto points = std::span(points_).first(piece.size), settled = std::span(settled_).first(piece.size);
  for (std::size_t i = 0; i < piece.size; ++i) {
    points[i] = initial_[piece.first_point + i];
    settled[i] = {};  // no point is: its number would be above its high
    settled[i].number = {255, 0};
    if (!shrink(points[i].number, numbers[i].low, numbers[i].high)) return false;
  }
  std::uint64_t poses = all_poses(piece.poses.size());
  for (;;) {
    if (!narrow_numbers(points, settled)) return false;
    if (!narrow_placement(points, poses_[number_of_piece], poses)) return false;
    if (std::equal(points.begin(), points.end(), settled.begin())) break;
  }
  for (std::size_t i = 0; i < piece.size; ++i) numbers[i] = points[i].number;
  return true;
}

/// What cell numbers and coordinates say of each other, to the end. `settled` are the boxes in which a point's number
/// and coordinates agree.
bool PieceNarrowing::narrow_numbers(std::span<PointBox> points, std::span<PointBox> settled) const {
  const auto strides = model_.strides();
  for (bool changed = true; changed;) {
    changed = false;
    if (!narrow_order(points)) return false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i] == settled[i]) continue;
      const Interval number = points[i].number;
      do {
        settled[i] = points[i];
        if (!narrow_point(points[i], strides)) return false;
      } while (points[i] != settled[i]);
      changed |= points[i].number != number;
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
  if (rule_ == CutRule::lowest) return sweep_.first_on_first_cell(state.numbers, state.open);
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
      for (std::uint64_t left = changed_pieces; left != 0; left &= left - 1)
        pieces_.expect(static_cast<std::size_t>(std::countr_zero(left)), state.numbers);
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
