#include "edge/tables/variety.hpp"

#include <algorithm>
#include <set>

namespace tesselle::edge {

double fitting_two_colours(const EdgePuzzle& puzzle) {
  std::set<Colour> colours;
  double turned = 0;
  for (const Sides& sides : puzzle.pieces) {
    if (puzzle.frame && std::find(sides.begin(), sides.end(), *puzzle.frame) != sides.end()) continue;
    turned += 4;
    colours.insert(sides.begin(), sides.end());
  }
  const auto count = static_cast<double>(std::max<std::size_t>(colours.size(), 1));
  return turned / (count * count);
}

bool has_many_hints(const EdgePuzzle& puzzle) { return 10 * puzzle.hints.size() >= puzzle.cell_count(); }

}  // namespace tesselle::edge
