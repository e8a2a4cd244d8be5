#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "render/packing_drawing.hpp"

namespace tesselle::render {
namespace {

/// A face that can be seen: the direction it looks to, the two directions along it, its nearest corner to the origin
/// of the cell, and how much darker than the piece it is.
struct Facing {
  Cell outwards, along, across, corner;
  int shade = 0;
};
constexpr std::array<Facing, 3> facings = {Facing{{0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, -16},
                                           Facing{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, 6},
                                           Facing{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, 24}};

using Owners = std::map<Cell, std::size_t>;  // cell -> number of its shape

/// y upwards as everywhere in lattice units, so z, which runs downwards, is subtracted.
Point projected(Cell c) {
  constexpr double across = std::numbers::sqrt3 / 2;
  return {(c.x - c.y) * across, -(c.x + c.y) * 0.5 - c.z};
}

bool is_visible(const Owners& owners, Cell cell, const Facing& facing) {
  return owners.count(cell + facing.outwards) == 0;
}

/// Does the face go on, in the same piece and unhidden, into the neighbouring cell?
bool continues(const Owners& owners, Cell cell, Cell step, const Facing& facing) {
  const auto next = owners.find(cell + step);
  return next != owners.end() && next->second == owners.at(cell) && is_visible(owners, cell + step, facing);
}

PathMark face(Cell cell, const Facing& facing, Rgb colour, const Scale& scale) {
  const Cell a = cell + facing.corner, b = a + facing.along, c = b + facing.across, d = a + facing.across;
  const Rgb tone = facing.shade < 0 ? lighter(colour, -facing.shade) : darker(colour, facing.shade);
  const Ring ring = {projected(a), projected(b), projected(c), projected(d)};
  return {"face", scale({ring}), tone, 1, Strokes{tone, 0.6}};
}

/// The sides of a face at which its piece ends or bends.
std::vector<Ring> face_lines(const Owners& owners, Cell cell, const Facing& facing) {
  const Cell zero, a = cell + facing.corner, b = a + facing.along, c = b + facing.across, d = a + facing.across;
  const std::array<std::pair<Cell, Ring>, 4> sides = {{{zero - facing.across, {projected(a), projected(b)}},
                                                       {facing.along, {projected(b), projected(c)}},
                                                       {facing.across, {projected(d), projected(c)}},
                                                       {zero - facing.along, {projected(a), projected(d)}}}};
  std::vector<Ring> lines;
  for (const auto& [step, line] : sides)
    if (!continues(owners, cell, step, facing)) lines.push_back(line);
  return lines;
}

void draw_face(const Owners& owners, Cell cell, const Facing& facing, Rgb colour, const Scale& scale,
               Drawing& drawing) {
  drawing.marks.push_back(face(cell, facing, colour, scale));
  const std::vector<Ring> lines = face_lines(owners, cell, facing);
  const Strokes stroke = {darker(colour, 62), std::clamp(scale.unit / 26, 0.4, 1.8), false, true};
  if (!lines.empty()) drawing.marks.push_back(PathMark{{}, scale(lines), std::nullopt, 1, stroke});
}

int nearness_of(Cell cell) { return cell.x + cell.y - cell.z; }

/// Far cells first, so that near ones are painted over them.
std::vector<Cell> back_to_front(const Owners& owners) {
  std::vector<Cell> cells;
  for (const auto& [cell, owner] : owners) cells.push_back(cell);
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) { return nearness_of(a) < nearness_of(b); });
  return cells;
}

Box projected_bounds(const std::vector<Cell>& cells) {
  if (cells.empty()) return {};
  Box box = {1e18, -1e18, 1e18, -1e18};
  for (const Cell& cell : cells)
    for (int corner = 0; corner < 8; ++corner) {
      const Point p = projected(cell + Cell{corner & 1, corner >> 1 & 1, corner >> 2});
      box = {std::min(box.left, p.x), std::max(box.right, p.x), std::min(box.bottom, p.y), std::max(box.top, p.y)};
    }
  return box;
}

/// A picture of the board's size, without anything on it.
struct BlankSolid {
  Scale scale;
  Drawing drawing;
};
BlankSolid blank_solid(const std::vector<Cell>& board, double unit) {
  const Box box = projected_bounds(board);
  return {{unit, {2 - unit * box.left, 2 + unit * box.top}}, Drawing{unit * box.width() + 4, unit * box.height() + 4}};
}

/// The inner sides of the three walls that are farthest from the viewer.
constexpr std::array<Facing, 3> far_walls = {Facing{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 2},
                                             Facing{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, 0}, 0},
                                             Facing{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}, 5}};

/// An empty board is shown as a body of pale cells, each by itself.
std::vector<Shape> shapes_to_draw(const Scene& scene) {
  if (!scene.shapes.empty()) return scene.shapes;
  std::vector<Shape> cells;
  for (const Cell& cell : scene.board) cells.push_back({PieceId(0), {cell}, empty_paper, {}, false});
  return cells;
}

}  // namespace

Drawing solid_drawing(const Scene& scene, double unit) {
  const std::vector<Shape> shapes = shapes_to_draw(scene);
  Owners owners;
  for (std::size_t s = 0; s < shapes.size(); ++s)
    for (const Cell& cell : shapes[s].cells) owners[cell] = s;
  const std::vector<Cell> cells = back_to_front(owners);
  auto [scale, drawing] = blank_solid(scene.board.empty() ? cells : scene.board, unit);
  for (const Cell& cell : cells)
    for (const Facing& facing : facings)
      if (is_visible(owners, cell, facing))
        draw_face(owners, cell, facing, shapes[owners.at(cell)].colour, scale, drawing);
  return drawing;
}

std::vector<SolidCell> solid_cells(const Shape& shape, const Scene& ground, double unit) {
  Owners owners;
  for (const Cell& cell : shape.cells) owners[cell] = 0;
  std::vector<SolidCell> cells;
  for (const Cell& cell : shape.cells) {
    auto [scale, drawing] = blank_solid(ground.board, unit);
    for (const Facing& facing : facings)
      if (is_visible(owners, cell, facing)) draw_face(owners, cell, facing, shape.colour, scale, drawing);
    if (!drawing.marks.empty()) cells.push_back({nearness_of(cell), std::move(drawing)});
  }
  return cells;
}

Drawing solid_ground(const Scene& scene, double unit) {
  Owners owners;
  for (const Cell& cell : scene.board) owners[cell] = 0;
  auto [scale, drawing] = blank_solid(scene.board, unit);
  for (const Cell& cell : back_to_front(owners))
    for (const Facing& wall : far_walls)
      if (is_visible(owners, cell, wall)) {
        PathMark mark = face(cell, wall, darker(empty_paper, 3), scale);
        mark.marker = "wall";
        mark.stroke = Strokes{darker(empty_paper, 20), 0.9};
        drawing.marks.push_back(std::move(mark));
      }
  return drawing;
}

}  // namespace tesselle::render
