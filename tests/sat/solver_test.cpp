#include "sat/solver.hpp"

#include <doctest/doctest.h>

#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "verify/drat.hpp"

using namespace tesselle;
using namespace tesselle::sat;
using tesselle::testing::read_text;
using tesselle::testing::TemporaryFolder;

namespace {

/// More pigeons than holes: no solution, and no short way to see it.
Formula pigeons(int count, int holes) {
  Formula formula;
  std::vector<Clause> in_hole(static_cast<std::size_t>(holes));
  for (int pigeon = 0; pigeon < count; ++pigeon) {
    Clause somewhere;
    for (Clause& hole : in_hole) {
      somewhere.push_back(formula.new_variable());
      hole.push_back(somewhere.back());
    }
    formula.add(somewhere);
  }
  for (const Clause& hole : in_hole) at_most_one(formula, hole);
  return formula;
}

struct End {
  Solver::Result result = Solver::Result::paused;
  std::uint64_t steps = 0, learned = 0;
  friend bool operator==(const End&, const End&) = default;
};

End solve(const Formula& formula, std::uint64_t slice) {
  Solver solver(formula, {});
  End end;
  while (end.result == Solver::Result::paused) {
    std::uint64_t left = slice;
    end.result = solver.solve(left);
    if (end.result == Solver::Result::paused) CHECK(left == 0);
  }
  end.steps = solver.steps();
  end.learned = solver.learned_clauses();
  return end;
}

}  // namespace

TEST_CASE("slices change nothing in what the solver does") {
  for (const auto& [count, holes] : {std::pair{6, 5}, {5, 5}, {1, 1}, {2, 1}, {0, 0}}) {
    const Formula formula = pigeons(count, holes);
    const End whole = solve(formula, 1'000'000);
    CHECK(whole.result == (count > holes ? Solver::Result::unsatisfiable : Solver::Result::satisfiable));
    CHECK(whole.steps > 0);
    for (const std::uint64_t slice : {1, 7, 1000}) CHECK(solve(formula, slice) == whole);
  }
}

TEST_CASE("a solver that is paused, or never begun, can be left alone") {
  const Formula formula = pigeons(9, 8);
  Solver begun(formula, {}), idle(formula, {});
  std::uint64_t steps = 100;
  CHECK(begun.solve(steps) == Solver::Result::paused);
  steps = 0;
  CHECK(begun.solve(steps) == Solver::Result::paused);
  CHECK(idle.solve(steps) == Solver::Result::paused);
  CHECK(idle.steps() == 0);
}

TEST_CASE("a proof that the solver writes is one, and is none with a step changed") {
  const TemporaryFolder folder;
  const Formula formula = pigeons(7, 6);
  Solver solver(formula, {.proof = folder.file("proof")});
  std::uint64_t steps = 10'000'000;
  REQUIRE(solver.solve(steps) == Solver::Result::unsatisfiable);
  solver.close_proof();

  const std::string cnf = dimacs(formula, {});
  const std::string proof = read_text(folder.file("proof"));
  const ProofVerdict verdict = check_drat(cnf, "cnf", proof, "proof");
  CHECK_MESSAGE(verdict.accepted, verdict.reason);
  CHECK(verdict.lemmas > 50);

  // Fewer pigeons have room, so nothing may prove that they have not.
  CHECK_FALSE(check_drat(dimacs(pigeons(6, 6), {}), "cnf", proof, "proof").accepted);
  CHECK_FALSE(check_drat(cnf, "cnf", "-1 0\n" + proof, "proof").accepted);
  CHECK_FALSE(check_drat(cnf, "cnf", proof.substr(0, proof.find('\n', proof.size() / 2) + 1), "proof").accepted);
}

TEST_CASE("a proof that cannot be written is refused") {
  CHECK_THROWS_AS(Solver(pigeons(2, 1), {.proof = "/no/such/folder/proof"}), InputError);
}
