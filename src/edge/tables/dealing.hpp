#pragma once

#include <span>

#include "edge/tables/oriented.hpp"

namespace tesselle::edge {

/// The board whose cells show these: the pieces of a kind are dealt out cell by cell, except those that hints have
/// taken.
EdgeBoard deal_pieces(const EdgePuzzle& puzzle, const PieceKinds& kinds, std::span<const OrientedKind> cells);
/// The same where cells may be empty: nullptr.
EdgeBoard deal_pieces(const EdgePuzzle& puzzle, const PieceKinds& kinds, std::span<const OrientedKind* const> cells);

}  // namespace tesselle::edge
