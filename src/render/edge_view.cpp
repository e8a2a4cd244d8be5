#include "render/edge_view.hpp"

#include <algorithm>

#include "render/colour_names.hpp"

namespace tesselle::render {

EdgeView::EdgeView(const EdgePuzzle& puzzle, const EdgeBoard* board)
    : puzzle_(puzzle),
      columns_(puzzle.height > 0 ? std::max(0, puzzle.width) : 0),
      rows_(puzzle.width > 0 ? std::max(0, puzzle.height) : 0) {
  cells_.resize(index(rows_, 0));
  for (const EdgeHint& hint : puzzle.hints)
    if (!board && hint.square.index() < cells_.size()) cells_[hint.square.index()] = valid(hint.placed);
  for (std::size_t i = 0; board && i < std::min(cells_.size(), board->cells.size()); ++i)
    cells_[i] = valid(board->cells[i]);
  find_conflicts();
  choose_styles();
}

std::optional<Placed> EdgeView::valid(const std::optional<Placed>& placed) const {
  return placed && placed->piece.index() < puzzle_.pieces.size() ? placed : std::nullopt;
}

const std::optional<Placed>& EdgeView::at(int row, int column) const {
  static const std::optional<Placed> nothing;
  const bool inside = row >= 0 && row < rows_ && column >= 0 && column < columns_;
  return inside ? cells_[index(row, column)] : nothing;
}

bool EdgeView::is_hint(int row, int column) const {
  const auto& placed = at(row, column);
  return placed && std::any_of(puzzle_.hints.begin(), puzzle_.hints.end(), [&](const EdgeHint& hint) {
           return hint.square.index() == index(row, column) && hint.placed == *placed;
         });
}

Colour EdgeView::mate(Colour colour) const {
  return colour.index() < puzzle_.mate.size() ? puzzle_.mate_of(colour) : colour;
}

/// Sides towards empty cells are not wrong, only unfinished.
bool EdgeView::fits(int row, int column, Side side) const {
  const auto& placed = at(row, column);
  if (!placed) return true;
  const Colour colour = sides(*placed)[static_cast<std::size_t>(side)];
  const int next_row = row + (side == Side::south) - (side == Side::north);
  const int next_column = column + (side == Side::east) - (side == Side::west);
  const bool rim = next_row < 0 || next_row >= rows_ || next_column < 0 || next_column >= columns_;
  if (rim) return !puzzle_.frame || colour == *puzzle_.frame;
  const auto& other = at(next_row, next_column);
  return !other || mate(colour) == sides(*other)[static_cast<std::size_t>(opposite(side))];
}

void EdgeView::find_conflicts() {
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      for (const Side side : all_sides) {
        const bool named_from_here = side == Side::east || side == Side::south || (side == Side::north && row == 0) ||
                                     (side == Side::west && column == 0);
        if (named_from_here && !fits(row, column, side)) conflicts_.push_back({Square(index(row, column)), side});
      }
}

bool EdgeView::in_conflict(int row, int column, Side side) const { return !fits(row, column, side); }

std::vector<PieceId> EdgeView::unplaced() const {
  std::vector<bool> used(puzzle_.pieces.size());
  for (const auto& placed : cells_)
    if (placed) used[placed->piece.index()] = true;
  std::vector<PieceId> left;
  for (std::size_t p = 0; p < used.size(); ++p)
    if (!used[p]) left.emplace_back(p);
  return left;
}

std::string EdgeView::label(Colour colour) const {
  const bool named = colour.index() < puzzle_.colours.size();
  return named ? puzzle_.colours[colour.index()] : std::to_string(colour.index());
}

std::string EdgeView::row_name(int row) const {
  std::string name = square_name(puzzle_, puzzle_.square(row, 0));
  name.pop_back();  // the column, which is 1
  return name;
}

/// Hues are dealt in the order of colours; the second of two mates takes the hue of the first.
void EdgeView::choose_styles() {
  using enum SideStyle::Half;
  std::size_t colours = puzzle_.colours.size(), hues = 0;
  for (const Sides& piece : puzzle_.pieces)
    for (const Colour colour : piece) colours = std::max(colours, colour.index() + 1);
  for (std::size_t c = 0; c < colours; ++c) {
    const Colour colour(c), partner = mate(colour);
    if (puzzle_.frame == colour)
      styles_.push_back({frame, 0, frame_grey});
    else if (partner < colour)
      styles_.push_back({second, styles_[partner.index()].hue, styles_[partner.index()].paper});
    else {
      styles_.push_back({partner == colour ? whole : first, hues, palette(hues)});
      ++hues;
    }
  }
  paint_by_names();
}

/// Colours whose names are those of colours are drawn in them, and heads as heads.
void EdgeView::paint_by_names() {
  using enum SideStyle::Half;
  const auto& names = puzzle_.colours;
  const auto is_giraffe = [&](const std::string& name) { return giraffe_name(name).has_value(); };
  const bool giraffes = puzzle_.matching == Matching::complement && std::all_of(names.begin(), names.end(), is_giraffe);
  for (std::size_t c = 0; c < std::min(names.size(), styles_.size()); ++c) {
    SideStyle& style = styles_[c];
    if (style.half == frame) continue;
    const auto giraffe = giraffes ? giraffe_name(names[c]) : std::nullopt;
    const auto colour = giraffe ? std::optional(giraffe->colour) : colour_named(names[c]);
    if (colour) style.paper = *colour;
    const CreatureHalf half = giraffe ? giraffe->half : half_named(names[c]);
    style.creature = style.half != whole && half != CreatureHalf::none;
    if (style.creature) style.half = half == CreatureHalf::head ? first : second;
  }
}

std::string EdgeView::number(int row, int column) const {
  const auto& placed = at(row, column);
  if (!placed) return {};
  return std::to_string(placed->piece.index() + 1) + (is_hint(row, column) ? "*" : "");
}

}  // namespace tesselle::render
