#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/rng.hpp"
#include "edge/schedule/colours.hpp"
#include "edge/schedule/growth.hpp"

namespace tesselle::edge::schedule {

/// How many ways, as a logarithm, the sides of one colour can meet that are still to come or already wait on the board.
/// Few colours with many sides have more than many with few; that is what makes the end of a board easy.
///
/// If `left` sides are to come and `spare` more than wait on the board, those that wait have left! / spare! ways to be
/// met, and the spare ones (spare - 1)!! to meet each other. Tables hold what the last step of each factor is worth.
class Room {
 public:
  /// `most`: the largest number of sides of a colour.
  explicit Room(std::size_t most);

  /// One side less to come: what is lost.
  float loss(std::size_t left) const { return losses_[left]; }
  /// One side less to come, and one more that waits: the change apart from that loss.
  float change(std::size_t spare_and_offset) const { return changes_[spare_and_offset]; }
  /// Spare sides may be fewer than none.
  std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
  std::vector<float> losses_, changes_;
};

/// Boards without mismatches whose remaining pieces fit together well, found by a beam search: of all ways to place one
/// more piece on the boards kept, the best are kept. A board is judged by the room that is left, and, at first, by how
/// well it approaches the target: the sides that should be left at the end.
class Openings {
 public:
  struct Request {
    std::size_t width = 1;  ///< boards kept
    Leftover wanted;        ///< at the end
  };
  /// Course and growth must outlive the search for openings.
  Openings(const Course& course, const Growth& growth, Request request, Rng rng);

  /// Places one more piece on all boards. Returns how many ways there were; if there are none, the search is over too.
  std::size_t step();
  bool over() const { return dead_ || depth_ == growth_->steps().size(); }
  bool failed() const { return dead_; }

  /// Pieces of the boards there are now, also if no more could be placed.
  std::size_t depth() const { return depth_; }
  std::size_t count() const { return rooms_.size(); }
  /// In the order of the course, most room first; once it is over and has not failed.
  std::vector<Placed> opening(std::size_t index) const;
  /// The logarithm of the ways in which what is left can meet, up to a number that is the same for all boards of a
  /// depth.
  double room(std::size_t index) const { return rooms_[order_[index]]; }
  /// On the average of the openings that have most room.
  Leftover left() const;
  /// The board with most room, of those there are now, as pieces at stops of the course.
  std::vector<std::pair<std::uint32_t, Placed>> best_board() const;

  void save(ByteWriter& out) const;
  /// Into one made for the same request that has made no step.
  void restore(ByteReader& in);

 private:
  using Word = std::uint16_t;
  /// Offsets into a board's words.
  struct Layout {
    std::size_t left, spare, slots, used, size;
  };
  struct Step {
    std::uint32_t parent;
    std::uint32_t turned;  ///< index into Growth::turned()
  };
  struct Child {
    float key, room, worth;
    Step step;
  };
  using Turned = Growth::Turned;
  Range range_at(const Word* board, std::size_t depth, const Turned* last) const;
  bool is_placed(const Word* board, PieceId piece) const;
  bool can_go_on(const Word* board, const Turned& last) const;
  void find_children(std::vector<Child>& children);
  std::vector<Child> read_children(ByteReader& in) const;
  void keep(const std::vector<Child>& children);
  void lay(Word* board, const Turned& turned) const;
  float gain(const Word* board, const Turned& turned) const;
  void keep_best(std::vector<Child>& children) const;
  using Trail = std::vector<std::vector<Step>>;
  void forget_dead_ends(Trail& trail) const;
  void rank();

  const Course* course_;
  const Growth* growth_;
  Request request_;
  Rng rng_;
  Layout layout_{};
  Room room_;
  std::vector<float> among_themselves_;  ///< per colour: 1 if its sides meet each other, otherwise 0
  std::vector<float> share_;             ///< per colour: of a loss; a half if its sides meet others
  std::vector<float> worth_;             ///< per piece: of having it on the board
  std::vector<Word> boards_;             ///< layout_.size each
  std::vector<Word> next_boards_;        ///< their memory is used again
  std::vector<float> rooms_, worths_;    ///< per board
  Trail trail_;                          ///< per depth, per board
  std::vector<std::uint32_t> order_;
  std::size_t depth_ = 0;
  bool dead_ = false;
};

}  // namespace tesselle::edge::schedule
