#include "packing/sat/sat.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "engine_checks.hpp"
#include "support/run_program.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "verify/drat.hpp"

namespace tesselle::testing {
namespace {

/// A chessboard without two opposite corners: as many cells as dominoes cover, but not as many of each colour.
Puzzle mutilated_board(int size) {
  Puzzle puzzle = domino_box(size, size, 0, PackingPiece::unlimited);
  auto& region = std::get<PackingPuzzle>(puzzle.body).region;
  region.erase(region.begin());
  region.pop_back();
  return puzzle;
}

EngineConfig proving(const EngineInfo& info, const TemporaryFolder& folder) {
  EngineConfig config{.goal = Goal::all, .options = Options(info.options)};
  config.options.set("proof", folder.file("proof"));
  config.options.set("cnf", folder.file("cnf"));
  return config;
}

}  // namespace

TEST_CASE("packing sat: finds exactly the oracle's boards on random puzzles of every lattice") {
  int compared = 0;
  for (const LatticeKind lattice :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      Rng rng(seed);
      const Puzzle puzzle = random_packing_puzzle(rng, {.lattice = lattice});
      const auto boards = try_all_boards(puzzle, 50'000);
      if (!boards || boards->size() > 150) continue;
      CAPTURE(seed);
      CAPTURE(describe(puzzle));
      check_whole(packing_sat_engine(), puzzle, *boards);
      check_reduced(packing_sat_engine(), puzzle, *boards);
      ++compared;
    }
  CHECK(compared > 130);
}

TEST_CASE("packing sat: published counts up to symmetry") {
  const Tally found = tally(packing_sat_engine(), soma(), SearchSymmetry::reduced);
  CHECK(found.orbits == 240);
  CHECK(found.boards == 240 * 48);
  CHECK(tally(packing_sat_engine(), dominoes_in(4, 4), SearchSymmetry::whole).orbits == 36);
}

TEST_CASE("packing sat: the mutilated board has a proof, and a damaged proof is none") {
  const TemporaryFolder folder;
  const EngineInfo info = packing_sat_engine();
  const auto engine = info.make(mutilated_board(6), proving(info, folder));
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  CHECK(sink.boards.empty());

  const std::string cnf = read_text(folder.file("cnf")), proof = read_text(folder.file("proof"));
  const ProofVerdict verdict = check_drat(cnf, "cnf", proof, "proof");
  CHECK_MESSAGE(verdict.accepted, verdict.reason);
  CHECK_FALSE(check_drat(cnf, "cnf", "2 0\n" + proof, "proof").accepted);
  CHECK_FALSE(check_drat(cnf, "cnf", "", "proof").accepted);
}

TEST_CASE("packing sat: a proof that the solutions found are all; none is left behind when the search stops early") {
  const TemporaryFolder folder;
  const EngineInfo info = packing_sat_engine();
  for (const Puzzle& puzzle : packing_samples()) {
    if (puzzle.packing().region.size() > 40) continue;
    CAPTURE(puzzle.name);
    CollectingSink all;
    run_to_end(*info.make(puzzle, proving(info, folder)), all);
    const ProofVerdict verdict =
        check_drat(read_text(folder.file("cnf")), "cnf", read_text(folder.file("proof")), "proof");
    CHECK_MESSAGE(verdict.accepted, verdict.reason);
    std::filesystem::remove(folder.file("proof"));
  }
  CollectingSink first(1);
  info.make(domino_box(4, 4, 8, 8), proving(info, folder))->advance({1000}, first);
  CHECK(first.boards.size() == 1);
  CHECK_FALSE(std::filesystem::exists(folder.file("proof")));
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    CHECK(entry.path().extension() != ".partial");
}

}  // namespace tesselle::testing
