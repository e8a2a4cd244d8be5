#include "verify/drat.hpp"

#include <doctest/doctest.h>

#include "tesselle/errors.hpp"

using namespace tesselle;

namespace {

ProofVerdict check(const std::string& formula, const std::string& proof) {
  return check_drat(formula, "formula", proof, "proof");
}

/// All eight clauses over three variables.
const std::string cube =
    "c nothing satisfies this\np cnf 3 8\n"
    "1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";

}  // namespace

TEST_CASE("drat: steps that follow by unit propagation lead to a contradiction") {
  const ProofVerdict verdict = check(cube, "1 2 0\nd 1 2 3 0\nd 3 1 2 0\n1 0\n2 0\n0\n");
  CHECK(verdict.accepted);
  CHECK(verdict.clauses == 8);
  CHECK(verdict.deletions == 1);  // the second time it is not there any more
  CHECK(check(cube, "1 2 0 1 0 -1 2 0").accepted);
  CHECK(check("p cnf 1 2\n1 0\n-1 0\n", "").accepted);
  CHECK(check("p cnf 0 1\n0\n", "").accepted);
}

TEST_CASE("drat: a step that does not follow is refused with its line") {
  const ProofVerdict verdict = check("p cnf 2 2\n1 2 0\n-1 2 0\n", "2 0\n\nc a remark\n-2 0\n");
  CHECK_FALSE(verdict.accepted);
  CHECK(verdict.reason.find("proof:4:") != std::string::npos);
  CHECK_FALSE(check(cube, "1 2 0\n").accepted);
  CHECK_FALSE(check(cube, "").accepted);
  CHECK_FALSE(check("p cnf 2 1\n1 2 0\n", "0\n").accepted);
  CHECK_FALSE(check(cube, "d 1 2 3 0\n1 2 0\n1 0\n0\n").accepted);  // needed, but taken away
}

TEST_CASE("drat: a definition of a new variable is redundant by resolution, an arbitrary clause is not") {
  // 4 stands for "1 and 2"; then the proof goes on with 4.
  const std::string defined = "4 -1 -2 0\n-4 1 0\n-4 2 0\n1 2 0\n1 0\n2 0\n0\n";
  CHECK(check(cube, defined).accepted);
  // The variable is first now: a clause that says more than the definition.
  CHECK_FALSE(check(cube, "4 -1 -2 0\n-4 1 0\n-4 2 0\n-4 0\n4 0\n0\n").accepted);
  // With another literal first the same definition is none.
  CHECK_FALSE(check("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n", "-1 4 -2 0\n").accepted);
}

TEST_CASE("drat: deleting the clause that a fact rests on changes nothing") {
  CHECK(check("p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-2 -3 0\n", "").accepted);
  CHECK(check("p cnf 3 5\n1 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n", "d 1 0\n2 0\n").accepted);
}

TEST_CASE("drat: what is no formula or no proof is refused with its place") {
  for (const char* formula : {"", "p dnf 1 1\n1 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\nx 0\n",
                              "p cnf 1 1\n99999999999 0\n", "p cnf 1 1\n2 0\n", "p cnf x 1\n", "1 0\n"})
    CHECK_THROWS_AS(check(formula, ""), InputError);
  for (const char* proof : {"1 2", "a 1 0\n", "d\n", "1.5 0\n", "\x61\x02\x04"})
    CHECK_THROWS_AS(check(cube, proof), InputError);
  CHECK_THROWS_WITH_AS(check(cube, "1 2 0\n\nfoo 0\n"),
                       "proof:3: found 'foo', expected a number from -100003 to 100003", InputError);
}
