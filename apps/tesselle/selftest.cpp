#include <fmt/format.h>

#include <cstdio>

#include "base/readable.hpp"
#include "commands.hpp"
#include "search/agreement/agreement.hpp"
#include "signals.hpp"
#include "tesselle/search.hpp"
#include "text_table.hpp"

namespace tesselle {
namespace {

constexpr double usual_selftest_seconds = 10;

struct SelftestOptions {
  AgreementRequest request;
  std::vector<std::string> files;
  std::optional<std::string> time;
  std::string folder = "selftest-failures";
  bool json = false;
};

void tell_failure(const KeptCase& kept, bool json) {
  if (json)
    fmt::print("{}\n", failure_json(kept));
  else
    fmt::print("puzzle {}: {}\n  {}\n  replay with: tesselle selftest --replay {}\n\n", kept.number, kept.failing.what,
               to_text(kept.failing.trial), kept.file.string());
  std::fflush(stdout);
}

void print_tallies(const AgreementReport& report) {
  std::vector<std::vector<std::string>> table = {{"engine", "family", "trials", "refused", "too long", "seconds"}};
  for (const auto& [engine, tally] : report.engines)
    table.push_back({engine.second, std::string(family_name(engine.first)), grouped(tally.trials),
                     grouped(tally.refused), grouped(tally.too_long), fmt::format("{:.2f}", tally.seconds)});
  print_columns(table, 2);
}

void print_agreement(const AgreementReport& report) {
  print_tallies(report);
  fmt::print("\n{} in {}: {} compared with brute force, {} with a solution; {} left out as too large\n",
             counted(report.puzzles, "puzzle"), readable_seconds(report.seconds), grouped(report.brute_force),
             grouped(report.solvable), grouped(report.too_large));
  fmt::print("{} besides: known solutions followed through every tree\n", counted(report.large, "large puzzle"));
  fmt::print("go on with: tesselle selftest --seed {} --first {}\n", report.seed, report.next);
  if (report.failures.empty())
    fmt::print("all engines agree\n");
  else
    fmt::print("{}\n", counted(report.failures.size(), "disagreement"));
}

int run_replay(const SelftestOptions& options) {
  bool agrees = true;
  for (const std::string& file : options.files) {
    const auto failing = replay(file);
    for (const FailingCase& one : failing) {
      if (options.json)
        fmt::print("{}\n", failure_json({one, 0, file}));
      else
        fmt::print("{}: {}\n  {}\n", file, one.what, to_text(one.trial));
    }
    if (failing.empty() && !options.json) fmt::print("{}: all agree\n", file);
    agrees = agrees && failing.empty();
  }
  return agrees ? exit_codes::answered : exit_codes::internal_error;
}

int run_selftest(SelftestOptions& options) {
  if (!options.files.empty()) return run_replay(options);
  AgreementRequest& request = options.request;
  if (options.time) request.seconds = parse_duration(*options.time);
  if (!request.seconds && !request.puzzles) request.seconds = usual_selftest_seconds;
  request.folder = options.folder;
  const auto tell = [&](const KeptCase& kept) { tell_failure(kept, options.json); };
  const AgreementReport report = check_agreement(request, tell, stop_on_signals());
  if (options.json)
    fmt::print("{}\n", agreement_json(report));
  else
    print_agreement(report);
  return report.failures.empty() ? exit_codes::answered : exit_codes::internal_error;
}

}  // namespace

void add_selftest(Command program) {
  auto options = std::make_shared<SelftestOptions>();
  AgreementRequest& request = options->request;
  Command command = program.subcommand("selftest", "compare all engines with brute force on random puzzles");
  command.option("--puzzles", request.puzzles, "end after this many puzzles").positive().value("N");
  command.option("--time", options->time, "end after this time: 60s, 10m, 1h (default: 10s, or until --puzzles)");
  command.option("--seed", request.seed, "seed of the puzzles and of what is done with them").show_default();
  command.option("--first", request.first, "number of the first puzzle").positive().show_default();
  command.option("--threads", request.threads, "puzzles at a time").range(1u, 1024u).show_default();
  command.option("--engine", request.engines, "only this engine; may be repeated").value("NAME");
  command.option("--out", options->folder, "the folder in which failing cases are kept").value("FOLDER").show_default();
  command.option("--replay", options->files, "try the case in this file instead; may be repeated").value("FILE");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command.on_run([options] { return run_selftest(*options); });
}

}  // namespace tesselle
