#pragma once

#include <cstdint>
#include <span>
#include <utility>
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
/// as many pieces: each keeps a few pieces known to cover it and those not tried yet. A site whose known ways do not
/// touch the box of a new piece can only lose that piece.
template <int Words>
class TilingSearch {
 public:
  TilingSearch(const TilingTables& tables, SiteIndex<Words>& index);

  /// Goes to the root of a tree: this board, this many copies of each piece kind, this many of which must be used.
  void start(const Board& free, std::span<const int> copies, std::span<const int> required);

  std::uint32_t depth_limit() const { return depth_limit_; }
  std::uint32_t open();
  void close();
  bool take(std::uint32_t candidate);
  void undo() { take_back(); }
  /// Places any fitting piece, a candidate or not; undo() takes it back.
  void put_down(Spot spot);
  /// What placing this piece would lead to; the tests are those of open().
  Outlook outlook(Spot spot);
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

 private:
  struct Site {
    SiteAt at;
    int count = 0;            ///< of the known pieces
    PieceSet<Words> known;    ///< pieces left that can cover it
    PieceSet<Words> untried;  ///< pieces that perhaps can; some may be used by now
  };
  /// A node lists its sites; nodes below share those that stay as they are.
  struct Listed {
    Box box;  ///< of one way for each known piece
    std::uint32_t site = 0;
  };
  /// A narrow gap, up to 90 degrees, on the outline of the last piece.
  struct NarrowGap {
    SiteAt at;
    std::uint64_t key = 0;  ///< of its view
    const Pattern<Words>* pattern = nullptr;
    int pieces = 0;  ///< that can cover it as far as its pattern shows
    Spot first_way{};
  };
  /// An open node: where its lists begin; they end where those of the next begin.
  struct Frame {
    std::uint32_t first_listed = 0, first_site = 0, first_spot = 0;
  };

  void take_back();
  bool can_be_tiled();
  bool survives(Spot spot);
  int parts_around(Spot spot) const;
  void flip(Spot spot);
  void mark_outline(Spot spot);
  bool narrow_gaps_can_be_covered(Spot spot);
  void list_narrow_gaps(Spot spot);
  void list_narrow_gaps_at(PointNumber point, Star star);
  bool find_patterns();
  bool find_way(NarrowGap& gap);
  bool count_narrow_gaps();
  bool look_at_wide_gaps(Spot spot);
  bool look_at_point(PointNumber point, bool wide);
  bool look_at_all_points();
  bool keep_counted_sites(Spot spot);
  bool keep_other_sites(Spot spot);
  bool touched(PointNumber point) const { return touched_[static_cast<std::size_t>(point)] == stamp_; }
  static Site without(Site site, std::size_t piece);
  bool look_at(Site site, Box box, bool known_stand);
  bool add(const Site& site, Box box);
  bool list(const Site& site, Listed listed);
  void try_pieces(Site& site, Box& box, const Pattern<Words>& pattern);
  void list_candidates();
  Box box_of(Spot spot) const;

  const TilingTables& tables_;
  const Grid& grid_;
  const ShapeTable& shapes_;
  SiteIndex<Words>& index_;
  Areas areas_;

  Board free_;
  std::vector<std::uint8_t> middles_;
  std::vector<int> copies_, required_;
  PieceSet<Words> available_;
  int free_area_ = 0, required_area_ = 0;  ///< in sectors
  std::uint32_t depth_limit_ = 0;

  std::vector<Frame> frames_;
  std::vector<Spot> path_;
  std::vector<Site> sites_;
  std::vector<Listed> listed_;
  std::vector<NarrowGap> narrow_gaps_;
  std::uint32_t old_end_ = 0;        ///< where the list of the last open node ends
  SiteAt tightest_;                  ///< of the sites of the board just reached
  int fewest_ = 0;                   ///< known pieces of the tightest
  PieceSet<Words> tightest_pieces_;  ///< its known pieces, which are all: no other site stopped its count
  std::vector<Spot> spots_;
  std::vector<std::uint32_t> touched_;  ///< by point: equals stamp_ if on the outline of the last piece
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> x_of_, y_of_;  ///< by block
};

extern template class TilingSearch<1>;
extern template class TilingSearch<2>;
extern template class TilingSearch<4>;
extern template class TilingSearch<13>;

}  // namespace tesselle::packing::tiling
