#include <algorithm>

#include "engine/cases.hpp"
#include "run/registry.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

/// Does the board hold every hint?
bool holds_hints(const Puzzle& puzzle, const Solution& board) {
  if (puzzle.family() == Family::packing) return true;  // the verifier looks for moved ones
  for (const EdgeHint& hint : puzzle.edge().hints)
    if (!board.edge().cells[hint.square.index()]) return false;
  return true;
}

int pieces_on(const Puzzle& puzzle, const Solution& board) {
  if (puzzle.family() == Family::packing) return static_cast<int>(board.packing().placements.size());
  const auto& cells = board.edge().cells;
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [](const auto& cell) { return cell.has_value(); }));
}

}  // namespace

TEST_CASE("engines that show their board show a legal one after every slice") {
  for (const EngineInfo& info : tesselle::all_engines())
    for (const Puzzle& puzzle : puzzles_of(info.family)) {
      const auto engine = try_make(info, puzzle, {.goal = natural_goal(info)});
      const auto* shows = dynamic_cast<const ShowsBoard*>(engine.get());
      if (shows == nullptr) continue;
      CAPTURE(info.name);
      INFO(describe(puzzle));
      CollectingSink sink;
      Rng rng(3);
      Advance last = Advance::running;
      for (int slice = 0; slice < 40; ++slice) {
        const Solution board = shows->board();
        const Verdict verdict = verify(puzzle, board);
        CHECK_MESSAGE(verdict.legal(), summary(verdict));
        CHECK(holds_hints(puzzle, board));
        if (last != Advance::running) break;
        last = engine->advance({1 + rng.below(60)}, sink);
      }
    }
}

TEST_CASE("a tree search shows the pieces that it says are placed") {
  for_each_case(walks_tree, [](const EngineInfo& info, const Puzzle& puzzle) {
    const auto engine = make_engine(info, puzzle);
    const auto* shows = dynamic_cast<const ShowsBoard*>(engine.get());
    if (shows == nullptr) return;
    CollectingSink sink;
    for (int slice = 0; slice < 10; ++slice) {
      if (engine->advance({7}, sink) != Advance::running) break;
      CHECK(pieces_on(puzzle, shows->board()) == engine->progress().depth);
    }
  });
}

}  // namespace tesselle::testing
