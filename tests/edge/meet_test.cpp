#include "edge/meet/meet.hpp"

#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <tuple>

#include "base/cpu.hpp"
#include "edge/backtrack/backtrack.hpp"
#include "edge/finals/finals.hpp"
#include "edge/generate/generate.hpp"
#include "edge/meet/ring_method.hpp"
#include "edge/scan/scan.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

using namespace edge;
using Settings = std::vector<std::pair<std::string, std::string>>;

EngineConfig meet_config(const Settings& settings, SearchSymmetry symmetry = SearchSymmetry::whole) {
  EngineConfig config{.goal = Goal::all, .symmetry = symmetry, .options = Options(meet_engine().options)};
  for (const auto& [name, text] : settings) config.options.set(name, text);
  return config;
}

struct MeetFound {
  std::multiset<SolutionKey> keys;
  std::uint64_t nodes = 0;
};

MeetFound search(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config) {
  const auto engine = info.make(puzzle, config);
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  const SymmetryGroup group(puzzle);
  MeetFound found;
  found.nodes = engine->progress().nodes;
  for (const Solution& board : sink.boards) {
    CHECK(verify(puzzle, board).solves());
    found.keys.insert(group.key(board));
  }
  return found;
}

MeetFound expected(const Puzzle& puzzle, SearchSymmetry symmetry = SearchSymmetry::whole) {
  return search(scan_engine(), puzzle,
                {.goal = Goal::all, .symmetry = symmetry, .options = Options(scan_engine().options)});
}

Puzzle generated(int width, int height, int border_colours, int inner_colours, std::uint64_t seed) {
  return generate_instance({width, height, border_colours, inner_colours, seed}).puzzle;
}

/// Sides that fit their like become sides that fit another: every second side of an edge shows the mate.
Puzzle with_mates(const Puzzle& puzzle, const Solution& planted) {
  Puzzle result = puzzle;
  auto& edge = std::get<EdgePuzzle>(result.body);
  const std::size_t colours = edge.colours.size();
  edge.matching = Matching::complement;
  edge.mate.clear();
  for (std::size_t c = 0; c < colours; ++c) edge.colours.push_back(edge.colours[c] + "'");
  for (std::size_t c = 0; c < 2 * colours; ++c) {
    const bool is_frame = c % colours == edge.frame->index();
    edge.mate.emplace_back(is_frame ? c : (c + colours) % (2 * colours));
  }
  for (std::size_t cell = 0; cell < edge.cell_count(); ++cell) {
    const Placed placed = *planted.edge().cells[cell];
    Sides sides = rotated(puzzle.edge().pieces[placed.piece.index()], placed.rotation);
    for (const Side side : {Side::south, Side::east}) {
      Colour& colour = sides[static_cast<std::size_t>(side)];
      if (colour != *edge.frame) colour = Colour(colour.index() + colours);
    }
    edge.pieces[placed.piece.index()] = rotated(sides, 4 - placed.rotation);
  }
  return result;
}

}  // namespace

TEST_CASE("framed boards of many shapes: every way to halve them finds what scan finds") {
  const int shapes[][2] = {{3, 3}, {3, 4}, {4, 3}, {4, 4}, {3, 6}, {5, 4}, {4, 6}, {5, 5}, {6, 5}, {3, 7}};
  std::size_t boards = 0;
  for (const auto& [width, height] : shapes)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Puzzle puzzle = generated(width, height, 3, 4, seed);
      CAPTURE(puzzle.name);
      const MeetFound scan = expected(puzzle);
      boards += scan.keys.size();
      CHECK(search(meet_engine(), puzzle, meet_config({{"halves", "ring"}})).keys == scan.keys);
      CHECK(search(meet_engine(), puzzle, meet_config({{"halves", "ring"}, {"memory", "64K"}})).keys == scan.keys);
      if (width * height <= 20)
        CHECK(search(meet_engine(), puzzle, meet_config({{"halves", "cells"}})).keys == scan.keys);
      const auto reduced = SearchSymmetry::reduced;
      CHECK(search(meet_engine(), puzzle, meet_config({}, reduced)).keys.size() ==
            expected(puzzle, reduced).keys.size());
    }
  CHECK(boards > 100);
}

TEST_CASE("complementary sides, framed: the ring's halves meet on mates") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Instance instance = generate_instance({4, 5, 2, 3, seed});
    const Puzzle puzzle = with_mates(instance.puzzle, instance.planted);
    REQUIRE(verify(puzzle, instance.planted).solves());
    const MeetFound scan = expected(puzzle);
    CHECK(search(meet_engine(), puzzle, meet_config({{"halves", "ring"}})).keys == scan.keys);
  }
}

TEST_CASE("random puzzles of every sort: any cut into head and finals finds the same boards") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    INFO(describe(puzzle));
    const MeetFound scan = expected(puzzle);
    const std::size_t cells = puzzle.edge().cell_count();
    for (const std::size_t finals : {std::size_t{1}, cells / 2 + 1, cells})
      CHECK(search(meet_engine(), puzzle, meet_config({{"final-cells", std::to_string(finals)}})).keys == scan.keys);
  }
}

TEST_CASE("published counts, with a quarter of scan's nodes") {
  const auto reduced = SearchSymmetry::reduced;
  CHECK(search(meet_engine(), load_puzzle("owen-5x5"), meet_config({})).keys.size() == 16);
  const Puzzle six = load_puzzle("owen-6x6");
  const MeetFound meet = search(meet_engine(), six, meet_config({}, reduced));
  CHECK(meet.keys.size() == 65);
  CHECK(meet.nodes * 4 <= 14'453'000);  // scan, one corner fixed
}

TEST_CASE("whatever the memory, the answer is the same") {
  const Puzzle puzzle = load_puzzle("owen-6x5");
  const MeetFound plenty = search(meet_engine(), puzzle, meet_config({}));
  const auto engine = meet_engine().make(puzzle, meet_config({{"memory", "64K"}}));
  CollectingSink sink;
  run_to_end(*engine, sink);
  CHECK(sink.boards.size() == plenty.keys.size());
  double parts = 0, bytes = 0;
  for (const Statistic& statistic : engine->statistics().values) {
    if (statistic.name == "parts") parts = statistic.value;
    if (statistic.name == "most memory") bytes = statistic.value;
  }
  CHECK(parts > 1);
  CHECK(bytes < 64 << 10);
  const auto reduced = SearchSymmetry::reduced;
  CHECK(search(meet_engine(), load_puzzle("owen-6x6"), meet_config({{"memory", "64K"}}, reduced)).keys.size() == 65);
  const Puzzle small = load_puzzle("owen-4x4");
  CHECK(search(meet_engine(), small, meet_config({{"halves", "cells"}, {"memory", "64K"}})).keys ==
        search(meet_engine(), small, meet_config({})).keys);
}

TEST_CASE("whatever the threads, the same boards in the same order after the same nodes") {
  const ParallelFor backwards = [](std::size_t tasks, const std::function<void(std::size_t)>& task) {
    std::thread second([&] {
      for (std::size_t i = tasks; i > tasks / 2; --i) task(i - 1);
    });
    for (std::size_t i = tasks / 2; i > 0; --i) task(i - 1);
    second.join();
  };
  for (const char* memory : {"64K", "1G"}) {
    const Puzzle puzzle = load_puzzle("owen-5x5");
    const auto run = [&](bool threads) {
      const auto engine = meet_engine().make(puzzle, meet_config({{"memory", memory}}));
      if (threads) dynamic_cast<SharesWork&>(*engine).use_threads(2, backwards);
      CollectingSink sink;
      run_to_end(*engine, sink);
      return std::pair(sink.boards, engine->progress().nodes);
    };
    CHECK(run(true) == run(false));
  }
}

TEST_CASE("the cut: balanced halves of square boards; what is too large is refused with its size") {
  const Puzzle seven = load_puzzle("owen-7x7");
  const auto split = meet::choose_split(*meet::RingPuzzle::make(seven.edge()), std::size_t{4} << 30);
  CHECK(split.stem_rows == 2);
  CHECK(split.bottom_rows == 2);
  CHECK(split.parts == 1);
  const auto little = meet::choose_split(*meet::RingPuzzle::make(seven.edge()), std::size_t{1} << 24);
  CHECK(little.bytes / little.parts <= 1 << 24);
  CHECK(meet::RingPuzzle::make(load_puzzle("owen-8x8").edge()).has_value());
  const auto nine = meet::RingPuzzle::make(load_puzzle("inf6102-d").edge());
  REQUIRE(nine.has_value());
  CHECK_FALSE(nine->is_narrow());
  CHECK(nine->words.bits() == 85);
  CHECK_THROWS_WITH_AS(meet_engine().make(load_puzzle("eternity2"), meet_config({{"halves", "ring"}})),
                       doctest::Contains("196 pieces"), UsageError);
}

TEST_CASE("wherever the board is cut, in whichever half the corner is fixed, each board comes once") {
  for (const auto& [name, rows, distinct] : {std::tuple("owen-5x5", 3u, 4u), {"owen-6x5", 4u, 2u}}) {
    const Puzzle puzzle = load_puzzle(name);
    const SymmetryGroup group(puzzle);
    for (unsigned bottom = 0; bottom < rows; ++bottom)
      for (const bool fixed_in_bottom : {false, true}) {
        const meet::RingSplit split{rows - 1 - bottom, bottom, fixed_in_bottom};
        meet::RingMethod method(puzzle.edge(), *meet::RingPuzzle::make(puzzle.edge()), std::size_t{1} << 30,
                                supports(Instructions::avx512), split);
        std::set<SolutionKey> orbits;
        std::size_t boards = 0;
        while (method.step())
          for (std::size_t i = 0; i < method.found(); ++i, ++boards) {
            CHECK(verify(puzzle, method.board(i)).solves());
            const auto images = group.orbit(method.board(i));
            std::set<SolutionKey> keys;
            for (const Solution& image : images) keys.insert(group.key(image));
            orbits.insert(*keys.begin());
          }
        CHECK(boards == distinct);
        CHECK(orbits.size() == distinct);
      }
  }
}

/// The boards of one method, in the order in which it finds them, and its nodes.
template <class RingMethod>
auto boards_and_nodes(const Puzzle& puzzle, bool wide, std::size_t memory = std::size_t{1} << 30) {
  RingMethod method(puzzle.edge(), *meet::RingPuzzle::make(puzzle.edge()), memory, wide);
  std::vector<Solution> boards;
  while (method.step())
    for (std::size_t i = 0; i < method.found(); ++i) boards.push_back(method.board(i));
  return std::pair(boards, method.nodes());
}

TEST_CASE("wide registers and plain code fill rows alike") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const auto plain = boards_and_nodes<meet::RingMethod>(puzzle, false);
  CHECK(plain.first.size() == 4);
  if (supports(Instructions::avx512)) CHECK(boards_and_nodes<meet::RingMethod>(puzzle, true) == plain);
}

TEST_CASE("words of 128 bits: the same boards and nodes as with 64") {
  for (const char* name : {"owen-4x4", "owen-5x5", "owen-6x5"}) {
    const Puzzle puzzle = load_puzzle(name);
    for (const std::size_t memory : {std::size_t{1} << 30, std::size_t{1} << 16}) {
      const auto narrow = boards_and_nodes<meet::RingMethod>(puzzle, false, memory);
      CHECK(boards_and_nodes<meet::WideRingMethod>(puzzle, false, memory).first.size() == narrow.first.size());
      if (memory > 1 << 16) CHECK(boards_and_nodes<meet::WideRingMethod>(puzzle, false, memory) == narrow);
      if (supports(Instructions::avx512))
        CHECK(boards_and_nodes<meet::WideRingMethod>(puzzle, true, memory) ==
              boards_and_nodes<meet::WideRingMethod>(puzzle, false, memory));
    }
  }
}

/// So many colours that scan walks them at once.
TEST_CASE("boards whose words take more than 64 bits: what scan finds") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Puzzle puzzle = generated(6, 13, 12, 16, seed);
    const auto ring = meet::RingPuzzle::make(puzzle.edge());
    REQUIRE(ring.has_value());
    CHECK_FALSE(ring->is_narrow());
    const auto scan = expected(puzzle);
    CHECK_FALSE(scan.keys.empty());
    CHECK(search(meet_engine(), puzzle, meet_config({{"halves", "ring"}})).keys == scan.keys);
  }
}

TEST_CASE("finals from a file: the same boards; hostile files are refused in one line") {
  const TemporaryFolder folder;
  const std::string file = folder.file("finals");
  const Puzzle puzzle = load_puzzle("owen-4x4");
  const Cut cut(puzzle.edge(), 6);
  HalfWalker walker(cut.values(), cut.tail());
  Finals finals(6);
  for (std::uint64_t nodes = ~std::uint64_t{0}; walker.next(nodes) == HalfWalker::Stop::filled;)
    finals.add(cut.tail_key(walker.filling()), walker.filling());
  finals.save(file, puzzle);
  CHECK(search(meet_engine(), puzzle, meet_config({{"finals", file}})).keys == expected(puzzle).keys);

  const std::string good = read_text(file);
  const auto refused = [&](const std::string& contents) {
    write_text(folder.file("bad"), contents);
    CHECK_THROWS_AS(Finals::load(folder.file("bad"), puzzle), InputError);
  };
  for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 50) refused(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    refused(bad);
  }
  refused(good + "x");
  Finals crowd(1);  // one cell has no million fillings
  const std::vector<std::uint16_t> one = {0};
  for (int i = 0; i < 1'000'000; ++i) crowd.add({}, one);
  crowd.save(folder.file("crowd"), puzzle);
  CHECK_THROWS_AS(Finals::load(folder.file("crowd"), puzzle), InputError);
  CHECK_THROWS_AS(Finals::load(file, load_puzzle("owen-5x5")), InputError);
  CHECK_THROWS_AS(Finals::load(folder.file("none"), puzzle), InputError);
  CHECK_THROWS_AS(Finals::load(folder.path(), puzzle), InputError);
}

TEST_CASE("finals tell how far they are, and can be stopped") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  std::vector<Finals::BuildProgress> told;
  const auto finals = Finals::build(puzzle.edge(), 14, 50'000'000, {}, [&](const auto& now) { told.push_back(now); });
  REQUIRE(finals);
  REQUIRE(told.size() > 2);
  CHECK(told.front().fraction > 0);
  CHECK(told.front().fraction < 0.9);
  for (std::size_t i = 1; i < told.size(); ++i) {
    CHECK(told[i].fraction > told[i - 1].fraction);
    CHECK(told[i].finals >= told[i - 1].finals);
  }
  CHECK(told.back().fraction == 1);
  CHECK(told.back().finals == finals->size());

  std::stop_source stop;
  const auto stop_at_once = [&](const auto&) { stop.request_stop(); };
  CHECK_FALSE(Finals::build(puzzle.edge(), 14, 50'000'000, stop.get_token(), stop_at_once));
}

TEST_CASE("what cannot be honoured is named") {
  const Puzzle framed = load_puzzle("owen-4x4");
  const auto make = [](const Puzzle& puzzle, const Settings& settings) {
    return meet_engine().make(puzzle, meet_config(settings));
  };
  CHECK_THROWS_AS(make(load_puzzle("girafe"), {{"halves", "ring"}}), UsageError);
  for (const char* memory : {"", "4", "x", "4X", "1K", "-1G", "nanG", "4GB"})
    CHECK_THROWS_AS(make(framed, {{"memory", memory}}), UsageError);
  CHECK_THROWS_AS(make(framed, {{"final-cells", "17"}}), UsageError);
  CHECK_THROWS_AS(make(framed, {{"halves", "ring"}, {"final-cells", "3"}}), UsageError);
}

}  // namespace tesselle::testing
