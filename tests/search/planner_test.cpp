#include "search/planner.hpp"

#include <doctest/doctest.h>

#include "edge/generate/generate.hpp"
#include "support/samples.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

std::string chosen(const Puzzle& puzzle, const EngineNeeds& needs) {
  const EngineChoice choice = choose_engine(puzzle, needs);
  CHECK_FALSE(choice.reason.empty());
  CHECK(choice.engine->family == puzzle.family());
  return choice.engine->name;
}
std::string chosen(const std::string& name, const EngineNeeds& needs) { return chosen(load_puzzle(name), needs); }

Puzzle generated(int size, int inner_colours, std::size_t hints = 0) {
  auto [puzzle, planted] = edge::generate_instance(
      {.width = size, .height = size, .border_colours = 5, .inner_colours = inner_colours, .seed = 7});
  for (std::size_t cell = 0; cell < hints; ++cell)
    std::get<EdgePuzzle>(puzzle.body).hints.push_back({Square(cell), *planted.edge().cells[cell]});
  return puzzle;
}

}  // namespace

TEST_CASE("auto: edge-matching by question, size, colours and hints") {
  CHECK(chosen("owen-6x6", {.goal = Goal::first}) == "scan");
  CHECK(chosen("eternity2-clues", {.goal = Goal::first}) == "scan");
  CHECK(chosen("eternity2", {.goal = Goal::best}) == "schedule");
  CHECK(chosen("clue3", {.goal = Goal::count}) == "memo");
  CHECK(chosen("clue3", {.goal = Goal::first}) == "scan");
  CHECK(chosen(generated(10, 40), {.goal = Goal::first}) == "scan");
  CHECK(chosen(generated(12, 17), {.goal = Goal::first}) == "scan");
  CHECK(chosen(generated(12, 17, 20), {.goal = Goal::first}) == "smart");
  CHECK(chosen(generated(12, 30), {.goal = Goal::first}) == "sat");
  CHECK(chosen(generated(12, 30), {.goal = Goal::first, .checkpoint = true}) == "scan");
  CHECK(chosen(generated(12, 60), {.goal = Goal::first}) == "smart");
}

TEST_CASE("auto: halves that meet where they promise to be clearly faster than a search row by row") {
  CHECK(chosen("owen-7x7", {.goal = Goal::count}) == "meet");
  CHECK(chosen("owen-7x7", {.goal = Goal::all}) == "meet");
  CHECK(chosen("owen-7x7", {.goal = Goal::first}) == "scan");
  CHECK(chosen("owen-7x7", {.goal = Goal::count, .checkpoint = true}) == "meet");
  CHECK(chosen("owen-7x7", {.goal = Goal::count, .node_limit = true}) == "scan");
  // With a time limit, if it leaves time enough: there is nothing to show before the end.
  CHECK(chosen("owen-7x7", {.goal = Goal::count, .seconds = 3600}) == "meet");
  CHECK(chosen("owen-7x7", {.goal = Goal::count, .seconds = 1}) == "scan");
  const auto told = choose_engine(load_puzzle("owen-7x7"), {.goal = Goal::count, .seconds = 1}).reason;
  CHECK(told.find("meet is faster to the end") != std::string::npos);
  CHECK(chosen("owen-7x7", {.goal = Goal::count, .options = {"order"}}) == "scan");
  for (const char* other : {"owen-4x4", "owen-6x6", "inf6102-c", "owen-8x8", "inf6102-d", "eternity2"})
    CHECK(chosen(other, {.goal = Goal::count}) == "scan");
  // Few border colours: so many chains of border pieces that they alone take longer than the search.
  CHECK(chosen(edge::generate_instance({.width = 7, .height = 7}).puzzle, {.goal = Goal::count}) == "scan");
}

TEST_CASE("auto: packing by lattice, copies and shape") {
  CHECK(chosen("pentominoes-5x12", {.goal = Goal::all}) == "fill");
  CHECK(chosen("pentominoes-6x10", {.goal = Goal::all}) == "cover");
  CHECK(chosen("pentominoes-8x8-hole", {.goal = Goal::count}) == "cover");
  CHECK(chosen("soma", {.goal = Goal::count}) == "cover");
  CHECK(chosen("whale", {.goal = Goal::first}) == "tile");
  CHECK(chosen("hexiamonds-4x9", {.goal = Goal::count}) == "cover");
  const Puzzle dominoes = domino_box(8, 8, 0, PackingPiece::unlimited);
  CHECK(chosen(dominoes, {.goal = Goal::count}) == "frontier");
  CHECK(chosen(dominoes, {.goal = Goal::count, .distinct = true}) == "cover");
  CHECK(chosen(dominoes, {.goal = Goal::first}) == "cover");
  CHECK(chosen(domino_box(40, 40, 0, PackingPiece::unlimited), {.goal = Goal::count}) == "cover");
}

TEST_CASE("auto passes over engines that cannot do what is asked for") {
  CHECK(chosen("owen-4x4", {.goal = Goal::first, .options = {"propagate"}}) == "smart");
  CHECK(chosen("owen-4x4", {.goal = Goal::count, .options = {"proof", "cnf"}}) == "sat");
  CHECK(chosen("soma", {.goal = Goal::first, .options = {"cnf"}}) == "sat");
  const Puzzle dominoes = domino_box(8, 8, 0, PackingPiece::unlimited);
  CHECK(chosen(dominoes, {.goal = Goal::count, .checkpoint = true}) == "frontier");
  CHECK(chosen("girafe", {.goal = Goal::first, .options = {"kernel"}}) == "scan");  // refused later, by name
}

TEST_CASE("optimise: engines that improve boards, or else the first solution") {
  CHECK(chosen("eternity1", {.goal = Goal::best}) == "beam");
  CHECK(chosen("soma", {.goal = Goal::best}) == "cover");
  CHECK(chosen("pentominoes-5x12", {.goal = Goal::best}) == "fill");
  SearchRequest request;
  request.puzzle = share(load_puzzle("soma"));
  request.goal = Goal::best;
  const Plan planned = plan(request);
  REQUIRE(planned.stages.size() == 4);
  CHECK(planned.engine == "cover");
  CHECK(planned.stages[0].goal == Goal::first);
  CHECK(planned.stages[1].engine == "pack");
  CHECK(planned.stages[1].goal == Goal::best);
  request.limits.nodes = 1000;
  CHECK(plan(request).stages.size() == 1);
}

TEST_CASE("small boards are optimised in stages, unless an engine, its options or a checkpoint are asked for") {
  SearchRequest request;
  request.puzzle = share(load_puzzle("inf6102-b"));
  request.goal = Goal::best;
  const Plan staged = plan(request);
  REQUIRE(staged.stages.size() == 3);
  CHECK(staged.stages[0].engine == "schedule");
  CHECK(staged.stages[1].engine == "scan");
  CHECK(staged.stages[1].goal == Goal::first);
  CHECK_FALSE(staged.at_once);
  request.checkpoint = "checkpoint";
  CHECK(plan(request).stages.size() == 1);
  request.checkpoint.reset();
  request.limits.nodes = 100;
  CHECK(plan(request).stages.size() == 1);
  request.limits.nodes.reset();
  request.puzzle = share(load_puzzle("eternity2"));
  CHECK(plan(request).stages.size() == 1);
}

TEST_CASE("counting walks one board per symmetry class where the engine can, other goals only if asked") {
  SearchRequest request;
  request.puzzle = share(load_puzzle("soma"));
  request.goal = Goal::count;
  CHECK(plan(request).reduced);
  request.symmetry = Symmetry::all;
  CHECK_FALSE(plan(request).reduced);
  request.goal = Goal::all;
  CHECK_FALSE(plan(request).reduced);
  request.symmetry = Symmetry::distinct;
  CHECK(plan(request).reduced);
  request.engine = "dlx";
  CHECK_FALSE(plan(request).reduced);
}
