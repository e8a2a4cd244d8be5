#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesselle {

/// Names that people type and read in lists: of puzzles, engines, commands, options, colours.

/// ASCII letters in lower case; all else as it is.
std::string lower_case(std::string_view text);

/// The order in which people look for names: numbers by their value, so that "2x3" comes before "10x3".
bool natural_less(std::string_view a, std::string_view b);

/// The names that someone who typed `word` may have meant, nearest first, at most three. Case does not matter.
std::vector<std::string> near_names(std::string_view word, std::span<const std::string> names);
/// "; did you mean 'a' or 'b'?", or "" if no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace tesselle
