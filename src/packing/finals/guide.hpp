#pragma once

#include <span>
#include <vector>

#include "packing/site_search/search.hpp"
#include "packing/tileability/model.hpp"

namespace tesselle::packing::finals {

/// Tells which nodes of a region's tree lead to deals.
///
/// All pieces that are left must be dealt in the end, to this region or to another. So a deal is the less likely the
/// worse the outline of what is left of the region, and the more likely the harder the pieces are that are placed
/// already: they are out of the way. With d of the region's k pieces placed, r = k - d, and n pieces left at the root,
/// the share of the root's deals that a node has is about
///
///     exp(outline - sum of the values of the pieces placed + closing + r * per_piece) * (n - d)! / (n - k)! / total
///
/// (values relative to their mean; `outline` by a tileability model). per_piece is such that the root has all deals.
/// On a hexagon of 17 of Eternity's pieces, with 53 left, this was right within a factor of 1.5 in all parts of the
/// tree that matter, from 8 to 16 pieces placed, and the best 2 percent of the nodes of a level had 60 percent of the
/// deals.
class Guide {
 public:
  /// What a node is judged by.
  struct Worth {
    double score = 0;        ///< outline less values
    std::size_t placed = 0;  ///< pieces
  };

  /// `scores` outlives it. `values`: by kind of piece of the region's puzzle, on average over the regions;
  /// `own_values`: in this region; `left`: which kinds there are. The region takes k pieces.
  Guide(const tileability::ScoreTables& scores, const tiling::TilingTables& tables, int k,
        std::span<const double> values, std::span<const double> own_values, std::span<const char> left);

  Worth worth_of(const tiling::Grid& grid, const tiling::Board& board, std::span<const std::size_t> placed) const;
  /// Before the piece is put down.
  void add(Worth& worth, const tiling::ShapeTable& shapes, const tiling::TilingSearch& search,
           tiling::Spot spot) const {
    worth.score += scores_.outline_change(shapes, search.board(), search.middles(), spot) * (1 / unit) -
                   values_[shapes[spot.shape].piece];
    ++worth.placed;
  }
  /// Pieces that the region still takes.
  std::size_t pieces_to_place(const Worth& worth) const { return by_depth_.size() - 1 - worth.placed; }
  /// Of the root's deals, as a logarithm.
  double log_share(const Worth& worth) const { return worth.score + by_depth_[worth.placed]; }

 private:
  static constexpr double unit = tileability::ScoreTables::unit;
  const tileability::ScoreTables& scores_;
  std::vector<double> values_;    ///< by kind of piece, relative to the mean of those left
  std::vector<double> by_depth_;  ///< by the number of pieces placed: what is to be added
};

}  // namespace tesselle::packing::finals
