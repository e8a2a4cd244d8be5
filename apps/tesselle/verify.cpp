#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "formats/formats.hpp"
#include "verify/verify.hpp"

namespace tesselle {
namespace {

struct VerifyOptions {
  std::string puzzle, solution;
  bool json = false;
};

void print_json(const Verdict& verdict) {
  nlohmann::ordered_json faults = nlohmann::ordered_json::array();
  for (const Fault& fault : verdict.faults) faults.push_back(fault.what);
  const nlohmann::ordered_json json = {{"event", "verdict"},
                                       {"solves", verdict.solves()},
                                       {"legal", verdict.legal()},
                                       {"complete", verdict.complete},
                                       {"score", verdict.score},
                                       {"max_score", verdict.max_score},
                                       {"conflicts", verdict.conflicts},
                                       {"faults", faults}};
  fmt::print("{}\n", json.dump());
}

void print_text(const Puzzle& puzzle, const Verdict& verdict) {
  const bool edge = puzzle.family() == Family::edge;
  fmt::print("{}: {}\n", puzzle.name, verdict.solves() ? "this is a solution" : "this is not a solution");
  fmt::print("score {} of {}, {} {}{}\n", verdict.score, verdict.max_score, verdict.conflicts,
             edge ? "conflicts" : "cells not covered", verdict.complete ? "" : ", not complete");
  for (const Fault& fault : verdict.faults) fmt::print("fault: {}\n", fault.what);
}

int verify_file(const VerifyOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  const Verdict verdict = verify(puzzle, load_solution(puzzle, options.solution).solution);
  if (options.json)
    print_json(verdict);
  else
    print_text(puzzle, verdict);
  return verdict.solves() ? exit_codes::answered : exit_codes::no_solution;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify", "is this a solution: score, conflicts, faults (exit 0 if it is, 1 if not)");
  command->add_option("puzzle", options->puzzle, "a built-in puzzle's name or a file")->required()->type_name("P");
  command->add_option("solution", options->solution, "a solution file: JSON or a board address")
      ->required()
      ->type_name("S");
  command->add_flag("--json", options->json, "print the verdict as JSON");
  command->callback([options, &exit_code] { exit_code = verify_file(*options); });
}

}  // namespace tesselle
