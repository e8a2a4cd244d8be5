#include <fmt/format.h>

#include "formats/bricks.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr int brick_rotations = 24;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\t')
      result += c;
  }
  return result;
}

std::string voxels(const std::string& name, std::span<const Cell> filled, std::span<const Cell> variable = {}) {
  const BrickBox box = box_of(filled, variable);
  std::string symbols(box.cell_count(), '_');
  for (const Cell& cell : filled) symbols[box.index(cell)] = '#';
  for (const Cell& cell : variable) symbols[box.index(cell)] = '+';
  return fmt::format("<voxel x=\"{}\" y=\"{}\" z=\"{}\" name=\"{}\" type=\"0\">{}</voxel>\n", box.size.x, box.size.y,
                     box.size.z, escaped(name), symbols);
}

/// BurrTools turns flat pieces over, as anybody can with a piece of wood.
void refuse_unwritable(const PackingPuzzle& puzzle) {
  if (!puzzle.hints.empty()) throw UsageError("--to xmpuzzle: hints cannot be written");
  for (const PackingPiece& piece : puzzle.pieces)
    if (is_one_sided(puzzle, piece))
      throw UsageError("--to xmpuzzle: piece " + piece.name + " may not be turned over, which cannot be written");
}

/// Unlimited means as many as have room.
int writable_copies(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  const std::size_t room = (puzzle.region.size() + puzzle.optional_cells.size()) / piece.cells.size();
  return piece.max_copies == PackingPiece::unlimited ? std::max(static_cast<int>(room), 1) : piece.max_copies;
}

std::string use_of(const PackingPuzzle& puzzle, std::size_t p) {
  const PackingPiece& piece = puzzle.pieces[p];
  const int copies = writable_copies(puzzle, piece);
  if (piece.min_copies == copies) return fmt::format("<shape id=\"{}\" count=\"{}\"/>\n", p + 1, copies);
  return fmt::format("<shape id=\"{}\" min=\"{}\" max=\"{}\"/>\n", p + 1, piece.min_copies, copies);
}

/// "x y z t": the rotation and shift that bring the piece onto the cells of the placement.
std::string placed_text(const PackingPuzzle& puzzle, const PackingPlacement& placement, const BrickBox& box) {
  const Lattice& bricks = Lattice::of(LatticeKind::cube);
  const auto& shape = puzzle.pieces[placement.piece.index()].cells;
  const auto cells = placed(puzzle.grid(), shape, placement.orientation, placement.offset);
  for (int t = 0; t < brick_rotations; ++t) {
    const Cell shift = cells.front() - placed(bricks, shape, t, {}).front();
    if (placed(bricks, shape, t, shift) != cells) continue;
    const Cell o = box.inside(shift);
    return fmt::format("{} {} {} {}", o.x, o.y, o.z, t);
  }
  throw InternalError("no rotation of the brick grid brings a piece where it was placed");
}

/// The quadruples of every piece in the order of the shapes, copy by copy; "x" for a copy that is not used.
std::string assembly(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  const BrickBox box = box_of(puzzle.region, puzzle.optional_cells);
  std::string text;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    int used = 0;
    for (const PackingPlacement& placement : layout.placements) {
      if (placement.piece.index() != p) continue;
      text += (text.empty() ? "" : " ") + placed_text(puzzle, placement, box);
      ++used;
    }
    for (; used < writable_copies(puzzle, puzzle.pieces[p]); ++used) text += text.empty() ? "x" : " x";
  }
  return text;
}

std::string solutions_text(const PackingPuzzle& puzzle, const Solution* solution) {
  if (solution == nullptr) return "";
  return fmt::format("<solutions><solution><assembly>{}</assembly></solution></solutions>\n",
                     assembly(puzzle, solution->packing()));
}

}  // namespace

std::string write_xmpuzzle(const Puzzle& puzzle, const Solution* solution) {
  const PackingPuzzle& packing = as_bricks(puzzle, "xmpuzzle");
  refuse_unwritable(packing);
  std::string out = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n<shapes>\n";
  out += voxels("Result", packing.region, packing.optional_cells);
  for (const PackingPiece& piece : packing.pieces) out += voxels(piece.name, piece.cells);
  const bool solved = solution != nullptr;
  out += fmt::format("</shapes>\n<problems><problem name=\"{}\" state=\"{}\"{}>\n<shapes>\n", escaped(puzzle.title),
                     solved ? 1 : 0, solved ? " assemblies=\"1\" solutions=\"1\"" : "");
  for (std::size_t p = 0; p < packing.pieces.size(); ++p) out += use_of(packing, p);
  out += "</shapes>\n<result id=\"0\"/>\n<bitmap/>\n" + solutions_text(packing, solution);
  return out + "</problem></problems>\n<comment/>\n</puzzle>\n";
}

}  // namespace tesselle
