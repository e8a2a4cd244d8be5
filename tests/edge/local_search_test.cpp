#include <doctest/doctest.h>

#include <algorithm>

#include "edge/engines.hpp"
#include "edge/generate/generate.hpp"
#include "edge/local_search/conflict_board.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using edge::ConflictBoard;

namespace {

const char* const methods[] = {"greedy", "swap", "ils", "lns", "anneal", "tabu"};

/// Keeps the conflicts of every board reported, as the verifier counts them.
class ImprovementSink final : public SolutionSink {
 public:
  explicit ImprovementSink(const Puzzle& puzzle) : puzzle_(puzzle) {}
  void counted(std::uint64_t, std::uint64_t) override { FAIL("an optimiser counted"); }
  void improved(const Solution& board) override {
    const Verdict verdict = verify(puzzle_, board);
    CHECK(verdict.legal());
    CHECK(verdict.complete);
    if (!conflicts.empty()) CHECK(verdict.conflicts < conflicts.back());
    conflicts.push_back(verdict.conflicts);
    last = board;
  }
  std::vector<int> conflicts;
  Solution last;

 protected:
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }

 private:
  const Puzzle& puzzle_;
};

std::unique_ptr<Engine> make(const std::string& name, const Puzzle& puzzle, std::uint64_t seed = 1) {
  for (const EngineInfo& info : edge_engines())
    if (info.name == name) {
      EngineConfig config;
      config.goal = Goal::best;
      config.seed = seed;
      config.options = Options(info.options);
      return info.make(puzzle, config);
    }
  throw InternalError("no such engine");
}

}  // namespace

TEST_CASE("the board counts conflicts as the verifier does, after any exchange") {
  for (const char* name : {"inf6102-b", "girafe", "clue2", "eternity2-clues"}) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    ConflictBoard board(puzzle.edge());
    Rng rng(5);
    edge::fill_greedily(board, puzzle.edge(), rng);
    CHECK(verify(puzzle, board.solution()).conflicts == board.conflicts());
    const auto& cells = board.free_cells();
    for (int round = 0; round < 400; ++round) {
      const int a = cells[rng.below(static_cast<std::uint32_t>(cells.size()))];
      const auto& partners = board.cells_of_kind(board.kind_of(a));
      const int b = partners[rng.below(static_cast<std::uint32_t>(partners.size()))];
      if (a == b) continue;
      const auto exchange = board.evaluate(a, b);
      const int before = board.conflicts();
      board.perform(a, b, exchange);
      CHECK(board.conflicts() - before == exchange.change);
      if (round % 10 == 0) CHECK(verify(puzzle, board.solution()).conflicts == board.conflicts());
    }
    CHECK(verify(puzzle, board.solution()).legal());
  }
}

TEST_CASE("an exchange is evaluated at its best turns") {
  const Puzzle puzzle = load_puzzle("girafe");
  ConflictBoard board(puzzle.edge());
  Rng rng(3);
  for (int round = 0; round < 30; ++round) {
    board.clear();
    edge::fill_greedily(board, puzzle.edge(), rng);
    for (int a = 0; a < 9; ++a)
      for (int b = a + 1; b < 9; ++b) {
        const auto exchange = board.evaluate(a, b);
        int least = 99;
        const auto layout = board.layout();
        for (int r = 0; r < 16; ++r) {
          auto tried = exchange;
          tried.rotation_at_first = r / 4;
          tried.rotation_at_second = r % 4;
          board.perform(a, b, tried);
          least = std::min(least, board.conflicts());
          board.go_to(layout);
        }
        CHECK(exchange.change == least - layout.conflicts);
      }
  }
}

TEST_CASE("every method reports better and better full boards, the same for the same seed") {
  for (const char* name : {"inf6102-b", "eternity2-clues", "girafe"})
    for (const char* method : methods) {
      CAPTURE(name);
      CAPTURE(method);
      const Puzzle puzzle = load_puzzle(name);
      ImprovementSink first(puzzle), again(puzzle), sliced(puzzle);
      make(method, puzzle)->advance({300}, first);
      make(method, puzzle)->advance({300}, again);
      const auto engine = make(method, puzzle);
      for (int slice = 0; slice < 100; ++slice) engine->advance({3}, sliced);
      CHECK(!first.conflicts.empty());
      CHECK(first.conflicts == again.conflicts);
      CHECK(first.conflicts == sliced.conflicts);
      CHECK(first.last == sliced.last);
    }
}

TEST_CASE("methods improve on the greedy board, and go on from a given one") {
  const Puzzle puzzle = load_puzzle("inf6102-c");
  ImprovementSink greedy(puzzle);
  make("greedy", puzzle)->advance({1}, greedy);
  for (const char* method : {"swap", "ils", "lns", "anneal", "tabu"}) {
    CAPTURE(method);
    const auto engine = make(method, puzzle);
    dynamic_cast<Improves&>(*engine).start_from(greedy.last);
    ImprovementSink sink(puzzle);
    engine->advance({std::string_view(method) == "anneal" ? 2'000'000u : 20'000u}, sink);
    CHECK(sink.conflicts.front() <= greedy.conflicts.back());
    CHECK(sink.conflicts.back() < greedy.conflicts.back() - 4);
  }
}

TEST_CASE("S5's A is solved") {
  const Puzzle puzzle = load_puzzle("inf6102-a");
  ImprovementSink sink(puzzle);
  CHECK(make("ils", puzzle)->advance({200000}, sink) == Advance::stuck);
  CHECK(sink.conflicts.back() == 0);
}
