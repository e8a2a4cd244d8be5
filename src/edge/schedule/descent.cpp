#include "edge/schedule/descent.hpp"

#include <algorithm>

#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {

namespace {

using AnyTail = std::variant<Tail<1>, Tail<2>>;

AnyTail make_tail(const Course& course, Profile& profile, Descent::TailLength length, Rng& rng) {
  if (length == Descent::TailLength::one_word) return AnyTail(std::in_place_index<0>, course, profile, rng);
  return AnyTail(std::in_place_index<1>, course, profile, rng);
}

}  // namespace

std::size_t Descent::tail_from(const Course& course, TailLength tail) {
  const std::size_t length = course.length(), first = length - std::min(length, static_cast<std::size_t>(tail));
  const auto width = static_cast<std::size_t>(course.puzzle.width);
  const std::size_t row_end = (first + width - 1) / width * width;
  const bool in_rows = row_end > 0 && row_end < length && course.stops[row_end].square == Square(row_end);
  return in_rows ? row_end : first;
}

Descent::Descent(const Course& course, Profile& profile, TailLength tail, Rng& rng)
    : course_(&course),
      lists_(course, rng),
      profile_(&profile),
      tail_(make_tail(course, profile, tail, rng)),
      frames_(course.length() + 1),
      laid_(course.length() + 1),
      used_(course.puzzle.pieces.size()),
      tail_from_(tail_from(course, tail)) {
  for (const Stop& stop : course.stops) turns_.push_back({lists_.of_kind(stop.kind), stop.north, stop.west});
  laid_[0] = lists_.outside();
}

void Descent::begin(const std::vector<Placed>& opening) {
  if (!opening.empty()) ++profile_->clean[opening.size() - 1];
  lay_opening(opening);
}

void Descent::lay_opening(const std::vector<Placed>& opening) {
  const EdgePuzzle& puzzle = course_->puzzle;
  std::vector<bool> left(puzzle.pieces.size(), true);
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  in_tail_ = false;
  floor_ = depth_ = opening.size();
  for (std::size_t d = 0; d < floor_; ++d) {
    const std::size_t piece = opening[d].piece.index();
    const Sides sides = rotated(puzzle.pieces[piece], opening[d].rotation);
    left[piece] = false;
    laid_[d + 1] = {static_cast<std::uint16_t>(piece),
                    static_cast<std::uint16_t>(puzzle.mate_of(sides[2]).index() * lists_.stride()),
                    static_cast<std::uint16_t>(puzzle.mate_of(sides[1]).index()), opening[d].rotation};
  }
  if (floor_ >= tail_from_) return;
  lists_.rebuild(left, floor_);
  open(floor_);
}

inline Range Descent::range_at(std::size_t depth) const {
  const Turn& turn = turns_[depth];
  return turn.lists[laid_[turn.north].asks_south + laid_[turn.west].asks_east];
}

inline void Descent::open(std::size_t depth) {
  const Range range = range_at(depth);
  frames_[depth] = {lists_.candidates() + range.begin, lists_.candidates() + range.end};
}

std::vector<Placed> Descent::laid() const {
  std::vector<Placed> result;
  for (std::size_t d = 0; d < depth_; ++d)
    result.push_back({PieceId(laid_[d + 1].piece), static_cast<std::uint8_t>(laid_[d + 1].rotation)});
  for (std::size_t d = depth_; d < depth(); ++d)
    result.push_back(std::visit([d](const auto& tail) { return tail.laid(d); }, tail_));
  return result;
}

void Descent::retreat() {
  if (in_tail_) return std::visit([](auto& tail) { tail.retreat(); }, tail_);
  --depth_;
  used_[laid_[depth_ + 1].piece] = 0;
}

void Descent::begin_tail() {
  std::visit([this](auto& tail) { tail.begin(laid()); }, tail_);
  in_tail_ = true;
}

End Descent::run(std::uint64_t& left) {
  while (left > 0) {
    if (!in_tail_ && depth_ >= tail_from_) begin_tail();
    const auto run_tail = [&](auto& tail) { return tail.run(left, watch_, allowance_); };
    const End end = in_tail_ ? std::visit(run_tail, tail_) : run_lists(left);
    if (in_tail_ && end == End::exhausted && depth_ > floor_) {
      in_tail_ = false;
      retreat();
      continue;
    }
    if (end != End::budget) return end;
  }
  return End::budget;
}

/// Until the tail begins.
End Descent::run_lists(std::uint64_t& left) {
  while (left > 0 && depth_ < tail_from_) {
    Frame& frame = frames_[depth_];
    const Candidate* candidate = frame.next;
    while (candidate != frame.end && used_[candidate->piece]) ++candidate;
    if (candidate == frame.end) {
      if (depth_ == floor_) return End::exhausted;
      retreat();
      continue;
    }
    --left;
    frame.next = candidate + 1;
    used_[candidate->piece] = 1;
    ++profile_->clean[depth_];
    laid_[++depth_] = *candidate;
    if (depth_ < tail_from_) open(depth_);
    if (depth_ >= watch_) return End::watched;
  }
  return End::budget;
}

/// A piece below the tail is known by its place in the list of those that fit, which is made anew.
void Descent::save(ByteWriter& out) const {
  std::vector<Placed> opening = laid();
  opening.resize(floor_);
  edge::save(out, opening);
  std::vector<std::uint32_t> tried;
  for (std::size_t d = floor_; d <= depth_ && d < tail_from_; ++d)
    tried.push_back(static_cast<std::uint32_t>(frames_[d].next - lists_.candidates()) - range_at(d).begin);
  out.number(depth_);
  out.array(std::span<const std::uint32_t>(tried));
  out.number(in_tail_);
  if (in_tail_) std::visit([&](const auto& tail) { tail.save(out); }, tail_);
}

void Descent::restore(ByteReader& in, std::size_t opening, std::size_t most) {
  const std::vector<Placed> laid_first = read_laid(in, course_->length());
  if (laid_first.size() != opening) in.refuse();
  lay_opening(laid_first);
  const std::size_t top = std::max(floor_, tail_from_), depth = in.number(std::min(top, most));
  const auto tried = in.array<std::uint32_t>();
  if (depth < floor_ || tried.size() != std::min(depth + 1, top) - floor_) in.refuse();
  for (const std::uint32_t count : tried) {
    Frame& frame = frames_[depth_];
    if (count > static_cast<std::size_t>(frame.end - frame.next)) in.refuse();
    frame.next += count;
    if (depth_ == depth) break;
    if (count == 0 || used_[frame.next[-1].piece]) in.refuse();
    laid_[++depth_] = frame.next[-1];
    used_[frame.next[-1].piece] = 1;
    if (depth_ < tail_from_) open(depth_);
  }
  if (!read_flag(in)) return;
  if (depth_ != top) in.refuse();
  begin_tail();
  std::visit([&](auto& tail) { tail.restore(in, most); }, tail_);
}

void Descent::save_allowance(ByteWriter& out) const { allowance_.save(out); }

void Descent::restore_allowance(ByteReader& in) { allowance_ = Allowance::read(in, course_->length()); }

}  // namespace tesselle::edge::schedule
