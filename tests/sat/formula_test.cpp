#include "sat/formula.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <set>

#include "sat/solver.hpp"

using namespace tesselle::sat;

namespace {

std::vector<Literal> new_variables(Formula& formula, int count) {
  std::vector<Literal> variables;
  for (int i = 0; i < count; ++i) variables.push_back(formula.new_variable());
  return variables;
}

/// The sets of the first `count` variables that can be extended to a solution, as bits.
std::set<unsigned> solutions(const Formula& formula, int count) {
  Solver solver(formula, {});
  std::set<unsigned> found;
  for (;;) {
    std::uint64_t steps = 1'000'000;
    const Solver::Result result = solver.solve(steps);
    REQUIRE(result != Solver::Result::paused);
    if (result == Solver::Result::unsatisfiable) return found;
    unsigned bits = 0;
    Clause other;
    const Assignment assignment = solver.assignment();
    for (int v = 1; v <= count; ++v) {
      const bool holds = assignment[static_cast<std::size_t>(v)];
      bits |= static_cast<unsigned>(holds) << (v - 1);
      other.push_back(holds ? -v : v);
    }
    CHECK(found.insert(bits).second);
    solver.add(other);
  }
}

std::set<unsigned> sets_between(int count, int least, int most) {
  std::set<unsigned> sets;
  for (unsigned bits = 0; bits < 1u << count; ++bits)
    if (const int size = std::popcount(bits); size >= least && size <= most) sets.insert(bits);
  return sets;
}

}  // namespace

TEST_CASE("at most one of any number of literals, exactly those sets") {
  for (int count = 0; count <= 11; ++count) {
    CAPTURE(count);
    Formula formula;
    at_most_one(formula, new_variables(formula, count));
    CHECK(solutions(formula, count) == sets_between(count, 0, 1));
  }
}

TEST_CASE("between any two numbers of literals, exactly those sets") {
  for (int count = 0; count <= 6; ++count)
    for (int least = 0; least <= count + 1; ++least)
      for (int most = 0; most <= count + 1; ++most) {
        CAPTURE(count);
        CAPTURE(least);
        CAPTURE(most);
        Formula formula;
        const auto variables = new_variables(formula, count);
        between(formula, variables, static_cast<std::size_t>(least), static_cast<std::size_t>(most));
        CHECK(solutions(formula, count) == sets_between(count, least, most));
      }
}

TEST_CASE("a formula as a DIMACS file") {
  Formula formula;
  new_variables(formula, 2);
  formula.add({1, -2});
  formula.add(Clause{});
  CHECK(dimacs(formula, {"one", "two"}) == "c one\nc two\np cnf 2 2\n1 -2 0\n0\n");
}
