#include "packing/fill/fill.hpp"

#include <fmt/format.h>

#include <utility>

#include "packing/fill/make_search.hpp"
#include "packing/tables/extents.hpp"
#include "packing/tables/kernel_option.hpp"
#include "packing/tables/search_options.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace packing {
namespace {

std::unique_ptr<Engine> make_search(Instructions instructions, FillProblem problem) {
  switch (instructions) {
    case Instructions::avx512:
      return make_avx512_fill(std::move(problem));
    case Instructions::avx2:
      return make_avx2_fill(std::move(problem));
    case Instructions::scalar:
      break;
  }
  return make_scalar_fill(std::move(problem));
}

std::unique_ptr<Engine> make_fill(const Puzzle& puzzle, const EngineConfig& config) {
  PlacementTable table = compile_placements(puzzle.packing());
  SymmetryChain chain = chain_for(puzzle, table, config, Beginnings::regular);
  FillProblem problem{puzzle.packing(), std::move(table), std::move(chain)};
  if (problem.state_bits() > max_fill_words * 64)
    throw UsageError(fmt::format("engine fill: {} cells and {} pieces, at most {} together are possible",
                                 problem.table.all_cells, problem.table.classes.size(), max_fill_words * 64 - 1));
  return make_search(chosen_instructions(config.options), std::move(problem));
}

/// Measured on pentominoes, all solutions up to symmetry: 3x20, 4x15, one-sided 3x30 two to four times as fast with
/// `fill`, 5x12 a little, 6x10 equal; 8x8 with a hole, rhombs of hexiamonds and solid boxes much slower.
bool is_thin_flat_box(const PackingPuzzle& puzzle) {
  if (puzzle.lattice != LatticeKind::square || !puzzle.optional_cells.empty()) return false;
  const auto [depth, narrow, wide] = extents(puzzle.region);
  return narrow <= 5 && puzzle.region.size() == static_cast<std::size_t>(narrow) * static_cast<std::size_t>(wide);
}

std::optional<Recommendation> recommend_fill(const Puzzle& puzzle, const EngineNeeds&) {
  if (!is_thin_flat_box(puzzle.packing())) return std::nullopt;
  return Recommendation{"a thin flat box is filled fastest from one end"};
}

}  // namespace
}  // namespace packing

EngineInfo fill_engine() {
  return {.name = "fill",
          .family = Family::packing,
          .complete = true,
          .reduces_symmetry = true,
          .abilities = abilities_of<TreeSearch<packing::FillSpace<packing::ScalarFitting, packing::max_fill_words>>>(),
          .summary = "first empty cell, shortest axis fastest: the fast engine for thin flat regions",
          .options = {packing::kernel_option(), packing::first_piece_option()},
          .factory = packing::make_fill,
          .recommend = packing::recommend_fill};
}

}  // namespace tesselle
