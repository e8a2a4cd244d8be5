#pragma once

#include "engine/engine.hpp"
#include "packing/tables/symmetry_chain.hpp"

namespace tesselle::packing {

/// The option that names the piece put first to remove symmetry.
OptionSpec first_piece_option();

/// The chain for the symmetry that the configuration asks for.
/// Throws UsageError if the piece named by the option is not there or cannot be first.
SymmetryChain chain_for(const Puzzle& puzzle, const PlacementTable& table, const EngineConfig& config,
                        Beginnings beginnings);

}  // namespace tesselle::packing
