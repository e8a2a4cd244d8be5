#include "render/packing_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/text.hpp"

namespace tesselle::render {
namespace {

constexpr Rgb grid_line = {208, 211, 219};
constexpr double border = 2;  // pixels around a flat board, so that outlines are not cut

/// From lattice units to the pixels of a picture.
struct Scale {
  double unit = 1;
  Point origin;

  Point operator()(Point p) const { return {origin.x + unit * p.x, origin.y - unit * p.y}; }
  std::string path(const std::vector<Ring>& rings) const { return path_data(rings, unit, origin); }
};

Scale scale_for(const Box& frame, double unit) {
  return {unit, {border - unit * frame.left, border + unit * frame.top}};
}

std::string empty_cells(const Scene& scene, const std::vector<Cell>& cells, const Scale& scale, Rgb paper,
                        std::string_view marker) {
  if (cells.empty()) return {};
  std::vector<Ring> rings;
  for (const Cell& cell : cells) rings.push_back(scene.grid().outline(cell));
  return element("path", {{"class", marker},
                          {"d", scale.path(rings)},
                          {"fill", paper},
                          {"stroke", grid_line},
                          {"stroke-width", scene.lattice == LatticeKind::drafter ? 0.4 : 0.8}}) +
         "\n";
}

std::string piece_path(const Shape& shape, const std::vector<Ring>& rings, const Scale& scale) {
  return element("path", {{"class", "piece"},
                          {"d", scale.path(rings)},
                          {"fill", shape.colour},
                          {"fill-rule", "evenodd"},
                          {"stroke", darker(shape.colour, 55)},
                          {"stroke-width", std::clamp(scale.unit / 20, 0.7, 2.2)},
                          {"stroke-linejoin", "round"}}) +
         "\n";
}

/// The largest size at which a word fits into a circle; 0 if it would be too small to read.
double fitting_size(std::string_view word, double radius) {
  const double size = 2 * radius / std::hypot(0.65 * static_cast<double>(length(word)), 0.75);
  return size < 6 || word.empty() ? 0 : std::min(size, 20.0);
}

/// The name where there is most room for it, and the pin of a hint beside it.
std::string piece_writing(const Scene& scene, const Shape& shape, const std::vector<Ring>& rings, const Scale& scale) {
  if (shape.cells.size() > 400) return {};
  const Anchor anchor = label_anchor(scene.grid(), shape.cells, rings);
  const Point at = scale(anchor.point);
  const double room = scale.unit * anchor.clearance, size = fitting_size(shape.name, 0.85 * room);
  std::string drawing;
  if (size > 0) drawing += text(at.x, at.y, shape.name, {size, readable_on(shape.colour)}) + "\n";
  if (shape.hinted)
    drawing += element("circle", {{"class", "hint"},
                                  {"cx", at.x - 0.72 * room},
                                  {"cy", at.y - 0.72 * room},
                                  {"r", std::clamp(0.16 * room, 1.5, 4.0)},
                                  {"fill", white},
                                  {"stroke", ink},
                                  {"stroke-width", 1.2}}) +
               "\n";
  return drawing;
}

std::string overlap_marks(const Scene& scene, const Scale& scale) {
  std::string marks;
  for (const Cell& cell : scene.overlaps)
    marks += element("path", {{"class", "conflict"},
                              {"d", scale.path({scene.grid().outline(cell)})},
                              {"fill", conflict_red},
                              {"fill-opacity", 0.8},
                              {"stroke", conflict_red},
                              {"stroke-width", 1.5}}) +
             "\n";
  return marks;
}

std::string board_rim(const Scene& scene, const Scale& scale) {
  if (scene.board.empty()) return {};
  return element("path", {{"d", scale.path(outline_of(scene.grid(), scene.board))},
                          {"fill", "none"},
                          {"stroke", ink},
                          {"stroke-width", 2},
                          {"stroke-linejoin", "round"}}) +
         "\n";
}

double unit_for(double extent, double pixels, double largest) {
  return std::clamp(pixels / std::max(extent, 1.0), 3.0, largest);
}

Picture flat_picture(const Scene& scene, const std::vector<TrayPiece>& tray) {
  const Box frame = bounds_of(scene.grid(), scene.board);
  const double unit = unit_for(std::max(frame.width(), frame.height()), 860, 60);
  const Picture board = flat_board(scene, frame, unit);
  return stacked({board, packing_tray(tray, scene.lattice, 0.55 * unit, std::max(board.width, 480.0))}, 22);
}

double height_of(const Scene& scene) {
  if (scene.board.empty()) return 0;
  const auto by_z = [](const Cell& a, const Cell& b) { return a.z < b.z; };
  const auto [low, high] = std::minmax_element(scene.board.begin(), scene.board.end(), by_z);
  return high->z - low->z + 1;
}

Picture cube_picture(const Scene& scene, const std::vector<TrayPiece>& tray) {
  const Box frame = bounds_of(scene.grid(), scene.board);
  const double extent = std::max(frame.width(), frame.height());
  const Picture solid = cube_solid(scene, unit_for(extent + height_of(scene), 330, 56));
  const double unit = unit_for(extent, 300, 42), width = std::max(solid.width + 8 * unit, 740.0);
  Picture top;
  top.add(solid, 0, 0);
  const Picture layers = cube_layers(scene, unit, width);
  return stacked({top, layers, packing_tray(tray, scene.lattice, 0.6 * unit, width)}, 22);
}

}  // namespace

Picture flat_board(const Scene& scene, const Box& frame, double unit) {
  const Scale scale = scale_for(frame, unit);
  Picture picture;
  picture.width = unit * frame.width() + 2 * border;
  picture.height = unit * frame.height() + 2 * border;
  picture.body = empty_cells(scene, scene.spare, scale, optional_paper, "spare") +
                 empty_cells(scene, scene.uncovered, scale, empty_paper, "empty");
  std::string writing;
  for (const Shape& shape : scene.shapes) {
    const auto rings = outline_of(scene.grid(), shape.cells);
    picture.body += piece_path(shape, rings, scale);
    writing += piece_writing(scene, shape, rings, scale);
  }
  picture.body += overlap_marks(scene, scale) + board_rim(scene, scale) + writing;
  return picture;
}

Picture cube_layers(const Scene& scene, double unit, double width) {
  const Box frame = bounds_of(scene.grid(), scene.board);
  std::vector<Picture> layers;
  for (const Scene& layer : layers_of(scene)) {
    const std::string caption = fmt::format("layer {}{}", layers.size() + 1, layers.empty() ? " (top)" : "");
    layers.push_back(captioned(flat_board(layer, frame, unit), caption, 11));
  }
  return flow(layers, width, 24);
}

Picture packing_piece(const Shape& shape, LatticeKind lattice, double unit) {
  Scene scene;
  scene.lattice = lattice;
  scene.shapes = {shape};
  if (lattice == LatticeKind::cube) return cube_solid(scene, unit);
  scene.shapes.front().name.clear();
  return flat_board(scene, bounds_of(scene.grid(), shape.cells), unit);
}

Picture packing_tray(const std::vector<TrayPiece>& pieces, LatticeKind lattice, double unit, double width) {
  std::vector<Picture> drawings;
  double tallest = 0;
  for (const TrayPiece& piece : pieces) {
    drawings.push_back(packing_piece(piece.shape, lattice, unit));
    tallest = std::max(tallest, drawings.back().height);
  }
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    Picture slot;
    slot.add(drawings[i], 0, (tallest - drawings[i].height) / 2);
    slot.height = tallest;
    drawings[i] = captioned(slot, tray_caption(pieces[i]), 11);
  }
  return flow(drawings, width, 16);
}

Picture packing_picture(const PackingPuzzle& puzzle, const PackingLayout* layout) {
  const Scene scene = scene_of(puzzle, layout);
  const std::vector<TrayPiece> tray = tray_of(puzzle, layout);
  return puzzle.lattice == LatticeKind::cube ? cube_picture(scene, tray) : flat_picture(scene, tray);
}

}  // namespace tesselle::render
