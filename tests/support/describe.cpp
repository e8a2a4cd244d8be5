#include <fmt/format.h>

#include "support/random_puzzles.hpp"

namespace tesselle::testing {
namespace {

void write(std::string& out, const EdgePuzzle& puzzle) {
  out += fmt::format("family = \"edge\"\nboard = \"{}x{}\"\n", puzzle.width, puzzle.height);
  out += fmt::format("colours = {}\n", puzzle.mate.size());
  if (puzzle.matching == Matching::complement) {
    out += "match = \"complement\"\nmates = [";
    for (std::size_t c = 0; c < puzzle.mate.size(); ++c)
      if (puzzle.mate[c].index() >= c) out += fmt::format("[{}, {}], ", c, puzzle.mate[c].value);
    out += "]\n";
  }
  if (puzzle.frame) out += fmt::format("frame = {}\n", puzzle.frame->value);
  out += "pieces = [\n";
  for (const Sides& sides : puzzle.pieces)
    out += fmt::format("  [{}, {}, {}, {}],\n", sides[0].value, sides[1].value, sides[2].value, sides[3].value);
  out += "]\n";
  for (const EdgeHint& hint : puzzle.hints)
    out += fmt::format("[[hint]]\npiece = {}\nrotation = {}\ncell = \"{}\"\n", hint.placed.piece.index() + 1,
                       hint.placed.rotation, square_name(puzzle, hint.square));
}

std::string token(LatticeKind lattice, Cell cell) {
  switch (lattice) {
    case LatticeKind::square:
    case LatticeKind::hexagon:
      return fmt::format("{},{}", cell.x, cell.y);
    case LatticeKind::cube:
    case LatticeKind::triangle:
      return fmt::format("{},{},{}", cell.x, cell.y, cell.z);
    case LatticeKind::drafter:
      return fmt::format("{},{},{},{}", cell.x, cell.y, cell.z / 6, 1 << cell.z % 6);
  }
  return {};
}

std::string tokens(LatticeKind lattice, const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell& cell : cells) text += (text.empty() ? "" : " ") + token(lattice, cell);
  return text;
}

void write(std::string& out, LatticeKind lattice, const PackingPiece& piece) {
  out += fmt::format("[[piece]]\nname = \"{}\"\ncells = \"{}\"\n", piece.name, tokens(lattice, piece.cells));
  out += piece.max_copies == PackingPiece::unlimited ? "copies = \"unlimited\"\n"
                                                     : fmt::format("copies = {}\n", piece.max_copies);
  out += fmt::format("at_least = {}\nturn_over = {}\n", piece.min_copies, piece.turn_over);
  if (piece.orientations) out += fmt::format("orientations = [{}]\n", fmt::join(*piece.orientations, ", "));
  if (!is_connected(Lattice::of(lattice), piece.cells)) out += "disconnected = true\n";
}

void write(std::string& out, const PackingPuzzle& puzzle) {
  out += fmt::format("family = \"packing\"\nlattice = \"{}\"\n", puzzle.grid().name());
  out += fmt::format("region_cells = \"{}\"\n", tokens(puzzle.lattice, puzzle.region));
  if (!puzzle.optional_cells.empty())
    out += fmt::format("optional_cells = \"{}\"\n", tokens(puzzle.lattice, puzzle.optional_cells));
  for (const PackingPiece& piece : puzzle.pieces) write(out, puzzle.lattice, piece);
  for (const PackingPlacement& hint : puzzle.hints)
    out += fmt::format("[[hint]]\npiece = \"{}\"\norientation = {}\noffset = [{}, {}, {}]\n",
                       puzzle.pieces[hint.piece.index()].name, hint.orientation, hint.offset.x, hint.offset.y,
                       hint.offset.z);
}

std::string in_words(const EdgeBoard& board) {
  std::string text;
  for (const auto& placed : board.cells)
    text += placed ? fmt::format("{}/{} ", placed->piece.index() + 1, placed->rotation) : "- ";
  return text;
}

std::string in_words(const PackingLayout& layout) {
  std::string text;
  for (const auto& [piece, orientation, offset] : layout.placements)
    text += fmt::format("piece {} orientation {} at ({},{},{})\n", piece.index() + 1, orientation, offset.x, offset.y,
                        offset.z);
  return text;
}

}  // namespace

std::string describe(const Puzzle& puzzle) {
  std::string out = fmt::format("name = \"{}\"\n", puzzle.name);
  std::visit([&](const auto& body) { write(out, body); }, puzzle.body);
  return out;
}

std::string describe(const Solution& solution) {
  return std::visit([](const auto& body) { return in_words(body); }, solution.body);
}

}  // namespace tesselle::testing
