#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "packing/finals/dealer.hpp"
#include "packing/finals/finals_data.hpp"

namespace tesselle::packing::finals {

/// The rest of a board, with each region tiled by the pieces that it was dealt; nullopt if one of them cannot be. Nodes
/// walked are added to `nodes`.
std::optional<PackingLayout> with_regions_tiled(PackingLayout rest, const PackingPuzzle& drafter,
                                                std::span<const RegionFinals> regions, const Deal& deal,
                                                std::uint64_t& nodes);

/// The same with holes allowed, by the pieces that are left, as far as a short search gets.
PackingLayout with_regions_filled(PackingLayout rest, const PackingPuzzle& drafter,
                                  std::span<const RegionFinals> regions, std::vector<char> left, std::uint64_t& nodes);

}  // namespace tesselle::packing::finals
