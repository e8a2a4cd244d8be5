#include "search/puzzle_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/readable.hpp"
#include "search/board_cells.hpp"
#include "search/puzzle_facts.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

Json cells_json(LatticeKind lattice, const std::vector<Cell>& cells) {
  Json list = Json::list();
  for (const Cell& cell : cells) list.push_back(cell_json(lattice, cell));
  return list;
}

/// "12 solutions, 3 up to rotations"; of unsolved puzzles, that they are.
std::string known_text(const PuzzleFacts& facts) {
  if (facts.hardness == Hardness::unsolved) return std::string(hardness_meaning(*facts.hardness));
  const auto& [all, distinct] = facts.known;
  std::string text = all ? counted(*all, "solution") : "";
  if (!distinct || all == distinct) return text;
  text += all ? ", " + grouped(*distinct) : counted(*distinct, "solution");
  return text + " up to " + facts.distinct_up_to;
}

Json known_json(const PuzzleFacts& facts) {
  const std::string text = known_text(facts);
  if (text.empty()) return nullptr;
  return {{"solutions", facts.known.all}, {"distinct", facts.known.distinct}, {"text", text}};
}

// --- Edge-matching ---------------------------------------------------------------------------------------------------

void add_body(const EdgePuzzle& puzzle, Json& json) {
  Json colours = Json::list(), pieces = Json::list();
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c)
    colours.push_back({{"name", puzzle.colours[c]}, {"mate", puzzle.mate[c].index()}});
  for (const Sides& sides : puzzle.pieces)
    pieces.push_back(Json{sides[0].index(), sides[1].index(), sides[2].index(), sides[3].index()});
  json["colours"] = std::move(colours);
  json["pieces"] = std::move(pieces);
  json["frame"] = puzzle.frame ? Json(puzzle.frame->index()) : Json();
}

// --- Packing ---------------------------------------------------------------------------------------------------------

/// The symmetries that people make with one key: turns in the picture, or about the axes of space.
std::vector<int> turns_of(const Lattice& lattice) {
  if (lattice.kind() == LatticeKind::square) return {1};  // (x, y) -> (-y, x) is clockwise where y grows downwards
  if (lattice.kind() != LatticeKind::cube) return {lattice.inverse(1)};
  // About x, y and z: the rotation that keeps the axis and takes the next one to the one after it.
  std::vector<int> turns;
  const std::array<Cell, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t a = 0; a < 3; ++a)
    for (int s = 0; s < lattice.symmetry_count(); ++s) {
      const Cell origin = lattice.apply(s, Cell{});
      const auto image = [&](std::size_t axis) { return lattice.apply(s, axes[axis % 3]) - origin; };
      if (!lattice.reflects(s) && image(a) == axes[a] && image(a + 1) == axes[(a + 2) % 3]) turns.push_back(s);
    }
  return turns;
}

std::optional<int> flip_of(const Lattice& lattice) {
  if (lattice.kind() == LatticeKind::cube) return std::nullopt;
  return lattice.kind() == LatticeKind::square ? 4 : 6;
}

/// Which of a piece's orientations a symmetry makes of one of them.
Json orientation_after(const Lattice& lattice, const std::vector<Orientation>& all, const Orientation& from,
                       int symmetry) {
  std::vector<Cell> cells;
  for (const Cell& cell : from.cells) cells.push_back(lattice.apply(symmetry, cell));
  cells = normalised(lattice, std::move(cells));
  const auto found = std::find_if(all.begin(), all.end(), [&](const Orientation& o) { return o.cells == cells; });
  return found == all.end() ? Json() : Json(found - all.begin());
}

Json orientations_json(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  const Lattice& grid = puzzle.grid();
  const auto all = distinct_orientations(puzzle, piece);
  const std::vector<int> turns = turns_of(grid);
  const auto flip = flip_of(grid);
  Json list = Json::list();
  for (const Orientation& orientation : all) {
    Json turned = Json::list();
    for (const int turn : turns) turned.push_back(orientation_after(grid, all, orientation, turn));
    const Cell unmoved = placed(grid, piece.cells, orientation.symmetry, Cell{}).front();
    list.push_back({{"orientation", orientation.symmetry},
                    {"cells", cells_json(puzzle.lattice, orientation.cells)},
                    {"offset", cell_json(puzzle.lattice, orientation.cells.front() - unmoved)},
                    {"turned", std::move(turned)},
                    {"flipped", flip ? orientation_after(grid, all, orientation, *flip) : Json()}});
  }
  return list;
}

Json point_json(Point point) {
  // Whole numbers and halves stay what they are.
  const auto rounded = [](double value) { return std::round(value * 1e6) / 1e6; };
  return {rounded(point.x), rounded(-point.y)};
}

Json grid_json(const Lattice& lattice) {
  Json shapes = Json::list();
  for (int z = 0; z < lattice.class_count(); ++z) {
    Json corners = Json::list();
    for (const Point& corner : lattice.outline({0, 0, z})) corners.push_back(point_json(corner));
    shapes.push_back(std::move(corners));
  }
  const Point origin = lattice.outline({0, 0, 0}).front();
  const auto step = [&](Cell to) {
    const Point there = lattice.outline(to).front();
    return point_json({there.x - origin.x, there.y - origin.y});
  };
  return {{"shapes", std::move(shapes)}, {"e1", step({1, 0, 0})}, {"e2", step({0, 1, 0})}};
}

void add_body(const PackingPuzzle& puzzle, Json& json) {
  json["region"] = cells_json(puzzle.lattice, puzzle.region);
  json["optional_cells"] = cells_json(puzzle.lattice, puzzle.optional_cells);
  json["grid"] = grid_json(puzzle.grid());
  Json pieces = Json::list();
  for (const PackingPiece& piece : puzzle.pieces) {
    const bool unlimited = piece.max_copies == PackingPiece::unlimited;
    pieces.push_back({{"name", piece.name},
                      {"cells", cells_json(puzzle.lattice, piece.cells)},
                      {"min_copies", piece.min_copies},
                      {"max_copies", unlimited ? Json() : Json(piece.max_copies)},
                      {"turn_over", piece.turn_over},
                      {"orientations", orientations_json(puzzle, piece)}});
  }
  json["pieces"] = std::move(pieces);
}

Solution hinted_board(const Puzzle& puzzle) {
  Solution board;
  if (puzzle.family() == Family::packing) {
    board.body = PackingLayout{puzzle.packing().hints};
    return board;
  }
  EdgeBoard cells;
  cells.cells.resize(puzzle.edge().cell_count());
  for (const EdgeHint& hint : puzzle.edge().hints) cells.cells[hint.square.index()] = hint.placed;
  board.body = std::move(cells);
  return board;
}

void rename_key(Json& json, const char* from, const char* to) {
  if (const auto value = json.take(from)) json[to] = *value;
}

}  // namespace

Json puzzle_listing(const Puzzle& puzzle) {
  const PuzzleFacts facts = facts_of(puzzle);
  Json json = Json::parse(facts_json(facts));
  json.take("event");
  if (puzzle.family() == Family::packing) {
    std::vector<Cell> cells = puzzle.packing().region;
    cells.insert(cells.end(), puzzle.packing().optional_cells.begin(), puzzle.packing().optional_cells.end());
    const CellBounds box = bounds_of(cells);
    json["box"] = Json{box.extent(&Cell::x), box.extent(&Cell::y), box.extent(&Cell::z)};
  }
  json["known"] = known_json(facts);
  return json;
}

Json puzzle_data(const Puzzle& puzzle) {
  Json json = puzzle_listing(puzzle);
  rename_key(json, "pieces", "piece_count");
  rename_key(json, "hints", "hint_count");
  rename_key(json, "colours", "colour_count");
  if (puzzle.family() == Family::packing) rename_key(json, "optional_cells", "optional_cell_count");
  std::visit([&](const auto& body) { add_body(body, json); }, puzzle.body);
  Json hints = Json::list();
  for (const Placement& hint : placements_of(hinted_board(puzzle))) hints.push_back(placement_json(puzzle, hint));
  json["hints"] = std::move(hints);
  return json;
}

}  // namespace tesselle
