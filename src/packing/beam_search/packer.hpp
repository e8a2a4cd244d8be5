#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/beam_search/filler.hpp"
#include "packing/site_search/tables.hpp"

namespace tesselle::packing::beam {

/// Puts as many pieces as possible on a small board, holes allowed: branch and bound.
///
///     the sector with the fewest ways to be covered is covered in each of these ways, or stays empty
///     bound: for each part of the board, where parts share no way to put a piece, how many pieces it has room for
class Packer final : public Filler {
 public:
  /// In sectors: larger boards are refused.
  static constexpr int largest_area = 64 * 10;

  explicit Packer(const tiling::TilingTables& tables) : tables_(tables) {}

  /// Only more than `known` pieces are of interest.
  bool begin(const tiling::Board& board, std::span<const int> copies, int known) override;
  bool work(std::uint64_t& budget) override;
  /// Empty if there are not more than `known`.
  const std::vector<tiling::Spot>& best() const override { return best_; }
  std::span<const tiling::Spot> path() const override { return path_; }

  void save(ByteWriter& out) const override;
  void restore(ByteReader& in) override;

 private:
  using Mask = std::array<std::uint64_t, largest_area / 64>;
  struct Way {
    Mask mask;
    tiling::Spot spot;
    std::uint16_t piece;
  };
  /// A node: the ways still open (a run of `ways_`) and which branch comes next.
  struct Frame {
    std::uint32_t first = 0, count = 0;
    std::uint32_t sector = 0;  ///< what is branched on
    std::uint32_t next = 0;    ///< the next way that may cover it
    bool left_empty = false;   ///< the last branch was taken
    bool placed = false;       ///< this node was made by a placement
  };

  void list_ways(const tiling::Board& board);
  void open(std::uint32_t first, bool placed);
  int bound(std::uint32_t first) const;
  std::uint32_t tightest(std::uint32_t first) const;
  void cover(const Way& way);
  void leave_empty();
  void close();
  bool go_on_from(std::uint32_t tried, bool left_empty);
  bool enter_child();

  const tiling::TilingTables& tables_;
  std::vector<int> copies_;
  std::vector<int> sector_number_;  ///< by 6 * triangle + sector
  int smallest_ = 1;                ///< area of the smallest piece
  std::size_t words_ = 0;
  std::vector<std::uint32_t> ways_;  ///< numbers into all_
  std::vector<Way> all_;
  std::vector<Frame> frames_;
  std::vector<tiling::Spot> path_, best_;
  std::size_t known_ = 0;
};

}  // namespace tesselle::packing::beam
