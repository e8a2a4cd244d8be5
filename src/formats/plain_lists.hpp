#pragma once

#include "tesselle/foreign_formats.hpp"

namespace tesselle {

/// A list whose first line is the size, in one number (North South West East) or two (North East South West); another
/// order of the sides may be given.
Puzzle read_sized_list(std::string_view text, const std::string& file, std::size_t size_words,
                       const ReadOptions& options);

}  // namespace tesselle
