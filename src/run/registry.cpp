#include "run/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.hpp"
#include "edge/engines.hpp"
#include "packing/engines.hpp"
#include "packing/tiling/grid.hpp"

namespace tesselle {

const std::vector<EngineInfo>& all_engines() {
  static const std::vector<EngineInfo> engines = [] {
    auto all = edge_engines();
    for (auto& engine : packing_engines()) all.push_back(std::move(engine));
    return all;
  }();
  return engines;
}

const EngineInfo& engine_named(const std::string& name, Family family) {
  std::vector<std::string> known;
  for (const EngineInfo& engine : all_engines()) {
    if (engine.family != family) continue;
    if (engine.name == name) return engine;
    known.push_back(engine.name);
  }
  throw UsageError(fmt::format("no engine '{}' for {} puzzles, expected auto, {}", name, family_name(family),
                               fmt::join(known, ", ")));
}

namespace {

/// Is one piece in eight a twin, or the same after a turn? Then the same remainders come up again and again.
bool many_look_alike(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  std::size_t alike = puzzle.pieces.size() - kinds.shape.size();
  for (const int rotations : kinds.rotations) alike += rotations < 4;
  return 8 * alike >= puzzle.pieces.size() && puzzle.pieces.size() <= 256;
}

/// Beyond this many pieces the tree of all tilings is out of reach.
constexpr std::size_t largest_tiling = 100;

bool tiles_by_halves(const PackingPuzzle& puzzle) {
  const auto halves = [](const PackingPiece& piece) { return packing::tiling::made_of_halves(piece.cells); };
  return puzzle.lattice == LatticeKind::drafter && puzzle.optional_cells.empty() &&
         packing::tiling::made_of_halves(puzzle.region) &&
         std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), halves);
}

EngineChoice choose_packing_engine(const PackingPuzzle& puzzle, Goal goal) {
  if (tiles_by_halves(puzzle)) {
    const bool too_large = goal == Goal::first && puzzle.pieces.size() > largest_tiling;
    if (goal == Goal::best || too_large)
      return {&engine_named("beam", Family::packing), "keeps the states that are easiest to complete"};
    return {&engine_named("tile", Family::packing), "made for pieces of half triangles"};
  }
  return {&engine_named("cover", Family::packing), "fewest candidates first prunes best on most regions"};
}

}  // namespace

EngineChoice choose_engine(const Puzzle& puzzle, Goal goal) {
  const bool edge = puzzle.family() == Family::edge;
  if (edge && goal == Goal::best)
    return {&engine_named("schedule", Family::edge), "mismatches by schedule beat local search on all but tiny boards"};
  if (edge && goal == Goal::count && many_look_alike(puzzle.edge()))
    return {&engine_named("memo", Family::edge), "many pieces look alike, so equal remainders are counted once"};
  if (edge) return {&engine_named("scan", Family::edge), "the fastest complete search for edge-matching"};
  return choose_packing_engine(puzzle.packing(), goal);
}

}  // namespace tesselle
