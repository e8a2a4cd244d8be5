#pragma once

#include <string>
#include <string_view>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// An exact cover problem that another program wrote: pieces and cells are recognised by their names, shapes by the
/// options. Throws InputError where the options are not those of a packing puzzle.
Puzzle read_exact_cover(std::string_view text, const std::string& file);

}  // namespace tesselle
