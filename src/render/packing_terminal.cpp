#include "render/packing_terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "render/raster.hpp"
#include "render/text.hpp"

namespace tesselle::render {
namespace {

constexpr std::u32string_view alphabet = U"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t piece_limit = 100;  // more pieces than this are counted, not drawn
constexpr Rgb dark_empty = {58, 61, 68};
constexpr Rgb dark_spare = {44, 46, 52};

bool is_flat_grid(const Scene& scene) {
  return scene.lattice == LatticeKind::square || scene.lattice == LatticeKind::cube;
}

// ---- what one place looks like

char32_t symbol_of(const Scene& scene, const std::u32string& symbols, const Owner& owner) {
  switch (owner.kind) {
    case Owner::Kind::nothing:
      return U' ';
    case Owner::Kind::spare:
      return U'+';
    case Owner::Kind::uncovered:
      return U'.';
    case Owner::Kind::overlap:
      return U'!';
    case Owner::Kind::shape:
      break;
  }
  return symbols[scene.shapes[owner.shape].piece.index()];
}

std::optional<Rgb> paper_of(const Scene& scene, const Owner& owner) {
  switch (owner.kind) {
    case Owner::Kind::nothing:
      return std::nullopt;
    case Owner::Kind::spare:
      return dark_spare;
    case Owner::Kind::uncovered:
      return dark_empty;
    case Owner::Kind::overlap:
      return conflict_red;
    case Owner::Kind::shape:
      break;
  }
  return scene.shapes[owner.shape].colour;
}

// ---- squares: cells of 3 characters with lines between different pieces, if the terminal is wide enough

/// The character whose arms reach up, right, down and left as the bits 1, 2, 4, 8 say.
char32_t line_symbol(int arms, TerminalColour colour) {
  constexpr std::u32string_view lines = U" ╵╶└╷│┌├╴┘─┴┐┤┬┼", plain = U" |-+||++-+-++++ ";
  if (arms == 15) return colour == TerminalColour::none ? U'+' : U'┼';
  return (colour == TerminalColour::none ? plain : lines)[static_cast<std::size_t>(arms)];
}

class LinedGrid {
 public:
  LinedGrid(const Scene& scene, const std::u32string& symbols, TerminalColour colour)
      : scene_(scene), symbols_(symbols), colour_(colour), raster_(scene, 1, 1) {}

  int columns() const { return 4 * raster_.columns() + 1; }

  TextCanvas draw() const {
    TextCanvas canvas(columns(), 2 * raster_.rows() + 1);
    for (int row = 0; row < canvas.rows(); ++row)
      for (int column = 0; column < canvas.columns(); ++column) canvas.set(row, column, glyph(row, column));
    return canvas;
  }

 private:
  /// Is there a line between two neighbouring cells? Empty cells of one kind are not divided.
  bool divided(int row, int column, int next_row, int next_column) const {
    return raster_.at(row, column) != raster_.at(next_row, next_column);
  }

  Glyph glyph(int row, int column) const {
    const int r = row / 2, c = column / 4;  // the cell, or the one below and right of the line
    if (row % 2 == 1 && column % 4 != 0) return inside(r, c, column % 4 == 2);
    if (row % 2 == 1) return between(divided(r, c - 1, r, c) ? 5 : 0, r, c);
    if (column % 4 != 0) return between(divided(r - 1, c, r, c) ? 10 : 0, r, c);
    return between(arms(r, c), r, c);
  }

  Glyph inside(int row, int column, bool middle) const {
    const Owner& owner = raster_.at(row, column);
    const auto paper = paper_of(scene_, owner);
    return {middle ? symbol_of(scene_, symbols_, owner) : U' ', paper ? readable_on(*paper) : paper, paper};
  }

  int arms(int row, int column) const {
    return divided(row - 1, column - 1, row - 1, column) * 1 + divided(row - 1, column, row, column) * 2 +
           divided(row, column - 1, row, column) * 4 + divided(row - 1, column - 1, row, column - 1) * 8;
  }

  /// A place without a line belongs to the piece around it.
  Glyph between(int line_arms, int row, int column) const {
    if (line_arms == 0) return {U' ', {}, paper_of(scene_, raster_.at(row, column))};
    return {line_symbol(line_arms, colour_), {}, {}};
  }

  const Scene& scene_;
  const std::u32string& symbols_;
  TerminalColour colour_;
  Raster raster_;
};

/// Wide boards: two characters per cell, or one, and no lines.
TextCanvas dense_grid(const Scene& scene, const std::u32string& symbols, int columns) {
  const Raster raster(scene, 1, 1);
  if (raster.columns() > columns) return too_wide(raster.columns());
  const int width = 2 * raster.columns() <= columns ? 2 : 1;
  TextCanvas canvas(width * raster.columns(), raster.rows());
  for (int row = 0; row < raster.rows(); ++row)
    for (int column = 0; column < canvas.columns(); ++column) {
      const Owner& owner = raster.at(row, column / width);
      const auto paper = paper_of(scene, owner);
      const char32_t symbol = column % width == 0 ? symbol_of(scene, symbols, owner) : U' ';
      canvas.set(row, column, {symbol, paper ? readable_on(*paper) : paper, paper});
    }
  return canvas;
}

TextCanvas grid_text(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style) {
  const LinedGrid lined(scene, symbols, style.colour);
  return lined.columns() <= style.columns ? lined.draw() : dense_grid(scene, symbols, style.columns);
}

TextCanvas layers_text(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style) {
  std::vector<TextCanvas> layers;
  const std::vector<Scene> slices = layers_of(scene);
  for (Scene layer : slices) {
    layer.board = scene.board;  // every layer as large as the whole
    const std::string caption = fmt::format("layer {}", layers.size() + 1);
    const TextCanvas drawing = grid_text(layer, symbols, style);
    layers.push_back(slices.size() > 1 ? captioned(drawing, caption) : drawing);
  }
  return flow(layers, style.columns, 2);
}

// ---- other lattices: sampled

double density_for(const Box& box, int columns, double wanted) {
  return std::min({wanted, std::max(columns - 4, 1) / std::max(box.width(), 1.0), 1000 / std::max(box.height(), 1.0)});
}

/// Dots at which a piece ends are darker, so that neighbours of one colour can be told apart.
Rgb dot_colour(const Scene& scene, const Raster& raster, int row, int column) {
  const Owner& owner = raster.at(row, column);
  const Rgb colour = *paper_of(scene, owner);
  const bool ends = raster.at(row, column + 1) != owner || raster.at(row + 1, column) != owner;
  return ends && owner.kind == Owner::Kind::shape ? darker(colour, 38) : colour;
}

void write_symbols(const Scene& scene, const std::u32string& symbols, const Raster& raster, TextCanvas& canvas) {
  if (symbols.size() > alphabet.size()) return;
  for (const Shape& shape : scene.shapes) {
    const auto rings = outline_of(scene.grid(), shape.cells);
    const auto [row, column] = raster.sample_of(label_anchor(scene.grid(), shape.cells, rings).point);
    const char32_t symbol = symbols[shape.piece.index()];
    canvas.set(row / 2, column, {symbol, readable_on(shape.colour), shape.colour});
  }
}

TextCanvas dotted(const Scene& scene, const std::u32string& symbols, double density) {
  const Raster raster(scene, density, density);
  DotCanvas dots(raster.columns(), raster.rows());
  for (int row = 0; row < raster.rows(); ++row)
    for (int column = 0; column < raster.columns(); ++column)
      if (raster.at(row, column).kind != Owner::Kind::nothing)
        dots.set(row, column, dot_colour(scene, raster, row, column));
  TextCanvas canvas = dots.half_blocks();
  write_symbols(scene, symbols, raster, canvas);
  return canvas;
}

/// Two neighbouring copies of a piece would run together without a gap.
bool meets_twin(const Scene& scene, const std::u32string& symbols, const Owner& owner, const Owner& next) {
  return owner.kind == Owner::Kind::shape && next.kind == Owner::Kind::shape && owner.shape != next.shape &&
         symbol_of(scene, symbols, owner) == symbol_of(scene, symbols, next);
}

TextCanvas lettered(const Scene& scene, const std::u32string& symbols, double density) {
  const Raster raster(scene, density, density / 2);
  TextCanvas canvas(raster.columns(), raster.rows());
  for (int row = 0; row < raster.rows(); ++row)
    for (int column = 0; column < raster.columns(); ++column) {
      const Owner& owner = raster.at(row, column);
      const bool gap = meets_twin(scene, symbols, owner, raster.at(row, column + 1)) ||
                       meets_twin(scene, symbols, owner, raster.at(row + 1, column));
      canvas.set(row, column, {gap ? U' ' : symbol_of(scene, symbols, owner), {}, {}});
    }
  return canvas;
}

TextCanvas sampled_text(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style, double wanted) {
  std::vector<Cell> all = scene.board;
  for (const Shape& shape : scene.shapes) all.insert(all.end(), shape.cells.begin(), shape.cells.end());
  const double density = density_for(bounds_of(scene.grid(), all), style.columns, wanted);
  return style.colour == TerminalColour::none ? lettered(scene, symbols, density) : dotted(scene, symbols, density);
}

// ---- around the board

/// A grid of this many places would be more than a person can scroll through.
bool is_too_large(const Scene& scene) {
  if (!is_flat_grid(scene)) return false;
  const Box box = bounds_of(scene.grid(), scene.board);
  const double layers = scene.lattice == LatticeKind::cube ? static_cast<double>(layers_of(scene).size()) : 1;
  return box.width() > 1000 || box.height() > 1000 || box.width() * box.height() * layers > 400'000;
}

/// What the letters on the board stand for, where that is not plain.
std::vector<TextCanvas> legend(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style) {
  std::map<PieceId, TextCanvas> entries;
  for (const Shape& shape : scene.shapes) {
    const std::string symbol = encoded(std::u32string(1, symbols[shape.piece.index()]));
    if ((symbol == shape.name && !style.numbers) || entries.contains(shape.piece)) continue;
    const std::string meaning = style.numbers ? std::to_string(shape.piece.index() + 1) : shape.name;
    TextCanvas entry = line_of(fmt::format("{} = {}", symbol, meaning));
    entry.write(0, 0, symbol, readable_on(shape.colour), shape.colour);
    entries.emplace(shape.piece, std::move(entry));
  }
  if (entries.empty() || symbols.size() > alphabet.size()) return {};
  std::vector<TextCanvas> lines;
  for (auto& [piece, entry] : entries) lines.push_back(std::move(entry));
  return {TextCanvas(1, 1), flow(lines, style.columns, 3)};
}

TextCanvas tray_piece(const TrayPiece& piece, LatticeKind lattice, const std::u32string& symbols,
                      const TerminalStyle& style) {
  Scene scene;
  scene.lattice = lattice;
  scene.shapes = {piece.shape};
  if (is_flat_grid(scene)) scene.board = piece.shape.cells;
  const TextCanvas drawing =
      is_flat_grid(scene) ? packing_board_text(scene, symbols, style) : sampled_text(scene, symbols, style, 5);
  return captioned(drawing, tray_caption(piece));
}

std::vector<TextCanvas> tray(const std::vector<TrayPiece>& pieces, LatticeKind lattice, const std::u32string& symbols,
                             const TerminalStyle& style) {
  if (pieces.empty()) return {};
  std::vector<TextCanvas> drawings;
  for (const TrayPiece& piece : pieces)
    if (drawings.size() < piece_limit) drawings.push_back(tray_piece(piece, lattice, symbols, style));
  std::vector<TextCanvas> lines = {flow(drawings, style.columns, 3)};
  if (pieces.size() > piece_limit) lines.push_back(line_of(fmt::format("and {} more", pieces.size() - piece_limit)));
  return lines;
}

}  // namespace

std::u32string piece_symbols(const PackingPuzzle& puzzle) {
  std::set<char32_t> taken;
  for (const PackingPiece& piece : puzzle.pieces) {
    const std::u32string name = decoded(piece.name);
    if (name.size() == 1) taken.insert(name.front());
  }
  std::u32string symbols;
  std::size_t next = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    const std::u32string name = decoded(piece.name);
    if (name.size() == 1) {
      symbols.push_back(name.front());
      continue;
    }
    while (next < alphabet.size() && taken.count(alphabet[next]) > 0) ++next;
    symbols.push_back(alphabet[next++ % alphabet.size()]);
  }
  return symbols;
}

TextCanvas packing_board_text(const Scene& scene, const std::u32string& symbols, const TerminalStyle& style) {
  if (is_too_large(scene))
    return line_of(fmt::format("A board of {} cells is too large for a terminal.", scene.board.size()));
  if (scene.lattice == LatticeKind::square) return grid_text(scene, symbols, style);
  if (scene.lattice == LatticeKind::cube) return layers_text(scene, symbols, style);
  return sampled_text(scene, symbols, style, scene.lattice == LatticeKind::hexagon ? 7 : 9);
}

TextCanvas packing_text(const PackingPuzzle& puzzle, const PackingLayout* layout, const TerminalStyle& style) {
  const Scene scene = scene_of(puzzle, layout);
  const std::u32string symbols = piece_symbols(puzzle);
  std::vector<TextCanvas> parts = {packing_board_text(scene, symbols, style)};
  for (TextCanvas& part : legend(scene, symbols, style)) parts.push_back(std::move(part));
  const std::vector<TrayPiece> left = tray_of(puzzle, layout);
  if (!left.empty()) parts.insert(parts.end(), {TextCanvas(1, 1), line_of("Not on the board:")});
  for (TextCanvas& part : tray(left, puzzle.lattice, symbols, style)) parts.push_back(std::move(part));
  return stacked(parts);
}

TextCanvas pieces_text(const PackingPuzzle& puzzle, const TerminalStyle& style) {
  return stacked(tray(tray_of(puzzle, nullptr), puzzle.lattice, piece_symbols(puzzle), style));
}

}  // namespace tesselle::render
