#include "packing/beam_search/beam.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "packing/beam/beam_engine.hpp"
#include "packing/beam/endgame.hpp"
#include "packing/beam/learner.hpp"
#include "packing/beam/prospect.hpp"
#include "packing/beam_search/packer.hpp"
#include "packing/tile/tile.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;
using namespace tesselle::packing;
using namespace tesselle::packing::beam;

namespace {

const EngineInfo beam_info = packing_beam_engine();

Options with(std::initializer_list<std::pair<std::string, std::string>> values) {
  Options options(beam_info.options);
  for (const auto& [name, value] : values) options.set(name, value);
  return options;
}

int most_pieces(const Puzzle& puzzle, const std::vector<Solution>& boards) {
  int most = 0;
  for (const Solution& board : boards) {
    const Verdict verdict = verify(puzzle, board);
    CHECK(verdict.legal());
    most = std::max(most, verdict.score);
  }
  return most;
}

/// Is a shape there within the bytes of the board? At the end of its margin it is not.
bool is_on(const tiling::Board& board, const tiling::ShapeTable& shapes, const tiling::Spot& spot) {
  const auto begin = 2 * static_cast<std::ptrdiff_t>(spot.position);
  const auto last = static_cast<std::ptrdiff_t>(board.free.size()) - 8;
  const auto words = shapes.words(shapes[spot.shape]);
  return begin <= last && std::all_of(words.begin(), words.end(), [&](const auto& word) {
           return begin + word.offset >= 0 && begin + word.offset <= last;
         });
}

/// The most pieces that fit on a board, by trying everything: every piece is placed somewhere or stays out.
int most_by_brute_force(const tiling::TilingTables& tables, tiling::Board& board, std::size_t piece) {
  const auto& shapes = tables.shapes();
  if (piece == shapes.pieces().size()) return 0;
  int most = most_by_brute_force(tables, board, piece + 1);
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    if (shapes[s].piece != piece) continue;
    for (int position = 0; position < tables.grid().block_count(); ++position) {
      const tiling::Spot spot{static_cast<std::uint16_t>(s), position};
      if (!is_on(board, shapes, spot) || !shapes.fits(board, spot)) continue;
      shapes.flip(board, spot);
      most = std::max(most, 1 + most_by_brute_force(tables, board, piece + 1));
      shapes.flip(board, spot);
    }
  }
  return most;
}

/// The whale's outline with other pieces than its own, so that not all fit.
Puzzle whale_with_pieces(std::size_t first, std::size_t count) {
  Puzzle puzzle = load_puzzle("whale");
  const auto all = load_puzzle("eternity1").packing().pieces;
  auto& pieces = std::get<PackingPuzzle>(puzzle.body).pieces;
  pieces.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                all.begin() + static_cast<std::ptrdiff_t>(first + count));
  return puzzle;
}

}  // namespace

TEST_CASE("beam: finds the tilings of Eternity's small companions") {
  for (const char* name : {"trinity", "whale", "serenity"}) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const auto search = make_engine(beam_info, puzzle, {.goal = Goal::best, .options = with({{"width", "300"}})});
    CollectingSink sink;
    search->advance({50'000}, sink);
    CHECK(most_pieces(puzzle, sink.improvements) == static_cast<int>(puzzle.packing().pieces.size()));
  }
}

TEST_CASE("beam: a width that drops nothing finds every tiling, each once") {
  const Puzzle puzzle = load_puzzle("serenity");
  const auto search = make_engine(beam_info, puzzle, {.goal = Goal::all, .options = with({{"width", "100000"}})});
  CollectingSink sink;
  while (search->advance({100'000}, sink) == Advance::running) {
  }
  CHECK(sink.boards.size() == 12);
  const SymmetryGroup group(puzzle);
  std::set<SolutionKey> keys;
  for (const Solution& board : sink.boards) keys.insert(group.key(board));
  CHECK(keys.size() == 12);
}

TEST_CASE("beam: most of Eternity in twenty thousand nodes") {
  const Puzzle puzzle = load_puzzle("eternity1");
  const auto search = make_engine(beam_info, puzzle, {.goal = Goal::best, .options = with({{"width", "40"}})});
  CollectingSink sink;
  search->advance({20'000}, sink);
  CHECK(most_pieces(puzzle, sink.improvements) >= 200);
}

TEST_CASE("beam: a saved search goes on as if nothing had happened") {
  const Puzzle puzzle = load_puzzle("boat");
  const EngineConfig config{.goal = Goal::best, .options = with({{"width", "50"}, {"final-nodes", "300"}})};
  const auto whole = make_engine(beam_info, puzzle, config);
  CollectingSink all;
  whole->advance({6'000}, all);
  for (const std::uint64_t cut : {1u, 700u, 2'500u, 4'000u}) {
    CAPTURE(cut);
    const auto first = make_engine(beam_info, puzzle, config), second = make_engine(beam_info, puzzle, config);
    CollectingSink sink;
    first->advance({cut}, sink);
    const std::string state = dynamic_cast<Saves&>(*first).save();
    dynamic_cast<Saves&>(*second).restore(state);
    CHECK(dynamic_cast<Saves&>(*second).save() == state);
    second->advance({8'000}, sink);
    CHECK(most_pieces(puzzle, sink.improvements) >= most_pieces(puzzle, all.improvements));
    CHECK_THROWS_AS(dynamic_cast<Saves&>(*second).restore(state.substr(0, state.size() / 2)), InputError);
  }
}

TEST_CASE("beam: what is kept does not depend on how many work on it") {
  const Puzzle puzzle = load_puzzle("boat");
  const tiling::TilingTables tables(puzzle.packing());
  const tileability::ScoreTables scores(tileability::shipped_model(), puzzle.packing(), tables.shapes());
  const auto states_at = [&](std::size_t slots, std::uint32_t depth) {
    BeamSettings settings;
    settings.width = 40;
    settings.slots = slots;
    Beam beam(tables, scores, settings);
    std::uint64_t budget = 1'000'000;
    while (beam.depth() < depth) REQUIRE(beam.advance(budget) == Beam::Event::level_done);
    return beam.forest();
  };
  CHECK(states_at(1, 6) == states_at(3, 6));
}

TEST_CASE("beam: late growth keeps more states at the end and changes nothing before") {
  const Puzzle puzzle = load_puzzle("eternity1");
  const tiling::TilingTables tables(puzzle.packing());
  const tileability::ScoreTables scores(tileability::shipped_model(), puzzle.packing(), tables.shapes());
  const auto most_at = [&](double late_growth, int from_percent, int to_percent) {
    BeamSettings settings;
    settings.width = 20;
    settings.late_growth = late_growth;
    Beam beam(tables, scores, settings);
    std::uint64_t budget = 1'000'000;
    std::size_t most = 0;
    for (auto event = Beam::Event::level_done; event != Beam::Event::ended; event = beam.advance(budget)) {
      const int percent = 100 * static_cast<int>(beam.depth()) / 209;
      if (percent > from_percent && percent <= to_percent) most = std::max(most, beam.states());
    }
    return most;
  };
  CHECK(most_at(20, 0, 60) == most_at(1, 0, 60));
  CHECK(most_at(20, 60, 100) > 3 * most_at(1, 60, 100));
}

TEST_CASE("beam: a region has one hash, however it was put together") {
  const Puzzle puzzle = load_puzzle("serenity");
  const tiling::TilingTables tables(puzzle.packing());
  const StateHash hash(tables, 7);
  const auto search = tiling::make_tiling_search(tables);
  search->start(tables.region(), tables.copies(), tables.required_copies());
  tiling::TilingWalk walk(*search);
  walk.begin();
  std::set<std::uint64_t> whole, parts;
  std::size_t tilings = 0;
  for (std::uint64_t budget = 1'000'000; walk.advance(budget) == tiling::TilingWalk::Event::tiling; ++tilings) {
    std::uint64_t region = 0;
    for (const tiling::Spot& spot : search->path()) {
      parts.insert(hash.region_after(0, spot));
      region = hash.region_after(region, spot);
    }
    whole.insert(region);
  }
  CHECK(tilings == 12);
  CHECK(whole.size() == 1);
  CHECK(parts.size() > 12);
}

TEST_CASE("forest: nodes without descendants go, paths stay") {
  Forest forest;
  const auto spot = [](std::uint16_t shape) { return pack({shape, 7}); };
  forest.grow({{0, spot(1)}, {0, spot(2)}, {0, spot(3)}});
  forest.grow({{0, spot(4)}, {2, spot(5)}, {2, spot(6)}});
  CHECK(forest.node_count() == 5);
  forest.grow({{1, spot(7)}});
  CHECK(forest.node_count() == 3);
  const auto path = forest.path(0);
  CHECK(path == std::vector<tiling::Spot>{{3, 7}, {5, 7}, {7, 7}});
  CHECK_FALSE(Forest().restore({{{0, 1}}, {{1, 2}}}));
  CHECK_FALSE(Forest().restore({{{0, 1}, {0, 2}}, {{1, 2}, {0, 2}}}));
  CHECK(Forest().restore({{{0, 1}, {0, 2}}, {{0, 2}, {1, 2}}}));
}

TEST_CASE("beam: the score of a state is what the tables say of its board and its pieces") {
  const Puzzle puzzle = load_puzzle("boat");
  const tiling::TilingTables tables(puzzle.packing());
  const tileability::ScoreTables scores(tileability::shipped_model(), puzzle.packing(), tables.shapes());
  BeamSettings settings;
  settings.width = 30;
  Beam beam(tables, scores, settings);
  std::uint64_t budget = 100'000;
  while (beam.depth() < 8) REQUIRE(beam.advance(budget) == Beam::Event::level_done);
  for (std::uint32_t state = 0; state < beam.states(); ++state) {
    tiling::Board board = tables.region();
    Score pieces = 0;
    for (std::size_t kind = 0; kind < tables.copies().size(); ++kind) pieces += scores.piece(kind);
    for (const tiling::Spot& spot : beam.forest().path(state)) {
      REQUIRE(tables.shapes().fits(board, spot));
      tables.shapes().flip(board, spot);
      pieces -= scores.piece(tables.shapes()[spot.shape].piece);
    }
    CHECK(beam.scores()[state] == StateScore{pieces, scores.outline(tables.grid(), board)});
  }
}

TEST_CASE("packer: as many pieces as brute force, holes allowed") {
  for (const std::size_t first : {0u, 30u, 60u, 90u, 120u}) {
    CAPTURE(first);
    Puzzle puzzle = load_puzzle("trinity");  // room for four
    auto& pieces = std::get<PackingPuzzle>(puzzle.body).pieces;
    pieces = whale_with_pieces(first, 6).packing().pieces;
    const tiling::TilingTables tables(puzzle.packing());
    Packer packer(tables);
    REQUIRE(packer.begin(tables.region(), tables.copies(), 0));
    std::uint64_t budget = 1'000'000;
    REQUIRE(packer.work(budget));
    tiling::Board board = tables.region();
    CHECK(static_cast<int>(packer.best().size()) == most_by_brute_force(tables, board, 0));
    CHECK(verify(puzzle, {tables.layout(packer.best())}).legal());
  }
}

TEST_CASE("packer: a tiling is found where there is one, and nothing better than what is known") {
  const Puzzle puzzle = load_puzzle("whale");
  const tiling::TilingTables tables(puzzle.packing());
  Packer packer(tables);
  std::uint64_t budget = 10'000'000;
  REQUIRE(packer.begin(tables.region(), tables.copies(), 7));
  REQUIRE(packer.work(budget));
  CHECK(packer.best().size() == 8);
  REQUIRE(packer.begin(tables.region(), tables.copies(), 8));
  REQUIRE(packer.work(budget));
  CHECK(packer.best().empty());
  CHECK_FALSE(packer.begin(tiling::TilingTables(load_puzzle("boat").packing()).region(), tables.copies(), 0));
}

TEST_CASE("endgame: finds a tiling where there is one, and proves that there is none") {
  const Puzzle puzzle = load_puzzle("boat");
  const tiling::TilingTables tables(puzzle.packing());
  Endgame endgame(tables);
  std::uint64_t budget = 1'000'000;
  REQUIRE(endgame.begin(tables.region(), tables.copies(), 0));
  REQUIRE(endgame.work(budget));
  CHECK(verify(puzzle, {tables.layout(endgame.best())}).solves());

  const tiling::Spot first = endgame.best().front();
  std::vector<int> copies = tables.copies();
  --copies[tables.shapes()[first.shape].piece];
  tiling::Board board = tables.region();
  tables.shapes().flip(board, first);
  endgame.begin(board, copies, 0);
  REQUIRE(endgame.work(budget));
  CHECK(endgame.best().size() == copies.size() - 1);
  tables.shapes().flip(board, endgame.best().back());  // the same area with another piece lacking
  endgame.begin(board, copies, 0);
  REQUIRE(endgame.work(budget));
  CHECK(endgame.best().empty());
}

TEST_CASE("beam: endgames find what a narrow beam lets go") {
  const Puzzle puzzle = load_puzzle("boat");
  const auto solved_with = [&](const char* endgames) {
    const auto options = with({{"width", "1"},
                               {"early-outline", "100"},  // with less this beam finds the tiling by itself
                               {"endgames", endgames},
                               {"endgame-pieces", "21"},
                               {"endgame-share", "100000"}});
    const auto search = make_engine(beam_info, puzzle, {.goal = Goal::first, .options = options});
    CollectingSink sink;
    search->advance({400}, sink);
    for (const Solution& board : sink.boards) CHECK(verify(puzzle, board).solves());
    return !sink.boards.empty();
  };
  CHECK(solved_with("100"));
  CHECK_FALSE(solved_with("0"));
}

TEST_CASE("beam: looking ahead keeps no dead ends and loses no tiling") {
  const Puzzle puzzle = load_puzzle("serenity");
  const auto options = with({{"width", "100000"}, {"lookahead", "1"}});
  const auto search = make_engine(beam_info, puzzle, {.goal = Goal::all, .options = options});
  CollectingSink sink;
  while (search->advance({100'000}, sink) == Advance::running) {
  }
  CHECK(sink.boards.size() == 12);
}

TEST_CASE("learner: a round on a small puzzle gives samples, a model and the same again from the file") {
  const Puzzle puzzle = load_puzzle("boat");
  LearnSettings settings;
  settings.searches = 2;
  settings.width = 100;
  settings.smallest = 3;
  settings.largest = 6;
  const auto learner = make_learner(puzzle, tileability::plain_model(), settings);
  std::stop_source stopped;
  stopped.request_stop();
  learner->search(in_order, stopped.get_token());
  CHECK(learner->samples().empty());
  learner->search(in_order);
  REQUIRE_FALSE(learner->samples().empty());
  learner->fit();
  CHECK(learner->model().piece_values.size() == puzzle.packing().pieces.size());

  const std::string text = write_samples(learner->samples());
  const auto again = make_learner(puzzle, tileability::plain_model(), settings);
  again->add(read_samples(text, "samples"));
  again->fit();
  CHECK(again->model() == learner->model());
  CHECK_THROWS_AS(read_samples("nonsense", "samples"), InputError);
  CHECK_THROWS_AS(read_samples(text.substr(0, text.find('\n') + 1) + "3 1 x\n", "samples"), InputError);
  CHECK_THROWS_AS(make_learner(load_puzzle("trinity"), tileability::plain_model(), settings)->add(again->samples()),
                  InputError);
}

TEST_CASE("prospect: below a beam that drops nothing are all tilings, and regions are worth what they have") {
  const Puzzle puzzle = load_puzzle("serenity");  // 8 pieces, 12 tilings
  ProspectSettings settings;
  settings.width = 100'000;
  settings.tiled_regions = 1'000'000;
  const auto with_left = [&](int endgame_pieces, int tiled_pieces) {
    settings.endgame_pieces = endgame_pieces;
    settings.tiled_pieces = tiled_pieces;
    return prospect_of(puzzle, tileability::plain_model(), settings);
  };
  const Prospect whole = with_left(8, 8);  // there is one way to choose all pieces
  CHECK(whole.alive[8] == 1);
  CHECK(whole.alive[0] == 12);
  CHECK(whole.tilings == doctest::Approx(12));
  const Prospect last = with_left(6, 1);  // all pieces are alike: the last is the right one of eight
  CHECK(last.alive[0] == 12);
  CHECK(last.alive[1] == 12);
  CHECK(last.tilings == doctest::Approx(12 / 8.0));

  std::stop_source stop;
  stop.request_stop();
  const Prospect stopped = prospect_of(puzzle, tileability::plain_model(), settings, stop.get_token());
  CHECK(stopped.alive[0] == 0);
}
