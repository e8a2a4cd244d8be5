#include "render/edge_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "render/edge_motifs.hpp"

namespace tesselle::render {
namespace {

constexpr double board_border = 2;

Rgb colour_of(const SideStyle& style) {
  using enum SideStyle::Half;
  if (style.half == frame) return frame_grey;
  const Rgb hue = style.paper;
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

/// From a piece 100 wide around the origin, turned clockwise by `side` quarters, to the card.
Ring on_card(const Ring& ring, std::size_t side, double cell) {
  Ring result;
  for (Point p : ring) {
    for (std::size_t turn = 0; turn < side; ++turn) p = {-p.y, p.x};
    result.push_back({cell * (p.x + 50) / 100, cell * (p.y + 50) / 100});
  }
  return result;
}

Ring half_disc_ring(double radius) {
  Ring ring;
  for (int step = 0; step <= 16; ++step) {
    const double angle = std::numbers::pi * step / 16;
    ring.push_back({radius * std::cos(angle), -50 + radius * std::sin(angle)});
  }
  return ring;
}

void draw_motif(const SideStyle& style, std::size_t side, double cell, Drawing& drawing) {
  using enum SideStyle::Half;
  const auto fill = [&](const Ring& ring, Rgb colour) {
    drawing.marks.push_back(PathMark{{}, {on_card(ring, side, cell)}, colour, 1, std::nullopt});
  };
  if (style.half == frame || style.half == whole) return;
  if (style.creature) {
    const CreatureRings rings = creature_rings(style.half == first);
    fill(rings.body, coat_on(style.paper));
    for (const Ring& spot : rings.spots) fill(spot, mixed(coat_on(style.paper), style.paper, 55));
    return;
  }
  fill(half_disc_ring(27), darker(style.paper, 55));
  if (style.half == second) fill(half_disc_ring(24), lighter(style.paper, 78));
}

void write_side_name(const EdgeView& view, Colour colour, std::size_t side, double cell, Drawing& drawing) {
  const SideStyle style = view.style(colour);
  const std::string label = view.label(colour);
  if (style.half == SideStyle::Half::frame) return;
  const double size = std::min(cell / 14, 1.2 * cell / (3 + static_cast<double>(label.size())));
  const Point at = on_card({{style.creature ? -30.0 : 0.0, -42.0}}, side, cell)[0];
  const Rgb tone =
      style.half == SideStyle::Half::first && !style.creature ? lighter(style.paper, 85) : readable_on(style.paper);
  drawing.marks.push_back(TextMark{at, label, size, tone});
}

}  // namespace

Drawing edge_card(const EdgeView& view, Placed placed, double cell) {
  Drawing card{cell, cell};
  const Ring square = square_at({0, 0}, cell);
  const Point centre = {cell / 2, cell / 2};
  const Sides sides = view.sides(placed);
  for (std::size_t side = 0; side < 4; ++side) {
    const SideStyle style = view.style(sides[side]);
    const Strokes fine = {ink, 0.4, true};
    card.marks.push_back(PathMark{{}, {{square[side], square[(side + 1) % 4], centre}}, style.paper, 1, fine});
    draw_motif(style, side, cell, card);
    write_side_name(view, sides[side], side, cell, card);
  }
  card.marks.push_back(CircleMark{{}, centre, cell / 11, white, std::nullopt});
  card.marks.push_back(TextMark{centre, std::to_string(placed.piece.index() + 1), cell / 10, ink});
  card.marks.push_back(PathMark{"piece", {square}, std::nullopt, 1, Strokes{ink, 0.8, true}});
  return card;
}

Drawing edge_drawing(const EdgeView& view, double cell) {
  Drawing drawing{cell * view.columns() + 2 * board_border, cell * view.rows() + 2 * board_border};
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
