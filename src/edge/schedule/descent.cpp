#include "edge/schedule/descent.hpp"

#include <algorithm>

namespace tesselle::edge::schedule {

Descent::Descent(const Course& course, const CandidateLists& lists, Profile& profile)
    : lists_(&lists),
      profile_(&profile),
      frames_(course.length() + 1),
      laid_(course.length() + 1),
      used_(course.puzzle.pieces.size()) {
  for (const Stop& stop : course.stops) turns_.push_back({lists.of_kind(stop.kind), stop.north, stop.west});
  laid_[0] = lists.outside();
}

void Descent::begin(std::vector<std::uint32_t> quota, std::vector<std::uint32_t> allowed) {
  quota_ = std::move(quota);
  allowed_ = std::move(allowed);
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  depth_ = 0;
  open(0);
}

inline void Descent::open(std::size_t depth) {
  const Turn& turn = turns_[depth];
  Frame& frame = frames_[depth];
  const CandidateList& list = turn.lists[laid_[turn.north].asks_south + laid_[turn.west].asks_east];
  const bool unlocked = frame.breaks < allowed_[depth];
  profile_->unlocked[depth] += unlocked;
  frame.next = lists_->candidates() + list.begin;
  frame.end = lists_->candidates() + (unlocked ? list.end : list.clean_end);
}

void Descent::retreat() {
  --depth_;
  used_[laid_[depth_ + 1].piece] = 0;
}

Descent::End Descent::run(std::uint64_t& left) {
  while (left > 0) {
    Frame& frame = frames_[depth_];
    const Candidate* candidate = frame.next;
    while (candidate != frame.end && used_[candidate->piece]) ++candidate;
    // Candidates with fewer privileged sides follow: if this one misses the quota, all do.
    if (candidate == frame.end || frame.privileged + candidate->privileged < quota_[depth_ + 1]) {
      if (depth_ == 0) return End::exhausted;
      retreat();
      continue;
    }
    --left;
    frame.next = candidate + 1;
    used_[candidate->piece] = 1;
    laid_[depth_ + 1] = *candidate;
    ++(candidate->breaks ? profile_->broken : profile_->clean)[depth_];
    Frame& below = frames_[++depth_];
    below.privileged = frame.privileged + candidate->privileged;
    below.breaks = frame.breaks + candidate->breaks;
    if (depth_ < turns_.size()) open(depth_);
    if (depth_ >= watch_) return End::watched;
  }
  return End::budget;
}

}  // namespace tesselle::edge::schedule
