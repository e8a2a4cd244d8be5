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

  /// Boards of d pieces.
  std::uint64_t boards(std::size_t d) const { return d == 0 ? 1 : clean[d - 1] + broken[d - 1]; }
};

/// The depth-first search: the first open cell of the course gets the next candidate that is free and in line with the
/// mismatches unlocked so far.
///
/// On a full board every colour has an even number of sides that match, so those that mismatch come in even numbers
/// too if all its sides do. Colours with an odd number of mismatched sides are "odd"; each further mismatch makes at
/// most two of them even, so a board with more odd colours than that is given up.
class Descent {
 public:
  /// The course must outlive it.
  Descent(const Course& course, CandidateLists lists);

  /// Begins anew above these pieces, which stay.
  void begin(const std::vector<Placed>& opening);
  /// Mismatches allowed per number of pieces laid before, and on the full board.
  /// Takes effect where cells are opened from now on.
  void set_allowed(std::vector<std::uint32_t> allowed, std::uint32_t in_all);
  /// run() returns when this many pieces lie.
  void watch(std::size_t depth) { watch_ = depth; }

  enum class End { budget, watched, exhausted };
  /// Lays at most `left` pieces and counts them off.
  End run(std::uint64_t& left);

  /// Takes the last piece back.
  void retreat();

  std::size_t depth() const { return depth_; }
  Placed laid(std::size_t d) const { return {PieceId(laid_[d + 1].piece), laid_[d + 1].rotation}; }
  const Profile& profile() const { return profile_; }

 private:
  /// The candidates of a cell, one list after the other.
  enum class Part : std::uint8_t { fitting, west_mismatch, north_mismatch, hint_mismatch, none };
  struct Frame {
    const Candidate* next = nullptr;
    const Candidate* end = nullptr;
    std::uint64_t odd = 0;     ///< colours with an odd number of mismatched sides, as bits
    std::uint32_t breaks = 0;  ///< mismatches on the board
    Part part = Part::fitting;
    bool unlocked = false;
  };
  struct Turn {
    const KindLists* lists = nullptr;
    std::uint32_t north = 0, west = 0;
  };
  void open(std::size_t depth);
  void lay(std::size_t depth, const Candidate& candidate);
  void set_part(Frame& frame, Range range);
  bool next_part(Frame& frame);
  const Candidate* next_candidate(Frame& frame);
  bool can_break(Frame& frame, const Candidate& candidate);
  std::uint64_t colour_bit(std::size_t colour) const { return std::uint64_t{1} << colour; }

  const Course* course_;
  CandidateLists lists_;
  Profile profile_;
  std::vector<Turn> turns_;
  std::vector<Frame> frames_;
  std::vector<Candidate> laid_;  ///< by stop counted from 1; 0 is the outside
  std::vector<std::uint8_t> used_;
  std::vector<std::uint32_t> allowed_;
  std::uint32_t allowed_in_all_ = 0;
  bool counts_odd_ = false;  ///< do all sides of all colours meet another one?
  std::uint64_t odd_next_ = 0;
  std::uint64_t odd_supply_ = 0;
  std::size_t floor_ = 0;
  std::size_t depth_ = 0;
  std::size_t watch_ = 0;
};

}  // namespace tesselle::edge::schedule
