#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "edge/scan/candidate_lists.hpp"
#include "engine/engine.hpp"
#include "engine/tape.hpp"

namespace tesselle::edge::scan {

/// The search itself, node by node: knows at any moment where it is, and can stop anywhere.
/// How a cell finds its candidates is specialised for each set of sides that neighbours have filled before; which of
/// the specialisations a depth needs is chosen once, when the walker is made.
class Walker {
 public:
  /// Both must outlive the walker.
  Walker(const Plan& plan, const CandidateLists& lists);

  /// budget: `left` is used up. solved: the node just made completes the board. at_cut: the node just made is of
  /// depth `cut`. exhausted: nothing is left above the floor.
  enum class Stop { budget, solved, at_cut, exhausted };
  /// Makes at most `left` nodes, and counts them off.
  Stop run(std::uint64_t& left, std::uint32_t cut);
  /// The same without a cut; the nodes are noted on the tape.
  Stop run(std::uint64_t& left, Tape& tape);

  /// Takes placements back until `depth` are left: what is below counts as walked.
  void leave_to(std::uint32_t depth);
  /// Counts nodes of a depth that were made elsewhere.
  void count(std::uint32_t depth, std::uint64_t nodes) { nodes_per_depth_[depth] += nodes; }
  void raise_floor(std::uint32_t floor) { floor_ = std::max(floor_, floor); }

  std::uint32_t depth() const { return depth_; }
  std::uint32_t floor() const { return floor_; }
  std::uint32_t last_depth() const { return static_cast<std::uint32_t>(turns_.size()); }
  /// Index into Plan::values of what was placed as number `depth`.
  std::uint32_t value_at(std::uint32_t depth) const { return frames_[depth].value; }
  /// What the piece on a cell asks of the cell across `side`.
  Ask ask(Square square, Side side) const {
    return asks_[square.index() * 4 + static_cast<std::size_t>(opposite(side))];
  }

  const std::vector<std::uint64_t>& nodes_per_depth() const { return nodes_per_depth_; }

  TreePosition position() const;
  /// False, and at the beginning, if there is no such place.
  bool seek(const TreePosition& position);
  double fraction() const;
  Solution solution() const;

 private:
  /// One colour per side, compared and copied as one word.
  using Lanes = std::uint64_t;
  struct Piece {
    Lanes sides = 0;
    Lanes asks = 0;  ///< lane s: what a cell must show on its side s if this piece is there
    std::uint32_t kind = 0;
  };
  struct Turn;
  struct Frame {
    const std::uint32_t* begin = nullptr;  ///< the candidates, and which of them is next
    const std::uint32_t* end = nullptr;
    const std::uint32_t* next = nullptr;
    Lanes wanted = 0;         ///< in the lanes that Turn::check covers
    std::uint32_t value = 0;  ///< what was taken
  };
  using Open = void (*)(const Walker& walker, const Turn& turn, Frame& frame);
  struct Turn {
    std::size_t asks = 0;                     ///< of its cell, in asks_
    std::array<std::size_t, 4> neighbours{};  ///< per side, in asks_: what that side must show
    Lanes check = 0;                          ///< lanes that the choice of the list leaves to be looked at
    CandidateLists::Class lists;
    Open open = nullptr;
  };
  template <unsigned Asking, bool ByPairs>
  static void open_frame(const Walker& walker, const Turn& turn, Frame& frame);
  template <bool ByPairs, unsigned... Asking>
  static Open choose_open(unsigned asking, std::integer_sequence<unsigned, Asking...>);
  Turn make_turn(const Plan::Turn& planned, std::uint32_t depth) const;
  template <class Pen, class... PenOn>
  Stop walk(std::uint64_t& left, std::uint32_t cut, PenOn&... on);
  void open();
  bool place_next();
  void undo();
  void rewind();
  bool follow(const TreePosition& position);
  std::uint32_t candidates_at(std::uint32_t depth) const {
    return static_cast<std::uint32_t>(frames_[depth].end - frames_[depth].begin);
  }
  std::uint32_t next_at(std::uint32_t depth) const {
    return static_cast<std::uint32_t>(frames_[depth].next - frames_[depth].begin);
  }

  const Plan* plan_;
  const CandidateLists* lists_;
  std::vector<Piece> pieces_;  ///< per value
  std::vector<Turn> turns_;
  Turn deadline_turn_;                          ///< instead, where the pinned kind must be placed now
  std::uint32_t deadline_ = ~std::uint32_t{0};  ///< Plan::pin_deadline
  std::vector<Frame> frames_;                   ///< per depth; the one of the last depth stays empty
  std::vector<Ask> asks_;                       ///< four per cell, stale where the cell is empty
  std::vector<std::uint16_t> copies_left_;      ///< per kind
  std::vector<std::uint64_t> nodes_per_depth_;
  std::uint32_t depth_ = 0;
  std::uint32_t floor_ = 0;
};

}  // namespace tesselle::edge::scan
