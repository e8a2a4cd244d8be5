#include "render/edge_terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "render/text.hpp"

namespace tesselle::render {
namespace {

constexpr int margin = 3;                // row names
constexpr std::size_t tray_limit = 300;  // more pieces than this are counted, not drawn

int text_length(std::string_view words) { return static_cast<int>(length(words)); }

std::string first_characters(std::string_view words, int count) {
  return encoded(decoded(words).substr(0, static_cast<std::size_t>(std::max(0, count))));
}

/// Row letters and column numbers around a board whose cells are this large.
TextCanvas with_coordinates(const EdgeView& view, const TextCanvas& board, int cell_columns, int cell_rows, int line) {
  TextCanvas canvas(board.columns() + margin, board.rows() + 1);
  canvas.add(board, 1, margin);
  for (int column = 0; column < view.columns(); ++column) {
    const std::string name = std::to_string(column + 1);
    canvas.write(0, margin + line + column * cell_columns + (cell_columns - line - text_length(name)) / 2, name);
  }
  for (int row = 0; row < view.rows(); ++row)
    canvas.write(1 + row * cell_rows + cell_rows / 2, 0, fmt::format("{:>2}", view.row_name(row)));
  return canvas;
}

// ---- coloured: every piece is `dots` dots wide and high, two dots in a character

int dots_for(int columns) {
  if (columns <= 8) return 10;
  for (const int dots : {6, 4})
    if (margin + columns * dots <= terminal_columns) return dots;
  return 2;
}

/// The triangle a dot is in; diagonals go to the side that they lead to clockwise, so that each side has as many.
Side side_at(int row, int column, int dots) {
  const int falling = row - column, rising = row + column - (dots - 1);
  const bool upper = row < dots / 2;
  if (falling == 0) return upper ? Side::north : Side::south;
  if (rising == 0) return upper ? Side::east : Side::west;
  if (falling < 0) return rising < 0 ? Side::north : Side::east;
  return rising < 0 ? Side::west : Side::south;
}

Rgb paper_of(const EdgeView& view, Colour colour) {
  using enum SideStyle::Half;
  const SideStyle style = view.style(colour);
  const Rgb tone = palette(style.hue);
  if (style.half == frame) return frame_grey;
  return style.half == first ? darker(tone, 30) : style.half == second ? lighter(tone, 35) : tone;
}

void paint_piece(DotCanvas& dots, const EdgeView& view, Placed placed, int top, int left, int size) {
  const Sides sides = view.sides(placed);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const auto side = static_cast<std::size_t>(side_at(row, column, size));
      dots.set(top + row, left + column, paper_of(view, sides[side]));
    }
}

/// The two middle dots of a side turn red.
void paint_conflict(DotCanvas& dots, Side side, int top, int left, int size) {
  for (const int along : {size / 2 - 1, size / 2}) {
    const bool level = side == Side::north || side == Side::south;
    const int rim = side == Side::north || side == Side::west ? 0 : size - 1;
    dots.set(top + (level ? rim : along), left + (level ? along : rim), conflict_red);
  }
}

void paint_empty(DotCanvas& dots, int top, int left, int size) {
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      dots.set(top + row, left + column, (row + column) % 4 < 2 ? Rgb{58, 61, 68} : Rgb{50, 53, 60});
}

/// Writes a side's label where its triangle is widest, on red if it does not fit.
void label_side(TextCanvas& canvas, std::string_view label, Side side, Rgb paper, int top, int left, int size) {
  const std::string words = first_characters(label, size == 6 ? 2 : 3);
  const int rows = size / 2, width = text_length(words), centre = left + (size - width) / 2, middle = top + rows / 2;
  const Rgb tone = readable_on(paper);
  if (side == Side::north) canvas.write(top, centre, words, tone, paper);
  if (side == Side::south) canvas.write(top + rows - 1, centre, words, tone, paper);
  if (side == Side::west) canvas.write(middle, left, words, tone, paper);
  if (side == Side::east) canvas.write(middle, left + size - width, words, tone, paper);
}

void label_piece(TextCanvas& canvas, const EdgeView& view, Placed placed, std::span<const Side> shown,
                 std::string_view number, int top, int left, int size) {
  const Sides sides = view.sides(placed);
  for (const Side side : shown) {
    const Colour colour = sides[static_cast<std::size_t>(side)];
    label_side(canvas, view.label(colour), side, paper_of(view, colour), top, left, size);
  }
  const int width = text_length(number);
  if (width <= size - 6) canvas.write(top + size / 4, left + (size - width) / 2, number, ink, white);
}

/// A matching edge is labelled once: "7" and "7" side by side would read as 77.
std::vector<Side> sides_to_label(const EdgeView& view, int row, int column) {
  std::vector<Side> shown = {Side::east, Side::south};
  const bool different = view.puzzle().matching == Matching::complement;
  if (different || !view.at(row - 1, column) || view.in_conflict(row, column, Side::north))
    shown.push_back(Side::north);
  if (different || !view.at(row, column - 1) || view.in_conflict(row, column, Side::west)) shown.push_back(Side::west);
  return shown;
}

void label_conflicts(TextCanvas& canvas, const EdgeView& view, int row, int column, int size) {
  const auto& placed = view.at(row, column);
  for (const Side side : all_sides)
    if (placed && view.in_conflict(row, column, side)) {
      const Colour colour = view.sides(*placed)[static_cast<std::size_t>(side)];
      label_side(canvas, view.label(colour), side, conflict_red, row * size / 2, column * size, size);
    }
}

DotCanvas painted_board(const EdgeView& view, int size) {
  DotCanvas dots(view.columns() * size, view.rows() * size);
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      const auto& placed = view.at(row, column);
      if (!placed) paint_empty(dots, row * size, column * size, size);
      if (placed) paint_piece(dots, view, *placed, row * size, column * size, size);
      for (const Side side : all_sides)
        if (size >= 4 && view.in_conflict(row, column, side))
          paint_conflict(dots, side, row * size, column * size, size);
    }
  return dots;
}

TextCanvas coloured_board(const EdgeView& view) {
  const int size = dots_for(view.columns());
  TextCanvas board = painted_board(view, size).half_blocks();
  for (int row = 0; size >= 6 && row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      if (const auto& placed = view.at(row, column))
        label_piece(board, view, *placed, sides_to_label(view, row, column), view.number(row, column), row * size / 2,
                    column * size, size);
      label_conflicts(board, view, row, column, size);
      if (size == 6 && view.is_hint(row, column)) board.write(row * 3 + 1, column * 6 + 2, "*", ink, white);
    }
  return size >= 6 ? with_coordinates(view, board, size, size / 2, 0) : board;
}

TextCanvas coloured_piece(const EdgeView& view, PieceId piece) {
  const int size = std::clamp(dots_for(view.columns()), 6, 10);
  DotCanvas dots(size, size);
  paint_piece(dots, view, {piece, 0}, 0, 0, size);
  TextCanvas canvas = dots.half_blocks();
  label_piece(canvas, view, {piece, 0}, all_sides, std::to_string(piece.index() + 1), 0, 0, size);
  return size == 10 ? canvas : captioned(canvas, std::to_string(piece.index() + 1));
}

// ---- plain: boxes with the labels inside, the piece number in the middle or, to save width, in the upper line

struct Boxes {
  int inside = 0;  ///< characters between two bars
  bool number_above = false;
};

std::string plain_label(const EdgeView& view, Colour colour) { return first_characters(view.label(colour), 6); }

Boxes boxes_for(const EdgeView& view) {
  int label = 1, number = text_length(std::to_string(view.puzzle().pieces.size())) + !view.puzzle().hints.empty();
  for (const Sides& sides : view.puzzle().pieces)
    for (const Colour colour : sides) label = std::max(label, text_length(plain_label(view, colour)));
  const Boxes roomy = {2 * label + number + 2, false};
  if (margin + view.columns() * (roomy.inside + 1) + 1 <= terminal_columns) return roomy;
  return {std::max(2 * label + 2, number + 2), true};
}

void draw_box(TextCanvas& canvas, int top, int left, const Boxes& boxes) {
  const std::string line = fmt::format("+{:-<{}}+", "", boxes.inside);
  canvas.write(top, left, line);
  canvas.write(top + 4, left, line);
  for (int row = 1; row < 4; ++row)
    for (const int column : {0, boxes.inside + 1}) canvas.write(top + row, left + column, "|");
}

void fill_box(TextCanvas& canvas, const EdgeView& view, Placed placed, std::string_view number, int top, int left,
              const Boxes& boxes) {
  const Sides sides = view.sides(placed);
  const auto label = [&](Side side) { return plain_label(view, sides[static_cast<std::size_t>(side)]); };
  const auto centred = [&](std::string_view words) { return left + 1 + (boxes.inside - text_length(words)) / 2; };
  canvas.write(top + 1, centred(label(Side::north)), label(Side::north));
  canvas.write(top + 3, centred(label(Side::south)), label(Side::south));
  canvas.write(top + 2, left + 1, label(Side::west));
  canvas.write(top + 2, left + 1 + boxes.inside - text_length(label(Side::east)), label(Side::east));
  canvas.write(boxes.number_above ? top : top + 2, boxes.number_above ? left + 1 : centred(number), number);
}

void mark_conflict(TextCanvas& canvas, const EdgeView& view, const EdgeConflict& conflict, const Boxes& boxes) {
  const int top = view.puzzle().row(conflict.square) * 4,
            left = view.puzzle().column(conflict.square) * (boxes.inside + 1);
  const int middle = left + 1 + (boxes.number_above ? boxes.inside - 1 : boxes.inside / 2);
  if (conflict.side == Side::north) canvas.write(top, middle, "X");
  if (conflict.side == Side::south) canvas.write(top + 4, middle, "X");
  if (conflict.side == Side::west) canvas.write(top + 2, left, "X");
  if (conflict.side == Side::east) canvas.write(top + 2, left + boxes.inside + 1, "X");
}

TextCanvas plain_board(const EdgeView& view) {
  const Boxes boxes = boxes_for(view);
  TextCanvas board(view.columns() * (boxes.inside + 1) + 1, view.rows() * 4 + 1);
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      const int top = row * 4, left = column * (boxes.inside + 1);
      draw_box(board, top, left, boxes);
      if (const auto& placed = view.at(row, column))
        fill_box(board, view, *placed, view.number(row, column), top, left, boxes);
    }
  for (const EdgeConflict& conflict : view.conflicts()) mark_conflict(board, view, conflict, boxes);
  return with_coordinates(view, board, boxes.inside + 1, 4, 1);
}

TextCanvas plain_piece(const EdgeView& view, PieceId piece) {
  const Boxes boxes = boxes_for(view);
  TextCanvas canvas(boxes.inside + 2, 5);
  draw_box(canvas, 0, 0, boxes);
  fill_box(canvas, view, {piece, 0}, std::to_string(piece.index() + 1), 0, 0, boxes);
  return canvas;
}

std::vector<TextCanvas> tray(const EdgeView& view, TerminalColour colour) {
  const std::vector<PieceId> pieces = view.unplaced();
  if (pieces.empty()) return {};
  std::vector<TextCanvas> drawings;
  for (const PieceId piece : pieces)
    if (drawings.size() < tray_limit)
      drawings.push_back(colour == TerminalColour::none ? plain_piece(view, piece) : coloured_piece(view, piece));
  const int gap = colour == TerminalColour::none ? 1 : 2;
  std::vector<TextCanvas> lines = {TextCanvas(1, 1), line_of("Not on the board:"), flow(drawings, gap)};
  if (pieces.size() > tray_limit) lines.push_back(line_of(fmt::format("and {} more", pieces.size() - tray_limit)));
  return lines;
}

}  // namespace

TextCanvas edge_board_text(const EdgeView& view, TerminalColour colour) {
  constexpr int largest = 200;
  if (view.columns() > largest || view.rows() > largest)
    return line_of(fmt::format("A board of {} x {} is too large for a terminal.", view.columns(), view.rows()));
  return colour == TerminalColour::none ? plain_board(view) : coloured_board(view);
}

TextCanvas edge_text(const EdgeView& view, TerminalColour colour) {
  std::vector<TextCanvas> parts = {edge_board_text(view, colour)};
  for (TextCanvas& part : tray(view, colour)) parts.push_back(std::move(part));
  return stacked(parts);
}

}  // namespace tesselle::render
