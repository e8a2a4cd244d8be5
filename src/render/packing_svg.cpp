#include "render/packing_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/packing_drawing.hpp"

namespace tesselle::render {
namespace {

double unit_for(double extent, double pixels, double largest) {
  return std::clamp(pixels / std::max(extent, 1.0), 3.0, largest);
}

Rgb shade_of(double share) {
  constexpr Rgb hard = {190, 48, 44}, middling = {250, 236, 190}, easy = {40, 96, 176};
  const int percent = static_cast<int>(std::lround(200 * std::clamp(share, 0.0, 1.0)));
  return percent < 100 ? mixed(hard, middling, percent) : mixed(middling, easy, percent - 100);
}

void dress(Shape& shape, const PictureStyle& style) {
  const std::size_t piece = shape.piece.index();
  if (piece < style.shades.size()) shape.colour = shade_of(style.shades[piece]);
  if (style.numbers) shape.name = std::to_string(piece + 1);
}

/// The empty board, then the pieces one by one. Programs that show stills show the last moment.
Picture growing_board(const Scene& scene, const Box& frame, double unit, double seconds_per_piece) {
  Scene ground = scene, single;
  ground.shapes.clear();
  ground.uncovered = scene.board;
  single.lattice = scene.lattice;
  Picture picture = flat_board(ground, frame, unit);
  const int all = static_cast<int>(scene.shapes.size());
  for (int i = 0; i < all; ++i) {
    single.shapes = {scene.shapes[static_cast<std::size_t>(i)]};
    const std::string animation = appearing(i + 1, all, seconds_per_piece);
    picture.body += element("g", {}, animation + flat_board(single, frame, unit).body) + "\n";
  }
  return picture;
}

Picture flat_picture(const Scene& scene, const std::vector<TrayPiece>& tray, double seconds_per_piece) {
  const Box frame = bounds_of(scene.grid(), scene.board);
  const double unit = unit_for(std::max(frame.width(), frame.height()), 860, 60);
  const Picture board =
      seconds_per_piece > 0 ? growing_board(scene, frame, unit, seconds_per_piece) : flat_board(scene, frame, unit);
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
  return picture_of(flat_drawing(scene, frame, unit));
}

Picture cube_solid(const Scene& scene, double unit) { return picture_of(solid_drawing(scene, unit)); }

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

Picture packing_picture(const PackingPuzzle& puzzle, const PackingLayout* layout, const PictureStyle& style) {
  Scene scene = scene_of(puzzle, layout);
  std::vector<TrayPiece> tray = tray_of(puzzle, layout);
  for (Shape& shape : scene.shapes) dress(shape, style);
  for (TrayPiece& piece : tray) dress(piece.shape, style);
  return puzzle.lattice == LatticeKind::cube ? cube_picture(scene, tray)
                                             : flat_picture(scene, tray, style.seconds_per_piece);
}

}  // namespace tesselle::render
