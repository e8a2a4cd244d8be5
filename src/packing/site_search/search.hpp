#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "packing/site_search/areas.hpp"
#include "packing/site_search/sites.hpp"
#include "packing/site_search/tables.hpp"

namespace tesselle::packing::tiling {

/// What a placement leads to.
enum class Outlook { dead_end, open, solved };

/// The tree of all tilings of a board by some of the pieces left. A SearchSpace (engine/tree_search.hpp).
///
///     choose the site that the fewest pieces can cover
///     for each way to cover it:
///       place the piece
///       dead end if a gap around it cannot be closed, a site has no piece left, or an area cannot be made of pieces
///
/// Only the most constrained site matters, so the others are looked at no longer than it takes to see that they have
/// as many pieces: each keeps a few pieces known to cover it and those not tried yet. A site whose known ways lie
/// outside the box of a new piece can only lose that piece.
///
/// Sets of pieces are as wide as the puzzle needs; all that has to do with them is behind the virtual functions, of
/// which a node takes four.
class TilingSearch {
 public:
  virtual ~TilingSearch() = default;

  /// Goes to the root of a tree: this board, so many of each piece kind, of which so many must be used.
  virtual void start(const Board& free, std::span<const int> copies, std::span<const int> required) = 0;

  std::uint32_t depth_limit() const { return depth_limit_; }
  virtual std::uint32_t open() = 0;
  virtual void close() = 0;
  bool take(std::uint32_t candidate) {
    put_down(spots_[frames_.back().first_spot + candidate]);
    return true;
  }
  virtual void undo() = 0;
  /// Puts any fitting piece down, a candidate or not; undo() takes it back.
  virtual void put_down(Spot spot) = 0;
  /// What putting this piece down would lead to; the tests are those of open().
  virtual Outlook outlook(Spot spot) = 0;
  bool solved() const { return free_area_ == 0 && required_area_ <= 0; }

  /// The choices of the open node.
  std::span<const Spot> candidates() const {
    return {spots_.data() + frames_.back().first_spot, spots_.size() - frames_.back().first_spot};
  }
  /// Pieces placed since start().
  std::span<const Spot> path() const { return path_; }
  const Board& board() const { return free_; }
  /// By point: the free star of a middle that no piece takes all of.
  const std::vector<std::uint8_t>& middles() const { return middles_; }
  /// Pieces left, by kind.
  const std::vector<int>& copies() const { return copies_; }
  /// In sectors.
  int free_area() const { return free_area_; }

 protected:
  /// An open node: where its lists begin; they end where those of the next begin.
  struct Frame {
    std::uint32_t first_listed = 0, first_site = 0, first_spot = 0;
  };

  explicit TilingSearch(const TilingTables& tables);
  void set_root(const Board& free, std::span<const int> copies, std::span<const int> required);
  int parts_around(Spot spot) const;
  void flip(Spot spot);
  void mark_outline(Spot spot);
  bool touched(PointNumber point) const { return touched_[static_cast<std::size_t>(point)] == stamp_; }
  Box box_of(Spot spot) const;

  const Grid& grid_;
  const ShapeTable& shapes_;
  Areas areas_;

  Board free_;
  std::vector<std::uint8_t> middles_;
  std::vector<int> copies_, required_;
  int free_area_ = 0, required_area_ = 0;  ///< in sectors
  std::uint32_t depth_limit_ = 0;

  std::vector<Frame> frames_;
  std::vector<Spot> path_;
  std::vector<Spot> spots_;

 private:
  std::vector<std::uint32_t> touched_;  ///< by point: equals stamp_ if on the outline of the last piece
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> x_of_, y_of_;  ///< by block
};

constexpr std::size_t max_piece_kinds = 832;
/// For tables with at most that many kinds of pieces.
std::unique_ptr<TilingSearch> make_tiling_search(const TilingTables& tables);

}  // namespace tesselle::packing::tiling
