#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "packing/site_search/grid.hpp"
#include "packing/site_search/shapes.hpp"

namespace tesselle::packing::tileability {

using tiling::PointKind;
using tiling::Star;

/// Points of an outline that look alike up to symmetry have the same feature: the canonical star, the smallest of its
/// images. Stars that are wholly free or wholly taken are not on the outline.
Star canonical_star(PointKind kind, Star free);
/// The canonical stars of outlines, ascending. `corner` stands for corners, any other kind for middles.
const std::vector<Star>& outline_features(PointKind kind);

/// How likely a region is to be tiled by given pieces (Selby and Riordan's model, with the outline described by the
/// stars of its points instead of three lengths): the expected number of tilings of a region with n pieces by exactly
/// n given pieces is
///
///     n! * exp(constant + per_piece * n + sum of piece values + sum over the points of the outline of their weights):
///
/// each of the n pieces has its chance at each of the n sites. A high piece value means an easy piece, a low weight a
/// bad point.
struct Model {
  std::string puzzle;  ///< what it was learned from
  double constant = 0, per_piece = 0;
  std::map<std::string, double> piece_values;  ///< by piece name
  std::map<Star, double> corner_weights;       ///< by canonical star
  std::map<Star, double> middle_weights;

  friend bool operator==(const Model&, const Model&) = default;
};

/// A model before anything is learned: all pieces alike, outlines the worse the more they turn.
Model plain_model();

/// As text: one line per number, comments after '#'.
std::string write_model(const Model& model);
/// The same with a seal (base/envelope.hpp) before it: what a file holds that the program wrote. Who edits the numbers
/// removes the first line.
std::string write_model_file(const Model& model);
/// Throws InputError with the place.
Model read_model(std::string_view text, const std::string& file);

/// The model of Eternity that comes with the program.
const Model& shipped_model();

/// The model of this name: "shipped", "plain", or else a file. Throws InputError.
Model model_named(const std::string& name);

/// By piece of a puzzle: the share of pieces that are harder, from 0 for the hardest to 1 for the easiest. Pieces that
/// the model does not know are in the middle.
std::vector<double> ease_ranks(const Model& model, const PackingPuzzle& puzzle);

/// A model as tables of whole numbers for one puzzle, so that sums do not depend on their order.
/// Scores are in units of 1/1024.
class ScoreTables {
 public:
  using Score = std::int32_t;
  static constexpr double unit = 1024;

  /// Pieces that the model does not know get the mean of those it knows.
  ScoreTables(const Model& model, const PackingPuzzle& puzzle, const tiling::ShapeTable& shapes);

  Score piece(std::size_t kind) const { return pieces_[kind]; }
  Score corner(Star free) const { return corners_[free]; }
  Score middle(Star free) const { return middles_[free]; }
  /// The weights of all points of a board.
  Score outline(const tiling::Grid& grid, const tiling::Board& board) const;
  /// What putting a piece down does to them; `middles` by point, as a TilingSearch has them.
  Score outline_change(const tiling::ShapeTable& shapes, const tiling::Board& board,
                       const std::vector<std::uint8_t>& middles, tiling::Spot spot) const {
    const auto& shape = shapes[spot.shape];
    const std::uint16_t* stars = board.stars.data() + spot.position;
    Score change = 0;
    for (const auto& corner : shapes.corners(shape)) {
      const Star star = stars[corner.block];
      change += corners_[star & ~static_cast<Star>(corner.taken)] - corners_[star];
    }
    const std::uint8_t* free = middles.data() + 4 * spot.position;
    for (const auto& middle : shapes.middles(shape)) change += middle_changes_[16u * free[middle.point] + middle.taken];
    return change;
  }

 private:
  std::vector<Score> pieces_;
  std::array<Score, 4096> corners_{};
  std::array<Score, 16> middles_{};
  std::array<Score, 256> middle_changes_{};  ///< by star and what is taken of it
};

}  // namespace tesselle::packing::tileability
