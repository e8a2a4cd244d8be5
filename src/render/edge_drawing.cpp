#include "render/edge_drawing.hpp"

#include <algorithm>
#include <array>

namespace tesselle::render {
namespace {

constexpr double board_border = 2;

Rgb colour_of(const SideStyle& style) {
  using enum SideStyle::Half;
  if (style.half == frame) return frame_grey;
  const Rgb hue = palette(style.hue);
  return style.half == first ? darker(hue, 30) : style.half == second ? lighter(hue, 45) : hue;
}

Ring square_at(Point corner, double cell) {
  const double right = corner.x + cell, bottom = corner.y + cell;
  return {corner, {right, corner.y}, {right, bottom}, {corner.x, bottom}};
}

void draw_piece(const EdgeView& view, Placed placed, Point corner, double cell, Drawing& drawing) {
  const Ring square = square_at(corner, cell);
  const Point centre = {corner.x + cell / 2, corner.y + cell / 2};
  const Strokes fine = {ink, std::clamp(cell / 60, 0.15, 1.0), true};
  const Sides sides = view.sides(placed);
  for (std::size_t side = 0; side < 4; ++side)
    drawing.marks.push_back(
        PathMark{{}, {{square[side], square[(side + 1) % 4], centre}}, colour_of(view.style(sides[side])), 1, fine});
  const Strokes rim = {ink, std::clamp(cell / 25, 0.4, 2.0), true};
  drawing.marks.push_back(PathMark{"piece", {square}, std::nullopt, 1, rim});
}

void draw_number(const EdgeView& view, int row, int column, Point corner, double cell, Drawing& drawing) {
  const double size = cell / 4;
  if (size < 4) return;
  const Point centre = {corner.x + cell / 2, corner.y + cell / 2};
  drawing.marks.push_back(CircleMark{{}, centre, 0.75 * size, white, std::nullopt});
  drawing.marks.push_back(TextMark{centre, view.number(row, column), 0.8 * size, ink});
}

}  // namespace

Drawing edge_drawing(const EdgeView& view, double cell) {
  Drawing drawing{cell * view.columns() + 2 * board_border, cell * view.rows() + 2 * board_border, {}};
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      const Point corner = {board_border + cell * column, board_border + cell * row};
      const auto& placed = view.at(row, column);
      if (!placed) {
        drawing.marks.push_back(PathMark{"empty", {square_at(corner, cell)}, empty_paper, 1, Strokes{faint_ink, 0.4}});
        continue;
      }
      draw_piece(view, *placed, corner, cell, drawing);
      draw_number(view, row, column, corner, cell, drawing);
    }
  return drawing;
}

}  // namespace tesselle::render
