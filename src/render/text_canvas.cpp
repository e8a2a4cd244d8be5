#include "render/text_canvas.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/text.hpp"

namespace tesselle::render {
namespace {

std::string colour_codes(const Glyph& glyph) {
  std::string codes = "\x1b[0";
  if (glyph.ink) codes += fmt::format(";38;2;{};{};{}", glyph.ink->red, glyph.ink->green, glyph.ink->blue);
  if (glyph.paper) codes += fmt::format(";48;2;{};{};{}", glyph.paper->red, glyph.paper->green, glyph.paper->blue);
  return codes + "m";
}

bool same_colours(const Glyph& a, const Glyph& b) { return a.ink == b.ink && a.paper == b.paper; }

/// One row of a flow, the canvases standing on a common ground.
TextCanvas shelf(const std::vector<TextCanvas>& canvases, int gap) {
  int columns = 0, rows = 0;
  for (const TextCanvas& canvas : canvases) {
    columns += (columns > 0 ? gap : 0) + canvas.columns();
    rows = std::max(rows, canvas.rows());
  }
  TextCanvas result(columns, rows);
  int column = 0;
  for (const TextCanvas& canvas : canvases) {
    result.add(canvas, rows - canvas.rows(), column);
    column += canvas.columns() + gap;
  }
  return result;
}

}  // namespace

TextCanvas::TextCanvas(int columns, int rows)
    : columns_(std::max(0, columns)), rows_(std::max(0, rows)), glyphs_(index(rows_, 0)) {}

Glyph TextCanvas::at(int row, int column) const {
  return contains(row, column) ? glyphs_[index(row, column)] : Glyph{};
}

void TextCanvas::set(int row, int column, const Glyph& glyph) {
  if (contains(row, column)) glyphs_[index(row, column)] = glyph;
}

void TextCanvas::write(int row, int column, std::string_view words, std::optional<Rgb> tone, std::optional<Rgb> paper) {
  for (const char32_t symbol : decoded(words)) {
    set(row, column, {symbol, tone, paper ? paper : at(row, column).paper});
    ++column;
  }
}

void TextCanvas::add(const TextCanvas& other, int row, int column) {
  for (int r = 0; r < other.rows(); ++r)
    for (int c = 0; c < other.columns(); ++c) set(row + r, column + c, other.at(r, c));
}

std::string TextCanvas::str(TerminalColour colour) const {
  std::string out;
  for (int row = 0; row < rows_; ++row) {
    int end = columns_;
    const auto is_blank = [&](const Glyph& g) {
      return g.symbol == U' ' && (colour == TerminalColour::none || !g.paper);
    };
    while (end > 0 && is_blank(at(row, end - 1))) --end;
    Glyph current;
    for (int column = 0; column < end; ++column) {
      const Glyph glyph = at(row, column);
      if (colour == TerminalColour::truecolour && !same_colours(glyph, current)) out += colour_codes(glyph);
      append_encoded(out, glyph.symbol);
      current = glyph;
    }
    if (colour == TerminalColour::truecolour && !same_colours(current, Glyph{})) out += "\x1b[0m";
    out += '\n';
  }
  return out;
}

DotCanvas::DotCanvas(int columns, int rows)
    : columns_(std::max(0, columns)),
      rows_(std::max(0, rows)),
      dots_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

void DotCanvas::set(int row, int column, Rgb colour) {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return;
  dots_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] = colour;
}

const std::optional<Rgb>& DotCanvas::at(int row, int column) const {
  static const std::optional<Rgb> nothing;
  if (row >= rows_) return nothing;
  return dots_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
}

TextCanvas DotCanvas::half_blocks() const {
  TextCanvas canvas(columns_, (rows_ + 1) / 2);
  for (int row = 0; row < canvas.rows(); ++row)
    for (int column = 0; column < columns_; ++column) {
      const auto& upper = at(2 * row, column);
      const auto& lower = at(2 * row + 1, column);
      if (upper && upper == lower)
        canvas.set(row, column, {U' ', {}, upper});
      else if (upper)
        canvas.set(row, column, {U'▀', upper, lower});
      else if (lower)
        canvas.set(row, column, {U'▄', lower, {}});
    }
  return canvas;
}

TextCanvas line_of(std::string_view words, std::optional<Rgb> tone) {
  TextCanvas canvas(static_cast<int>(length(words)), 1);
  canvas.write(0, 0, words, tone);
  return canvas;
}

TextCanvas too_wide(int needed_columns) {
  return stacked({line_of(fmt::format("(the board needs {} columns;", needed_columns)),
                  line_of("tesselle show draws it: --svg FILE)")});
}

TextCanvas captioned(const TextCanvas& canvas, std::string_view caption) {
  const TextCanvas line = line_of(caption);
  const int columns = std::max(canvas.columns(), line.columns());
  TextCanvas result(columns, canvas.rows() + 1);
  result.add(canvas, 0, (columns - canvas.columns()) / 2);
  result.add(line, canvas.rows(), (columns - line.columns()) / 2);
  return result;
}

TextCanvas stacked(const std::vector<TextCanvas>& canvases) {
  int columns = 0, rows = 0;
  for (const TextCanvas& canvas : canvases) {
    columns = std::max(columns, canvas.columns());
    rows += canvas.rows();
  }
  TextCanvas result(columns, rows);
  int row = 0;
  for (const TextCanvas& canvas : canvases) {
    result.add(canvas, row, 0);
    row += canvas.rows();
  }
  return result;
}

TextCanvas flow(const std::vector<TextCanvas>& canvases, int width, int gap) {
  std::vector<TextCanvas> shelves, row;
  int columns = 0;
  for (const TextCanvas& canvas : canvases) {
    if (!row.empty() && columns + gap + canvas.columns() > width) {
      shelves.push_back(shelf(row, gap));
      row.clear();
      columns = 0;
    }
    columns += (row.empty() ? 0 : gap) + canvas.columns();
    row.push_back(canvas);
  }
  if (!row.empty()) shelves.push_back(shelf(row, gap));
  return stacked(shelves);
}

}  // namespace tesselle::render
