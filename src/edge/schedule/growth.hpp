#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edge/schedule/candidates.hpp"

namespace tesselle::edge::schedule {

/// How an opening grows: in which order its cells are filled, which sides meet filled cells, and what may be placed.
/// Rows are filled one after the other. But a hint deep in the opening is a bottleneck if most of the board is placed
/// before it, so the rows above it are cut at its column: the part that ends with the hint comes first, all rows of it,
/// then the other part. At most two sides of a cell ever meet a filled cell, apart from hints that come later.
class Growth {
 public:
  /// The colours on the other side of the fronts are kept in slots.
  static constexpr std::uint16_t no_slot = 0xffff;
  struct Ask {
    std::size_t side = 0;    ///< of the cell that is filled
    std::uint16_t slot = 0;  ///< what this side must show
    bool of_last = false;    ///< the neighbour is the cell filled just before
  };
  struct Wait {
    std::size_t side = 0;
    std::uint16_t slot = no_slot;  ///< where to remember what the neighbour must show; no_slot: the rim, or never asked
  };
  struct Step {
    std::uint32_t stop = 0;  ///< of the course
    std::uint32_t kind = 0;
    std::vector<Ask> asks;
    std::vector<Wait> waits;  ///< all other sides
  };
  struct Turned {
    Placed placed;
    Sides sides{};
    std::array<std::uint16_t, 4> asks{};     ///< what the neighbours must show
    std::array<std::uint16_t, 4> repeats{};  ///< how many of the sides before have the same colour
  };

  /// Of the first `depth` pieces; course must outlive it.
  Growth(const Course& course, std::size_t depth);

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t slots() const { return slots_; }
  /// The turned pieces that may be placed at a step, given what is asked there (in the order of its asks).
  Range fitting(const Step& step, std::array<std::uint16_t, 2> asked) const {
    return ranges_[(step.kind * stride_ + asked[0]) * stride_ + asked[1]];
  }
  const std::vector<Turned>& turned() const { return turned_; }

 private:
  struct Kind {
    CellKind cell;
    std::vector<std::size_t> sides;  ///< that are asked
    friend bool operator==(const Kind&, const Kind&) = default;
  };
  void add_step(std::uint32_t stop, std::vector<std::uint32_t>& step_at);
  CellKind cell_kind(std::uint32_t stop, const std::vector<std::uint32_t>& step_at) const;
  void forget_unasked();
  Turned turned_as(Placed placed) const;
  bool belongs_on(const Kind& kind, const Turned& turned) const;
  void list_fitting();

  const Course* course_;
  std::size_t stride_;
  std::size_t slots_ = 0;
  std::vector<Step> steps_;
  std::vector<Kind> kinds_;
  std::vector<Range> ranges_;
  std::vector<Turned> turned_;
};

}  // namespace tesselle::edge::schedule
