#include "render/zone_board.hpp"

#include <fmt/format.h>

#include "render/palette.hpp"
#include "render/text_canvas.hpp"

namespace tesselle {

std::string render_zones_terminal(int width, const std::vector<std::uint32_t>& zone_of_cell, TerminalColour colour) {
  constexpr int columns_per_cell = 4;
  render::TextCanvas canvas(columns_per_cell * width, static_cast<int>(zone_of_cell.size()) / width);
  for (int cell = 0; cell < static_cast<int>(zone_of_cell.size()); ++cell) {
    const std::uint32_t zone = zone_of_cell[static_cast<std::size_t>(cell)];
    const render::Rgb paper = render::palette(zone - 1);
    canvas.write(cell / width, columns_per_cell * (cell % width),
                 fmt::format("{:^{}}", fmt::format("Z{}", zone), columns_per_cell), render::readable_on(paper), paper);
  }
  return canvas.str(colour);
}

}  // namespace tesselle
