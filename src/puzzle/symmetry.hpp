#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Two solutions are the same board exactly when their keys are equal: twins, congruent pieces and the turns of
/// symmetric pieces do not show in it. Ordered, so that an orbit has one smallest member.
using SolutionKey = std::vector<std::uint32_t>;

/// The symmetries that map every solution of a puzzle onto a solution.
/// Edge-matching: rotations of the board that keep the hints (4, 2 or 1).
/// Packing: symmetries of the region that map the piece set onto itself and keep the hints; a reflection counts
/// only if every piece's mirror image is the piece itself, or may be got by turning it over, or is in the set too.
///
/// Boards are given as legal solutions, whole or partial. Symmetries that do the same to every board count once: a
/// row of cells has two, not four. Immutable, so threads may share one; keys are read off precomputed cell
/// permutations and comparisons stop at the first difference, because counting runs ask for millions of boards.
class SymmetryGroup {
 public:
  explicit SymmetryGroup(const Puzzle& puzzle);

  std::size_t order() const { return elements_.size(); }
  /// "rotations", "reflections", "rotations and reflections" or "nothing": what `distinct` identifies.
  std::string description() const;

  SolutionKey key(const Solution& solution) const { return image_key(0, solution); }
  /// The key of the image under element g (0 is the identity).
  SolutionKey image_key(std::size_t g, const Solution& solution) const;
  Solution image(std::size_t g, const Solution& solution) const;

  /// Is it the smallest of its orbit? Exactly one solution of each orbit is.
  bool is_representative(const Solution& solution) const;
  /// How many different boards its images are: a divisor of order().
  std::size_t orbit_size(const Solution& solution) const;
  /// One image for each different board of the orbit, the solution itself first.
  std::vector<Solution> orbit(const Solution& solution) const;

  /// A symmetry of a packing region: lattice symmetry, then shift; where each piece goes.
  struct Element {
    int symmetry = 0;  ///< edge-matching: clockwise quarter turns of the board
    Cell shift;
    std::vector<int> class_image;      ///< packing: congruence class -> class of its image
    std::vector<std::uint32_t> cells;  ///< cell number (region, then optional; or square) -> number of its image
    bool reflects = false;
  };
  const std::vector<Element>& elements() const { return elements_; }

 private:
  struct Tables;
  class View;

  EdgeBoard image_of(const Element& element, const EdgeBoard& board) const;
  PackingLayout image_of(const Element& element, const PackingLayout& layout) const;
  PieceId next_member(int piece_class, const std::vector<int>& used) const;

  Puzzle puzzle_;  // a copy: the group may outlive its argument
  std::vector<int> classes_;
  std::vector<Element> elements_;
  std::shared_ptr<const Tables> tables_;
};

}  // namespace tesselle
