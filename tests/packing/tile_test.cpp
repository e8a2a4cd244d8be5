#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "packing/dlx/dlx.hpp"
#include "packing/site_search/areas.hpp"
#include "packing/site_search/search.hpp"
#include "packing/tile/tile.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;
using namespace tesselle::packing::tiling;

namespace {

const EngineInfo engine = tile_engine();

std::set<SolutionKey> keys_of(const Puzzle& puzzle, const std::vector<Solution>& boards) {
  const SymmetryGroup group(puzzle);
  std::set<SolutionKey> keys;
  for (const Solution& board : boards) keys.insert(group.key(board));
  return keys;
}

std::uint64_t check_count(const std::string& name, std::size_t solutions) {
  CAPTURE(name);
  const Puzzle puzzle = load_puzzle(name);
  const Outcome outcome = search_all(engine, puzzle);
  CHECK(outcome.boards.size() == solutions);
  CHECK(keys_of(puzzle, outcome.boards).size() == solutions);
  for (const Solution& board : outcome.boards) CHECK(verify(puzzle, board).solves());
  return outcome.nodes;
}

/// Halves of whole triangles: random drafter puzzles may have other cells, which the engine refuses.
bool accepted(const Puzzle& puzzle) {
  try {
    make_engine(engine, puzzle);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

/// A region made of a few pieces of Eternity stuck together, and more pieces than it needs.
Puzzle cluster_with_spares(const PackingPuzzle& eternity, Rng& rng) {
  const Lattice& lattice = eternity.grid();
  PackingPuzzle result{LatticeKind::drafter, {}, {}, {}, {}};
  std::set<Cell> region;
  const auto touches = [&](const std::vector<Cell>& cells) {
    return std::any_of(cells.begin(), cells.end(), [&](const Cell& cell) {
      const auto around = lattice.neighbours(cell);
      return std::any_of(around.begin(), around.end(), [&](const Cell& c) { return region.count(c) > 0; });
    });
  };
  while (region.size() < 4 * 36) {
    const PackingPiece& piece = eternity.pieces[rng.below(static_cast<std::uint32_t>(eternity.pieces.size()))];
    const Cell offset{static_cast<int>(rng.below(12)), static_cast<int>(rng.below(12)), 0};
    const auto cells = placed(lattice, piece.cells, static_cast<int>(rng.below(12)), offset);
    const bool clear = std::none_of(cells.begin(), cells.end(), [&](const Cell& c) { return region.count(c) > 0; });
    if (!clear || (!region.empty() && !touches(cells))) continue;
    region.insert(cells.begin(), cells.end());
    result.pieces.push_back(piece);
  }
  for (int spare = 0; spare < 6; ++spare)
    result.pieces.push_back(eternity.pieces[rng.below(static_cast<std::uint32_t>(eternity.pieces.size()))]);
  for (PackingPiece& piece : result.pieces) piece.min_copies = 0;
  result.region.assign(region.begin(), region.end());
  return {"cluster", "", "", result};
}

/// Two pieces of a planted puzzle made one, wherever they are, and no hints: a piece that is most often in two parts.
std::optional<Puzzle> with_two_pieces_as_one(Rng& rng, LatticeKind lattice) {
  PackingRecipe recipe;
  recipe.lattice = lattice;
  recipe.making = Making::planted;
  recipe.optional_cells = recipe.copies = recipe.loose_use = recipe.restrictions = false;
  recipe.max_hints = 0;
  recipe.max_piece = 3;
  const Planted planted = planted_packing_puzzle(rng, recipe);
  auto placements = planted.solution->packing().placements;
  Puzzle result = planted.puzzle;
  auto& puzzle = std::get<PackingPuzzle>(result.body);
  if (placements.size() < 3) return std::nullopt;
  std::vector<Cell> both;
  for (int i = 0; i < 2; ++i) {
    const auto at = placements.begin() + rng.below(static_cast<std::uint32_t>(placements.size()));
    const auto cells = placed(puzzle.grid(), puzzle.pieces[at->piece.index()].cells, at->orientation, at->offset);
    both.insert(both.end(), cells.begin(), cells.end());
    placements.erase(at);
  }
  std::vector<PackingPiece> pieces = {piece_of_cells(lattice, "two", both)};
  for (const PackingPlacement& left : placements) pieces.push_back(puzzle.pieces[left.piece.index()]);
  puzzle.pieces = pieces;
  return result;
}

void check_against_dlx(const Puzzle& puzzle) {
  const Outcome ours = search_all(engine, puzzle), theirs = search_all(dlx_engine(), puzzle);
  CHECK(keys_of(puzzle, ours.boards) == keys_of(puzzle, theirs.boards));
  CHECK(ours.boards.size() == theirs.boards.size());
  for (const Solution& board : ours.boards) CHECK_MESSAGE(verify(puzzle, board).solves(), describe(board));
}

PackingPuzzle halves_of(const PackingPuzzle& triangles) { return as_drafter_puzzle(triangles); }

}  // namespace

TEST_CASE("tile: the companions of Eternity have the known numbers of tilings") {
  check_count("trinity", 1);
  check_count("serenity", 12);
  check_count("whale", 1);
  check_count("boat", 1);
  // What makes the search faster must leave its tree as it is.
  CHECK(check_count("tortoise", 2) == 749);
  CHECK(check_count("boomerang", 2) == 55'741);
}

TEST_CASE("tile: hexiamonds") { check_count("hexiamonds-6x6", 156 * 4); }

TEST_CASE("tile: finds exactly what brute force finds on small random puzzles") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    PackingRecipe recipe;
    recipe.lattice = LatticeKind::triangle;
    recipe.optional_cells = false;
    const Puzzle puzzle = random_packing_puzzle(rng, recipe);
    const auto boards = try_all_boards(puzzle);
    if (!boards) continue;
    CAPTURE(describe(puzzle));
    std::set<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.insert(key);
    const Outcome outcome = search_all(engine, puzzle);
    CHECK(keys_of(puzzle, outcome.boards) == expected);
    CHECK(outcome.boards.size() == expected.size());
    ++compared;
  }
  CHECK(compared > 300);
}

TEST_CASE("tile: agrees with dlx on clusters of Eternity pieces with spare ones") {
  const Puzzle eternity = load_puzzle("eternity1");
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = cluster_with_spares(eternity.packing(), rng);
    CAPTURE(seed);
    const Outcome ours = search_all(engine, puzzle), theirs = search_all(dlx_engine(), puzzle);
    CHECK(keys_of(puzzle, ours.boards) == keys_of(puzzle, theirs.boards));
    CHECK(ours.boards.size() == theirs.boards.size());
    CHECK(ours.boards.size() >= 1);
  }
}

TEST_CASE("tile: agrees with dlx on a small outline with spare pieces") {
  Puzzle puzzle = load_puzzle("whale");
  const auto all = load_puzzle("eternity1").packing().pieces;
  auto& pieces = std::get<PackingPuzzle>(puzzle.body).pieces;
  pieces.insert(pieces.end(), all.begin() + 60, all.begin() + 160);
  for (PackingPiece& piece : pieces) piece.min_copies = 0;
  const Outcome ours = search_all(engine, puzzle), theirs = search_all(dlx_engine(), puzzle);
  CHECK(keys_of(puzzle, ours.boards) == keys_of(puzzle, theirs.boards));
  CHECK(ours.boards.size() > 1);
}

TEST_CASE("tile: a piece in two parts may lie in two parts of the region") {
  const Puzzle drafters = read_toml(R"(family = "packing"
lattice = "drafter"
region_cells = "0,0,0,63 0,0,1,63 0,1,0,63 1,0,0,63"
[[piece]]
name = "A"
cells = "0,0,1,63 0,1,0,63"
disconnected = true
[[piece]]
name = "B"
cells = "0,1,1,63 1,0,1,63"
disconnected = true
)",
                                    "drafters");
  CHECK(search_all(engine, drafters).boards.size() == 3);
  check_against_dlx(drafters);
  int compared = 0;
  for (const LatticeKind lattice : {LatticeKind::triangle, LatticeKind::drafter})
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      Rng rng(seed);
      const auto puzzle = with_two_pieces_as_one(rng, lattice);
      if (!puzzle || !accepted(*puzzle)) continue;
      CAPTURE(describe(*puzzle));
      check_against_dlx(*puzzle);
      ++compared;
    }
  CHECK(compared > 200);
}

TEST_CASE("tile: of congruent pieces those that must be used are") {
  for (const int hints : {0, 1})
    for (std::uint32_t needed = 0; needed < 8; ++needed) {
      const std::vector<Cell> rhomb = {{0, 0, 0}, {0, 0, 1}};
      std::vector<PackingPiece> pieces;
      for (std::uint32_t p = 0; p < 3; ++p) {
        pieces.push_back(piece_of_cells(LatticeKind::triangle, std::string(1, static_cast<char>('A' + p)), rhomb));
        pieces.back().min_copies = static_cast<int>(needed >> p & 1);
      }
      Puzzle puzzle = testing::packing("rhombs", LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}},
                                       std::move(pieces));
      auto& body = std::get<PackingPuzzle>(puzzle.body);
      if (hints > 0) body.hints = {lying_on(body, PieceId(1), rhomb)};
      CAPTURE(describe(puzzle));
      check_against_dlx(puzzle);
    }
  Puzzle single = testing::packing("single", LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}},
                                   {piece_of_cells(LatticeKind::triangle, "A", {{0, 0, 0}, {0, 0, 1}}),
                                    piece_of_cells(LatticeKind::triangle, "B", {{0, 0, 0}, {0, 0, 1}})});
  std::get<PackingPuzzle>(single.body).pieces.front().min_copies = 0;
  CHECK(search_all(engine, single).boards.size() == 1);
  check_against_dlx(single);
}

TEST_CASE("tile: refuses what it cannot do") {
  CHECK_THROWS_AS(make_engine(engine, load_puzzle("pentominoes-6x10")), UsageError);
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Rng rng(seed);
    PackingRecipe recipe;
    recipe.lattice = LatticeKind::drafter;
    if (!accepted(random_packing_puzzle(rng, recipe))) ++refused;
  }
  CHECK(refused > 0);
}

TEST_CASE("the stars of a board follow its bytes while pieces come and go") {
  const Puzzle boat = load_puzzle("boat");
  const TilingTables tables(boat.packing());
  const auto search = make_tiling_search(tables);
  search->start(tables.region(), tables.copies(), tables.required_copies());
  std::vector<Cell> left = boat.packing().region;
  while (search->open() > 0) {
    const Spot spot = search->candidates().front();
    search->take(0);
    const std::vector<Cell> taken = tables.cells(spot);
    std::erase_if(left, [&](const Cell& c) { return std::count(taken.begin(), taken.end(), c) > 0; });
    const Board fresh = tables.grid().board_of(left);
    CHECK(search->board().free == fresh.free);
    CHECK(search->board().stars == fresh.stars);
  }
  CHECK(search->path().size() > 3);
}

TEST_CASE("gaps around a point") {
  const auto gaps = [](PointKind kind, Star star) {
    std::vector<std::pair<int, int>> result;
    const Gaps& found = gaps_of(kind, star);
    for (std::size_t g = 0; g < found.count; ++g) result.emplace_back(found.gaps[g].first, found.gaps[g].length);
    return result;
  };
  using List = std::vector<std::pair<int, int>>;
  CHECK(gaps(PointKind::corner, 0) == List{});
  CHECK(gaps(PointKind::corner, 0xfff) == List{});  // nothing bounds it
  CHECK(gaps(PointKind::corner, 0b000000000110) == List{{1, 2}});
  CHECK(gaps(PointKind::corner, 0b100000000001) == List{{11, 2}});
  CHECK(gaps(PointKind::corner, 0b000110000011) == List{{0, 2}, {7, 2}});
  CHECK(gaps(PointKind::middle_up, 0b1010) == List{{1, 1}, {3, 1}});
}

TEST_CASE("no piece of Eternity can close a gap of 30 degrees, and every wider one has its piece") {
  const Puzzle eternity = load_puzzle("eternity1");
  const TilingTables tables(eternity.packing());
  for (int first = 0; first < 12; ++first)
    for (int length = 1; length < 12; ++length) {
      Star star = 0;
      for (int ray = 0; ray < length; ++ray) star |= 1u << (first + ray) % 12;
      CHECK(tables.shapes().closable(PointKind::corner, star) == (length > 1));
    }
}

TEST_CASE("areas: parts of a board are told apart across every side") {
  const PackingPuzzle two = halves_of({LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}, {5, 5, 0}}, {}, {}, {}});
  const Grid grid(two.region, 4);
  Areas areas(grid);
  const Board board = grid.board_of(two.region);
  CHECK(areas.all_multiples_of(6, board.free));
  CHECK_FALSE(areas.all_multiples_of(12, board.free));
  const PackingPuzzle joined =
      halves_of({LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}, {}, {}, {}});
  CHECK(areas.all_multiples_of(24, grid.board_of(joined.region).free));
}
