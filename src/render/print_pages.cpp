#include "render/print_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/edge_drawing.hpp"
#include "render/packing_drawing.hpp"
#include "render/pdf.hpp"
#include "render/svg.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using namespace render;

constexpr double points_per_mm = 72 / 25.4;
constexpr double sheet_margin = 12 * points_per_mm, sheet_heading = 9 * points_per_mm, cut_gap = 3 * points_per_mm;
constexpr int most_copies = 60;         // of one piece
constexpr std::size_t most_steps = 60;  // pictures in the booklet
constexpr double smallest_card = 24;    // points; smaller pictures show plain quarters
constexpr double smallest_cell = 5, largest_card = 45, largest_cell = 20;

class PrintJob {
 public:
  explicit PrintJob(const PrintRequest& request)
      : request_(request),
        width_(request.paper.width * points_per_mm),
        height_(request.paper.height * points_per_mm),
        cell_(print_millimetres(request) * points_per_mm) {}

  std::vector<Drawing> make() {
    if (is_flat()) {
      print_pieces();
      print_board();
    }
    if (request_.solution) print_booklet();
    return std::move(sheets_);
  }

 private:
  bool is_edge() const { return request_.puzzle->family() == Family::edge; }
  bool is_flat() const { return is_edge() || request_.puzzle->packing().lattice != LatticeKind::cube; }
  double usable_width() const { return width_ - 2 * sheet_margin; }
  double usable_height() const { return height_ - 2 * sheet_margin - sheet_heading; }

  /// A sheet with a line on top and a rule that shows whether it was printed at its real size.
  Drawing sheet(const std::string& words) const {
    Drawing page{width_, height_};
    page.marks.push_back(TextMark{{sheet_margin, sheet_margin}, words, 10, ink, Anchoring::start, true});
    const double right = width_ - sheet_margin, left = right - 50 * points_per_mm, y = height_ - 7 * points_per_mm;
    page.marks.push_back(PathMark{{}, {{{left, y}, {right, y}}}, std::nullopt, 1, Strokes{faint_ink, 0.7}});
    page.marks.push_back(TextMark{{left - 4, y}, "50 mm", 7, faint_ink, Anchoring::end});
    return page;
  }

  std::vector<Drawing> cards() const {
    std::vector<Drawing> pieces;
    if (is_edge()) {
      const EdgePuzzle& puzzle = request_.puzzle->edge();
      const EdgeView view(puzzle, nullptr);
      for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) pieces.push_back(edge_card(view, {PieceId(p), 0}, cell_));
      return pieces;
    }
    const PackingPuzzle& puzzle = request_.puzzle->packing();
    const PackingLayout nothing;
    for (const TrayPiece& piece : tray_of(puzzle, &nothing)) add_copies(piece, pieces);
    for (const PackingPiece& piece : puzzle.pieces)
      if (piece.max_copies >= PackingPiece::unlimited) add_unlimited(puzzle, piece.name, pieces);
    return pieces;
  }

  void add_copies(const TrayPiece& piece, std::vector<Drawing>& pieces) const {
    Scene scene;
    scene.lattice = request_.puzzle->packing().lattice;
    scene.shapes = {piece.shape};
    const Drawing drawing = flat_drawing(scene, bounds_of(scene.grid(), piece.shape.cells), cell_);
    pieces.insert(pieces.end(), static_cast<std::size_t>(std::min(piece.copies, most_copies)), drawing);
  }

  /// As many copies as the region could take.
  void add_unlimited(const PackingPuzzle& puzzle, const std::string& name, std::vector<Drawing>& pieces) const {
    for (TrayPiece piece : tray_of(puzzle, nullptr))
      if (piece.shape.name == name) {
        piece.copies = static_cast<int>(puzzle.region.size() / std::max<std::size_t>(piece.shape.cells.size(), 1));
        add_copies(piece, pieces);
      }
  }

  void print_pieces() {
    const std::string title = fmt::format("{}: pieces to cut out", request_.puzzle->name);
    Drawing page = sheet(title);
    double x = 0, y = 0, row = 0;
    for (Drawing& piece : cards()) {
      if (x > 0 && x + piece.width > usable_width()) {
        x = 0;
        y += row + cut_gap;
        row = 0;
      }
      if (y > 0 && y + piece.height > usable_height()) {
        sheets_.push_back(page);
        page = sheet(title);
        x = y = row = 0;
      }
      const double width = piece.width;
      row = std::max(row, piece.height);
      page.add(std::move(piece), sheet_margin + x, sheet_margin + sheet_heading + y);
      x += width + cut_gap;
    }
    sheets_.push_back(page);
  }

  Drawing empty_board(double cell) const {
    if (!is_edge()) {
      const Scene scene = scene_of(request_.puzzle->packing(), nullptr);
      return flat_drawing(scene, bounds_of(scene.grid(), scene.board), cell);
    }
    return edge_drawing(EdgeView(request_.puzzle->edge(), nullptr), cell);
  }

  /// At real size, on as many sheets as it needs; each shows whole cells.
  void print_board() {
    const Drawing board = empty_board(cell_);
    const double step_x = cell_ * std::floor(usable_width() / cell_ + 1e-6),
                 step_y = cell_ * std::floor(usable_height() / cell_ + 1e-6);
    const int columns = static_cast<int>(std::ceil((board.width - 6) / step_x));
    const int rows = static_cast<int>(std::ceil((board.height - 6) / step_y));
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const std::string part = rows * columns == 1 ? ""
                                                     : fmt::format(", part {} of {}: cut off the margins and join",
                                                                   row * columns + column + 1, rows * columns);
        Drawing page = sheet(fmt::format("{}: the board{}", request_.puzzle->name, part));
        page.add(board, sheet_margin - step_x * column, sheet_margin + sheet_heading - step_y * row);
        page.width = width_;
        page.height = height_;
        sheets_.push_back(page);
      }
  }

  /// The first `count` placements of the solution.
  Solution beginning(std::size_t count) const {
    if (is_edge()) {
      EdgeBoard board = request_.solution->edge();
      for (std::size_t c = 0, seen = 0; c < board.cells.size(); ++c)
        if (board.cells[c] && seen++ >= count) board.cells[c].reset();
      return {board};
    }
    PackingLayout layout;
    const auto& all = request_.solution->packing().placements;
    for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
      layout.placements.push_back(all[request_.order.size() == all.size() ? request_.order[i] : i]);
    return {layout};
  }

  std::size_t step_count() const {
    if (!is_edge()) return request_.solution->packing().placements.size();
    const auto& cells = request_.solution->edge().cells;
    return static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(), [](const auto& c) { return c.has_value(); }));
  }

  std::string step_words(std::size_t step) const {
    if (is_edge()) {
      const auto& cells = request_.solution->edge().cells;
      for (std::size_t c = 0, seen = 0; c < cells.size(); ++c)
        if (cells[c] && ++seen == step)
          return fmt::format("{}. piece {} on {}", step, cells[c]->piece.index() + 1,
                             square_name(request_.puzzle->edge(), Square(c)));
    } else if (step > 0) {
      const auto placements = beginning(step).packing().placements;
      return fmt::format("{}. {}", step, request_.puzzle->packing().pieces[placements.back().piece.index()].name);
    }
    return "";
  }

  /// The board as it looks with the cards that were cut out.
  Drawing laid_cards(const EdgeView& view, double cell) const {
    const EdgeBoard empty{std::vector<std::optional<Placed>>(view.puzzle().cell_count())};
    Drawing board = edge_drawing(EdgeView(view.puzzle(), &empty), cell);
    for (int row = 0; row < view.rows(); ++row)
      for (int column = 0; column < view.columns(); ++column)
        if (const auto& placed = view.at(row, column))
          board.add(edge_card(view, *placed, cell), 2 + cell * column, 2 + cell * row);
    return board;
  }

  Drawing step_drawing(std::size_t step, double size) const {
    const Solution board = beginning(step);
    if (is_edge()) {
      const EdgeView view(request_.puzzle->edge(), &board.edge());
      const double cell = (size - 4) / std::max(view.columns(), view.rows());
      return cell < smallest_card ? edge_drawing(view, cell) : laid_cards(view, cell);
    }
    const Scene scene = scene_of(request_.puzzle->packing(), &board.packing());
    const Box frame = bounds_of(scene.grid(), scene.board);
    if (is_flat()) return flat_drawing(scene, frame, (size - 4) / std::max(frame.width(), frame.height()));
    const Drawing unit = solid_drawing(scene_of(request_.puzzle->packing(), nullptr), 1);
    const double scale = (size - 4) / std::max(unit.width - 4, unit.height - 4);
    Drawing drawing = solid_ground(scene, scale);
    drawing.add(solid_drawing(scene, scale), 0, 0);
    return drawing;
  }

  void print_booklet() {
    constexpr std::size_t columns = 3;
    const double slot = usable_width() / columns, size = slot - 6 * points_per_mm;
    const double height = step_drawing(0, size).height, row = height + 9 * points_per_mm;
    const auto rows = static_cast<std::size_t>(usable_height() / row);
    const std::size_t steps = step_count(), every = (steps + most_steps - 1) / most_steps;
    const std::string title = fmt::format("{}: a solution, step by step", request_.puzzle->name);
    Drawing page = sheet(title);
    std::size_t place = 0;
    for (std::size_t step = every; every > 0 && step < steps + every; step += every) {
      if (place == columns * rows) {
        sheets_.push_back(page);
        page = sheet(title);
        place = 0;
      }
      const double x = sheet_margin + slot * static_cast<double>(place % columns);
      const double y = sheet_margin + sheet_heading + row * static_cast<double>(place / columns);
      page.add(step_drawing(std::min(step, steps), size), x, y);
      page.marks.push_back(
          TextMark{{x, y + height + 3 * points_per_mm}, step_words(std::min(step, steps)), 9, ink, Anchoring::start});
      ++place;
    }
    sheets_.push_back(page);
  }

  const PrintRequest& request_;
  double width_, height_, cell_;
  std::vector<Drawing> sheets_;
};

/// In lattice units: the longest side of the board, and of the largest piece.
struct PrintExtents {
  double board = 1, piece = 1;
};
PrintExtents extents_of(const Puzzle& puzzle) {
  if (puzzle.family() == Family::edge)
    return {static_cast<double>(std::max(puzzle.edge().width, puzzle.edge().height)), 1};
  const PackingPuzzle& body = puzzle.packing();
  const auto longest = [&](const std::vector<Cell>& cells) {
    const Box box = bounds_of(body.grid(), cells);
    return std::max(box.width(), box.height());
  };
  PrintExtents extents{longest(body.region), 0};
  for (const PackingPiece& piece : body.pieces) extents.piece = std::max(extents.piece, longest(piece.cells));
  return extents;
}

}  // namespace

double print_millimetres(const PrintRequest& request) {
  const PrintExtents extents = extents_of(*request.puzzle);
  const double sheet = std::min(request.paper.width, request.paper.height) - 24;
  const double most = sheet / extents.piece;
  const double largest = request.puzzle->family() == Family::edge ? largest_card : largest_cell;
  const double cell =
      request.millimetres.value_or(std::min(std::clamp(sheet / extents.board, 2 * smallest_cell, largest), most));
  if (cell > most)
    throw UsageError(fmt::format("print: a piece with cells of {} mm does not fit on {} paper (at most {:.0f} mm)",
                                 cell, request.paper.name, std::floor(most)));
  return cell;
}

std::vector<Drawing> print_sheets(const PrintRequest& request) { return PrintJob(request).make(); }

std::string print_pdf(const PrintRequest& request, const std::vector<Drawing>& sheets) {
  PdfWriter writer(request.paper.width * points_per_mm, request.paper.height * points_per_mm);
  for (const Drawing& sheet : sheets) writer.add_page(sheet);
  return writer.finish({request.puzzle->name, "tesselle", ""});
}

std::string print_svg(const PrintRequest& request, const Drawing& sheet) {
  return document(picture_of(sheet), request.puzzle->name, 0);
}

}  // namespace tesselle
