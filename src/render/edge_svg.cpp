#include "render/edge_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/edge_motifs.hpp"
#include "render/text.hpp"

namespace tesselle::render {
namespace {

// Pieces are drawn 100 wide with their centre at the origin and scaled afterwards; a side is drawn as the north one
// and turned. Motifs are half shapes whose other half is the same one on the neighbour's side: a matching edge
// shows a whole star, disc or cross, and a wrong one shows at once.
constexpr std::array<std::string_view, 8> motifs = {
    "M-21 -50A21 21 0 0 0 21 -50H13A13 13 0 0 1 -13 -50ZM-6 -50A6 6 0 0 0 6 -50Z",           // target
    "M-25 -50L0 -24L25 -50H9L0 -41L-9 -50Z",                                                 // diamond
    "M-25 -50L-12 -45L-17 -33L-5 -38L0 -25L5 -38L17 -33L12 -45L25 -50Z",                     // star
    "M-23 -50V-42H-8V-26H8V-42H23V-50Z",                                                     // cross
    "M-19 -50A19 19 0 0 0 19 -50Z",                                                          // disc
    "M-19 -50V-31H19V-50H9V-41H-9V-50Z",                                                     // box
    "M-26 -50A10 10 0 0 0 -8 -41A10 10 0 1 0 8 -41A10 10 0 0 0 26 -50H6A6 6 0 0 1 -6 -50Z",  // clover
    "M-28 -50L-21 -32L-10 -42L0 -26L10 -42L21 -32L28 -50Z"};                                 // crown
constexpr std::string_view half_disc = "M-27 -50A27 27 0 0 0 27 -50Z";
constexpr std::string_view hollow = "M-24 -50A24 24 0 0 0 24 -50Z";
constexpr std::string_view quarter = "M-50 -50H50L0 0Z";

std::string filled(std::string_view path, Rgb colour) { return element("path", {{"d", path}, {"fill", colour}}); }

std::string whole_motif(const SideStyle& style) {
  return filled(motifs[(style.hue + style.hue / palette_size) % motifs.size()], coat_on(style.paper));
}

std::string creature_motif(const SideStyle& style) {
  const CreatureRings rings = creature_rings(style.half == SideStyle::Half::first);
  const Rgb coat = coat_on(style.paper);
  return filled(path_data({rings.body}), coat) + filled(path_data(rings.spots), mixed(coat, style.paper, 55)) +
         (rings.eye ? element("circle", {{"cx", rings.eye->x}, {"cy", rings.eye->y}, {"r", 1.6}, {"fill", white}})
                    : "");
}

/// A head is a solid half disc, its counterpart the empty half ring that takes it.
std::string half_motif(const SideStyle& style) {
  if (style.creature) return creature_motif(style);
  const Rgb paper = style.paper;
  const std::string disc = filled(half_disc, darker(paper, 55));
  return style.half == SideStyle::Half::first ? disc : disc + filled(hollow, lighter(paper, 78));
}

std::string quarter_triangle(Rgb paper) {
  return element("path", {{"d", quarter},
                          {"fill", paper},
                          {"stroke", ink},
                          {"stroke-opacity", 0.45},
                          {"stroke-width", 1.2},
                          {"stroke-linejoin", "round"}});
}

std::string side_name(const SideStyle& style) {
  constexpr std::array<std::string_view, 4> kind = {"side", "head", "socket", "frame"};
  const std::string name = fmt::format("{}-{}", kind[static_cast<std::size_t>(style.half)], style.hue);
  if (style.half == SideStyle::Half::frame || (style.paper == palette(style.hue) && !style.creature)) return name;
  return fmt::format("{}{}-{}", name, style.creature ? "-giraffe" : "", hex(style.paper).substr(1));
}

std::string side_drawing(const SideStyle& style) {
  using enum SideStyle::Half;
  if (style.half == frame) return quarter_triangle(frame_grey);
  return quarter_triangle(style.paper) + (style.half == whole ? whole_motif(style) : half_motif(style));
}

constexpr std::string_view whole_cell = "M-50 -50H50V50H-50Z";
constexpr std::string_view hatching =
    "M-50 -25L-25 -50M-50 0L0 -50M-50 25L25 -50M-50 50L50 -50M-25 50L50 -25M0 50L50 0M25 50L50 25";

std::string lines(std::string_view path, Rgb colour, double width) {
  return element("path", {{"d", path}, {"fill", "none"}, {"stroke", colour}, {"stroke-width", width}});
}

std::string rim_drawing() { return lines(whole_cell, ink, 2.4); }

std::string empty_drawing() {
  return filled(whole_cell, empty_paper) + lines(hatching, {222, 224, 230}, 3) +
         lines(whole_cell, {190, 194, 203}, 1.5);
}

std::string pin_drawing() {
  return element("circle", {{"cx", -37}, {"cy", -37}, {"r", 6}, {"fill", white}, {"stroke", ink}, {"stroke-width", 3}});
}

std::string conflict_drawing() {
  return element("path", {{"d", "M-46 -50L0 -58L46 -50L0 -42Z"},
                          {"fill", conflict_red},
                          {"stroke", white},
                          {"stroke-width", 3.5},
                          {"stroke-linejoin", "round"}});
}

/// Defines a drawing, once, and returns what shows it.
template <class Draw>
std::string use(Picture& picture, const std::string& name, Draw draw, std::string_view transform = {}) {
  if (!picture.definitions.contains(name)) picture.definitions[name] = element("g", {{"id", name}}, draw());
  const std::string target = "#" + name;
  if (transform.empty()) return element("use", {{"href", target}});
  return element("use", {{"href", target}, {"transform", transform}});
}

std::string group(std::string_view marker, std::string_view transform, std::string_view content) {
  return element("g", {{"class", marker}, {"transform", transform}}, content) + "\n";
}

std::string turn(std::size_t side) { return fmt::format("rotate({})", 90 * side); }

/// Names worth reading on the piece itself: those of complementary halves.
std::string side_labels(const EdgeView& view, const Sides& sides) {
  if (view.puzzle().matching != Matching::complement) return {};
  constexpr std::array<Point, 4> places = {Point{0, -39}, Point{39, 0}, Point{0, 39}, Point{-39, 0}};
  std::string labels;
  for (std::size_t side = 0; side < 4; ++side) {
    const SideStyle style = view.style(sides[side]);
    const std::string label = view.label(sides[side]);
    if (style.half == SideStyle::Half::frame || style.creature || length(label) > 3) continue;
    const bool on_head = style.half == SideStyle::Half::first;
    const Rgb tone = on_head ? lighter(style.paper, 85) : darker(style.paper, 65);
    labels += text(places[side].x, places[side].y, label, {11, tone, "middle", "bold"});
  }
  return labels;
}

std::string number_plate(std::string_view number, double size) {
  const double width = size * (0.75 + 0.68 * static_cast<double>(length(number))), height = 1.45 * size;
  return element("rect", {{"x", -width / 2},
                          {"y", -height / 2},
                          {"width", width},
                          {"height", height},
                          {"rx", height / 2},
                          {"fill", white},
                          {"fill-opacity", 0.88}}) +
         text(0, 0, number, {size, ink});
}

bool is_small(const EdgeView& view) { return std::max(view.columns(), view.rows()) <= 8; }

/// The piece around the origin, 100 wide.
std::string piece_drawing(const EdgeView& view, Placed placed, bool numbered, Picture& picture) {
  const Sides sides = view.sides(placed);
  std::string drawing;
  for (std::size_t side = 0; side < 4; ++side) {
    const SideStyle style = view.style(sides[side]);
    drawing += use(
        picture, side_name(style), [&] { return side_drawing(style); }, turn(side));
  }
  drawing += use(picture, "piece-rim", rim_drawing);
  if (numbered)
    drawing +=
        side_labels(view, sides) + number_plate(std::to_string(placed.piece.index() + 1), is_small(view) ? 11 : 20);
  return drawing;
}

/// Small boards have room for numbers anyway.
bool is_numbered(const EdgeView& view, const PictureStyle& style) { return style.numbers || is_small(view); }

std::string cell_shift(int row, int column) {
  return fmt::format("translate({} {})", 100 * column + 50, 100 * row + 50);
}

std::string empty_cell(int row, int column, Picture& picture) {
  return group("empty", cell_shift(row, column), use(picture, "empty-cell", empty_drawing));
}

/// A moving picture shows every cell empty, then the pieces row by row.
std::string cell_drawing(const EdgeView& view, int row, int column, const PictureStyle& style, Picture& picture) {
  const auto& placed = view.at(row, column);
  if (!placed) return empty_cell(row, column, picture);
  std::string drawing = piece_drawing(view, *placed, is_numbered(view, style), picture);
  if (style.seconds_per_piece <= 0) return group("piece", cell_shift(row, column), drawing);
  const int all = view.columns() * view.rows(), number = row * view.columns() + column + 1;
  drawing = appearing(number, all, style.seconds_per_piece) + drawing;
  return empty_cell(row, column, picture) + group("piece", cell_shift(row, column), drawing);
}

std::string hint_pin(int row, int column, Picture& picture) {
  return group("hint", cell_shift(row, column), use(picture, "hint-pin", pin_drawing));
}

std::string conflict_mark(const EdgeView& view, const EdgeConflict& conflict, Picture& picture) {
  const int row = view.puzzle().row(conflict.square), column = view.puzzle().column(conflict.square);
  const std::string side = turn(static_cast<std::size_t>(conflict.side));
  return group("conflict", cell_shift(row, column), use(picture, "conflict-mark", conflict_drawing, side));
}

/// Everything on the board, 100 per cell, later things over earlier ones.
std::string board_drawing(const EdgeView& view, const PictureStyle& style, Picture& picture) {
  std::string cells, pins, marks;
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      cells += cell_drawing(view, row, column, style, picture);
      if (view.is_hint(row, column)) pins += hint_pin(row, column, picture);
    }
  for (const EdgeConflict& conflict : view.conflicts()) marks += conflict_mark(view, conflict, picture);
  return cells + pins + marks;
}

std::string scaled(double factor, std::string_view drawing) {
  return element("g", {{"transform", fmt::format("scale({:.4f})", factor)}}, drawing) + "\n";
}

/// Row letters on the left and column numbers on top, as in the names of squares.
std::string coordinates(const EdgeView& view, double cell, double margin) {
  const TextStyle style = {std::clamp(cell / 4.5, 5.0, 13.0), faint_ink};
  std::string words;
  for (int column = 0; column < view.columns(); ++column)
    words += text(margin + cell * (column + 0.5), margin * 0.42, std::to_string(column + 1), style);
  for (int row = 0; row < view.rows(); ++row)
    words += text(margin * 0.42, margin + cell * (row + 0.5), view.row_name(row), style);
  return words + "\n";
}

}  // namespace

Picture edge_piece(const EdgeView& view, Placed placed, double cell, const PictureStyle& style) {
  Picture picture;
  picture.width = picture.height = cell;
  const std::string drawing = piece_drawing(view, placed, is_numbered(view, style), picture);
  picture.body = scaled(cell / 100, group("piece", cell_shift(0, 0), drawing));
  return picture;
}

Picture edge_board(const EdgeView& view, double cell, const PictureStyle& style) {
  const double margin = 26, width = cell * view.columns(), height = cell * view.rows(), rim = 5;
  Picture picture;
  picture.width = margin + width + rim;
  picture.height = margin + height + rim;
  picture.body = coordinates(view, cell, margin);
  picture.body += element("rect", {{"x", margin - rim},
                                   {"y", margin - rim},
                                   {"width", width + 2 * rim},
                                   {"height", height + 2 * rim},
                                   {"rx", rim},
                                   {"fill", ink}}) +
                  "\n";
  const std::string board = board_drawing(view, style, picture);
  if (!board.empty()) picture.body += translated(margin, margin, scaled(cell / 100, board)) + "\n";
  return picture;
}

Picture edge_tray(const EdgeView& view, double cell, double width, const PictureStyle& style) {
  std::vector<Picture> pieces;
  for (const PieceId piece : view.unplaced()) pieces.push_back(edge_piece(view, {piece, 0}, cell, style));
  return flow(pieces, width, cell / 6);
}

Picture edge_picture(const EdgeView& view, const PictureStyle& style) {
  const double least = style.numbers ? 64 : 16;  // numbers are to be read
  const double cell = std::clamp(800.0 / std::max({view.columns(), view.rows(), 1}), least, 120.0);
  const Picture board = edge_board(view, cell, style);
  return stacked({board, edge_tray(view, cell * 0.8, board.width, style)}, 12);
}

}  // namespace tesselle::render
