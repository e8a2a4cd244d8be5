#include "tesselle/search.hpp"

#include <doctest/doctest.h>

#include "support/silence.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using tesselle::testing::never_stop;

namespace {

SearchRequest portfolio_of(const Puzzle& puzzle, unsigned threads) {
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.engine = "portfolio";
  request.threads = threads;
  return request;
}

struct Heard {
  Finished finished;
  std::vector<Solution> solutions;
  std::string notes;
  int starts = 0, ends = 0;
};

Heard listen_to(const SearchRequest& request, const std::stop_token& stop = never_stop) {
  Heard heard;
  const auto hear = [&](const Event& event) {
    if (const auto* found = std::get_if<SolutionFound>(&event)) heard.solutions.push_back(found->record.solution);
    if (const auto* note = std::get_if<Note>(&event)) heard.notes += note->text + "\n";
    heard.starts += std::holds_alternative<Started>(event);
    heard.ends += std::holds_alternative<Finished>(event);
  };
  heard.finished = search(request, hear, stop);
  return heard;
}

}  // namespace

TEST_CASE("a portfolio finds one solution, and the others stop") {
  for (const char* name : {"girafe", "inf6102-b", "soma", "pentominoes-6x10", "whale"})
    for (const unsigned threads : {2u, 7u}) {
      CAPTURE(name);
      const Puzzle puzzle = load_puzzle(name);
      const Heard heard = listen_to(portfolio_of(puzzle, threads));
      CHECK(heard.finished.status == Status::solved);
      CHECK(heard.finished.engine == "portfolio");
      CHECK(heard.finished.solutions == 1);
      CHECK(heard.finished.nodes > 0);
      REQUIRE(heard.solutions.size() == 1);
      CHECK(verify(puzzle, heard.solutions[0]).solves());
      CHECK(heard.notes.find("found a solution first; stopped: ") != std::string::npos);
      CHECK((heard.starts == 1 && heard.ends == 1));
    }
}

TEST_CASE("a portfolio proves that there is no solution") {
  const Puzzle puzzle = load_puzzle("pentominoes-2x30");
  const Heard heard = listen_to(portfolio_of(puzzle, 2));
  CHECK(heard.finished.status == Status::exhausted);
  CHECK(heard.solutions.empty());
  CHECK(heard.notes.find("proved that there is none first") != std::string::npos);
}

TEST_CASE("a portfolio heeds limits and stop requests") {
  const Puzzle puzzle = load_puzzle("owen-8x8");
  SearchRequest request = portfolio_of(puzzle, 2);
  request.limits.nodes = 1000;
  CHECK(listen_to(request).finished.status == Status::limit);
  std::stop_source at_once;
  at_once.request_stop();
  request.limits.nodes.reset();
  CHECK(listen_to(request, at_once.get_token()).finished.status == Status::stopped);
}

TEST_CASE("the members of a portfolio are different, and what auto would take is the first") {
  const Puzzle edge = load_puzzle("owen-4x4"), box = load_puzzle("pentominoes-3x20");
  const auto members = [](const Puzzle& puzzle, unsigned threads) {
    return plan(portfolio_of(puzzle, threads)).stages;
  };
  CHECK(members(edge, 2).size() == 2);
  CHECK(members(edge, 100).size() == 3);
  CHECK(members(edge, 2)[1].engine == "sat");
  CHECK(members(box, 100).front().engine == "fill");
  CHECK(members(box, 100).size() == 4);
}

TEST_CASE("a portfolio refuses what it cannot do") {
  const Puzzle puzzle = load_puzzle("girafe");
  SearchRequest request = portfolio_of(puzzle, 1);
  CHECK_THROWS_AS(listen_to(request), UsageError);
  request = portfolio_of(puzzle, 2);
  request.checkpoint = "checkpoint";
  CHECK_THROWS_AS(listen_to(request), UsageError);
  for (const Goal goal : {Goal::all, Goal::count, Goal::best}) {
    request = portfolio_of(puzzle, 2);
    request.goal = goal;
    CHECK_THROWS_AS(listen_to(request), UsageError);
  }
}
