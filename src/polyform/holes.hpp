#pragma once

#include <vector>

#include "tesselle/lattice.hpp"

namespace tesselle::polyform {

/// Is some empty place cut off from the outside, cells being joined through sides? (A hole that touches the outside in
/// a point is still a hole; a solid's hole is a cavity.)
bool has_hole(const Lattice& lattice, const std::vector<Cell>& cells);

}  // namespace tesselle::polyform
