#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "edge/sat/sat.hpp"
#include "packing/sat/sat.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"
#include "verify/drat.hpp"

/// A search by formula that goes on where another one was stopped.
namespace tesselle::testing {
namespace {

/// A search that is saved and taken up by a new engine after every slice.
struct Relay {
  const EngineInfo& info;
  const Puzzle& puzzle;
  EngineConfig config;
  std::unique_ptr<Engine> engine = info.make(puzzle, config);
  std::vector<Solution> boards{};
  std::vector<std::uint64_t> orbit_sizes{};

  bool run(std::uint64_t slice, std::size_t stop_at) {
    CollectingSink sink(stop_at);
    const bool ended = engine->advance({slice}, sink) == Advance::exhausted;
    boards.insert(boards.end(), sink.boards.begin(), sink.boards.end());
    orbit_sizes.insert(orbit_sizes.end(), sink.orbit_sizes.begin(), sink.orbit_sizes.end());
    const std::string state = dynamic_cast<Saves&>(*engine).save();
    engine.reset();  // as if the program had ended
    engine = info.make(puzzle, config);
    dynamic_cast<Saves&>(*engine).restore(state);
    return ended;
  }
};

EngineConfig proving(const EngineInfo& info, const TemporaryFolder& folder) {
  EngineConfig config{.goal = Goal::all, .options = Options(info.options)};
  config.options.set("proof", folder.file("proof"));
  config.options.set("cnf", folder.file("cnf"));
  return config;
}

ProofVerdict verdict_on(const TemporaryFolder& folder) {
  return check_drat(read_text(folder.file("cnf")), "cnf", read_text(folder.file("proof")), "proof");
}

}  // namespace

TEST_CASE("edge sat: interrupted, it reports every board once") {
  const EngineInfo info = edge_sat_engine();
  std::vector<Puzzle> puzzles = {giraffe(), framed_3x3()};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    puzzles.push_back(random_edge_puzzle(rng));
  }
  for (const Puzzle& puzzle : puzzles)
    for (const SearchSymmetry symmetry : {SearchSymmetry::whole, SearchSymmetry::reduced}) {
      CAPTURE(describe(puzzle));
      const EngineConfig config{.goal = Goal::all, .symmetry = symmetry, .options = Options(info.options)};
      CollectingSink whole;
      run_to_end(*info.make(puzzle, config), whole);
      if (whole.boards.size() > 40) continue;
      Relay relay{info, puzzle, config};
      while (!relay.run(1'000'000, 2)) {
      }
      CHECK(relay.boards.size() == whole.boards.size());
      std::set<SolutionKey> covered;
      const SymmetryGroup group(puzzle);
      for (std::size_t i = 0; i < relay.boards.size(); ++i) {
        CHECK(verify(puzzle, relay.boards[i]).solves());
        const auto orbit = group.orbit(relay.boards[i]);
        if (symmetry == SearchSymmetry::whole)
          CHECK(covered.insert(group.key(relay.boards[i])).second);
        else
          for (const Solution& image : orbit) CHECK(covered.insert(group.key(image)).second);
        if (symmetry == SearchSymmetry::reduced) CHECK(relay.orbit_sizes[i] == orbit.size());
      }
    }
}

TEST_CASE("sat: an interrupted search ends with a proof, and resumed after its end it keeps that proof") {
  const EngineInfo info = packing_sat_engine();
  for (const Puzzle& puzzle : {dominoes_in(4, 4), dominoes_in(3, 3), dominoes_in(2, 3)}) {
    CAPTURE(puzzle.name);
    const TemporaryFolder folder;
    Relay relay{info, puzzle, proving(info, folder)};
    bool ended = false;
    for (std::uint64_t slice = 100; !ended; slice *= 2) ended = relay.run(slice, 5);  // also amid the proof
    CHECK_MESSAGE(verdict_on(folder).accepted, verdict_on(folder).reason);
    const std::string proof = read_text(folder.file("proof"));
    CHECK(relay.run(1000, 5));
    CHECK(read_text(folder.file("proof")) == proof);
    CHECK(verdict_on(folder).accepted);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      CHECK(entry.path().extension() != ".partial");

    std::filesystem::remove(folder.file("proof"));  // then it is proved again
    const std::size_t boards = relay.boards.size();
    const std::string state = dynamic_cast<Saves&>(*relay.engine).save();
    relay.engine.reset();
    relay.engine = info.make(puzzle, relay.config);
    dynamic_cast<Saves&>(*relay.engine).restore(state);
    while (!relay.run(1'000'000, 5)) {
    }
    CHECK(verdict_on(folder).accepted);
    CHECK(relay.boards.size() == boards);
  }
}

TEST_CASE("sat: damaged states are refused or do no harm") {
  const EngineInfo info = edge_sat_engine();
  const Puzzle puzzle = giraffe();
  const EngineConfig config{.goal = Goal::all, .options = Options(info.options)};
  const auto engine = info.make(puzzle, config);
  CollectingSink sink(1);
  while (sink.boards.empty()) engine->advance({10'000}, sink);
  auto& saving = dynamic_cast<Saves&>(*engine);
  const std::string state = saving.save();
  for (std::size_t i = 0; i < state.size(); ++i) {
    CHECK_THROWS_AS(saving.restore(state.substr(0, i)), InputError);
    std::string flipped = state;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x55);
    try {
      saving.restore(flipped);
    } catch (const InputError&) {
    }
    engine->advance({20}, sink);
  }
  CHECK_THROWS_AS(saving.restore(state + "x"), InputError);
  CHECK_NOTHROW(saving.restore(state));
}

}  // namespace tesselle::testing
