#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "edge/generate/generate.hpp"
#include "packing/generate/eternity.hpp"

namespace tesselle {

/// A board whose pieces are those of a tiling of its region, the first that engine tile finds. Throws UsageError if
/// there is none; nullopt if stopped.
std::optional<packing::PlantedBoard> plant_eternity_board(const packing::EternityRecipe& recipe,
                                                          std::stop_token stop = {});

/// Eternity's own 209 pieces on a smaller board like Eternity's, with the area of this many; the others are left over.
/// Throws UsageError if there are not as many.
Puzzle eternity_with_spare_pieces(int pieces);

/// A new puzzle as the text of files.
struct GeneratedPuzzle {
  std::string puzzle;                     ///< TOML
  std::optional<std::string> solution{};  ///< JSON; no value if none is known
};

/// The solution is the board that the pieces were cut from.
GeneratedPuzzle generate_edge(const edge::InstanceRecipe& recipe);

/// none: pieces drawn at random, perhaps without a solution.
enum class Planting { none, planted };
/// nullopt if stopped, which only planting can be.
std::optional<GeneratedPuzzle> generate_eternity(const packing::EternityRecipe& recipe, Planting planting,
                                                 std::stop_token stop = {});

}  // namespace tesselle
