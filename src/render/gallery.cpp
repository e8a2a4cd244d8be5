#include "render/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.hpp"
#include "render/film.hpp"
#include "render/gallery_page.hpp"
#include "render/outline.hpp"
#include "render/text.hpp"

namespace tesselle {
namespace {

using namespace render;

/// The board's cells as the heat map shows them; layers of cubes side by side.
struct HeatMap {
  std::map<Cell, std::size_t> numbers;
  std::vector<std::string> names;  // by number
  Picture picture;
};

std::string heat_cell_name(const Puzzle& puzzle, Cell cell) {
  if (puzzle.family() == Family::packing) return cell_words(puzzle.packing().lattice, cell);
  const EdgePuzzle& body = puzzle.edge();
  return square_name(body, Square(static_cast<std::size_t>(cell.y * body.width + cell.x)));
}

HeatMap heat_map(const Puzzle& puzzle) {
  constexpr double extent = 300;
  std::map<Cell, Ring> shapes;
  if (puzzle.family() == Family::edge) {
    const EdgePuzzle& body = puzzle.edge();
    const Lattice& square = Lattice::of(LatticeKind::square);
    for (int row = 0; row < body.height; ++row)
      for (int column = 0; column < body.width; ++column) shapes[{column, row, 0}] = square.outline({column, row, 0});
  } else {
    const PackingPuzzle& body = puzzle.packing();
    const CellBounds box = bounds_of(body.region);
    for (const auto* list : {&body.region, &body.optional_cells})
      for (const Cell& cell : *list) {
        Ring ring = body.grid().outline(cell);
        if (body.lattice == LatticeKind::cube)
          for (Point& p : ring) p.x += (cell.z - box.low.z) * (box.extent(&Cell::x) + 0.6);
        shapes[cell] = std::move(ring);
      }
  }
  Box frame = {1e9, -1e9, 1e9, -1e9};
  for (const auto& [cell, ring] : shapes)
    for (const Point& p : ring)
      frame = {std::min(frame.left, p.x), std::max(frame.right, p.x), std::min(frame.bottom, p.y),
               std::max(frame.top, p.y)};
  const double unit = std::min(extent / frame.height(), 2 * extent / frame.width());
  const Scale scale = {unit, {2 - unit * frame.left, 2 + unit * frame.top}};
  HeatMap map;
  map.picture.width = unit * frame.width() + 4;
  map.picture.height = unit * frame.height() + 4;
  for (const auto& [cell, ring] : shapes) {
    map.picture.body += element("path",
                                {{"class", "cell"},
                                 {"d", path_data(scale(std::vector<Ring>{ring}))},
                                 {"fill", white},
                                 {"stroke", Rgb{170, 176, 187}},
                                 {"stroke-width", 0.8}},
                                element("title", {}, "0")) +
                        "\n";
    const std::size_t number = map.numbers.size();
    map.numbers[cell] = number;
    map.names.push_back(heat_cell_name(puzzle, cell));
  }
  return map;
}

Json cells_of(const Recording& boards, std::uint32_t placement, const HeatMap& map) {
  Json cells = Json::list();
  const auto add = [&](Cell cell) {
    if (const auto found = map.numbers.find(cell); found != map.numbers.end()) cells.push_back(found->second);
  };
  if (const auto* edge = std::get_if<EdgeHint>(&boards.placements[placement])) {
    const EdgePuzzle& body = boards.puzzle->edge();
    add({body.column(edge->square), body.row(edge->square), 0});
  } else {
    const PackingPuzzle& body = boards.puzzle->packing();
    const auto& p = std::get<PackingPlacement>(boards.placements[placement]);
    for (const Cell& cell : placed(body.grid(), body.pieces[p.piece.index()].cells, p.orientation, p.offset)) add(cell);
  }
  return cells;
}

Json gallery_data(const Gallery& gallery, const FilmStage& stage, const HeatMap& map) {
  const Recording& boards = gallery.boards;
  Json pieces = Json::list(), cells = Json::list(), sprites = Json::list(), solutions = Json::list();
  for (std::uint32_t p = 0; p < boards.placements.size(); ++p) {
    pieces.push_back(boards.piece_label(p));
    cells.push_back(cells_of(boards, p, map));
  }
  for (const Sprite& sprite : stage.sprites) sprites.push_back(sprite.placement);
  for (std::uint32_t n = 1; n < boards.nodes.size(); ++n) solutions.push_back(Json(boards.nodes[n].added));
  Json data = {{"pieces", pieces}, {"cells", cells}, {"sprites", sprites}, {"solutions", solutions}};
  data["labels"] = Json(gallery.labels);
  data["families"] = Json(gallery.families);
  data["names"] = Json(map.names);
  data["size"] = Json{stage.ground.width, stage.ground.height};
  return data;
}

std::string svg_of(const Picture& picture) {
  std::string svg = document(picture, "", 0);
  return svg.substr(svg.find("<svg"));
}

}  // namespace

std::string gallery_html(const Gallery& gallery) {
  const FilmStage stage = film_stage(gallery.boards);
  const HeatMap map = heat_map(*gallery.boards.puzzle);
  Picture shared;  // everything that the boards use; it is not shown itself
  shared.definitions = stage.ground.definitions;
  shared.definitions["ground"] = element("g", {{"id", "ground"}}, stage.ground.body);
  for (std::size_t s = 0; s < stage.sprites.size(); ++s) {
    const std::string name = fmt::format("s{}", s);
    shared.definitions[name] = element("g", {{"id", name}}, stage.sprites[s].drawing);
  }
  const std::string data = in_script(gallery_data(gallery, stage, map).dump());
  std::string page(gallery_page);
  const auto put = [&](const std::string& mark, const std::string& value) {
    page.replace(page.find(mark), mark.size(), value);
  };
  put("@TITLE@", escaped("Solutions of " + gallery.boards.puzzle->name));
  put("@HEADING@", escaped("Solutions of " + gallery.boards.puzzle->name));
  put("@SUMMARY@", escaped(gallery.summary));
  put("@HEAT@", svg_of(map.picture));
  put("@SHARED@", svg_of(shared));
  put("@DATA@", data);
  return page;
}

}  // namespace tesselle
