#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tesselle/render.hpp"

namespace tesselle {

/// A board whose cells are divided into zones, numbered from 1 and given row by row: "Z1", "Z2", … in colours.
std::string render_zones_terminal(int width, const std::vector<std::uint32_t>& zone_of_cell, TerminalColour colour);

}  // namespace tesselle
