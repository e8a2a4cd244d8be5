#include "engine/interruption.hpp"
#include "run/registry.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

/// Interruptions of searches that are large enough to be in every state there is: descents deep in a board, several
/// passes of a beam, portions of halves.
namespace tesselle::testing {
namespace {

using Set = std::vector<std::pair<std::string, std::string>>;

Case case_of(const char* engine, const char* puzzle, Goal goal, std::uint64_t nodes, const Set& options = {},
             SearchSymmetry symmetry = SearchSymmetry::whole) {
  Case one{engine_named(engine, Family::edge), load_puzzle(puzzle), {.goal = goal, .symmetry = symmetry}, nodes};
  one.config.options = Options(one.info.options);
  for (const auto& [name, value] : options) one.config.options.set(name, value);
  return one;
}

/// Of the state after these nodes.
std::string state_after(const Case& one, std::uint64_t nodes) {
  const auto engine = one.make();
  CollectingSink sink;
  engine->advance({nodes}, sink);
  return saves_of(*engine).save();
}

}  // namespace

TEST_CASE("schedule: rounds, descents and mended boards of large boards go on after interruptions") {
  check_interruptions(case_of("schedule", "meta-10x10", Goal::best, 1'500'000), 2);
  check_interruptions(case_of("schedule", "eternity2-clues", Goal::best, 3'000'000), 1);
  check_interruptions(case_of("schedule", "eternity2", Goal::best, 6'000'000, {{"width", "3000"}}), 1);
}

TEST_CASE("schedule: a board is shown in every stage of the search, and its state stays small") {
  const Case one = case_of("schedule", "eternity2-clues", Goal::best, 0);
  const auto engine = one.make();
  CollectingSink sink;
  for (int slice = 0; slice < 30; ++slice) {
    engine->advance({100'000}, sink);
    const Verdict verdict = verify(one.puzzle, dynamic_cast<const ShowsBoard&>(*engine).board());
    CHECK_MESSAGE(verdict.legal(), summary(verdict));
  }
  CHECK(saves_of(*engine).save().size() < 2'000'000);
}

TEST_CASE("schedule: damaged states of a search under way are refused or harmless") {
  const Case one = case_of("schedule", "meta-10x10", Goal::best, 0);
  for (const std::uint64_t nodes : {30'000u, 1'000'000u}) {
    Rng rng(nodes);
    check_damages(one, state_after(one, nodes), 30, rng);
  }
}

TEST_CASE("local searches of a large board go on after interruptions") {
  for (const char* engine : {"greedy", "swap", "lns"})
    check_interruptions(case_of(engine, "meta-10x10", Goal::best, 1500), 2);
  check_interruptions(case_of("anneal", "meta-10x10", Goal::best, 60'000, {{"cooling", "100"}}), 2);
  check_interruptions(case_of("tabu", "meta-10x10", Goal::best, 1500, {{"tabu-patience", "200"}}), 2);
  check_interruptions(case_of("ils", "meta-10x10", Goal::best, 1500, {{"patience", "2"}}), 2);
  check_interruptions(case_of("repair", "meta-10x10", Goal::best, 300'000, {{"repair-patience", "20000"}}), 2);
}

TEST_CASE("beam: several passes, with boards in the middle of a depth") {
  check_interruptions(case_of("beam", "meta-10x10", Goal::best, 150'000), 2);
  const Case one = case_of("beam", "owen-6x6", Goal::best, 0, {{"width", "50"}});
  Rng rng(1);
  check_damages(one, state_after(one, 20'000), 60, rng);
}

TEST_CASE("memo: interruptions while halves grow, between parts, and while what memory does not hold is walked") {
  check_interruptions(case_of("memo", "owen-5x5", Goal::count, 10'000'000), 3);
  check_interruptions(case_of("memo", "owen-5x5", Goal::count, 10'000'000, {{"memory", "1"}}), 3);
}

TEST_CASE("meet: interruptions in every phase, in one part and in many") {
  for (const SearchSymmetry symmetry : {SearchSymmetry::whole, SearchSymmetry::reduced}) {
    check_interruptions(case_of("meet", "owen-5x5", Goal::all, 100'000'000, {}, symmetry), 3);
    Case parts = case_of("meet", "owen-5x5", Goal::all, 100'000'000, {{"memory", "64K"}}, symmetry);
    parts.varying = "most memory";
    check_interruptions(parts, 3);
  }
  for (const char* memory : {"64K", "1G"})
    check_interruptions(case_of("meet", "owen-4x4", Goal::all, 100'000'000, {{"halves", "cells"}, {"memory", memory}}),
                        3);
}

}  // namespace tesselle::testing
