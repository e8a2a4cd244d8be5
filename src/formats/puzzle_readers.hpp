#pragma once

#include "formats/document.hpp"
#include "tesselle/edge_puzzle.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// The body of a native puzzle file whose family is known. Both throw InputError.
EdgePuzzle read_edge_body(const Document& document);
PackingPuzzle read_packing_body(const Document& document);

}  // namespace tesselle
