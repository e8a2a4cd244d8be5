#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "edge/scan/walker.hpp"

namespace tesselle::edge::scan {

/// The tables that lanes (lanes.hpp) search with: the candidate lists without the pieces of a prefix of the search
/// that stays as it is, cut into blocks of eight so that one look tells which candidates of a block are left.
///
/// A set of pieces is 256 bits. A kind with k copies left has k neighbouring bits, of which as many (from the lowest)
/// are set as copies are left; so its lowest bit says whether it may be taken.
struct alignas(32) PieceSet {
  std::array<std::uint32_t, 8> words{};
};

/// One word per candidate:
///   bits 0-2, 27-31  where its bit is in a PieceSet: the word, and 31 - the bit in it
///   bits 5-26        Shape::rows, ::corner: what it asks of its neighbours to the east and to the south, as table
///   offsets
///                    Shape::any: its number in LaneTables::asks
/// The last entry of a block is not a candidate but a link: to the next block of the list, or one of the ends below.
/// Unused entries have a bit that is never set, links one that is always set.
using Entry = std::uint32_t;

constexpr std::size_t block_entries = 8;
constexpr std::size_t link_entry = block_entries - 1;
constexpr int payload_shift = 5;
constexpr Entry payload_mask = 0x07ff'ffe0;
/// Links to where there is no list: the board is full; the lane has nothing to do.
constexpr std::uint32_t board_full = payload_mask >> payload_shift, lane_idle = board_full - 1;

struct alignas(32) Block {
  std::array<Entry, block_entries> entries;
};

constexpr std::size_t max_lane_turns = 960;  ///< cells that the lanes have room for

/// Where a lane keeps what it knows of one depth (Lane::Frame). Frames are addressed by their byte offset.
constexpr std::uint32_t frame_bytes = 64;
constexpr std::uint32_t bottom_frame = 0, idle_frame = 1, first_frame = 2;  ///< by number
constexpr std::uint32_t frame_at(std::uint32_t depth) { return (depth + first_frame) * frame_bytes; }

/// How what a piece asks reaches the cells, which depends on the path.
///   rows    every cell has its filled neighbours to the north and west, and the one to the west was filled just before
///   corner  filled neighbours are to the north and west
///   any     whatever the path; more to read and write for each node
enum class Shape { rows, corner, any };

/// What is fixed about a depth. As long as a frame, so that one offset leads to both.
struct alignas(frame_bytes) LaneTurn {
  const Block* lists = nullptr;       ///< the block that begins list 0
  std::uint32_t chain = 0;            ///< rows: mask of what the piece before asks, in its entry
  std::uint32_t south = 0, east = 0;  ///< rows, corner: the frames of the cells that the piece asks something of
  /// any: byte offsets of what the filled neighbours ask, in the frames
  std::array<std::uint32_t, 4> demand_offsets{};
};

class LaneTables {
 public:
  /// nullptr if the board has too many cells or colours.
  static std::unique_ptr<LaneTables> make(const Plan& plan);

  /// Rebuilds everything for the pieces that are left; false if there are too many.
  bool rebuild(const std::vector<std::uint16_t>& copies_left);

  Shape shape() const { return shape_; }
  bool has_twins() const { return has_twins_; }
  /// All that are left.
  const PieceSet& all() const { return all_; }
  /// Takes a copy of the kind away.
  void take(PieceSet& set, std::uint32_t kind) const;
  /// Where in the tables a neighbour's ask leads.
  std::uint32_t minor_offset(Ask ask) const { return std::uint32_t{ask} << payload_shift; }
  std::uint32_t major_offset(Ask ask) const { return std::uint32_t{ask} << (payload_shift + colour_bits_); }

  // What lanes read, laid open to them.
  std::array<LaneTurn, max_lane_turns + first_frame + 1> turns{};  ///< after the last cell: the full board
  std::vector<Block> blocks;
  std::vector<Block> checks;             ///< any: beside each block, what its entries show on the third and fourth side
  std::vector<std::array<Ask, 4>> asks;  ///< any: per value, what it asks, as minor offsets
  struct alignas(64) Taking {
    PieceSet keep;   ///< all but the bits of the kind
    PieceSet shift;  ///< the bits of the kind but the highest
  };
  std::array<Taking, 256> takings{};             ///< by entry, its set bit rotated to the bottom
  std::array<PieceSet, 256> kept{};              ///< Taking::keep alone, for puzzles without twins
  std::uint32_t minor_mask = 0, major_mask = 0;  ///< rows, corner: of the offsets in an entry
  int colour_bits() const { return colour_bits_; }
  const Block* idle_block() const { return &blocks.end()[-1]; }
  const Block* full_block() const { return &blocks.end()[-2]; }

 private:
  /// The lists of cells with equal needs.
  struct Class {
    struct Member {
      std::uint32_t list = 0;  ///< in the class
      std::uint32_t kind = 0;
      Entry payload = 0, check = 0;
    };
    std::uint32_t first_block = 0;
    std::vector<Member> members;  ///< in value order
  };

  explicit LaneTables(const Plan& plan);
  void add_class(const CellNeed& need);
  std::uint32_t list_of(const Sides& sides, const CellNeed& need) const;
  Entry payload_of(std::uint32_t value) const;
  Entry check_of(const Sides& sides, const CellNeed& need) const;
  void allocate();
  void make_turn(std::uint32_t depth, const std::vector<std::uint32_t>& frame_of);
  bool number_pieces(const std::vector<std::uint16_t>& copies_left);
  void give_bits(std::uint32_t kind, std::uint32_t word, std::uint32_t bit, std::uint32_t copies);
  void append(const Class& lists, const Class::Member& member, Entry bits);

  const Plan* plan_;
  Shape shape_;
  int colour_bits_;
  bool has_twins_ = false;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_of_depth_;
  std::uint32_t listed_blocks_ = 0;  ///< blocks that begin a list; those that lists grow into follow
  std::uint32_t used_blocks_ = 0;
  std::vector<std::uint32_t> last_block_;  ///< per list: the one that is being filled
  std::vector<std::uint8_t> entry_count_;  ///< per block
  std::vector<Entry> bit_of_kind_;         ///< where its lowest bit is, as in an Entry
  PieceSet all_{};
};

}  // namespace tesselle::edge::scan
