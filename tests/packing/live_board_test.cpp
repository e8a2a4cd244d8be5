#include <doctest/doctest.h>

#include <set>
#include <string>

#include "engine/tree_search.hpp"
#include "engine_checks.hpp"
#include "packing/dlx/cover_space.hpp"
#include "packing/engines.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

/// What engines show of their boards between slices.
namespace tesselle::testing {
namespace {

std::unique_ptr<Engine> try_make(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry) {
  EngineConfig config{.goal = Goal::all, .symmetry = symmetry, .options = Options(info.options)};
  if (info.name == "beam") {
    config.goal = Goal::best;
    config.options.set("width", "10");
  }
  try {
    return info.make(puzzle, config);
  } catch (const UsageError&) {
    return nullptr;
  }
}

bool holds_hints(const PackingPuzzle& puzzle, const PackingLayout& board) {
  const auto cells = [&](const PackingPlacement& how) {
    return placed(puzzle.grid(), puzzle.pieces[how.piece.index()].cells, how.orientation, how.offset);
  };
  std::set<std::vector<Cell>> lying;
  for (const PackingPlacement& placement : board.placements) lying.insert(cells(placement));
  return std::all_of(puzzle.hints.begin(), puzzle.hints.end(),
                     [&](const PackingPlacement& hint) { return lying.count(cells(hint)) > 0; });
}

/// Whose boards were shown, and the largest of them that were not full.
struct Shown {
  std::set<std::string> engines;
  std::set<std::string> partial;
};

void check_boards(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry, std::uint64_t slices,
                  std::uint64_t slice, Shown& shown) {
  if (info.name == "finals") return;  // shows a board once its lists are made: finals_test.cpp
  const auto engine = try_make(info, puzzle, symmetry);
  const auto* showing = dynamic_cast<const ShowsBoard*>(engine.get());
  if (showing == nullptr) return;
  shown.engines.insert(info.name);
  CAPTURE(info.name);
  INFO(describe(puzzle));
  CollectingSink sink;
  for (std::uint64_t s = 0; s <= slices; ++s) {
    const Solution board = showing->board();
    const Verdict verdict = verify(puzzle, board);
    REQUIRE_MESSAGE(verdict.legal(), summary(verdict));
    REQUIRE(holds_hints(puzzle.packing(), board.packing()));
    if (info.name != "beam") REQUIRE(verdict.score == engine->progress().depth);
    const auto hints = static_cast<int>(puzzle.packing().hints.size());
    if (verdict.score > hints && !verdict.complete) shown.partial.insert(info.name);
    if (engine->advance({slice}, sink) != Advance::running) break;
  }
  CHECK(verify(puzzle, showing->board()).legal());
}

/// TreeSearch shows the board of its space.
constexpr bool tree_searches_show = std::is_base_of_v<ShowsBoard, TreeSearch<packing::CoverSpace>>;

const std::set<std::string> expected_engines =
    tree_searches_show ? std::set<std::string>{"beam", "cover", "dlx", "fill", "interval", "tile"}
                       : std::set<std::string>{"beam"};

Puzzle with_hints(Puzzle puzzle, const Solution& solution, std::size_t count) {
  auto& placements = solution.packing().placements;
  std::get<PackingPuzzle>(puzzle.body)
      .hints.assign(placements.begin(), placements.begin() + static_cast<std::ptrdiff_t>(count));
  return puzzle;
}

}  // namespace

TEST_CASE("boards shown after every node of small puzzles are legal") {
  std::vector<Puzzle> puzzles = packing_samples();
  for (const LatticeKind lattice :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter})
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      Rng rng(seed);
      puzzles.push_back(random_packing_puzzle(rng, {.lattice = lattice}));
    }
  Shown shown;
  for (const Puzzle& puzzle : puzzles)
    for (const EngineInfo& info : packing_engines()) {
      check_boards(info, puzzle, SearchSymmetry::whole, 60, 1, shown);
      if (info.reduces_symmetry) check_boards(info, puzzle, SearchSymmetry::reduced, 60, 1, shown);
    }
  if (tree_searches_show) CHECK(shown.engines == expected_engines);
}

TEST_CASE("boards shown on the way through larger puzzles are legal, with and without hints") {
  std::vector<Puzzle> puzzles = {soma(),
                                 pentominoes_in(6, 10),
                                 pentominoes_in(3, 20),
                                 load_puzzle("serenity"),
                                 load_puzzle("boat"),
                                 load_puzzle("hexiamonds-6x6")};
  const Puzzle pentominoes = pentominoes_in(6, 10);
  const Solution solved{drawn_layout(pentominoes.packing(), pentominoes_6x10_drawing())};
  for (const std::size_t hints : {2u, 6u, 12u}) puzzles.push_back(with_hints(pentominoes, solved, hints));
  Shown shown;
  for (const Puzzle& puzzle : puzzles)
    for (const EngineInfo& info : packing_engines()) {
      check_boards(info, puzzle, SearchSymmetry::whole, 100, 1, shown);
      check_boards(info, puzzle, SearchSymmetry::whole, 100, 37, shown);
      if (info.reduces_symmetry) check_boards(info, puzzle, SearchSymmetry::reduced, 100, 13, shown);
    }
  CHECK(shown.engines == expected_engines);
  CHECK(shown.partial == expected_engines);
}

TEST_CASE("the board of a search that has found a solution is that solution") {
  for (const EngineInfo& info : packing_engines()) {
    const auto engine = try_make(info, load_puzzle(info.name == "tile" ? "serenity" : "soma"), SearchSymmetry::whole);
    const auto* showing = dynamic_cast<const ShowsBoard*>(engine.get());
    if (showing == nullptr || !info.abilities.walks_tree) continue;
    CAPTURE(info.name);
    CollectingSink sink(1);
    REQUIRE(engine->advance({1'000'000}, sink) == Advance::running);
    REQUIRE(sink.boards.size() == 1);
    CHECK(showing->board() == sink.boards.front());
  }
}

}  // namespace tesselle::testing
