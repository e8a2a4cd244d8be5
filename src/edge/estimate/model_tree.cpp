#include <map>

#include "edge/estimate/estimate.hpp"
#include "edge/estimate/tree.hpp"

namespace tesselle::edge {
namespace {

using estimate::Tree;

/// How often each colour is on a side of what may be placed on a cell.
using Shares = std::map<Colour, double>;

Shares shares(const Tree& tree, Square square, std::size_t side) {
  Shares result;
  if (const std::uint32_t hint = tree.hinted[square.index()]; hint != Tree::none) {
    result[tree.values[hint].sides[side]] = 1;
    return result;
  }
  double sum = 0;
  for (const std::uint32_t v : tree.allowed_by_rim(square)) {
    const double weight = tree.copies[tree.values[v].kind];
    result[tree.values[v].sides[side]] += weight;
    sum += weight;
  }
  for (auto& [colour, share] : result) share /= sum > 0 ? sum : 1;
  return result;
}

double chance_to_match(const Tree& tree, Square square, Side side) {
  const Shares there = shares(tree, *neighbour(tree.puzzle, square, side), static_cast<std::size_t>(opposite(side)));
  double chance = 0;
  for (const auto& [colour, share] : shares(tree, square, static_cast<std::size_t>(side)))
    if (const auto mate = there.find(tree.puzzle.mate_of(colour)); mate != there.end()) chance += share * mate->second;
  return chance;
}

/// Placements left for a cell when `used` of the pieces that may be placed there are placed elsewhere: a kind is left
/// unless all its copies are among them.
double placements_left(const Tree& tree, const Tree::Step& step, double used) {
  std::map<std::uint16_t, int> rotations;
  for (const std::uint32_t v : step.allowed) ++rotations[tree.values[v].kind];
  double pieces = 0, left = 0;
  for (const auto& [kind, count] : rotations) pieces += tree.copies[kind];
  for (const auto& [kind, count] : rotations) {
    double all_used = 1;
    for (int i = 0; i < tree.copies[kind]; ++i) all_used *= used > i ? (used - i) / (pieces - i) : 0;
    left += count * (1 - all_used);
  }
  return left;
}

}  // namespace

TreeEstimate model_tree(const EdgePuzzle& puzzle, const Path& path) {
  const Tree tree(puzzle, path);
  const bool sorted = frame_only_on_rim(puzzle);
  std::map<std::size_t, double> used;  // per number of rim sides: cells filled, hence pieces of that sort gone
  TreeEstimate result;
  double nodes = tree.hints_fit ? 1 : 0;
  for (const Tree::Step& step : tree.steps) {
    double& gone = used[sorted ? tree.rim_sides(step.square) : 0];
    nodes *= placements_left(tree, step, gone++);
    for (const Side side : all_sides)
      if (step.known[static_cast<std::size_t>(side)]) nodes *= chance_to_match(tree, step.square, side);
    result.per_depth.push_back(nodes);
    result.nodes += nodes;
  }
  result.solutions = nodes;
  return result;
}

}  // namespace tesselle::edge
