#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/drawing.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Sheets of paper, in millimetres.
struct Paper {
  std::string_view name;
  double width = 210, height = 297;
};
inline constexpr Paper a4{"a4", 210, 297}, letter{"letter", 215.9, 279.4};

/// What is printed: pieces to cut out at real size, a board to lay them on, and how they are laid, step by step.
struct PrintRequest {
  const Puzzle* puzzle = nullptr;
  std::optional<Solution> solution{};  ///< without one there is no booklet
  std::vector<std::size_t> order{};    ///< packing: the solution's placements in the order of the booklet; may be empty
  std::optional<double> millimetres{};  ///< the side of a cell; by default as large as a page allows, within reason
  Paper paper = a4;
};

/// The side of a cell that is used. Throws UsageError if a piece of that size does not fit on a sheet.
double print_millimetres(const PrintRequest& request);

/// The sheets. Pieces of cubes cannot be cut out of paper: for them there is only the booklet.
std::vector<render::Drawing> print_sheets(const PrintRequest& request);
/// All sheets in one PDF file.
std::string print_pdf(const PrintRequest& request, const std::vector<render::Drawing>& sheets);
/// One sheet as an SVG document.
std::string print_svg(const PrintRequest& request, const render::Drawing& sheet);

}  // namespace tesselle
