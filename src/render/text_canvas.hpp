#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/palette.hpp"
#include "tesselle/render.hpp"

namespace tesselle::render {

/// One character of a terminal; no colour means the terminal's own.
struct Glyph {
  char32_t symbol = U' ';
  std::optional<Rgb> ink, paper;
  friend bool operator==(const Glyph&, const Glyph&) = default;
};

/// A rectangle of characters: what terminal pictures are put together from. Writing outside of it has no effect.
class TextCanvas {
 public:
  TextCanvas() = default;
  TextCanvas(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  Glyph at(int row, int column) const;
  void set(int row, int column, const Glyph& glyph);
  /// Writes characters, leaving the paper below as it is unless another one is given.
  void write(int row, int column, std::string_view words, std::optional<Rgb> tone = {}, std::optional<Rgb> paper = {});
  void add(const TextCanvas& other, int row, int column);

  /// Lines without trailing blanks; colours as escape sequences, reset at each line's end, only if asked for.
  std::string str(TerminalColour colour) const;

 private:
  bool contains(int row, int column) const { return row >= 0 && row < rows_ && column >= 0 && column < columns_; }
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  int columns_ = 0, rows_ = 0;
  std::vector<Glyph> glyphs_;
};

/// A picture of square dots, two of them in each character.
class DotCanvas {
 public:
  DotCanvas(int columns, int rows);
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  void set(int row, int column, Rgb colour);
  TextCanvas half_blocks() const;

 private:
  const std::optional<Rgb>& at(int row, int column) const;
  int columns_, rows_;
  std::vector<std::optional<Rgb>> dots_;
};

TextCanvas line_of(std::string_view words, std::optional<Rgb> tone = {});
/// Instead of a board that no terminal of this width can show; narrow itself.
TextCanvas too_wide(int needed_columns);
/// Centred below the canvas.
TextCanvas captioned(const TextCanvas& canvas, std::string_view caption);
/// Rows of canvases, left to right and top to bottom, no wider than `width` unless a single one is.
TextCanvas flow(const std::vector<TextCanvas>& canvases, int width, int gap);
TextCanvas stacked(const std::vector<TextCanvas>& canvases);

}  // namespace tesselle::render
