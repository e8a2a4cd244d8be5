#pragma once

#include <map>

#include "edge/tables/oriented.hpp"
#include "puzzle/symmetry.hpp"
#include "sat/search.hpp"

namespace tesselle::edge::sat {

using tesselle::sat::Assignment;
using tesselle::sat::Clause;
using tesselle::sat::Formula;
using tesselle::sat::Literal;

/// An edge-matching puzzle as a formula, after Heule (2008).
///
/// One variable per cell and way to fill it (a kind of pieces in one of its distinct rotations, so twins and turns that
/// look alike make no boards twice), as far as frame and hints allow; one variable per border and colour. A cell is
/// filled in some way, and its borders show the colours of that way; a border shows at most one colour, and only one
/// that cells on both of its sides can show. It follows that a cell is filled in one way only: two ways differ on some
/// border. Every kind is placed as often as there are pieces of it.
///
/// Where one board of each orbit is wanted, a kind of which there is one piece is kept to one cell of each orbit, as
/// in `scan`; if there is no such kind the formula holds all boards.
class EdgeModel final : public tesselle::sat::Model {
 public:
  EdgeModel(const Puzzle& puzzle, SearchSymmetry symmetry);

  const Formula& formula() const override { return formula_; }
  Solution solution(const Assignment& assignment) const override;
  Clause excluding(const Solution& solution) const override;
  bool one_per_orbit() const override { return one_per_orbit_; }
  std::vector<std::string> legend() const override;

 private:
  using ColourVariables = std::map<Colour, Literal>;

  void list_ways();
  void apply_hints();
  void fix_rotation(const SymmetryGroup& group);
  std::vector<std::size_t> ways_of_kind(const SymmetryGroup& group) const;
  void add_variables();
  void add_cells();
  void add_borders();
  void add_border(std::size_t cell, Side side);
  void add_kinds();
  void show_colours(std::size_t cell, Side side, bool seen_from_across, ColourVariables& colours);
  void support_colours(std::size_t cell, Side side, bool seen_from_across, const ColourVariables& colours);
  bool may_be_placed(Square square, const Sides& sides) const;
  Colour shown(std::size_t way, Side side, bool seen_from_across) const;
  std::size_t way_of(Placed placed) const;
  template <class Visit>
  void for_each_way(std::size_t cell, Visit visit) const;

  EdgePuzzle puzzle_;
  PieceKinds kinds_;
  std::vector<OrientedKind> ways_;
  std::vector<std::size_t> first_way_;  ///< per kind
  bool frame_only_on_rim_;
  bool one_per_orbit_ = false;
  std::vector<std::vector<bool>> allowed_;      ///< per cell and way
  std::vector<std::vector<Literal>> variable_;  ///< per cell and way; 0 if not allowed
  Formula formula_;
};

}  // namespace tesselle::edge::sat
