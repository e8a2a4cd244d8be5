#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "edge/schedule/candidates.hpp"
#include "edge/schedule/tail.hpp"

namespace tesselle::edge::schedule {

/// The depth-first search above an opening: without mismatches by lists of candidates, then by Tail.
class Descent {
 public:
  /// The last pieces, among which mismatches are possible, are at most this many; the fewer, the faster.
  enum class TailLength { one_word = Tail<1>::max_pieces, two_words = Tail<2>::max_pieces };

  /// Where the tail begins: at the end of a row if possible, where boards are fewest, because starting it takes time.
  static std::size_t tail_from(const Course& course, TailLength tail);

  /// Course and profile must outlive it.
  Descent(const Course& course, Profile& profile, TailLength tail, Rng& rng);

  /// Starts again above these pieces, which stay.
  void begin(const std::vector<Placed>& opening);
  /// Takes effect where cells are opened from now on. There are no mismatches before the tail.
  void set_allowance(Allowance allowance) { allowance_ = std::move(allowance); }
  /// Pieces below the tail of this opening.
  std::size_t tail_begins() const { return std::max(floor_, tail_from_); }
  /// run() returns when this many pieces are placed.
  void watch(std::size_t depth) { watch_ = depth; }

  /// Places at most `left` pieces and counts them off.
  End run(std::uint64_t& left);
  /// Takes the last piece back.
  void retreat();

  std::size_t depth() const {
    return in_tail_ ? std::visit([](const auto& tail) { return tail.depth(); }, tail_) : depth_;
  }
  std::vector<Placed> laid() const;

  /// Where it stands above its opening.
  void save(ByteWriter& out) const;
  /// The opening is one of `opening` pieces; at most `most` are placed. Nothing is counted in the profile, and what is
  /// allowed and watched stays.
  void restore(ByteReader& in, std::size_t opening, std::size_t most);
  /// What outlasts a descent.
  void save_allowance(ByteWriter& out) const;
  void restore_allowance(ByteReader& in);
  bool has_allowance() const { return !allowance_.empty(); }

 private:
  struct Frame {
    const Candidate* next = nullptr;
    const Candidate* end = nullptr;
  };
  struct Turn {
    const Range* lists = nullptr;
    std::uint32_t north = 0, west = 0;
  };
  void lay_opening(const std::vector<Placed>& opening);
  Range range_at(std::size_t depth) const;
  void open(std::size_t depth);
  void begin_tail();
  End run_lists(std::uint64_t& left);

  const Course* course_;
  CandidateLists lists_;
  Profile* profile_;
  std::variant<Tail<1>, Tail<2>> tail_;
  std::vector<Turn> turns_;
  std::vector<Frame> frames_;
  std::vector<Candidate> laid_;  ///< by stop counted from 1; 0 is the outside
  std::vector<std::uint8_t> used_;
  Allowance allowance_;
  std::size_t tail_from_;
  std::size_t floor_ = 0;
  std::size_t depth_ = 0;  ///< pieces below the tail
  std::size_t watch_ = 0;
  bool in_tail_ = false;
};

}  // namespace tesselle::edge::schedule
