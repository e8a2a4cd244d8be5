#include "packing/cover/cover.hpp"

#include <fmt/format.h>

#include <utility>

#include "packing/cover/make_search.hpp"
#include "packing/tables/kernel_option.hpp"
#include "packing/tables/search_options.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace packing {
namespace {

std::unique_ptr<Engine> make_search(Instructions instructions, int words, CoverProblem problem) {
  switch (instructions) {
    case Instructions::avx512:
      return make_avx512_cover(words, std::move(problem));
    case Instructions::avx2:
      return make_avx2_cover(words, std::move(problem));
    case Instructions::scalar:
      break;
  }
  return make_scalar_cover(words, std::move(problem));
}

std::unique_ptr<Engine> make_cover(const Puzzle& puzzle, const EngineConfig& config) {
  PlacementTable table = compile_placements(puzzle.packing());
  const int words = static_cast<int>((table.all_cells + 63) / 64);
  if (words > max_cover_words)
    throw UsageError(fmt::format("engine cover: the region has {} cells, at most {} are possible", table.all_cells,
                                 max_cover_words * 64));
  SymmetryChain chain = chain_for(puzzle, table, config, Beginnings::few);
  return make_search(chosen_instructions(config.options), words,
                     {puzzle.packing(), std::move(table), std::move(chain)});
}

std::optional<Recommendation> recommend_cover(const Puzzle&, const EngineNeeds&) {
  return Recommendation{"fewest candidates first prunes best on most regions"};
}

}  // namespace
}  // namespace packing

EngineInfo cover_engine() {
  return {.name = "cover",
          .family = Family::packing,
          .complete = true,
          .reduces_symmetry = true,
          .abilities = abilities_of<TreeSearch<packing::MaskSpace<packing::ScalarKernel, packing::max_cover_words>>>(),
          .summary = "masks of cells, fewest candidates first: the fast engine for solid and compact regions",
          .options = {packing::kernel_option(), packing::first_piece_option()},
          .factory = packing::make_cover,
          .recommend = packing::recommend_cover};
}

}  // namespace tesselle
