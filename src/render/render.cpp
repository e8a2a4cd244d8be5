#include "tesselle/render.hpp"

#include "render/edge_svg.hpp"
#include "render/edge_terminal.hpp"
#include "render/packing_svg.hpp"
#include "render/packing_terminal.hpp"

namespace tesselle {
namespace {

using namespace render;

std::string picture_title(const Puzzle& puzzle) {
  if (!puzzle.title.empty()) return puzzle.title;
  return puzzle.name.empty() ? "puzzle" : puzzle.name;
}

/// A solution of the other family is none of this puzzle.
template <class Body>
const Body* board_of(const Solution* solution) {
  return solution ? std::get_if<Body>(&solution->body) : nullptr;
}

}  // namespace

std::string render_terminal(const Puzzle& puzzle, const Solution* solution, TerminalColour colour) {
  const auto canvas = [&] {
    if (puzzle.family() == Family::packing)
      return packing_text(puzzle.packing(), board_of<PackingLayout>(solution), colour);
    return edge_text(EdgeView(puzzle.edge(), board_of<EdgeBoard>(solution)), colour);
  }();
  const std::string text = canvas.str(colour);
  return text.empty() ? "\n" : text;
}

std::string render_svg(const Puzzle& puzzle, const Solution* solution, const PictureStyle& style) {
  constexpr double margin = 14;
  if (puzzle.family() == Family::packing)
    return document(packing_picture(puzzle.packing(), board_of<PackingLayout>(solution), style), picture_title(puzzle),
                    margin);
  EdgeView view(puzzle.edge(), board_of<EdgeBoard>(solution));
  view.set_numbered(style.numbered);
  return document(edge_picture(view), picture_title(puzzle), margin);
}

std::string render_pieces_terminal(const PackingPuzzle& puzzle, TerminalColour colour) {
  return pieces_text(puzzle, colour).str(colour);
}

std::string render_pieces_svg(const PackingPuzzle& puzzle, const std::string& title) {
  constexpr double margin = 14, unit = 24, width = 900;
  return document(packing_tray(tray_of(puzzle, nullptr), puzzle.lattice, unit, width), title, margin);
}

}  // namespace tesselle
