#include "packing/tables/search_options.hpp"

#include <fmt/format.h>

#include "tesselle/errors.hpp"

namespace tesselle::packing {
namespace {

std::optional<int> class_of_piece_named(const PackingPuzzle& puzzle, const std::string& name) {
  if (name.empty()) return std::nullopt;
  const std::vector<int> classes = congruence_classes(puzzle);
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    if (puzzle.pieces[p].name == name) return classes[p];
  throw UsageError(fmt::format("--first-piece: found '{}', expected the name of a piece", name));
}

}  // namespace

OptionSpec first_piece_option() {
  return {.name = "first-piece",
          .default_value = std::string(),
          .help = "the piece to put first when symmetric solutions are left out; empty: chosen for you"};
}

SymmetryChain chain_for(const Puzzle& puzzle, const PlacementTable& table, const EngineConfig& config,
                        Beginnings beginnings) {
  const auto first = class_of_piece_named(puzzle.packing(), config.options.text("first-piece"));
  if (config.symmetry == SearchSymmetry::whole) return {};
  return {SymmetryGroup(puzzle), table, {beginnings, first}};
}

}  // namespace tesselle::packing
