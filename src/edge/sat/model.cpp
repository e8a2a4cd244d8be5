#include "edge/sat/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/patience.hpp"
#include "edge/tables/dealing.hpp"

namespace tesselle::edge::sat {

EdgeModel::EdgeModel(const Puzzle& puzzle, SearchSymmetry symmetry)
    : puzzle_(puzzle.edge()),
      kinds_(piece_kinds(puzzle_)),
      ways_(oriented_kinds(kinds_)),
      frame_only_on_rim_(frame_only_on_rim(puzzle_)) {
  for (std::size_t w = 0; w < ways_.size(); ++w)
    if (ways_[w].kind == first_way_.size()) first_way_.push_back(w);
  list_ways();
  apply_hints();
  if (symmetry == SearchSymmetry::reduced) fix_rotation(SymmetryGroup(puzzle));
  add_variables();
  add_cells();
  add_borders();
  add_kinds();
}

// --- which ways to fill a cell there are ---

void EdgeModel::list_ways() {
  allowed_.assign(puzzle_.cell_count(), std::vector<bool>(ways_.size()));
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell) {
    Patience::ask();
    for (std::size_t w = 0; w < ways_.size(); ++w) allowed_[cell][w] = may_be_placed(Square(cell), ways_[w].sides);
  }
}

bool EdgeModel::may_be_placed(Square square, const Sides& sides) const {
  if (!puzzle_.frame) return true;
  return std::all_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    const bool framed = sides[static_cast<std::size_t>(side)] == *puzzle_.frame;
    return neighbour(puzzle_, square, side) ? !(framed && frame_only_on_rim_) : framed;
  });
}

void EdgeModel::apply_hints() {
  for (const EdgeHint& hint : puzzle_.hints) {
    const std::size_t hinted = way_of(hint.placed);
    auto& allowed = allowed_[hint.square.index()];
    for (std::size_t w = 0; w < allowed.size(); ++w) allowed[w] = allowed[w] && w == hinted;
  }
}

/// Per kind, in how many ways it can be placed; 0 if it cannot fix the rotation of the board: it has twins, or it may
/// be placed on a cell that no rotation moves and looks alike after one.
std::vector<std::size_t> EdgeModel::ways_of_kind(const SymmetryGroup& group) const {
  std::vector<std::size_t> count(kinds_.shape.size(), 0);
  std::vector<bool> suitable(kinds_.shape.size());
  for (std::size_t kind = 0; kind < suitable.size(); ++kind) suitable[kind] = kinds_.members[kind].size() == 1;
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell)
    for (std::size_t w = 0; w < ways_.size(); ++w) {
      if (!allowed_[cell][w]) continue;
      const std::size_t kind = ways_[w].kind;
      ++count[kind];
      const bool moved = std::any_of(group.elements().begin(), group.elements().end(),
                                     [&](const auto& g) { return g.cells[cell] != cell; });
      if (!moved && kinds_.rotations[kind] != 4) suitable[kind] = false;
    }
  for (std::size_t kind = 0; kind < suitable.size(); ++kind)
    if (!suitable[kind]) count[kind] = 0;
  return count;
}

/// The kind with the fewest placements stays on the first cell of each orbit; on a cell that no rotation moves, it
/// stays in the first of the turns that rotations of the board make of one another.
void EdgeModel::fix_rotation(const SymmetryGroup& group) {
  one_per_orbit_ = group.order() == 1;
  const std::vector<std::size_t> count = ways_of_kind(group);
  std::size_t pinned = count.size();
  for (std::size_t kind = 0; kind < count.size(); ++kind)
    if (count[kind] > 0 && (pinned == count.size() || count[kind] < count[pinned])) pinned = kind;
  if (one_per_orbit_ || pinned == count.size()) return;

  one_per_orbit_ = true;
  const std::size_t turns = 4 / group.order();  // that are left of four on a cell that does not move
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell) {
    const auto& elements = group.elements();
    const bool first =
        std::all_of(elements.begin(), elements.end(), [&](const auto& g) { return g.cells[cell] >= cell; });
    const bool moved =
        std::any_of(elements.begin(), elements.end(), [&](const auto& g) { return g.cells[cell] != cell; });
    for (std::size_t turn = 0; turn < static_cast<std::size_t>(kinds_.rotations[pinned]); ++turn)
      if (!first || (!moved && turn >= turns)) allowed_[cell][first_way_[pinned] + turn] = false;
  }
}

// --- the formula ---

template <class Visit>
void EdgeModel::for_each_way(std::size_t cell, Visit visit) const {
  for (std::size_t w = 0; w < ways_.size(); ++w)
    if (variable_[cell][w] != 0) visit(w, variable_[cell][w]);
}

void EdgeModel::add_variables() {
  variable_.assign(allowed_.size(), std::vector<Literal>(ways_.size(), 0));
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell)
    for (std::size_t w = 0; w < ways_.size(); ++w)
      if (allowed_[cell][w]) variable_[cell][w] = formula_.new_variable();
}

void EdgeModel::add_cells() {
  for (std::size_t cell = 0; cell < variable_.size(); ++cell) {
    Clause filled;
    for_each_way(cell, [&](std::size_t, Literal here) { filled.push_back(here); });
    formula_.add(filled);
  }
}

void EdgeModel::add_borders() {
  for (std::size_t cell = 0; cell < variable_.size(); ++cell)
    for (const Side side : all_sides) {
      const bool on_rim = !neighbour(puzzle_, Square(cell), side);
      const bool its_own = side == Side::east || side == Side::south;  // the others are the neighbour's
      if (on_rim ? !puzzle_.frame : its_own) add_border(cell, side);
    }
}

void EdgeModel::add_border(std::size_t cell, Side side) {
  ColourVariables colours;
  const auto across = neighbour(puzzle_, Square(cell), side);
  show_colours(cell, side, false, colours);
  if (across) show_colours(across->index(), opposite(side), true, colours);
  support_colours(cell, side, false, colours);
  if (across) support_colours(across->index(), opposite(side), true, colours);
  Clause all;
  for (const auto& [colour, variable] : colours) all.push_back(variable);
  tesselle::sat::at_most_one(formula_, all);
}

/// The colour that a border has, as the cell it belongs to sees it.
Colour EdgeModel::shown(std::size_t way, Side side, bool seen_from_across) const {
  const Colour colour = ways_[way].sides[static_cast<std::size_t>(side)];
  return seen_from_across ? puzzle_.mate_of(colour) : colour;
}

void EdgeModel::show_colours(std::size_t cell, Side side, bool seen_from_across, ColourVariables& colours) {
  for_each_way(cell, [&](std::size_t way, Literal here) {
    const auto [entry, is_new] = colours.try_emplace(shown(way, side, seen_from_across), 0);
    if (is_new) entry->second = formula_.new_variable();
    formula_.add({-here, entry->second});
  });
}

void EdgeModel::support_colours(std::size_t cell, Side side, bool seen_from_across, const ColourVariables& colours) {
  std::map<Colour, Clause> support;
  for (const auto& [colour, variable] : colours) support[colour] = {-variable};
  for_each_way(cell,
               [&](std::size_t way, Literal here) { support.at(shown(way, side, seen_from_across)).push_back(here); });
  for (const auto& [colour, clause] : support) formula_.add(clause);
}

void EdgeModel::add_kinds() {
  for (std::size_t kind = 0; kind < kinds_.shape.size(); ++kind) {
    Clause anywhere;
    for (std::size_t cell = 0; cell < variable_.size(); ++cell)
      for_each_way(cell, [&](std::size_t way, Literal here) {
        if (ways_[way].kind == kind) anywhere.push_back(here);
      });
    const std::size_t pieces = kinds_.members[kind].size();
    tesselle::sat::between(formula_, anywhere, pieces, pieces);
  }
}

// --- boards ---

std::size_t EdgeModel::way_of(Placed placed) const {
  const auto kind = static_cast<std::size_t>(kinds_.kind[placed.piece.index()]);
  const int turned = (placed.rotation + 4 - kinds_.turn[placed.piece.index()]) % kinds_.rotations[kind];
  return first_way_[kind] + static_cast<std::size_t>(turned);
}

Solution EdgeModel::solution(const Assignment& assignment) const {
  std::vector<OrientedKind> cells(variable_.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    for_each_way(cell, [&](std::size_t way, Literal here) {
      if (assignment[static_cast<std::size_t>(here)]) cells[cell] = ways_[way];
    });
  return {deal_pieces(puzzle_, kinds_, cells)};
}

Clause EdgeModel::excluding(const Solution& solution) const {
  Clause clause;
  for (std::size_t cell = 0; cell < variable_.size(); ++cell)
    clause.push_back(-variable_[cell][way_of(*solution.edge().cells[cell])]);
  return clause;
}

std::vector<std::string> EdgeModel::legend() const {
  std::vector<std::string> lines;
  for (std::size_t cell = 0; cell < variable_.size(); ++cell)
    for_each_way(cell, [&](std::size_t way, Literal here) {
      const PieceId piece = kinds_.members[ways_[way].kind].front();
      lines.push_back(fmt::format("{} = cell {}: piece {} turned {}", here, square_name(puzzle_, Square(cell)),
                                  piece.index() + 1, (kinds_.turn[piece.index()] + ways_[way].rotation) & 3));
    });
  return lines;
}

}  // namespace tesselle::edge::sat
