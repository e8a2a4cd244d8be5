#pragma once

#include <cstdint>
#include <vector>

#include "edge/schedule/candidates.hpp"

namespace tesselle::edge::schedule {

/// What was seen at each depth: from it the unlock depths are worked out.
struct Profile {
  explicit Profile(std::size_t length = 0) : clean(length + 1), broken(length + 1), unlocked(length + 1) {}
  std::vector<std::uint64_t> clean, broken;  ///< pieces laid as number d + 1 without and with a mismatch
  std::vector<std::uint64_t> unlocked;       ///< boards of d pieces on which a mismatch was allowed next

  void add(const Profile& other);
  void remove(const Profile& other);
  /// Boards of d pieces.
  std::uint64_t boards(std::size_t d) const { return d == 0 ? 1 : clean[d - 1] + broken[d - 1]; }
};

/// The depth-first search: the first open cell of the course gets the next candidate that is free, in line with the
/// quota and with the mismatches unlocked so far.
class Descent {
 public:
  /// From the empty board, without mismatches. Quota: privileged sides per number of pieces. The others must outlive
  /// it.
  Descent(const Course& course, const CandidateLists& lists, Profile& profile, std::vector<std::uint32_t> quota);

  /// Mismatches allowed per number of pieces laid before.
  /// Takes effect where cells are opened from now on.
  void set_allowed(std::vector<std::uint32_t> allowed) { allowed_ = std::move(allowed); }
  /// run() returns when this many pieces lie.
  void watch(std::size_t depth) { watch_ = depth; }

  enum class End { budget, watched, exhausted };
  /// Lays at most `left` pieces and counts them off.
  End run(std::uint64_t& left);

  /// Takes the last piece back.
  void retreat();

  std::size_t depth() const { return depth_; }
  std::uint32_t breaks() const { return frames_[depth_].breaks; }
  const Candidate& laid(std::size_t d) const { return laid_[d + 1]; }

 private:
  struct Frame {
    const Candidate* next = nullptr;
    const Candidate* end = nullptr;
    std::uint32_t privileged = 0;  ///< sides on the board
    std::uint32_t breaks = 0;      ///< mismatches on the board
  };
  struct Turn {
    const CandidateList* lists = nullptr;
    std::uint32_t north = 0, west = 0;
  };
  void open(std::size_t depth);

  const CandidateLists* lists_;
  Profile* profile_;
  std::vector<Turn> turns_;
  std::vector<Frame> frames_;
  std::vector<Candidate> laid_;  ///< by stop counted from 1; 0 is the outside
  std::vector<std::uint8_t> used_;
  std::vector<std::uint32_t> quota_, allowed_;
  std::size_t depth_ = 0;
  std::size_t watch_ = 0;
};

}  // namespace tesselle::edge::schedule
