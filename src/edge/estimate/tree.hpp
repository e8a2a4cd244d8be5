#pragma once

#include <array>
#include <vector>

#include "edge/tables/oriented.hpp"
#include "edge/tables/paths.hpp"

namespace tesselle::edge::estimate {

/// The tree of plain search along a path: each cell in turn takes a placement that fits the rim and its neighbours.
/// Frame-coloured sides do not look inwards where no solution can have that.
struct Tree {
  Tree(const EdgePuzzle& puzzle, const Path& path);

  struct Step {
    Square square;
    std::array<bool, 4> known{};         ///< sides with a filled cell across
    std::vector<std::uint32_t> allowed;  ///< by the rim: indices of values
  };

  EdgePuzzle puzzle;
  PieceKinds kinds;
  std::vector<OrientedKind> values;
  std::vector<Step> steps;            ///< hinted cells have none
  std::vector<std::uint16_t> copies;  ///< per kind, without those hinted
  std::vector<std::uint32_t> hinted;  ///< per cell: the value, or none
  bool hints_fit = true;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> allowed_by_rim(Square square) const;
  std::size_t rim_sides(Square square) const;
};

}  // namespace tesselle::edge::estimate
