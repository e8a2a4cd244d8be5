#pragma once

#include <optional>
#include <string>

#include "packing/generate/eternity.hpp"

namespace tesselle {

struct EternityOptions {
  packing::EternityRecipe recipe;
  std::optional<std::string> out, solution;  ///< a solution file asks for a planted board
};

/// Returns the exit code.
int generate_eternity(const EternityOptions& options);

/// A board whose pieces are those of a tiling of its region that was searched for; nothing if it was stopped.
std::optional<packing::PlantedBoard> plant_eternity_board(const packing::EternityRecipe& recipe);

}  // namespace tesselle
