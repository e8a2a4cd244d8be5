#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "edge/scan/lane_tables.hpp"

namespace tesselle::edge::scan {

constexpr std::size_t lane_count = 8;

/// A search of one subtree, made to be advanced in turn with others, one node each: the processor works on the next
/// lanes while it waits for the memory that one of them asked for.
///
/// A plain search of this kind is slow for two reasons: whether a cell has a candidate left is as unpredictable as a
/// coin, so that every second node costs a mispredicted branch; and each step waits for the one before it. Here a step
/// has no branch that depends on the puzzle. All candidates of a cell that are left are found at once, as bits, and
/// kept with the pieces left at that point in the frame of the depth; each frame knows the nearest one before it that
/// has candidates to try. So going on or going back is choosing the number of a frame. What remains is waiting for
/// memory.
///
/// Everything a step writes is at a distance from its frame that is known when the step begins, or nearly so. That
/// matters: a load that may depend on a store in flight, and here most may, waits until the addresses of all stores
/// before it are known, those of the other lanes included.
///
/// Lanes count; they do not know where they are. A subtree with a solution ends at once and is left to the walker.
struct Lane {
  /// rows, corner: the entries of the neighbours, for what they ask of the cell.
  struct Demand {
    Entry north = 0, west = 0;
  };
  struct alignas(frame_bytes) Frame {
    PieceSet pieces;               ///< left before the cell is filled
    const Block* block = nullptr;  ///< where its candidates are
    std::uint32_t candidates = 0;  ///< still to try, as bits
    std::uint32_t back = 0;        ///< the frame to go back to when there is none
    std::uint32_t nodes = 0;       ///< made at this depth
    union {
      Demand demand{};
      std::array<Ask, 4> demands;  ///< any: what the piece asks, as table offsets
    };
  };
  static_assert(sizeof(Frame) == frame_bytes);

  // This many, so that lanes are an eighth of a page apart: equal depths of different lanes must not meet in the cache.
  std::array<Frame, 968> frames{};
  static_assert(sizeof(frames) % 4096 == 4096 / lane_count && 968 > max_lane_turns + first_frame);

  Frame& at_depth(std::uint32_t depth) { return frames[depth + first_frame]; }
};

/// A subtree to count: what a lane must know about the board above it.
struct LaneStart {
  std::uint32_t depth = 0;
  PieceSet pieces;
  struct Border {
    std::uint32_t at;  ///< byte offset in the frames
    std::uint32_t value;
  };
  std::vector<Border> borders;
};

/// Only for machines with Instructions::avx2.
class Lanes {
 public:
  explicit Lanes(const LaneTables& tables);

  /// Puts a lane to work; it is finished at once if there is no candidate.
  void start(std::size_t lane, const LaneStart& start);
  void rest(std::size_t lane) { top_[lane] = idle_frame * frame_bytes; }
  /// Advances every lane by at most `rounds` steps, fewer when one of them finishes. Returns how many.
  std::uint32_t run(std::uint32_t rounds);

  Lane& operator[](std::size_t lane) { return (*lanes_)[lane]; }
  bool finished(std::size_t lane) const { return top_[lane] == bottom_frame; }
  /// Did it end because it came to a solution?
  bool solved(std::size_t lane) const { return (*lanes_)[lane].frames[bottom_frame].candidates != 0; }

  using Tops = std::array<std::uint64_t, lane_count>;  ///< per lane: its frame
  using Memory = std::array<Lane, lane_count>;

 private:
  const LaneTables* tables_;
  std::unique_ptr<Memory> lanes_;
  Tops top_{};
};

}  // namespace tesselle::edge::scan
