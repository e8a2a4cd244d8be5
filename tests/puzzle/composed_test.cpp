#include "puzzle/composed.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "packing/cover/cover.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// One solution of each orbit.
std::vector<Solution> distinct_solutions(const Puzzle& puzzle) {
  const auto engine =
      make_engine(cover_engine(), puzzle,
                  {.goal = Goal::all, .symmetry = SearchSymmetry::reduced, .options = Options(cover_engine().options)});
  CollectingSink sink;
  run_to_end(*engine, sink);
  return sink.boards;
}

struct Composed {
  int solutions = 0;                       ///< distinct solutions with a split
  std::map<std::string, int> class_sizes;  ///< split class -> distinct solutions with such a split
};

Composed composed_solutions(const Puzzle& puzzle) {
  Composed found;
  for (const Solution& solution : distinct_solutions(puzzle)) {
    std::set<std::string> classes;
    for (const Split& split : splits_of(puzzle.packing(), solution.packing()))
      classes.insert(split_class(puzzle.packing(), split));
    found.solutions += classes.empty() ? 0 : 1;
    for (const std::string& name : classes) ++found.class_sizes[name];
  }
  return found;
}

/// The definition once more, slowly: no piece has cells on both sides of the plane axis = position.
int planes_without_crossing(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  int planes = 0;
  for (int Cell::*axis : {&Cell::x, &Cell::y, &Cell::z})
    for (int position = -20; position < 20; ++position) {
      int below = 0, above = 0, crossing = 0;
      for (const PackingPlacement& p : layout.placements) {
        int low = 0;
        const auto cells = placed(puzzle.grid(), puzzle.pieces[p.piece.index()].cells, p.orientation, p.offset);
        for (const Cell& cell : cells) low += cell.*axis < position ? 1 : 0;
        const int size = static_cast<int>(cells.size());
        ++(low == size ? below : low == 0 ? above : crossing);
      }
      planes += below > 0 && above > 0 && crossing == 0 ? 1 : 0;
    }
  return planes;
}

}  // namespace

TEST_CASE("the composed solutions of the flat pentomino boxes are those of the thesis") {
  using Classes = std::map<std::string, int>;
  const Composed four = composed_solutions(pentominoes_in(15, 4));
  CHECK(four.solutions == 40);
  CHECK(four.class_sizes == Classes{{"4x5 + 4x10", 40}});

  const Composed five = composed_solutions(pentominoes_in(12, 5));
  CHECK(five.class_sizes.at("5x1 + 5x11") == 224);
  CHECK(five.class_sizes.at("5x3 + 5x9") == 8);
  CHECK(five.class_sizes.at("5x5 + 5x7") == 16);
  CHECK(five.class_sizes.at("5x6 + 5x6") == 16);
  CHECK(five.class_sizes.size() == 4);

  const Composed six = composed_solutions(pentominoes_in(10, 6));
  CHECK(six.solutions == 16);
  CHECK(six.class_sizes == Classes{{"6x5 + 6x5", 16}});
}

TEST_CASE("eight solutions of 2x5x6 are two layers") {
  const Puzzle puzzle = pentominoes_in(6, 5, 2);
  int layered = 0;
  for (const Solution& solution : distinct_solutions(puzzle))
    for (const Split& split : splits_of(puzzle.packing(), solution.packing())) layered += split.across == "z" ? 1 : 0;
  CHECK(layered == 8);
}

TEST_CASE("splits are the planes that no piece crosses") {
  for (const Puzzle& puzzle : {pentominoes_in(12, 5), pentominoes_in(6, 5, 2), dominoes_in(4, 4)})
    for (const Solution& solution : distinct_solutions(puzzle))
      REQUIRE(static_cast<int>(splits_of(puzzle.packing(), solution.packing()).size()) ==
              planes_without_crossing(puzzle.packing(), solution.packing()));
}

TEST_CASE("both sides of a split are the whole layout") {
  const Puzzle puzzle = dominoes_in(4, 3);
  for (const Solution& solution : distinct_solutions(puzzle))
    for (const Split& split : splits_of(puzzle.packing(), solution.packing())) {
      CHECK(split.first.size() + split.second.size() == solution.packing().placements.size());
      CHECK(split.first_cells.size() == 2 * split.first.size());
      CHECK(split.first_cells.size() + split.second_cells.size() == puzzle.packing().region.size());
    }
}

TEST_CASE("lines run along the sides of triangles, sectors and hexagons") {
  // A hexagon of six triangles, three rhombi: no line. Two triangles of side 1: the line between them.
  const auto alone = [](LatticeKind kind, std::vector<std::vector<Cell>> pieces) {
    Puzzle puzzle = packing_puzzle("shapes", kind, {}, {});
    auto& body = std::get<PackingPuzzle>(puzzle.body);
    PackingLayout layout;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      body.region.insert(body.region.end(), pieces[p].begin(), pieces[p].end());
      body.pieces.push_back(piece_of_cells(kind, std::string(1, static_cast<char>('A' + p)), pieces[p]));
      layout.placements.push_back(lying_on(body, PieceId(p), pieces[p]));
    }
    return splits_of(body, layout);
  };
  const auto rhombus = alone(LatticeKind::triangle, {{{0, 0, 0}}, {{0, 0, 1}}});
  REQUIRE(rhombus.size() == 1);
  CHECK(rhombus.front().across == "30°");
  CHECK(alone(LatticeKind::triangle, {{{0, 0, 0}, {0, 0, 1}}, {{1, 0, 0}, {1, 0, 1}}}).size() == 1);
  CHECK(alone(LatticeKind::drafter, {{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, {{0, 0, 3}, {0, 0, 4}, {0, 0, 5}}}).size() ==
        1);
  CHECK(alone(LatticeKind::hexagon, {{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {1, 1, 0}}}).empty());
}
