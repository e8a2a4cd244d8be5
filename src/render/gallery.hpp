#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/recording.hpp"

namespace tesselle {

/// All solutions of a puzzle to be looked through: `boards` has one node per solution, each a child of the root.
struct Gallery {
  Recording boards;
  std::vector<std::string> labels;      ///< by solution: its number and what is remarkable
  std::vector<std::uint32_t> families;  ///< by solution: equal numbers are related; 0: none
  std::string summary;
};

/// A page of its own: solutions in rows, the places of one piece over all solutions as a heat map, filters by a click.
std::string gallery_html(const Gallery& gallery);

}  // namespace tesselle
