#include "render/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/edge_drawing.hpp"
#include "render/packing_drawing.hpp"
#include "render/pdf.hpp"
#include "render/svg.hpp"

namespace tesselle {
namespace {

using namespace render;

constexpr double margin = 36, header = 22, footer = 16, gap = 10, caption = 10;
constexpr double text_width = CataloguePages::width - 2 * margin;
constexpr std::size_t wanted_per_page = 24;
constexpr double largest_unit = 36;

/// A solid with its layers to the right, the top one first.
Drawing cube_drawing(const Scene& scene, double unit) {
  const Drawing solid = solid_drawing(scene, 0.72 * unit);
  const Box frame = bounds_of(scene.grid(), scene.board);
  std::vector<Drawing> layers;
  for (const Scene& layer : layers_of(scene)) layers.push_back(flat_drawing(layer, frame, unit));
  Drawing row;
  const double height = std::max(solid.height, layers.empty() ? 0 : layers.front().height);
  row.add(solid, 0, (height - solid.height) / 2);
  for (const Drawing& layer : layers) row.add(layer, row.width + 0.5 * unit, (height - layer.height) / 2);
  row.height = height;
  return row;
}

Drawing board_drawing(const Puzzle& puzzle, const Solution& solution, double unit) {
  if (puzzle.family() == Family::edge) return edge_drawing(EdgeView(puzzle.edge(), &solution.edge()), unit);
  const Scene scene = scene_of(puzzle.packing(), &solution.packing());
  if (puzzle.packing().lattice == LatticeKind::cube) return cube_drawing(scene, unit);
  return flat_drawing(scene, bounds_of(scene.grid(), scene.board), unit);
}

/// Sizes are a unit's multiple plus a border: two measurements give both.
struct BoardSize {
  double width_per_unit, width_border, height_per_unit, height_border;

  double unit_for_width(double width) const { return (width - width_border) / width_per_unit; }
  double unit_for_height(double height) const { return (height - height_border) / height_per_unit; }
  double width(double unit) const { return width_per_unit * unit + width_border; }
  double height(double unit) const { return height_per_unit * unit + height_border; }
};

BoardSize size_of(const Puzzle& puzzle, const Solution& solution) {
  const Drawing small = board_drawing(puzzle, solution, 10), large = board_drawing(puzzle, solution, 20);
  const double x = (large.width - small.width) / 10, y = (large.height - small.height) / 10;
  return {x, small.width - 10 * x, y, small.height - 10 * y};
}

std::string title_of(const Puzzle& puzzle) { return puzzle.title.empty() ? puzzle.name : puzzle.title; }

TextMark words(double x, double y, std::string text, double size, Rgb colour = ink,
               Anchoring anchoring = Anchoring::start, bool bold = false) {
  return {{x, y}, std::move(text), size, colour, anchoring, bold};
}

PathMark rule(double y) {
  return {{}, {{{margin, y}, {CataloguePages::width - margin, y}}}, std::nullopt, 1, Strokes{faint_ink, 0.5}};
}

/// Words in lines no wider than `width`.
std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (lines.back().empty() || helvetica_width(longer, size) <= width)
      lines.back() = longer;
    else
      lines.push_back(word);
    at = end + 1;
  }
  return lines;
}

/// Writes wrapped lines and returns the y below them.
double paragraph(Drawing& page, const std::string& text, double x, double y, double size, double width, Rgb colour) {
  for (const std::string& line : wrapped(text, size, width)) {
    page.marks.push_back(words(x, y, line, size, colour));
    y += 1.45 * size;
  }
  return y;
}

}  // namespace

CataloguePages::CataloguePages(const Catalogue& catalogue) : catalogue_(catalogue) {
  if (catalogue.entries.empty()) return;
  choose_grid();
  const std::size_t per_page = columns_ * rows_;
  entry_pages_ = (catalogue.entries.size() + per_page - 1) / per_page;
}

void CataloguePages::choose_grid() {
  constexpr double usable = height - 2 * margin - header - footer;
  const BoardSize board = size_of(*catalogue_.puzzle, catalogue_.entries.front().solution);
  const std::size_t wanted = std::min(wanted_per_page, catalogue_.entries.size());
  std::size_t columns = 0, rows = 0;
  do {
    const double width_of_column = text_width / static_cast<double>(++columns) - gap;
    unit_ = std::min({board.unit_for_width(width_of_column), board.unit_for_height(usable - caption), largest_unit});
    slot_height_ = caption + board.height(unit_) + gap;
    rows = std::max<std::size_t>(1, static_cast<std::size_t>(usable / slot_height_));
  } while (columns * rows < wanted && columns < 12);
  // Boards of the largest size, or as high as the page, may leave room for more columns; what is left is shared out.
  rows_ = rows;
  columns_ = std::max(columns, static_cast<std::size_t>(text_width / (board.width(unit_) + gap)));
  slot_width_ = (text_width + gap) / static_cast<double>(columns_);
  if (catalogue_.entries.size() > columns_ * rows_) slot_height_ = usable / static_cast<double>(rows_);
}

Drawing CataloguePages::page(std::size_t index) const { return index == 0 ? cover() : entries_page(index); }

Drawing CataloguePages::cover() const {
  Drawing page{width, height};
  double y = margin + 40;
  for (const std::string& line : wrapped(title_of(*catalogue_.puzzle), 24, text_width)) {
    page.marks.push_back(words(margin, y, line, 22, ink, Anchoring::start, true));
    y += 30;
  }
  page.marks.push_back(words(margin, y, "Catalogue of solutions", 14, faint_ink));
  page.marks.push_back(rule(y + 18));
  y += 42;
  if (!catalogue_.warning.empty()) y = paragraph(page, catalogue_.warning, margin, y, 12, text_width, conflict_red) + 8;
  for (const auto& [what, value] : catalogue_.facts) {
    page.marks.push_back(words(margin, y, what, 10, faint_ink));
    y = paragraph(page, value, margin + 100, y, 10, text_width - 100, ink) + 5;
  }
  if (catalogue_.entries.empty()) return page;
  const CatalogueEntry& first = catalogue_.entries.front();
  const BoardSize size = size_of(*catalogue_.puzzle, first.solution);
  const double room = height - margin - y - 40;
  const double unit = std::min({size.unit_for_width(text_width), size.unit_for_height(room), 2 * largest_unit});
  if (unit < 2) return page;
  const Drawing board = board_drawing(*catalogue_.puzzle, first.solution, unit);
  page.add(board, (width - board.width) / 2, y + 20 + (room - board.height) / 4);
  return page;
}

Drawing CataloguePages::entries_page(std::size_t index) const {
  Drawing page{width, height};
  page.marks.push_back(words(margin, margin + 4, title_of(*catalogue_.puzzle), 9, faint_ink));
  page.marks.push_back(words(width - margin, margin + 4, fmt::format("page {} of {}", index, entry_pages_), 9,
                             faint_ink, Anchoring::end));
  page.marks.push_back(rule(margin + 12));
  if (!catalogue_.warning.empty())
    page.marks.push_back(words(width / 2, height - margin + 4, catalogue_.warning, 7, conflict_red, Anchoring::middle));
  const std::size_t per_page = columns_ * rows_, from = (index - 1) * per_page;
  for (std::size_t i = 0; i < per_page && from + i < catalogue_.entries.size(); ++i)
    page.add(slot(catalogue_.entries[from + i]), margin + slot_width_ * static_cast<double>(i % columns_),
             margin + header + slot_height_ * static_cast<double>(i / columns_));
  page.width = width;
  page.height = height;
  return page;
}

Drawing CataloguePages::slot(const CatalogueEntry& entry) const {
  Drawing slot;
  const std::string number = std::to_string(entry.number);
  slot.marks.push_back(words(2, caption / 2, number, 7, ink, Anchoring::start, true));
  if (!entry.remark.empty())
    slot.marks.push_back(words(2 + helvetica_width(number, 7, true) + 5, caption / 2, entry.remark, 6.5, faint_ink));
  slot.add(board_drawing(*catalogue_.puzzle, entry.solution, unit_), 0, caption);
  return slot;
}

std::string catalogue_pdf(const Catalogue& catalogue) {
  const CataloguePages pages(catalogue);
  PdfWriter writer(CataloguePages::width, CataloguePages::height);
  for (std::size_t i = 0; i < pages.count(); ++i) writer.add_page(pages.page(i));
  return writer.finish({title_of(*catalogue.puzzle), catalogue.producer, catalogue.date});
}

std::string catalogue_svg(const Catalogue& catalogue, const CataloguePages& pages, std::size_t index) {
  return document(picture_of(pages.page(index)), title_of(*catalogue.puzzle), 0);
}

}  // namespace tesselle
