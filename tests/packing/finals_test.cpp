#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/rng.hpp"
#include "packing/finals/batch.hpp"
#include "packing/finals/calibration.hpp"
#include "packing/finals/completion.hpp"
#include "packing/finals/contest.hpp"
#include "packing/finals/dealer.hpp"
#include "packing/finals/descents.hpp"
#include "packing/finals/expectation.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/finals_engine.hpp"
#include "packing/finals/forecast.hpp"
#include "packing/finals/guide.hpp"
#include "packing/finals/hexagon.hpp"
#include "packing/finals/leftover_walks.hpp"
#include "packing/finals/listing.hpp"
#include "packing/finals/preparation.hpp"
#include "packing/finals/proposal.hpp"
#include "packing/finals/region_walker.hpp"
#include "packing/finals/rest.hpp"
#include "packing/finals/shape_values.hpp"
#include "packing/finals/throttle.hpp"
#include "packing/finals/tree_sample.hpp"
#include "packing/tile/tile.hpp"
#include "polyform/forms.hpp"
#include "support/collect.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;
using namespace tesselle::packing;
using namespace tesselle::packing::finals;

namespace {

const EngineInfo finals_info = packing_finals_engine();

EngineConfig finals_config(Goal goal, std::initializer_list<std::pair<std::string, std::string>> values) {
  EngineConfig config{.goal = goal, .options = Options(finals_info.options)};
  for (const auto& [name, value] : values) config.options.set(name, value);
  return config;
}

/// The 66 octiamonds, of which any may be used, on a parallelogram of 8 times 6 rhombi: 12 of them tile it.
Puzzle octiamond_board() {
  PackingPuzzle board;
  board.lattice = LatticeKind::triangle;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 6; ++y)
      for (int z = 0; z < 2; ++z) board.region.push_back({x, y, z});
  std::sort(board.region.begin(), board.region.end());
  for (auto& cells : polyform::all_forms({.lattice = LatticeKind::triangle, .size = 8})) {
    PackingPiece piece;
    piece.name = "o" + std::to_string(board.pieces.size() + 1);
    piece.cells = std::move(cells);
    piece.min_copies = 0;
    board.pieces.push_back(piece);
  }
  Puzzle puzzle;
  puzzle.name = "octiamonds";
  puzzle.body = board;
  return puzzle;
}

/// Leaves the pieces of this solution, all of which must be used.
Puzzle with_just_the_pieces_of(const Puzzle& puzzle, const Solution& solution) {
  Puzzle planted = puzzle;
  auto& pieces = std::get<PackingPuzzle>(planted.body).pieces;
  pieces.clear();
  for (const PackingPlacement& placement : solution.packing().placements) {
    pieces.push_back(puzzle.packing().pieces[placement.piece.index()]);
    pieces.back().min_copies = 1;
  }
  return planted;
}

/// A hexagon of 32 triangles: four octiamonds.
const Hexagon four_pieces = {1, 6, 1, 5, 4, 9};

RegionFinals region_of(const Hexagon& hexagon) { return {hexagon, {}, {}, 0, 0}; }

FinalsData prepared(const PackingPuzzle& drafter, const std::vector<Hexagon>& hexagons, std::size_t pool,
                    unsigned slots = 1) {
  FinalsData data;
  for (const Hexagon& hexagon : hexagons) data.regions.push_back(region_of(hexagon));
  ValueSettings settings;
  Preparation preparation(drafter, data, settings, pool, slots);
  while (!preparation.done()) preparation.work(in_order);
  return data;
}

using PieceNumbers = std::vector<std::uint16_t>;

std::set<PieceNumbers> listed_sets(const FinalsData& data, const RegionFinals& region) {
  std::set<PieceNumbers> sets;
  for (std::size_t i = 0; i < data.sets_of(region); ++i) {
    PieceNumbers pieces;
    for (std::size_t bit = 0; bit < data.pool.size(); ++bit)
      if (region.sets[i * data.words() + bit / 64] >> bit % 64 & 1) pieces.push_back(data.pool[bit]);
    std::sort(pieces.begin(), pieces.end());
    sets.insert(pieces);
  }
  return sets;
}

/// The sets of pieces of all tilings that engine tile finds.
std::set<PieceNumbers> sets_by_tile(const PackingPuzzle& drafter, PieceNumbers pool, const Hexagon& hexagon) {
  Puzzle puzzle;
  puzzle.name = "region";
  puzzle.body = with_pieces_on(drafter, pool, hexagon.cells());
  std::set<PieceNumbers> sets;
  for (const Solution& tiling : search_all(tile_engine(), puzzle).boards) {
    PieceNumbers pieces;
    for (const PackingPlacement& placement : tiling.packing().placements)
      pieces.push_back(pool[placement.piece.index()]);
    std::sort(pieces.begin(), pieces.end());
    sets.insert(pieces);
  }
  return sets;
}

/// Lists of random sets: two regions of three pieces, one of two, over a pool of twelve.
FinalsData random_lists(Rng& rng, std::size_t pool) {
  FinalsData data;
  for (std::size_t piece = 0; piece < pool; ++piece) data.pool.push_back(static_cast<std::uint16_t>(piece));
  for (const int size : {3, 3, 2}) {
    std::set<std::pair<std::size_t, std::vector<std::uint64_t>>> sets;  // in the order of a list
    for (int i = 0; i < 60; ++i) {
      PieceNumbers pieces = data.pool;
      rng.shuffle(std::span(pieces));
      pieces.resize(static_cast<std::size_t>(size));
      std::vector<std::uint64_t> words(data.words());
      for (const std::uint16_t piece : pieces) words[piece / 64] |= std::uint64_t{1} << piece % 64;
      sets.insert({*std::min_element(pieces.begin(), pieces.end()), words});
    }
    RegionFinals region;
    for (const auto& [rarest, words] : sets) region.sets.insert(region.sets.end(), words.begin(), words.end());
    region.parts = region.parts_done = 1;
    data.regions.push_back(region);
  }
  return data;
}

std::set<Deal> deals_by_trying_all(const FinalsData& data, const std::vector<char>& left,
                                   const std::vector<char>& required) {
  std::set<Deal> deals;
  std::vector<std::set<PieceNumbers>> lists;
  for (const RegionFinals& region : data.regions) lists.push_back(listed_sets(data, region));
  for (const auto& a : lists[0])
    for (const auto& b : lists[1])
      for (const auto& c : lists[2]) {
        std::vector<char> over = left;
        bool fits = true;
        for (const auto* set : {&a, &b, &c})
          for (const std::uint16_t piece : *set) fits = fits && std::exchange(over[piece], 0);
        for (std::size_t piece = 0; piece < over.size(); ++piece) fits = fits && !(over[piece] && required[piece]);
        if (fits) deals.insert({a, b, c});
      }
  return deals;
}

}  // namespace

TEST_CASE("finals: a hexagon's cells, sides and symmetries") {
  const Hexagon regular{0, 4, 0, 4, 2, 6};
  CHECK(regular.sides() == std::array<int, 6>{2, 2, 2, 2, 2, 2});
  CHECK(regular.area() == 24);
  CHECK(regular.symmetries() == 12);
  CHECK(regular.cells().size() == 6 * 24);
  const Hexagon oblique{0, 11, 0, 7, 6, 14};
  CHECK(oblique.tight());
  CHECK(oblique.cells().size() == static_cast<std::size_t>(6 * oblique.area()));
  CHECK_FALSE(Hexagon{0, 4, 0, 4, 0, 9}.tight());
  const auto sides = oblique.sides();
  const Hexagon mirrored{0, 7, 0, 11, 6, 14};  // x and y change places
  CHECK(mirrored.sides() != sides);
  CHECK(mirrored.form() == oblique.form());
}

TEST_CASE("finals: a region that is larger than the board is refused before its cells are listed") {
  const Puzzle puzzle = octiamond_board();
  const TemporaryFolder folder;
  const std::string file = folder.file("finals");
  constexpr int far = 1'000'000;
  for (const Hexagon& hexagon : {Hexagon{-far, far, -far, far, -far, far}, Hexagon{-far, 0, 0, far, 0, 2}}) {
    CHECK(hexagon.tight());
    CHECK(hexagon.area() > 1000);
    FinalsData forged;
    forged.pool = {0, 1, 2};
    forged.regions.push_back({hexagon, {}, {}, 1, 1});
    save_finals(file, puzzle, forged);
    CHECK_THROWS_AS(load_finals(file, puzzle), InputError);
    CHECK_THROWS_AS(check_regions(puzzle_for_finals(puzzle.packing()), forged.regions), UsageError);
  }
  const Hexagon strip{-far, 0, 0, far, 0, 2};
  CHECK(strip.cells().size() == static_cast<std::size_t>(6 * strip.area()));
}

TEST_CASE("finals: regions are read as they were written, and nonsense is refused") {
  const std::vector<Hexagon> hexagons = {{0, 4, 0, 4, 2, 6}, {-9, 2, 3, 10, -2, 6}};
  CHECK(read_hexagons(write_hexagons(hexagons), "file") == hexagons);
  for (const char* text : {"", "hexagon 0 4 0 4 2", "hexagon 0 4 0 4 0 9", "hexagon 0 4 0 4 2 6 7",
                           "square 1 2 3 4 5 6", "hexagon 0 99999 0 4 2 6"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_hexagons(text, "file"), InputError);
  }
}

TEST_CASE("finals: the sets of a region are those of its tilings") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  for (const std::size_t pool : {std::size_t{24}, drafter.pieces.size()}) {
    CAPTURE(pool);
    const FinalsData data = prepared(drafter, {four_pieces}, pool);
    REQUIRE(data.pool.size() == pool);
    const auto sets = listed_sets(data, data.regions.front());
    CHECK(sets.size() == data.sets_of(data.regions.front()));
    CHECK_FALSE(sets.empty());
    CHECK(sets == sets_by_tile(drafter, data.pool, four_pieces));
  }
}

TEST_CASE("finals: a list goes on where it stood, and threads change nothing") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const FinalsData whole = prepared(drafter, {four_pieces}, 30);
  CHECK(prepared(drafter, {four_pieces}, 30, 3) == whole);
  FinalsData parts = whole;
  RegionFinals& region = parts.regions.front();
  region.sets.clear();
  region.parts = region.parts_done = 0;
  for (int interruption = 0; interruption < 3; ++interruption) {
    const auto lister = make_lister(drafter, parts, region, 1);
    for (int step = 0; step < 5 && !lister->done(); ++step) lister->work(in_order);
    lister->settle();
  }
  const auto last = make_lister(drafter, parts, region, 2);
  while (!last->done()) last->work(in_order);
  CHECK(parts == whole);
}

TEST_CASE("finals: a sample of a tree meets every tiling with the same probability") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  std::vector<std::uint16_t> all(drafter.pieces.size());
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  RegionWalker walker(with_pieces_on(drafter, all, four_pieces.cells()));
  const auto name = [&](std::span<const tiling::Spot> path) {
    std::vector<std::pair<int, int>> spots;
    for (const tiling::Spot& spot : path) spots.emplace_back(spot.shape, spot.position);
    return spots;
  };
  std::map<std::vector<std::pair<int, int>>, int> met;
  const std::uint64_t nodes = walker.walk(walker.tables().region(), walker.tables().copies(), [&] {
    met[name(walker.path())] = 0;
    return true;
  });
  REQUIRE(met.size() > 300);

  TreeSample whole(walker.tables(), 1'000'000);
  CHECK(whole.log_share() == 0);
  CHECK(whole.tree_nodes() == doctest::Approx(static_cast<double>(nodes)).epsilon(0.2));
  std::size_t tilings = 0;
  whole.pass(1, [&] { ++tilings; });
  CHECK(tilings == met.size());

  TreeSample some(walker.tables(), 500);
  constexpr int passes = 400;
  CHECK(some.log_share() < std::log(0.5));
  for (int pass = 0; pass < passes; ++pass) {
    CHECK(some.pass(static_cast<std::uint64_t>(pass), [&] {
      const auto tiling = met.find(name(some.path()));
      REQUIRE(tiling != met.end());
      ++tiling->second;
    }) < nodes / 2);
  }
  // As often as its share says, for each tiling: no further off than chance brings some of so many.
  const double expected = passes * std::exp(some.log_share()), deviation = std::sqrt(expected);
  double sum = 0, worst = 0;
  for (const auto& [path, times] : met) {
    sum += times;
    worst = std::max(worst, std::abs(times - expected) / deviation);
  }
  CHECK(sum / static_cast<double>(met.size()) == doctest::Approx(expected).epsilon(0.05));
  CHECK(worst < 6);
}

TEST_CASE("finals: values learned from a sample are nearly those of all sets") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const auto learned = [&](const ValueSettings& settings, unsigned slots, int interruptions) {
    auto learner = std::make_unique<ValueLearner>(drafter, four_pieces, settings, slots);
    while (!learner->done()) {
      learner->work(in_order);
      if (interruptions-- <= 0) continue;
      ByteWriter out;
      learner->save(out);
      const std::string saved = out.take();
      learner = std::make_unique<ValueLearner>(drafter, four_pieces, settings, slots);
      ByteReader in(saved);
      learner->restore(in);
    }
    return learner;
  };
  ValueSettings whole;
  whole.nodes_per_level = 1'000'000;
  const auto all = learned(whole, 1, 0);
  CHECK(all->log_sets_error() == 0);
  std::vector<std::uint16_t> every(drafter.pieces.size());
  std::iota(every.begin(), every.end(), std::uint16_t{0});
  CHECK(
      all->log_sets() ==
      doctest::Approx(std::log(static_cast<double>(sets_by_tile(drafter, every, four_pieces).size()))).epsilon(0.001));

  ValueSettings few;
  few.nodes_per_level = 500;
  few.samples = 4000;
  const auto some = learned(few, 1, 0);
  CHECK(some->samples() >= 4000);
  CHECK(some->log_sets_error() < 0.1);
  CHECK(std::abs(some->log_sets() - all->log_sets()) < 5 * some->log_sets_error());
  const auto values = all->values(), estimated = some->values();
  double squares = 0, largest = *std::max_element(values.begin(), values.end());
  int easy = 0;
  for (std::size_t piece = 0; piece < values.size(); ++piece) {
    if (values[piece] < largest - 2) continue;
    ++easy;
    squares += (values[piece] - estimated[piece]) * (values[piece] - estimated[piece]);
  }
  REQUIRE(easy > 10);
  CHECK(std::sqrt(squares / easy) < 0.2);
  CHECK(learned(few, 3, 0)->values() == estimated);
  CHECK(learned(few, 1, 2)->values() == estimated);
}

TEST_CASE("finals: values say how many sets there are, of the pool and with each piece") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const FinalsData data = prepared(drafter, {four_pieces}, 40);
  const RegionFinals& region = data.regions.front();
  const Expectation expectation(drafter, data.regions, std::vector<char>(drafter.pieces.size()));
  std::vector<char> left(drafter.pieces.size());
  for (const std::uint16_t piece : data.pool) left[piece] = 1;
  const auto count = static_cast<double>(data.sets_of(region));
  CHECK(std::exp(expectation.log_deals(left)) == doctest::Approx(count).epsilon(0.05));
  const auto sets = listed_sets(data, region);
  for (const std::uint16_t piece : {data.pool.front(), data.pool.back()}) {
    const auto with = std::count_if(sets.begin(), sets.end(), [&](const PieceNumbers& set) {
      return std::find(set.begin(), set.end(), piece) != set.end();
    });
    left[piece] = 0;
    CHECK(std::exp(expectation.log_deals(left)) == doctest::Approx(count - static_cast<double>(with)).epsilon(0.05));
    left[piece] = 1;
  }
}

TEST_CASE("finals: expectations are sums over all ways to deal") {
  PackingPuzzle drafter;
  drafter.lattice = LatticeKind::drafter;
  drafter.pieces.resize(5);
  for (PackingPiece& piece : drafter.pieces) piece.cells.resize(12);  // two triangles
  // A rhombus takes one piece, a hexagon of side 1 three.
  const std::vector<RegionFinals> regions = {{{0, 1, 0, 1, 0, 2}, {0.1, -0.4, 0.3, 0.2, -1}, {}, 0, 0},
                                             {{0, 2, 0, 2, 1, 3}, {0.5, 0.2, -0.7, 0.1, 0.3}, {}, 0, 0}};
  REQUIRE(pieces_of(drafter, regions[0].hexagon) == 1);
  REQUIRE(pieces_of(drafter, regions[1].hexagon) == 3);
  for (const std::vector<char>& required : {std::vector<char>{0, 0, 0, 0, 0}, std::vector<char>{1, 0, 0, 1, 0}}) {
    double sum = 0;
    for (std::size_t alone = 0; alone < 5; ++alone)
      for (std::size_t over = 0; over < 5; ++over) {
        if (over == alone || required[over]) continue;
        double weight = regions[0].values[alone];
        for (std::size_t piece = 0; piece < 5; ++piece)
          if (piece != alone && piece != over) weight += regions[1].values[piece];
        sum += std::exp(weight);
      }
    const Expectation expectation(drafter, regions, required);
    CHECK(std::exp(expectation.log_deals({1, 1, 1, 1, 1})) == doctest::Approx(sum));
    CHECK(std::exp(expectation.log_deals({1, 1, 0, 0, 1})) == 0);
  }
}

TEST_CASE("finals: lists of all subsets have as many deals as there are ways to deal") {
  PackingPuzzle drafter;
  drafter.lattice = LatticeKind::drafter;
  drafter.pieces.resize(5);
  for (PackingPiece& piece : drafter.pieces) piece.cells.resize(12);  // two triangles
  FinalsData data;
  data.pool = {0, 1, 2, 3, 4};
  data.regions = {{{0, 1, 0, 1, 0, 2}, std::vector<double>(5), {}, 1, 1},
                  {{0, 2, 0, 2, 1, 3}, std::vector<double>(5), {}, 1, 1}};
  for (std::uint64_t set = 0; set < 32; ++set) {
    if (std::popcount(set) == 1) data.regions[0].sets.push_back(set);
    if (std::popcount(set) == 3) data.regions[1].sets.push_back(set);
  }
  CHECK(std::exp(log_deals_of_lists(drafter, data, {1, 1, 1, 1, 1})) == doctest::Approx(20));
  CHECK(std::exp(log_deals_of_lists(drafter, data, {1, 1, 0, 1, 1})) == doctest::Approx(4));
  CHECK(std::exp(log_deals_of_lists(drafter, data, {1, 1, 0, 0, 1})) == 0);
  // Half of the sets of a region: half of the deals, whatever the values are, if they are the same for both halves.
  data.regions[1].sets.resize(5);
  CHECK(std::exp(log_deals_of_lists(drafter, data, {1, 1, 1, 1, 1})) == doctest::Approx(10));
}

TEST_CASE("finals: deals are all that trying everything finds") {
  Rng rng(3);
  for (const std::size_t pool : {std::size_t{12}, std::size_t{70}})
    for (int round = 0; round < 20; ++round) {
      const FinalsData data = random_lists(rng, pool);
      std::vector<char> left(pool), required(pool);
      for (std::size_t piece = 0; piece < pool; ++piece) {
        left[piece] = rng.below(10) < 9;
        required[piece] = left[piece] && rng.below(3) == 0 && pool == 12;
      }
      const auto dealer = make_dealer(data, required);
      std::set<Deal> found;
      std::size_t calls = 0;
      dealer->another()->deal(left, [&](const Deal& deal) {
        found.insert(deal);
        ++calls;
        return true;
      });
      CHECK(calls == found.size());
      CHECK(found == deals_by_trying_all(data, left, required));
      calls = 0;
      dealer->deal(left, [&](const Deal&) { return ++calls < 2; });
      CHECK(calls == std::min<std::size_t>(found.size(), 2));
    }
}

TEST_CASE("finals: a guide follows a tiling step by step, and its root has all deals") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const std::size_t pieces = drafter.pieces.size();
  std::vector<std::uint16_t> all(pieces);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  const PackingPuzzle puzzle = with_pieces_on(drafter, all, four_pieces.cells());
  const tiling::TilingTables tables(puzzle);
  const tileability::ScoreTables scores(tileability::shipped_model(), puzzle, tables.shapes());
  Rng rng(2);
  std::vector<double> values, own_values;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    values.push_back(rng.unit());
    own_values.push_back(values.back() + rng.unit() - 4);
  }
  const Guide guide(scores, tables, 4, values, own_values, std::vector<char>(pieces, 1));
  CHECK(guide.log_share(guide.worth_of(tables.grid(), tables.region(), {})) == doctest::Approx(0));
  const auto search = tiling::make_tiling_search(tables);
  const std::vector<int> none_required(pieces);
  for (int dive = 0; dive < 20; ++dive) {
    search->start(tables.region(), tables.copies(), none_required);
    Guide::Worth worth = guide.worth_of(tables.grid(), tables.region(), {});
    std::vector<std::size_t> placed;
    for (std::uint32_t choices = search->open(); choices > 0; choices = search->open()) {
      const std::uint32_t choice = rng.below(choices);
      const tiling::Spot spot = search->candidates()[choice];
      guide.add(worth, tables.shapes(), *search, spot);
      placed.push_back(tables.shapes()[spot.shape].piece);
      search->take(choice);
      const Guide::Worth whole = guide.worth_of(tables.grid(), search->board(), placed);
      CHECK(worth.placed == whole.placed);
      CHECK(worth.score == doctest::Approx(whole.score));
    }
    CHECK(placed.size() > 0);
  }
}

namespace {

/// In steps of so many nodes. After each step other walks, of the same kind, go on from what was saved.
std::vector<LeftoverWalks::Result> walked(LeftoverWalks& walks, LeftoverWalks& others,
                                          const std::vector<LeftoverWalks::Leftover>& leftovers, std::uint64_t nodes) {
  LeftoverWalks *now = &walks, *next = &others;
  now->begin(leftovers);
  while (!now->done()) {
    now->work(nodes, in_order);
    ByteWriter out;
    now->save(out);
    const std::string saved = out.take();
    next->begin(leftovers);
    ByteReader in(saved);
    next->restore(in);
    in.end();
    std::swap(now, next);
  }
  return now->take_results();
}

}  // namespace

TEST_CASE("finals: what a rest leaves to a single region is tiled if it can be, whoever walks") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const std::size_t pieces = drafter.pieces.size();
  std::vector<std::uint16_t> all(pieces);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  RegionFinals region{four_pieces, std::vector<double>(pieces, -2.0), {}, 0, 0};
  RegionWalker walker(with_pieces_on(drafter, all, four_pieces.cells()));
  LeftoverWalks walks(drafter, region, tileability::shipped_model(), std::vector<char>(pieces), 2);
  LeftoverWalks others(drafter, region, tileability::shipped_model(), std::vector<char>(pieces), 2);
  constexpr std::uint64_t to_the_end = 1 << 30;
  Rng rng(5);
  int tiled = 0, tiled_in_part = 0;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<LeftoverWalks::Leftover> leftovers(2, {std::vector<char>(pieces), 0});
    for (auto& [left, reach] : leftovers)
      for (int count = 0; count < 24; ++count) left[rng.below(static_cast<std::uint32_t>(pieces))] = 1;
    auto near = leftovers;
    for (auto& [left, reach] : near) reach = 3;
    const auto results = walked(walks, others, leftovers, to_the_end), some = walked(walks, others, near, to_the_end);
    const auto in_steps = walked(walks, others, leftovers, 7), some_in_steps = walked(walks, others, near, 5);
    for (std::size_t i = 0; i < leftovers.size(); ++i) {
      const std::vector<char>& left = leftovers[i].left;
      const std::vector<int> copies(left.begin(), left.end());
      bool any = false;
      walker.walk(walker.tables().region(), copies, [&] { return any = true, false; });
      CHECK(any == !results[i].pieces.empty());
      tiled += any;
      for (const auto& result : {results[i], some[i]}) {
        CHECK((result.pieces.empty() || result.pieces.size() == 4));
        for (const std::uint16_t piece : result.pieces) CHECK(left[piece] == 1);
      }
      CHECK(in_steps[i] == results[i]);
      CHECK(some_in_steps[i] == some[i]);
      if (!any) CHECK(some[i].nodes <= results[i].nodes);
      CHECK(some[i].expected <= results[i].expected);
      tiled_in_part += !some[i].pieces.empty();
      CHECK(results[i].expected > 0);
    }
  }
  CHECK(tiled > 0);
  CHECK(tiled_in_part <= tiled);
}

TEST_CASE("finals: lists for some rests alone have all their deals, or those within reach") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const FinalsData data = prepared(drafter, {{0, 4, 0, 4, 0, 8}, {4, 8, 0, 4, 4, 12}}, 40);
  const tileability::Model& model = tileability::shipped_model();
  const std::vector<char> none_required(drafter.pieces.size()), all_required(drafter.pieces.size(), 1);
  Rng rng(5);
  std::vector<RestToDeal> rests;
  for (int rest = 0; rest < 3; ++rest) {
    auto pool = data.pool;
    rng.shuffle(std::span(pool));
    rests.push_back({std::vector<char>(drafter.pieces.size()), -1.0 * rest});
    for (std::size_t i = 0; i < 30; ++i) rests.back().left[pool[i]] = 1;
  }
  REQUIRE(Batch::room_for(rests, 64) == 3);
  CHECK(Batch::room_for(rests, 2) == 2);
  const auto deals_by = [&](const std::vector<char>& left, const std::vector<char>& required) {
    std::set<Deal> deals;
    make_dealer(data, required)->deal(left, [&](const Deal& deal) { return deals.insert(deal).second; });
    return deals;
  };
  const auto completed = [&](const Batch& batch, const std::vector<char>& left, const std::vector<char>& required,
                             double last_reach, std::uint64_t interrupted_at) {
    Completion completion(drafter, batch.lists(), batch.last_region(), model, last_reach, required, 2);
    std::set<Deal> deals;
    completion.begin(left);
    double expected = 0;
    while (!completion.done()) {
      completion.work(in_order, [&](const Deal& deal) { CHECK(deals.insert(deal).second); });
      expected += completion.take_expected();
      if (completion.next_step() >= interrupted_at) completion.begin(left, completion.next_step());
    }
    CHECK(expected >= 0);
    return deals;
  };
  std::map<double, std::size_t> found;
  std::map<double, std::uint64_t> nodes;
  for (const double reach : {0.0, 5.0, 8.0}) {
    CAPTURE(reach);
    auto batch = std::make_unique<Batch>(drafter, data, model, reach, false, 2);
    batch->begin(rests);
    REQUIRE(batch->last_region() == 1);
    for (int step = 0; !batch->listed(); ++step) {
      nodes[reach] += batch->work(in_order);
      if (step % 400 != 0) continue;
      ByteWriter out;
      batch->save(out);
      const std::string saved = out.take();
      batch = std::make_unique<Batch>(drafter, data, model, reach, false, 2);
      ByteReader in(saved);
      batch->restore(in);
      in.end();
    }
    CHECK(batch->lists().regions[1].sets.empty());
    if (reach == 0) {
      Batch both(drafter, data, model, 0, true, 1);
      both.begin(rests);
      while (!both.listed()) both.work(in_order);
      for (const RestToDeal& rest : rests) {
        std::set<Deal> deals;
        make_dealer(both.lists(), none_required)->deal(rest.left, [&](const Deal& d) {
          return deals.insert(d).second;
        });
        CHECK(deals == deals_by(rest.left, none_required));
      }
    }
    for (const RestToDeal& rest : rests) {
      // Of the deals that have the same set for the first region, one is found.
      const auto all = deals_by(rest.left, none_required), some = completed(*batch, rest.left, none_required, 0, 40);
      CHECK(std::includes(all.begin(), all.end(), some.begin(), some.end()));
      std::set<PieceNumbers> all_first, some_first;
      for (const Deal& deal : all) all_first.insert(deal[0]);
      for (const Deal& deal : some) some_first.insert(deal[0]);
      CHECK(some_first.size() == some.size());
      if (reach == 0) CHECK(some_first == all_first);
      found[reach] += some.size();
      if (reach != 0 || all.empty()) continue;
      // Eight pieces that must all be used: all deals are found.
      std::vector<char> eight(drafter.pieces.size());
      for (const auto& set : *all.begin())
        for (const std::uint16_t piece : set) eight[piece] = 1;
      CHECK_FALSE(deals_by(eight, all_required).empty());
      CHECK(completed(*batch, eight, all_required, 0, 1000) == deals_by(eight, all_required));
      // With little reach in the last region, no others are found.
      const auto near = completed(*batch, rest.left, none_required, 3, 1000);
      for (const Deal& deal : near) CHECK(all_first.count(deal[0]) == 1);
      CHECK(near.size() <= some.size());
    }
  }
  CHECK(found[0] > 20);
  CHECK(found[5] <= found[8]);
  CHECK(found[8] <= found[0]);
  CHECK(found[8] > 0);
  CHECK(nodes[5] < nodes[8]);
  CHECK(nodes[8] < nodes[0]);
}

TEST_CASE("finals: a calibration counts sets, pairs and deals among the pieces chosen") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const FinalsData data = prepared(drafter, {{0, 4, 0, 4, 0, 8}, {4, 8, 0, 4, 4, 12}}, 40);
  REQUIRE(data.regions.size() == 2);
  const auto all = calibrate(drafter, data, data.pool.size(), 1, 1);
  REQUIRE(all.rows.size() == 3);
  for (const std::size_t region : {0u, 1u}) {
    CHECK(all.rows[region].counted == data.sets_of(data.regions[region]));
    CHECK(all.rows[region].expected == doctest::Approx(static_cast<double>(all.rows[region].counted)).epsilon(0.1));
  }
  std::uint64_t pairs = 0;
  const auto second = listed_sets(data, data.regions[1]);
  for (const auto& a : listed_sets(data, data.regions[0]))
    for (const auto& b : second)
      pairs += std::none_of(a.begin(), a.end(), [&](auto piece) { return std::count(b.begin(), b.end(), piece) > 0; });
  CHECK(all.rows[2].regions == std::vector<std::size_t>{0, 1});
  CHECK(all.rows[2].counted == pairs);
  const auto some = calibrate(drafter, data, 7, 20, 1);  // too few for both regions
  CHECK(some.choices == 20);
  CHECK(some.rows.size() == 2);
}

TEST_CASE("finals: a forecast counts the rests that a beam tiles, and those whose pieces can be dealt") {
  Puzzle board = octiamond_board();
  for (PackingPiece& piece : std::get<PackingPuzzle>(board.body).pieces) piece.min_copies = 1;  // none can be left over
  const PackingPuzzle drafter = puzzle_for_finals(board.packing());
  FinalsData data = prepared(drafter, {four_pieces}, 40);
  beam::BeamSettings settings;
  settings.width = 50;
  const auto forecast = [&] { return forecast_of(drafter, data, tileability::plain_model(), settings, {}, in_order); };
  const Forecast hopeless = forecast();
  CHECK(hopeless.tiled > 0);
  CHECK(hopeless.usable == 0);
  CHECK(hopeless.deals == 0);

  for (PackingPiece& piece : std::get<PackingPuzzle>(board.body).pieces) piece.min_copies = 0;
  const PackingPuzzle spare = puzzle_for_finals(board.packing());
  const Forecast some = forecast_of(spare, data, tileability::plain_model(), settings, {}, in_order);
  CHECK(some.tiled > 0);
  CHECK(some.usable == some.tiled);
  CHECK(some.deals > 0);
  CHECK(some.best_share > 0);
  CHECK(some.best_share <= 1);
  std::stop_source stop;
  stop.request_stop();
  CHECK(forecast_of(spare, data, tileability::plain_model(), settings, {}, in_order, stop.get_token()).tiled == 0);
}

TEST_CASE("finals: conditions that all sets have in common are counted") {
  FinalsData data;
  for (std::uint16_t piece = 0; piece < 8; ++piece) data.pool.push_back(piece);
  RegionFinals region;
  // All sets of four with an even number of the first three pieces.
  for (std::uint64_t set = 0; set < 256; ++set)
    if (std::popcount(set) == 4 && std::popcount(set & 7) % 2 == 0) region.sets.push_back(set);
  CHECK(parity_conditions(data, region) == 1);
  region.sets.clear();
  for (std::uint64_t set = 0; set < 256; ++set)
    if (std::popcount(set) == 4) region.sets.push_back(set);
  CHECK(parity_conditions(data, region) == 0);
}

TEST_CASE("finals: regions that overlap, stick out or do not take a whole number of pieces are refused") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  const auto check = [&](const std::vector<Hexagon>& hexagons) {
    std::vector<RegionFinals> regions;
    for (const Hexagon& hexagon : hexagons) regions.push_back(region_of(hexagon));
    check_regions(drafter, regions);
  };
  CHECK_NOTHROW(check({four_pieces}));
  CHECK_THROWS_AS(check({four_pieces, four_pieces}), UsageError);
  CHECK_THROWS_AS(check({{6, 11, 1, 5, 8, 14}}), UsageError);
  CHECK_THROWS_AS(check({{0, 1, 0, 1, 0, 2}}), UsageError);
}

TEST_CASE("finals: proposed regions are on the board, do not overlap and differ in form") {
  const PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  ProposalSettings settings;
  settings.regions = 2;
  settings.smallest = 3;
  settings.largest = 4;
  const auto hexagons = propose_regions(drafter, tileability::plain_model(), settings);
  REQUIRE(hexagons.size() == 2);
  CHECK(hexagons[0].form() != hexagons[1].form());
  std::vector<RegionFinals> regions;
  for (const Hexagon& hexagon : hexagons) regions.push_back(region_of(hexagon));
  CHECK_NOTHROW(check_regions(drafter, regions));
  settings.smallest = settings.largest = 12;
  CHECK_THROWS_AS(propose_regions(drafter, tileability::plain_model(), settings), UsageError);
}

TEST_CASE("finals: a file holds what was written, and damage is noticed") {
  const Puzzle puzzle = octiamond_board();
  const PackingPuzzle drafter = puzzle_for_finals(puzzle.packing());
  const FinalsData data = prepared(drafter, {four_pieces}, 24);
  const TemporaryFolder folder;
  const std::string file = folder.file("finals");
  save_finals(file, puzzle, data);
  CHECK(load_finals(file, puzzle) == data);
  Puzzle other = puzzle;
  std::get<PackingPuzzle>(other.body).pieces.pop_back();
  CHECK_THROWS_AS(load_finals(file, other), InputError);
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(60).put('x');
  CHECK_THROWS_AS(load_finals(file, puzzle), InputError);
}

TEST_CASE("finals: the engine tiles a board with spare pieces, and one where every piece must be used") {
  const Puzzle board = octiamond_board();
  const EngineConfig config =
      finals_config(Goal::first, {{"regions", "1"}, {"region-pieces", "4"}, {"width", "200"}, {"model", "plain"}});
  const auto engine = make_engine(finals_info, board, config);
  CollectingSink sink(1);
  engine->advance({3'000'000}, sink);
  REQUIRE(sink.boards.size() == 1);
  CHECK(verify(board, sink.boards.front()).solves());

  const Puzzle planted = with_just_the_pieces_of(board, sink.boards.front());
  const auto again = make_engine(
      finals_info, planted,
      finals_config(Goal::first, {{"regions", "1"}, {"region-pieces", "4"}, {"width", "100000"}, {"model", "plain"}}));
  CollectingSink found(1);
  again->advance({3'000'000}, found);
  REQUIRE(found.boards.size() == 1);
  CHECK(verify(planted, found.boards.front()).solves());
}

TEST_CASE("finals: the engine says that it is stuck, never that it has seen everything") {
  const Puzzle puzzle = load_puzzle("hexiamonds-6x6");
  const auto engine =
      make_engine(finals_info, puzzle, finals_config(Goal::best, {{"regions", "1"}, {"region-pieces", "5"}}));
  CollectingSink sink;
  Advance last = Advance::running;
  for (int slice = 0; slice < 1000 && last == Advance::running; ++slice) last = engine->advance({1000}, sink);
  CHECK(last == Advance::stuck);
  REQUIRE_FALSE(sink.improvements.empty());
  int best = 0;
  for (const Solution& board : sink.improvements) {
    const Verdict verdict = verify(puzzle, board);
    CHECK(verdict.legal());
    CHECK(verdict.score > best);
    best = verdict.score;
  }
}

TEST_CASE("finals: the engine tiles a board with lists for some rests at a time") {
  const Puzzle board = octiamond_board();
  const EngineConfig config = finals_config(Goal::first, {{"regions", "1"},
                                                          {"region-pieces", "4"},
                                                          {"width", "200"},
                                                          {"model", "plain"},
                                                          {"batch", "8"},
                                                          {"reach", "0"},
                                                          {"last-reach", "0"}});
  const auto engine = make_engine(finals_info, board, config);
  CollectingSink sink(1);
  engine->advance({6'000'000}, sink);
  REQUIRE(sink.boards.size() == 1);
  CHECK(verify(board, sink.boards.front()).solves());
}

namespace {

/// All pieces on one hexagon.
struct Hexagonal {
  PackingPuzzle drafter = puzzle_for_finals(octiamond_board().packing());
  tiling::TilingTables tables;
  tileability::ScoreTables scores;

  explicit Hexagonal(const Hexagon& hexagon)
      : tables(with_pieces_on(drafter, every_piece(), hexagon.cells())),
        scores(tileability::plain_model(), drafter, tables.shapes()) {}

  std::vector<std::uint16_t> every_piece() const {
    std::vector<std::uint16_t> all(drafter.pieces.size());
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return all;
  }
};

using Tilings = std::set<std::vector<std::pair<int, int>>>;

void add_tiling(Tilings& tilings, std::span<const tiling::Spot> path) {
  std::vector<std::pair<int, int>> spots;
  for (const tiling::Spot& spot : path) spots.emplace_back(spot.shape, spot.position);
  std::sort(spots.begin(), spots.end());
  CHECK(tilings.insert(spots).second);  // each is met once
}

/// Descents from the states of one piece: of two, some are the same.
struct DescentsFromOne {
  beam::BeamSettings settings;
  beam::Course course;
  Roots roots;
  Searches searches;
  Descents descents;

  DescentsFromOne(const Hexagonal& puzzle, unsigned slots, std::uint32_t end = 5, std::size_t width = 100'000'000)
      : settings{.width = width, .early_width = 100},
        course(settings, beam::pieces_to_tile(puzzle.tables)),
        roots(states_of(puzzle, 1)),
        searches(make_searches(puzzle.tables, slots)),
        descents(puzzle.tables, puzzle.scores, course, roots, end, searches) {}

  static Roots states_of(const Hexagonal& puzzle, std::uint32_t depth) {
    beam::Beam beam(puzzle.tables, puzzle.scores, {.width = 1'000'000, .early_width = 100});
    for (std::uint64_t budget = 1'000'000; beam.depth() < depth;) beam.advance(budget);
    return {beam.forest(), beam.scores()};
  }
};

std::vector<beam::Score> sorted_scores(const Roots& states) {
  std::vector<beam::Score> sums;
  for (const auto& score : states.scores) sums.push_back(score.pieces + score.outline);
  std::sort(sums.begin(), sums.end());
  return sums;
}

}  // namespace

TEST_CASE("finals: descents without bars find all tilings, whoever descends and however often they are saved") {
  const Hexagonal puzzle(four_pieces);
  Tilings expected;
  RegionWalker walker(with_pieces_on(puzzle.drafter, puzzle.every_piece(), four_pieces.cells()));
  walker.walk(walker.tables().region(), walker.tables().copies(), [&] {
    std::vector<tiling::Spot> path(walker.path().begin(), walker.path().end());
    add_tiling(expected, path);
    return true;
  });
  REQUIRE(expected.size() > 100);

  std::uint64_t nodes_of_one = 0;
  for (const unsigned slots : {1u, 3u}) {
    DescentsFromOne whole(puzzle, slots);
    std::uint64_t nodes = 0;
    while (!whole.descents.done()) nodes += whole.descents.work(500, in_order);
    Tilings found;
    for (const auto& path : whole.descents.take_tilings()) add_tiling(found, path);
    CHECK(found == expected);
    CHECK_FALSE(whole.descents.dropped_some());
    if (slots == 1) nodes_of_one = nodes;
    CHECK(nodes == nodes_of_one);
  }

  auto part = std::make_unique<DescentsFromOne>(puzzle, 2);
  std::uint64_t nodes = 0;
  for (int step = 0; !part->descents.done(); ++step) {
    nodes += part->descents.work(7, in_order);
    if (step % 97 != 0) continue;
    ByteWriter saved;
    part->descents.save(saved);
    const std::string bytes = saved.take();
    part = std::make_unique<DescentsFromOne>(puzzle, 2);
    ByteReader in(bytes);
    part->descents.restore(in);
    in.end();
    ByteWriter again;
    part->descents.save(again);
    CHECK(again.take() == bytes);
  }
  Tilings found;
  for (const auto& path : part->descents.take_tilings()) add_tiling(found, path);
  CHECK(found == expected);
  CHECK(nodes == nodes_of_one);
}

TEST_CASE("finals: descents end with the states that a beam has there") {
  const Hexagonal puzzle(four_pieces);
  // And with some more: equal states may go on at different sites, and a beam keeps one of them.
  const auto has_all_of = [](const Roots& states, const Roots& others) {
    const auto all = sorted_scores(states), some = sorted_scores(others);
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  const Roots of_beam = DescentsFromOne::states_of(puzzle, 3);
  for (const unsigned slots : {1u, 3u}) {
    DescentsFromOne some(puzzle, slots, 3);
    while (!some.descents.done()) some.descents.work(100, in_order);
    Roots states = some.descents.best_states();
    CHECK(has_all_of(states, of_beam));
    const auto scores = states.scores;
    REQUIRE(states.score(puzzle.tables, puzzle.scores));
    CHECK(states.scores == scores);
  }
  // States on their way survive a restart, with fewer slots, too.
  DescentsFromOne part(puzzle, 3, 3);
  part.descents.work(300, in_order);
  ByteWriter saved;
  part.descents.save(saved);
  const std::string bytes = saved.take();
  DescentsFromOne rest(puzzle, 1, 3);
  ByteReader in(bytes);
  rest.descents.restore(in);
  in.end();
  while (!rest.descents.done()) rest.descents.work(100, in_order);
  CHECK(has_all_of(rest.descents.best_states(), of_beam));
  const std::string damaged = bytes.substr(0, bytes.size() / 2);
  DescentsFromOne refusing(puzzle, 3, 3);
  ByteReader half(damaged);
  CHECK_THROWS_AS(refusing.descents.restore(half), InputError);
}

TEST_CASE("finals: descents visit about as many states as wanted, the best ones") {
  const Hexagonal puzzle(four_pieces);
  const Roots all = DescentsFromOne::states_of(puzzle, 3);
  const std::size_t wanted = all.scores.size() / 10;
  REQUIRE(wanted > 50);
  DescentsFromOne some(puzzle, 1, 3, wanted);
  std::uint64_t nodes = 0;
  while (!some.descents.done()) nodes += some.descents.work(100, in_order);
  CHECK(some.descents.dropped_some());
  CHECK(nodes < 3 * wanted + some.roots.scores.size());
  const Roots best = some.descents.best_states();
  CHECK(best.scores.size() <= wanted);
  CHECK(best.scores.size() > wanted / 2);
  const auto mean = [](const Roots& states) {
    double sum = 0;
    for (const auto& score : states.scores) sum += score.pieces + score.outline;
    return sum / static_cast<double>(states.scores.size());
  };
  CHECK(mean(best) > mean(all));
}

TEST_CASE("finals: a bar lets about as many states pass as are wanted") {
  Rng rng(5);
  Bar bar;
  int passed = 0, good = 0, good_passed = 0;
  for (int i = 0; i < 100'000; ++i) {
    bar.allow(static_cast<std::uint64_t>(std::max(0.03, i / 1e5) * 1000));
    const auto score = static_cast<Bar::Score>(20'000 * rng.unit());
    const bool passes = bar.meet(score);
    passed += passes;
    good += score >= 19'850;
    good_passed += passes && score >= 19'850;
  }
  CHECK(bar.dropped());
  CHECK(passed > 800);
  CHECK(passed < 1200);
  CHECK(good_passed > good * 9 / 10);
}

TEST_CASE("finals: the best of some rounds is searched again, and of these the best once more") {
  const Hexagonal puzzle(four_pieces);
  const Roots roots = DescentsFromOne::states_of(puzzle, 1);
  Contest contest(2);
  std::vector<double> growths, again;
  for (int round = 0; round < 8; ++round) {
    ByteWriter saved;
    contest.save(saved);
    const std::string bytes = saved.take();
    ByteReader in(bytes);
    contest = Contest(2);
    contest.restore(in, puzzle.tables, puzzle.scores);
    in.end();
    growths.push_back(contest.growth());
    const auto next = contest.next({roots, static_cast<double>(round % 5), {static_cast<std::uint64_t>(round)}});
    again.push_back(next ? next->log_deals : -1);
    if (next) CHECK(next->roots.scores == roots.scores);
    if (next) CHECK(next->walked.size() == 1);
  }
  CHECK(growths == std::vector<double>{1, 1, 8, 1, 1, 8, 64, 1});
  CHECK(again == std::vector<double>{-1, 1, -1, -1, 4, 2, -1, -1});
  Contest none(1);
  CHECK_FALSE(none.next({roots, 1, {}}));
  CHECK(none.growth() == 1);
}

TEST_CASE("finals: a throttle finds the limit at which the work is as wanted") {
  Throttle throttle;
  Rng rng(3);
  double work_done = 0;
  for (int round = 0; round < 400; ++round) {
    const double luck = 4 * rng.unit() - 2;
    double work = 0;
    for (const double step = 5e4; work < 1e6 * std::exp(5 + luck - throttle.shift() - throttle.raise(work, 1e6));)
      work += step;
    CHECK(work < 8e6);
    throttle.learn(work, 1e6);
    if (round >= 100) work_done += work / 300;
  }
  CHECK(work_done > 0.5e6);
  CHECK(work_done < 2e6);
}

TEST_CASE("finals: neither slices nor interruptions change a search") {
  const char *batch = "0", *regions = "1", *pieces = "4", *list_largest = "no", *width = "0";
  SUBCASE("lists for a pool") {}
  SUBCASE("no lists, as there is one region") { batch = "3"; }
  SUBCASE("the last part of the rest depth-first") { batch = "3", width = "4"; }
  SUBCASE("lists for some rests at a time") { batch = "3", regions = "2", pieces = "3"; }
  SUBCASE("lists of all regions for some rests at a time") {
    batch = "3", regions = "2", pieces = "3", list_largest = "yes";
  }
  const Puzzle puzzle = load_puzzle("hexiamonds-6x6");
  const EngineConfig config = finals_config(Goal::best, {{"regions", regions},
                                                         {"region-pieces", pieces},
                                                         {"batch", batch},
                                                         {"width", width},
                                                         {"list-largest", list_largest},
                                                         {"deals", "10"}});
  const std::uint64_t nodes = *regions == '2' ? 2500 : 4000;
  const auto whole = make_engine(finals_info, puzzle, config);
  CollectingSink all;
  CHECK(whole->advance({nodes}, all) == Advance::running);
  CHECK(whole->progress().nodes == nodes);
  CHECK_FALSE(all.improvements.empty());
  const std::string end = dynamic_cast<Saves&>(*whole).save();
  for (const std::uint64_t slice : {7u, 300u, 1500u}) {
    CAPTURE(slice);
    auto engine = make_engine(finals_info, puzzle, config);
    CollectingSink sink;
    for (std::uint64_t done = 0; done < nodes;) {
      const std::uint64_t step = std::min(slice, nodes - done);
      CHECK(engine->advance({step}, sink) == Advance::running);
      done += step;
      if (slice == 7 && done % 70 != 0) continue;
      const std::string state = dynamic_cast<Saves&>(*engine).save();
      engine = make_engine(finals_info, puzzle, config);
      dynamic_cast<Saves&>(*engine).restore(state);
      CHECK(dynamic_cast<Saves&>(*engine).save() == state);
      CHECK_THROWS_AS(dynamic_cast<Saves&>(*make_engine(finals_info, puzzle, config)).restore(state + "x"), InputError);
    }
    CHECK(dynamic_cast<Saves&>(*engine).save() == end);
    CHECK(sink.improvements == all.improvements);
    CHECK(verify(puzzle, dynamic_cast<ShowsBoard&>(*engine).board()).legal());
  }
  if (*regions != '2') return;
  // These searches end soon after.
  CHECK(whole->advance({100'000}, all) == Advance::stuck);
  const std::string ended = dynamic_cast<Saves&>(*whole).save();
  const auto engine = make_engine(finals_info, puzzle, config);
  dynamic_cast<Saves&>(*engine).restore(ended);
  CHECK(dynamic_cast<Saves&>(*engine).save() == ended);
  CHECK(engine->advance({1}, all) == Advance::stuck);
}

TEST_CASE("finals: puzzles that have none are refused") {
  CHECK_THROWS_AS(make_engine(finals_info, load_puzzle("soma"), finals_config(Goal::first, {})), UsageError);
  Puzzle twins = octiamond_board();
  auto& pieces = std::get<PackingPuzzle>(twins.body).pieces;
  pieces.push_back(pieces.front());
  CHECK_THROWS_AS(puzzle_for_finals(twins.packing()), UsageError);
}
