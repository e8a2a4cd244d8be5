#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "edge/scan/lane_tables.hpp"

namespace tesselle::edge::scan {

/// Several searches of disjoint subtrees, advanced in turn, one node each: the processor works on the next ones while
/// it waits for the memory that one of them asked for.
///
/// A plain search of this kind is slow for two reasons: whether a cell has a candidate left is as unpredictable as a
/// coin, so that every second node costs a mispredicted branch; and each step waits for the one before it. Here a step
/// has no branch that depends on the puzzle. All candidates of a cell that are left are found at once, as bits; each
/// cell with candidates still to try is a record on a stack, together with the pieces left at that point, so that
/// going back is to look at the record on top. Whether a step goes on or back only moves the top of the stack.
/// What remains is the waiting, and that is what the other lanes are for.
///
/// Lanes count; they do not know where they are. What they find is exact for subtrees without solutions; a subtree
/// with a solution ends at once and is left to the walker.
constexpr std::size_t lane_count = 8;

struct Lane {
  /// A cell with candidates left.
  struct alignas(64) Record {
    PieceSet pieces;               ///< left before the cell is filled
    const Block* block = nullptr;  ///< where they are
    std::uint32_t candidates = 0;  ///< as bits
    std::uint32_t depth = 0;
  };
  /// corner: what the neighbours to the north and west of a cell ask of it, as table offsets.
  struct Slot {
    std::uint32_t north = 0, west = 0;
  };

  static constexpr std::size_t most_records = 258;  ///< one per piece of a PieceSet, and the bottom
  std::array<Record, most_records> stack;
  std::array<std::uint32_t, most_lane_turns + 1> nodes{};  ///< made, per depth
  std::array<Slot, end_slot + 1> slots{};                  ///< Shape::corner
  std::array<Ask, most_lane_turns * 4 + 4> asks{};         ///< Shape::any: four per cell, and zeros
  Record* top = nullptr;                                   ///< the bottom: finished
  bool solved = false;

  bool finished() const { return top == stack.data(); }
};

/// A subtree to count: what is placed above it, as a lane must know it.
struct LaneStart {
  std::uint32_t depth = 0;
  PieceSet pieces;
  struct Border {
    std::uint32_t slot;  ///< corner: 2 * slot + whether it is the west one; any: index into asks
    std::uint32_t value;
  };
  std::vector<Border> borders;
};

class Lanes {
 public:
  /// Is there a kernel for this machine?
  static bool supported();
  explicit Lanes(const LaneTables& tables);

  /// Puts a lane to work; it is finished at once if there is no candidate.
  void start(std::size_t lane, const LaneStart& start);
  void rest(std::size_t lane);
  /// Advances every lane by at most `rounds` steps, fewer when one of them finishes. Returns how many.
  std::uint32_t run(std::uint32_t rounds);

  Lane& operator[](std::size_t lane) { return (*lanes_)[lane]; }

 private:
  const LaneTables* tables_;
  std::unique_ptr<std::array<Lane, lane_count>> lanes_;
};

}  // namespace tesselle::edge::scan
