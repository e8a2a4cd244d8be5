#include "search/confirmation.hpp"

#include <doctest/doctest.h>

#include "run/registry.hpp"
#include "tesselle/errors.hpp"

using namespace tesselle;

namespace {

Finished counted_by(const char* engine, std::uint64_t solutions, std::optional<std::uint64_t> distinct) {
  Finished finished;
  finished.engine = engine;
  finished.status = Status::exhausted;
  finished.solutions = solutions;
  finished.distinct = distinct;
  return finished;
}

}  // namespace

TEST_CASE("a count is confirmed by equal numbers and by nothing else") {
  const Finished first = counted_by("scan", 52, 13);
  CHECK(disagreement_of(first, counted_by("backtrack", 52, 13)) == "");
  CHECK(disagreement_of(first, counted_by("backtrack", 52, std::nullopt)) == "");
  CHECK(disagreement_of(first, counted_by("backtrack", 51, 13)) == "scan counts 52 solutions, backtrack counts 51");
  CHECK(disagreement_of(first, counted_by("backtrack", 52, 14)).find("13 distinct solutions") != std::string::npos);
}

TEST_CASE("numbers of any size are compared to their last digit") {
  Finished first = counted_by("frontier", 0, std::nullopt), second = counted_by("cover", 0, std::nullopt);
  BigNatural large(1);
  for (int i = 0; i < 70; ++i) large += large;
  first.exact_solutions = second.exact_solutions = large;
  CHECK(disagreement_of(first, second) == "");
  *second.exact_solutions += BigNatural(1);
  CHECK(disagreement_of(first, second) != "");
}

TEST_CASE("the second opinion is another engine's, with the same symmetry and without the files of the first") {
  SearchRequest request;
  request.puzzle = share(load_puzzle("girafe"));
  request.goal = Goal::count;
  request.symmetry = Symmetry::distinct;
  request.checkpoint = "first.ck";
  request.options["order"] = "comb";
  for (const auto& [engine, other] : {std::pair("scan", "backtrack"), std::pair("meet", "scan")}) {
    const SearchRequest second = second_opinion(request, counted_by(engine, 4, 1));
    CHECK(second.engine == other);
    CHECK(second.symmetry == request.symmetry);
    CHECK(second.options.empty());
    CHECK_FALSE(second.checkpoint);
  }
}
