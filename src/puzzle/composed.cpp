#include "puzzle/composed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace tesselle {
namespace {

/// A direction across which to look for splits, as the extent of a cell along it.
struct Axis {
  std::string name;
  std::function<std::pair<double, double>(Cell)> extent;
};

Axis cube_axis(std::string name, int Cell::*coordinate) {
  return {std::move(name),
          [coordinate](Cell cell) { return std::pair<double, double>(cell.*coordinate, cell.*coordinate + 1); }};
}

Axis plane_axis(const Lattice& lattice, std::string name, int degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  return {std::move(name), [&lattice, c, s](Cell cell) {
            std::pair<double, double> extent = {1e300, -1e300};
            for (const Point& p : lattice.outline(cell)) {
              const double along = c * p.x + s * p.y;
              extent = {std::min(extent.first, along), std::max(extent.second, along)};
            }
            return extent;
          }};
}

/// The normals of the lines that sides of cells lie on.
std::vector<Axis> axes_of(const Lattice& lattice) {
  if (lattice.kind() == LatticeKind::cube)
    return {cube_axis("x", &Cell::x), cube_axis("y", &Cell::y), cube_axis("z", &Cell::z)};
  if (lattice.kind() == LatticeKind::square) return {plane_axis(lattice, "x", 0), plane_axis(lattice, "y", -90)};
  std::vector<Axis> axes;
  const bool all = lattice.kind() == LatticeKind::drafter;
  const int first = lattice.kind() == LatticeKind::triangle ? 30 : 0;
  for (int degrees = first; degrees < 180; degrees += all ? 30 : 60)
    axes.push_back(plane_axis(lattice, fmt::format("{}°", degrees), degrees));
  return axes;
}

struct PlacedPiece {
  PackingPlacement placement;
  std::vector<Cell> cells;
};

std::vector<PlacedPiece> placed_pieces(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  std::vector<PlacedPiece> pieces;
  for (const PackingPlacement& placement : layout.placements)
    pieces.push_back({placement, placed(puzzle.grid(), puzzle.pieces[placement.piece.index()].cells,
                                        placement.orientation, placement.offset)});
  return pieces;
}

/// A piece's extent along an axis, and which piece it is.
struct Span {
  double low = 1e300, high = -1e300;
  std::size_t piece = 0;
};

std::vector<Span> spans_along(const Axis& axis, const std::vector<PlacedPiece>& pieces) {
  std::vector<Span> spans;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    Span span{1e300, -1e300, p};
    for (const Cell& cell : pieces[p].cells) {
      const auto [low, high] = axis.extent(cell);
      span = {std::min(span.low, low), std::max(span.high, high), p};
    }
    spans.push_back(span);
  }
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.low < b.low; });
  return spans;
}

void take(const PlacedPiece& piece, std::vector<PackingPlacement>& placements, std::vector<Cell>& cells) {
  placements.push_back(piece.placement);
  cells.insert(cells.end(), piece.cells.begin(), piece.cells.end());
}

Split split_before(std::size_t cut, const std::vector<Span>& spans, const std::vector<PlacedPiece>& pieces,
                   const std::string& across) {
  Split split;
  split.across = across;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const PlacedPiece& piece = pieces[spans[i].piece];
    if (i < cut)
      take(piece, split.first, split.first_cells);
    else
      take(piece, split.second, split.second_cells);
  }
  std::sort(split.first_cells.begin(), split.first_cells.end());
  std::sort(split.second_cells.begin(), split.second_cells.end());
  return split;
}

/// The lengths of the box that these cells fill; empty if they fill none.
std::vector<int> box_of(const std::vector<Cell>& cells) {
  std::vector<int> lengths;
  std::size_t volume = 1;
  const CellBounds bounds = bounds_of(cells);
  for (int Cell::*axis : {&Cell::x, &Cell::y, &Cell::z}) {
    lengths.push_back(bounds.extent(axis));
    volume *= static_cast<std::size_t>(lengths.back());
  }
  return volume == cells.size() ? lengths : std::vector<int>{};
}

/// Flat boxes show the side that both parts share first.
std::string box_text(std::vector<int> lengths, const std::string& across, bool flat) {
  if (!flat)
    std::sort(lengths.begin(), lengths.end());
  else
    lengths = across == "x" ? std::vector<int>{lengths[1], lengths[0]} : std::vector<int>{lengths[0], lengths[1]};
  return fmt::format("{}", fmt::join(lengths, "x"));
}

}  // namespace

std::vector<Split> splits_of(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  constexpr double rounding = 1e-6;
  const std::vector<PlacedPiece> pieces = placed_pieces(puzzle, layout);
  std::vector<Split> splits;
  for (const Axis& axis : axes_of(puzzle.grid())) {
    const std::vector<Span> spans = spans_along(axis, pieces);
    double reached = -1e300;
    for (std::size_t cut = 1; cut < spans.size(); ++cut) {
      reached = std::max(reached, spans[cut - 1].high);
      if (reached <= spans[cut].low + rounding) splits.push_back(split_before(cut, spans, pieces, axis.name));
    }
  }
  return splits;
}

std::string split_class(const PackingPuzzle& puzzle, const Split& split) {
  const bool first_smaller = split.first_cells.size() <= split.second_cells.size();
  const auto& small = first_smaller ? split.first_cells : split.second_cells;
  const auto& large = first_smaller ? split.second_cells : split.first_cells;
  const bool boxes = puzzle.lattice == LatticeKind::square || puzzle.lattice == LatticeKind::cube;
  const auto a = boxes ? box_of(small) : std::vector<int>{}, b = boxes ? box_of(large) : std::vector<int>{};
  if (a.empty() || b.empty()) return fmt::format("{} + {} cells", small.size(), large.size());
  const bool flat = puzzle.lattice == LatticeKind::square;
  return fmt::format("{} + {}", box_text(a, split.across, flat), box_text(b, split.across, flat));
}

}  // namespace tesselle
