#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// Pieces that people know under a common name, one copy of each.
struct PieceSet {
  std::string name;
  LatticeKind lattice = LatticeKind::square;
  std::vector<PackingPiece> pieces;
};

/// The set of that name, or nullptr.
const PieceSet* find_piece_set(std::string_view name);

/// All names, lattice by lattice, small pieces first.
std::vector<std::string> piece_set_names();

}  // namespace tesselle
