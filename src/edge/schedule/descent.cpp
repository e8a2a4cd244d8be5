#include "edge/schedule/descent.hpp"

#include <algorithm>
#include <bit>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {

Descent::Descent(const Course& course, CandidateLists lists)
    : course_(&course),
      lists_(std::move(lists)),
      profile_(course.length()),
      frames_(course.length() + 1),
      laid_(course.length() + 1),
      used_(course.puzzle.pieces.size()),
      allowed_(course.length() + 1),
      counts_odd_(course.strict && course.puzzle.matching == Matching::same && course.puzzle.colours.size() <= 64) {
  for (const Stop& stop : course.stops) turns_.push_back({&lists_.of_kind(stop.kind), stop.north, stop.west});
  laid_[0] = lists_.outside();
  if (!counts_odd_) return;
  const auto sides = supply(course.puzzle);
  for (std::size_t c = 0; c < sides.size(); ++c)
    if (sides[c] % 2 != 0) odd_supply_ |= colour_bit(c);
}

void Descent::begin(const std::vector<Placed>& opening) {
  const EdgePuzzle& puzzle = course_->puzzle;
  std::vector<bool> left(puzzle.pieces.size(), true);
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  floor_ = depth_ = opening.size();
  for (std::size_t d = 0; d < floor_; ++d) {
    const Sides sides = rotated(puzzle.pieces[opening[d].piece.index()], opening[d].rotation);
    const auto piece = opening[d].piece.index();
    left[piece] = false;
    Candidate& candidate = laid_[d + 1];
    candidate.piece = static_cast<std::uint16_t>(piece);
    candidate.rotation = opening[d].rotation & 3;
    candidate.asks_south = static_cast<std::uint16_t>(puzzle.mate_of(sides[2]).index() * lists_.stride());
    candidate.asks_east = static_cast<std::uint8_t>(puzzle.mate_of(sides[1]).index());
  }
  lists_.rebuild(left, floor_);
  frames_[floor_].breaks = 0;
  frames_[floor_].odd = odd_supply_;
  if (floor_ < turns_.size()) open(floor_);
}

void Descent::set_allowed(std::vector<std::uint32_t> allowed, std::uint32_t in_all) {
  allowed_ = std::move(allowed);
  allowed_in_all_ = in_all;
}

inline void Descent::set_part(Frame& frame, Range range) {
  frame.next = lists_.candidates() + range.begin;
  frame.end = lists_.candidates() + range.end;
}

inline void Descent::open(std::size_t depth) {
  const Turn& turn = turns_[depth];
  Frame& frame = frames_[depth];
  set_part(frame, turn.lists->fitting[laid_[turn.north].asks_south + laid_[turn.west].asks_east]);
  frame.part = Part::fitting;
  frame.unlocked = frame.breaks < allowed_[depth];
  profile_.unlocked[depth] += frame.unlocked;
}

bool Descent::next_part(Frame& frame) {
  const Turn& turn = turns_[depth_];
  const std::size_t north = laid_[turn.north].asks_south, west = laid_[turn.west].asks_east;
  switch (frame.part) {
    case Part::fitting:
      set_part(frame, turn.lists->fitting_north[north / lists_.stride()]);
      frame.part = Part::west_mismatch;
      return true;
    case Part::west_mismatch:
      set_part(frame, turn.lists->fitting_west[west]);
      frame.part = Part::north_mismatch;
      return true;
    case Part::north_mismatch:
      frame.part = Part::hint_mismatch;
      if (!turn.lists->missing_hint) return false;
      set_part(frame, turn.lists->missing_hint[north + west]);
      return true;
    default:
      return false;
  }
}

/// Does the candidate, whose part of the lists is being tried, mismatch as it should, and can what then is odd become
/// even?
inline bool Descent::can_break(Frame& frame, const Candidate& candidate) {
  const Turn& turn = turns_[depth_];
  std::size_t shown = candidate.west, asked = laid_[turn.west].asks_east;
  if (frame.part == Part::north_mismatch) {
    shown = candidate.north;
    asked = laid_[turn.north].asks_south / lists_.stride();
  } else if (frame.part == Part::hint_mismatch) {
    const CellKind& kind = course_->kinds[course_->stops[depth_].kind];
    const Sides sides = rotated(course_->puzzle.pieces[candidate.piece], candidate.rotation);
    const std::size_t side = kind.pinned[1] && sides[1] != *kind.pinned[1] ? 1 : 2;
    shown = sides[side].index();
    asked = kind.pinned[side]->index();
  }
  if (shown == asked) return false;
  if (!counts_odd_) return true;
  odd_next_ = frame.odd ^ colour_bit(shown) ^ colour_bit(asked);
  return static_cast<std::uint32_t>(std::popcount(odd_next_)) + 2 * (frame.breaks + 1) <= 2 * allowed_in_all_;
}

inline const Candidate* Descent::next_candidate(Frame& frame) {
  for (;;) {
    while (frame.next != frame.end) {
      const Candidate* candidate = frame.next++;
      if (used_[candidate->piece]) continue;
      if (frame.part == Part::fitting || can_break(frame, *candidate)) return candidate;
    }
    if (!frame.unlocked || !next_part(frame)) return nullptr;
  }
}

inline void Descent::lay(std::size_t depth, const Candidate& candidate) {
  Frame &frame = frames_[depth], &below = frames_[depth + 1];
  used_[candidate.piece] = 1;
  laid_[depth + 1] = candidate;
  const bool breaks = frame.part != Part::fitting;
  ++(breaks ? profile_.broken : profile_.clean)[depth];
  below.breaks = frame.breaks + breaks;
  below.odd = breaks ? odd_next_ : frame.odd;
}

void Descent::retreat() {
  --depth_;
  used_[laid_[depth_ + 1].piece] = 0;
}

Descent::End Descent::run(std::uint64_t& left) {
  while (left > 0) {
    const Candidate* candidate = depth_ < turns_.size() ? next_candidate(frames_[depth_]) : nullptr;
    if (candidate == nullptr) {
      if (depth_ == floor_) return End::exhausted;
      retreat();
      continue;
    }
    --left;
    lay(depth_, *candidate);
    if (++depth_ < turns_.size()) open(depth_);
    if (depth_ >= watch_) return End::watched;
  }
  return End::budget;
}

}  // namespace tesselle::edge::schedule
