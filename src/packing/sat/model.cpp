#include "packing/sat/model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tesselle::packing::sat {

PackingModel::PackingModel(const Puzzle& puzzle, SearchSymmetry symmetry)
    : puzzle_(puzzle.packing()), class_of_(congruence_classes(puzzle_)), table_(compile_placements(puzzle_)) {
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p) {
    formula_.new_variable();
    placement_at_[key_of(table_.placements[p].how)] = p;
  }
  for (const std::uint32_t hint : table_.forced) formula_.add({variable(hint)});
  add_cells();
  add_classes();
  if (symmetry == SearchSymmetry::whole) return;
  const SymmetryChain chain(SymmetryGroup(puzzle), table_);
  one_per_orbit_ = !chain.checks_solutions();
  const Literal always = formula_.new_variable();
  formula_.add({always});
  if (chain.starts_free())
    add_bans(chain, 0, always);
  else
    add_chain(chain, 0, always);
}

PackingModel::Key PackingModel::key_of(const PackingPlacement& placement) const {
  const auto& shape = puzzle_.pieces[placement.piece.index()].cells;
  auto cells = placed(puzzle_.grid(), shape, placement.orientation, placement.offset);
  std::sort(cells.begin(), cells.end());
  return {class_of_[placement.piece.index()], std::move(cells)};
}

void PackingModel::add_cells() {
  std::vector<Clause> covering(table_.all_cells);
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
    for (const std::uint32_t cell : table_.placements[p].cells) covering[cell].push_back(variable(p));
  for (std::uint32_t cell = 0; cell < table_.all_cells; ++cell)
    tesselle::sat::between(formula_, covering[cell], cell < table_.required_cells ? 1 : 0, 1);
}

void PackingModel::add_classes() {
  std::vector<Clause> of_class(table_.classes.size());
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
    of_class[static_cast<std::size_t>(table_.placements[p].piece_class)].push_back(variable(p));
  for (std::size_t c = 0; c < of_class.size(); ++c) {
    const PieceClass& piece_class = table_.classes[c];
    const auto least = static_cast<std::size_t>(piece_class.min_copies);
    const auto most = static_cast<std::size_t>(piece_class.max_copies);
    const std::size_t room = table_.all_cells / static_cast<std::size_t>(piece_class.cell_count);
    tesselle::sat::between(formula_, of_class[c], least, most < room ? most : std::max(of_class[c].size(), least));
  }
}

/// If the node is reached, one of its steps is taken; a step leads to the next node or to its bans.
void PackingModel::add_chain(const SymmetryChain& chain, std::uint32_t node, Literal reached) {
  Clause some_step = {-reached};
  for (const ChainStep& step : chain.node(node).steps) {
    some_step.push_back(variable(step.placement));
    if (!step.next && !chain.has_bans(step.ending)) continue;
    const Literal taken = formula_.new_variable();
    formula_.add({-reached, -variable(step.placement), taken});
    if (step.next)
      add_chain(chain, *step.next, taken);
    else
      add_bans(chain, step.ending, taken);
  }
  formula_.add(some_step);
}

void PackingModel::add_bans(const SymmetryChain& chain, std::uint32_t ending, Literal reached) {
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
    if (chain.banned(ending, p)) formula_.add({-reached, -variable(p)});
}

Solution PackingModel::solution(const Assignment& assignment) const {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
    if (assignment[static_cast<std::size_t>(variable(p))]) chosen.push_back(p);
  return {layout_of(puzzle_, table_, chosen)};
}

/// Does it cover optional cells only? Then it can be added to a board that is a solution without it.
bool PackingModel::is_loose(const Placement& placement) const {
  return placement.cells.front() >= table_.required_cells;  // cells ascend
}

/// Other boards lack one of the placements, or have all of them and more.
Clause PackingModel::excluding(const Solution& solution) const {
  std::vector<bool> used(table_.placements.size());
  for (const PackingPlacement& placement : solution.packing().placements)
    used[placement_at_.at(key_of(placement))] = true;
  Clause clause;
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p) {
    if (used[p]) clause.push_back(-variable(p));
    if (!used[p] && is_loose(table_.placements[p])) clause.push_back(variable(p));
  }
  return clause;
}

std::vector<std::string> PackingModel::legend() const {
  std::vector<std::string> lines;
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p) {
    const auto& [piece_class, how, numbers] = table_.placements[p];
    std::string cells;
    for (const Cell& cell : key_of(how).second) cells += fmt::format(" ({},{},{})", cell.x, cell.y, cell.z);
    lines.push_back(fmt::format("{} = piece {} on{}", variable(p), puzzle_.pieces[how.piece.index()].name, cells));
  }
  return lines;
}

}  // namespace tesselle::packing::sat
