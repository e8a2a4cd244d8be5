#pragma once

#include <map>
#include <utility>

#include "packing/tables/placements.hpp"
#include "packing/tables/symmetry_chain.hpp"
#include "sat/search.hpp"

namespace tesselle::packing::sat {

using tesselle::sat::Assignment;
using tesselle::sat::Clause;
using tesselle::sat::Formula;
using tesselle::sat::Literal;

/// A packing puzzle as a formula: one variable per placement (number + 1). Every cell of the region is covered once,
/// an optional one at most once; each class of congruent pieces is used as often as the puzzle demands and allows.
///
/// Where one board of each orbit is wanted, the symmetry chain is written out: at each of its nodes one of the steps is
/// taken, and what a step forbids is forbidden if it is taken. Where the chain has to compare solutions, the formula
/// holds several of an orbit.
class PackingModel final : public tesselle::sat::Model {
 public:
  PackingModel(const Puzzle& puzzle, SearchSymmetry symmetry);

  const Formula& formula() const override { return formula_; }
  Solution solution(const Assignment& assignment) const override;
  Clause excluding(const Solution& solution) const override;
  bool one_per_orbit() const override { return one_per_orbit_; }
  std::vector<std::string> legend() const override;

 private:
  /// A class of pieces and the cells that one of them covers: what a placement is.
  using Key = std::pair<int, std::vector<Cell>>;

  static Literal variable(std::uint32_t placement) { return static_cast<Literal>(placement) + 1; }
  Key key_of(const PackingPlacement& placement) const;
  void add_cells();
  void add_classes();
  void add_chain(const SymmetryChain& chain, std::uint32_t node, Literal reached);
  void add_bans(const SymmetryChain& chain, std::uint32_t ending, Literal reached);
  bool is_loose(const Placement& placement) const;

  PackingPuzzle puzzle_;
  std::vector<int> class_of_;  ///< per piece
  PlacementTable table_;
  std::map<Key, std::uint32_t> placement_at_;
  bool one_per_orbit_ = false;
  Formula formula_;
};

}  // namespace tesselle::packing::sat
