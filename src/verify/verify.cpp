#include "tesselle/verify.hpp"

#include <fmt/format.h>

#include "tesselle/record.hpp"

namespace tesselle {
namespace {

constexpr std::size_t named_in_summary = 3;

Verdict wrong_family(const Puzzle& puzzle, const Solution& solution) {
  Verdict verdict = puzzle.family() == Family::edge ? verify_edge(puzzle.edge(), EdgeBoard{})
                                                    : verify_packing(puzzle.packing(), PackingLayout{});
  const Family found = solution.body.index() == 0 ? Family::edge : Family::packing;
  verdict.faults = {{fmt::format("the puzzle is of the {} family, the solution of the {} family",
                                 family_name(puzzle.family()), family_name(found))}};
  verdict.complete = false;
  return verdict;
}

std::string joined(const std::vector<Fault>& faults) {
  std::string text;
  for (std::size_t i = 0; i < faults.size() && i < named_in_summary; ++i) text += (i == 0 ? "" : "; ") + faults[i].what;
  return faults.size() > named_in_summary ? text + "; …" : text;
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

Verdict verify(const Puzzle& puzzle, const Solution& solution) {
  if (puzzle.body.index() != solution.body.index()) return wrong_family(puzzle, solution);
  return puzzle.family() == Family::edge ? verify_edge(puzzle.edge(), solution.edge())
                                         : verify_packing(puzzle.packing(), solution.packing());
}

SolutionRecord verified_record(const Puzzle& puzzle, const Solution& board) {
  const Verdict verdict = verify(puzzle, board);
  SolutionRecord record;
  record.puzzle = puzzle.name;
  record.hash = puzzle_hash(puzzle);
  record.solution = board;
  record.score = verdict.score;
  record.max_score = verdict.max_score;
  record.conflicts = verdict.conflicts;
  return record;
}

std::string summary(const Verdict& verdict) {
  if (verdict.solves()) return "solves it";
  if (!verdict.legal()) return counted(verdict.faults.size(), "fault") + ": " + joined(verdict.faults);
  const std::string conflicts = counted(static_cast<std::size_t>(verdict.conflicts), "conflict");
  return fmt::format("{}{}: {}", verdict.complete ? "" : "incomplete, ", conflicts, joined(verdict.shortfalls));
}

}  // namespace tesselle
