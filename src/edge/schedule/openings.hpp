#pragma once

#include <cstdint>
#include <vector>

#include "edge/schedule/candidates.hpp"

namespace tesselle::edge::schedule {

/// How many ways, as a logarithm, the sides of one colour can meet that are still to come or already wait on the board.
/// Few colours with many sides have more than many with few; that is what makes the end of a board easy.
class Room {
 public:
  /// `most_left`, `most_asked`: the largest arguments.
  Room(std::size_t most_left, std::size_t most_asked);

  /// A colour whose sides meet each other.
  float among_themselves(std::size_t left, std::size_t asked) const { return pairs_[left * stride_ + asked]; }
  /// A colour whose sides meet others: those of the mate, or along the rim those of pieces on the other side.
  float with_others(std::size_t left, std::size_t) const { return halves_[left]; }

 private:
  std::size_t stride_;
  std::vector<float> pairs_, halves_;
};

/// Boards without mismatches whose remaining pieces go well together, found by a beam search: of all ways to lay one
/// more piece on the boards kept, the best are kept. A board is judged by the privileged sides on it and by the room
/// that is left.
class Openings {
 public:
  struct Request {
    std::size_t depth = 0;  ///< pieces of an opening
    std::size_t width = 1;  ///< boards kept
    std::vector<bool> privileged;
  };
  /// Course and lists (of all pieces) must outlive the search for openings.
  Openings(const Course& course, const CandidateLists& lists, Request request, Rng rng);

  /// Lays one more piece on all boards. Returns how many ways there were; if there are none, the search is over too.
  std::size_t step();
  bool over() const { return dead_ || depth_ == request_.depth; }
  bool failed() const { return dead_; }

  /// Pieces of the boards there are now, also if no more could be laid.
  std::size_t depth() const { return depth_; }
  std::size_t count() const { return scores_.size(); }
  /// Best first, once it is over.
  std::vector<Placed> opening(std::size_t index) const;

 private:
  using Word = std::uint16_t;
  /// Offsets into a board's words.
  struct Layout {
    std::size_t left, asked, south, east, used, size;
  };
  struct Step {
    std::uint32_t parent;
    std::uint32_t candidate;
  };
  struct Child {
    float key, score;
    Step step;
  };
  void find_children(std::vector<Child>& children);
  void keep(const std::vector<Child>& children);
  void lay(Word* board, const Candidate& candidate) const;
  float gain(Word* board, const Candidate& candidate) const;
  template <class Visit>
  void each_change(const Word* board, const Candidate& candidate, Visit visit) const;
  float room_of(const Word* board, std::size_t colour) const;
  void forget_dead_ends();
  void rank();

  const Course* course_;
  const CandidateLists* lists_;
  Request request_;
  Rng rng_;
  Layout layout_{};
  Room room_;
  std::vector<bool> halved_;              ///< per colour: Room::with_others
  std::vector<float> privilege_;          ///< per piece: what its privileged sides are worth
  std::vector<Word> boards_;              ///< layout_.size each
  std::vector<float> scores_;             ///< per board
  std::vector<std::vector<Step>> trail_;  ///< per depth, per board
  std::vector<std::uint32_t> order_;
  std::size_t depth_ = 0;
  bool dead_ = false;
};

}  // namespace tesselle::edge::schedule
