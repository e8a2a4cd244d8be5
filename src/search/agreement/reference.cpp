#include "search/agreement/reference.hpp"

#include "run/registry.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t brute_force_patience = 4000;  // partial boards: a millisecond or two
constexpr std::uint64_t yardstick_nodes = 20'000;
constexpr std::size_t max_reference_boards = 2000;

std::optional<Boards> yardstick_boards(const Puzzle& puzzle, const SymmetryGroup& group) {
  const EngineInfo& engine = engine_named(puzzle.family() == Family::edge ? "backtrack" : "dlx", puzzle.family());
  EngineConfig config;
  config.goal = Goal::all;
  config.options = Options(engine.options);
  KeyCollector sink(puzzle, group);
  if (engine.make(puzzle, config)->advance({yardstick_nodes}, sink) != Advance::exhausted) return std::nullopt;
  Boards boards;
  for (std::size_t i = 0; i < sink.keys.size(); ++i) boards.emplace(sink.keys[i], sink.boards[i]);
  return boards;
}

}  // namespace

void KeyCollector::improved(const Solution& board) {
  const Verdict verdict = verify(puzzle_, board);
  if (!verdict.legal() && refused.empty()) refused = summary(verdict);
  best_score = std::max(best_score, verdict.score);
}

Flow KeyCollector::offer(const Solution& solution, std::uint64_t orbit_size) {
  const Verdict verdict = verify(puzzle_, solution);
  if (!verdict.solves() && refused.empty()) refused = summary(verdict);
  keys.push_back(group_.key(solution));
  boards.push_back(solution);
  orbit_sizes.push_back(orbit_size);
  return std::exchange(stop_next, false) ? Flow::stop : Flow::go_on;
}

std::optional<Reference> reference_of(const Puzzle& puzzle) {
  Reference reference{SymmetryGroup(puzzle), {}};
  auto boards = try_all_boards(puzzle, brute_force_patience);
  reference.brute_force = boards.has_value();
  if (!boards) boards = yardstick_boards(puzzle, reference.group);
  if (!boards || boards->size() > max_reference_boards) return std::nullopt;
  reference.boards = std::move(*boards);
  reference.distinct = distinct_count(puzzle, reference.boards);
  return reference;
}

Reference reference_of_planted(const Puzzle& puzzle, const Solution& planted) {
  Reference reference{SymmetryGroup(puzzle), {}, 0, false};
  reference.boards.emplace(reference.group.key(planted), planted);
  return reference;
}

}  // namespace tesselle
