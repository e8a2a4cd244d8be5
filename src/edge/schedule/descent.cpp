#include "edge/schedule/descent.hpp"

#include <algorithm>

namespace tesselle::edge::schedule {

void Profile::add(const Profile& other) {
  for (std::size_t d = 0; d < clean.size(); ++d) {
    clean[d] += other.clean[d];
    broken[d] += other.broken[d];
    unlocked[d] += other.unlocked[d];
  }
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

void Profile::remove(const Profile& other) {
  for (std::size_t d = 0; d < clean.size(); ++d) {
    clean[d] -= other.clean[d];
    broken[d] -= other.broken[d];
    unlocked[d] -= other.unlocked[d];
  }
}

Descent::Descent(const Course& course, const CandidateLists& lists, Profile& profile, std::vector<std::uint32_t> quota)
    : lists_(&lists),
      profile_(&profile),
      frames_(course.length() + 1),
      laid_(course.length() + 1),
      used_(course.puzzle.pieces.size()),
      quota_(std::move(quota)),
      allowed_(course.length() + 1) {
  for (const Stop& stop : course.stops) turns_.push_back({lists.of_kind(stop.kind), stop.north, stop.west});
  laid_[0] = lists.outside();
  open(0);
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
