#include "tesselle/verify.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/verdict_json.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "verify/drat.hpp"

namespace tesselle {
namespace {

struct VerifyOptions {
  std::string puzzle, solution;
  std::optional<std::string> proof, cnf;
  bool json = false;
};

constexpr std::size_t max_proof_bytes = std::size_t{4} << 30;

void print_verdict(const Puzzle& puzzle, const Verdict& verdict) {
  const bool edge = puzzle.family() == Family::edge;
  fmt::print("{}: {}\n", puzzle.name, verdict.solves() ? "this is a solution" : "this is not a solution");
  const std::string conflicts = counted(static_cast<std::uint64_t>(verdict.conflicts), edge ? "conflict" : "cell");
  fmt::print("score {} of {}, {}{}{}\n", verdict.score, verdict.max_score, conflicts, edge ? "" : " not covered",
             verdict.complete ? "" : ", not complete");
  for (const Fault& fault : verdict.faults) fmt::print("fault: {}\n", fault.what);
}

int verify_file(const VerifyOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  const Verdict verdict = verify(puzzle, load_solution(puzzle, options.solution).solution);
  if (options.json)
    fmt::print("{}\n", verdict_json(puzzle, verdict));
  else
    print_verdict(puzzle, verdict);
  return verdict.solves() ? exit_codes::answered : exit_codes::no_solution;
}

int verify_proof(const VerifyOptions& options) {
  const ProofVerdict verdict = check_drat(read_file(*options.cnf, max_proof_bytes), *options.cnf,
                                          read_file(*options.proof, max_proof_bytes), *options.proof);
  if (options.json)
    fmt::print("{}\n", proof_json(verdict));
  else if (verdict.accepted)
    fmt::print("this is a proof: the formula of {} clauses has no solution ({} steps checked, {} deletions)\n",
               verdict.clauses, verdict.lemmas, verdict.deletions);
  else
    fmt::print("this is not a proof\nfault: {}\n", verdict.reason);
  return verdict.accepted ? exit_codes::answered : exit_codes::no_solution;
}

int verify_either(const VerifyOptions& options) {
  if (options.proof.has_value() != options.cnf.has_value()) throw UsageError("--proof FILE and --cnf FILE go together");
  if (options.proof && !options.puzzle.empty()) throw UsageError("verify a solution, or a proof, not both at once");
  if (!options.proof && options.solution.empty())
    throw UsageError("expected a puzzle and a solution, or --proof and --cnf");
  return options.proof ? verify_proof(options) : verify_file(options);
}

}  // namespace

void add_verify(Command program) {
  auto options = std::make_shared<VerifyOptions>();
  Command command = program.subcommand(
      "verify", "is this a solution: score, conflicts, faults; or is this a proof (exit 0 if it is, 1 if not)");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").value("P");
  command.argument("solution", options->solution, "a solution file: JSON or a board address").value("S");
  command.option("--proof", options->proof, "a DRAT proof (text) that the formula of --cnf has no solution")
      .value("FILE");
  command.option("--cnf", options->cnf, "the formula, in DIMACS").value("FILE");
  command.flag("--json", options->json, "print the verdict as JSON");
  command.on_run([options] { return verify_either(*options); });
}

}  // namespace tesselle
