#pragma once

#include <cstddef>

namespace tesselle::edge {

/// An int as an index, where cells, sides and rotations are computed with.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace tesselle::edge
