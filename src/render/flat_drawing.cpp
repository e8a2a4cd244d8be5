#include <algorithm>
#include <cmath>

#include "render/packing_drawing.hpp"
#include "render/text.hpp"

namespace tesselle::render {
namespace {

constexpr Rgb grid_line = {208, 211, 219};
constexpr double border = 2;  // around a flat board, so that outlines are not cut

Scale scale_for(const Box& frame, double unit) {
  return {unit, {border - unit * frame.left, border + unit * frame.top}};
}

PathMark empty_cells(const Scene& scene, const std::vector<Cell>& cells, const Scale& scale, Rgb paper,
                     std::string_view marker) {
  std::vector<Ring> rings;
  for (const Cell& cell : cells) rings.push_back(scene.grid().outline(cell));
  const double width = scene.lattice == LatticeKind::drafter ? 0.4 : 0.8;
  return {marker, scale(rings), paper, 1, Strokes{grid_line, width}};
}

PathMark piece_path(const Shape& shape, const std::vector<Ring>& rings, const Scale& scale) {
  const Strokes outline = {darker(shape.colour, 55), std::clamp(scale.unit / 20, 0.5, 2.2), true};
  return {"piece", scale(rings), shape.colour, 1, outline};
}

/// The largest size at which a word fits into a circle, but not larger than looks well on cells of this size; 0 if it
/// would be too small to read.
double fitting_size(std::string_view word, double radius, double unit) {
  const double size = 2 * radius / std::hypot(0.65 * static_cast<double>(length(word)), 0.75);
  return size < 4.5 || word.empty() ? 0 : std::min({size, 0.75 * unit, 20.0});
}

/// The name where there is most room for it, and the pin of a hint beside it.
void write_name(const Scene& scene, const Shape& shape, const std::vector<Ring>& rings, const Scale& scale,
                std::vector<Mark>& marks) {
  if (shape.cells.size() > 400) return;
  const Anchor anchor = label_anchor(scene.grid(), shape.cells, rings);
  const Point at = scale(anchor.point);
  const double room = scale.unit * anchor.clearance, size = fitting_size(shape.name, 0.85 * room, scale.unit);
  if (size > 0) marks.push_back(TextMark{at, shape.name, size, readable_on(shape.colour)});
  if (!shape.hinted) return;
  const Point pin = {at.x - 0.72 * room, at.y - 0.72 * room};
  marks.push_back(CircleMark{"hint", pin, std::clamp(0.16 * room, 1.5, 4.0), white, Strokes{ink, 1.2}});
}

void mark_overlaps(const Scene& scene, const Scale& scale, Drawing& drawing) {
  for (const Cell& cell : scene.overlaps)
    drawing.marks.push_back(
        PathMark{"conflict", scale({scene.grid().outline(cell)}), conflict_red, 0.8, Strokes{conflict_red, 1.5}});
}

void draw_rim(const Scene& scene, const Scale& scale, Drawing& drawing) {
  if (scene.board.empty()) return;
  const Strokes rim = {ink, std::clamp(scale.unit / 12, 0.8, 2.0), true};
  drawing.marks.push_back(PathMark{{}, scale(outline_of(scene.grid(), scene.board)), std::nullopt, 1, rim});
}

}  // namespace

Drawing flat_drawing(const Scene& scene, const Box& frame, double unit) {
  const Scale scale = scale_for(frame, unit);
  Drawing drawing{unit * frame.width() + 2 * border, unit * frame.height() + 2 * border};
  if (!scene.spare.empty()) drawing.marks.push_back(empty_cells(scene, scene.spare, scale, optional_paper, "spare"));
  if (!scene.uncovered.empty())
    drawing.marks.push_back(empty_cells(scene, scene.uncovered, scale, empty_paper, "empty"));
  std::vector<Mark> writing;
  for (const Shape& shape : scene.shapes) {
    const auto rings = outline_of(scene.grid(), shape.cells);
    drawing.marks.push_back(piece_path(shape, rings, scale));
    write_name(scene, shape, rings, scale, writing);
  }
  mark_overlaps(scene, scale, drawing);
  draw_rim(scene, scale, drawing);
  drawing.marks.insert(drawing.marks.end(), writing.begin(), writing.end());
  return drawing;
}

}  // namespace tesselle::render
