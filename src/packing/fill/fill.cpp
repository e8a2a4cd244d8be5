#include "packing/fill/fill.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/errors.hpp"
#include "engine/requests.hpp"
#include "packing/fill/make_search.hpp"
#include "packing/tables/kernel_option.hpp"
#include "packing/tables/search_options.hpp"

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
  require_supported(fill_engine(), puzzle, config);
  PlacementTable table = compile_placements(puzzle.packing());
  SymmetryChain chain = chain_for(puzzle, table, config, Beginnings::regular);
  FillProblem problem{puzzle.packing(), std::move(table), std::move(chain)};
  if (problem.state_bits() > max_fill_words * 64)
    throw UsageError(fmt::format("engine fill: {} cells and {} pieces, at most {} together are possible",
                                 problem.table.all_cells, problem.table.classes.size(), max_fill_words * 64 - 1));
  return make_search(chosen_instructions(config.options), std::move(problem));
}

}  // namespace
}  // namespace packing

EngineInfo fill_engine() {
  return {.name = "fill",
          .family = Family::packing,
          .complete = true,
          .walks_tree = true,
          .reduces_symmetry = true,
          .summary = "first empty cell, shortest axis fastest: the fast engine for thin flat regions",
          .options = {packing::kernel_option(), packing::first_piece_option()},
          .make = packing::make_fill};
}

}  // namespace tesselle
