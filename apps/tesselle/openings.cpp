#include "search/openings.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "reporter.hpp"
#include "search/certificate.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

struct OpeningsBuildOptions : RunOptions {
  OpeningsWanted wanted;
  std::string rank = "size";
};

struct FileOptions {
  std::string file, done;
  std::optional<std::string> time, out;
  std::optional<unsigned> threads;
  std::optional<std::string> part;
  std::optional<std::size_t> random;
  std::uint64_t seed = 1;
  std::size_t count = 20;
  bool json = false, quiet = false;
};

const char* weight_of(OpeningRank rank) {
  return rank == OpeningRank::size ? "boards two placements further"
                                   : "pieces that fit the cells around, turns included";
}

void print_summary(const OpeningSet& set) {
  print_text("{}: {} of depth {}, engine {}{}{}\n", set.puzzle.name, counted(set.openings.size(), "opening"), set.depth,
             set.engine, set.options.empty() ? "" : ", ", set.options);
  print_text("{} above them, {}; weights from {} to {} ({})\n", counted(set.top_nodes, "node"),
             counted(set.top_solutions, "solution"), grouped(set.openings.front().weight),
             grouped(set.openings.back().weight), weight_of(set.rank));
}

int build(OpeningsBuildOptions options) {
  const std::string file = *options.out;
  require_folder(std::filesystem::path(file));
  options.out.reset();
  options.wanted.rank = options.rank == "size" ? OpeningRank::size : OpeningRank::domains;
  const auto set = build_openings(request_from(options, Goal::count), options.wanted, stop_on_signals());
  if (!set) {
    tell("tesselle: stopped, {} was not written\n", file);
    return exit_codes::limit;
  }
  write_openings(file, *set);
  if (options.json)
    fmt::print("{}\n", openings_json(*set));
  else if (!options.quiet)
    print_summary(*set);
  return exit_codes::answered;
}

int info(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  if (options.json)
    fmt::print("{}\n", openings_json(set));
  else
    print_summary(set);
  return exit_codes::answered;
}

int list(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  const auto boards = opening_boards(set, options.count);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto& [position, weight] = set.openings[i];
    const auto pieces = opening_placements(set, boards[i]);
    if (options.json)
      fmt::print("{}\n", opening_json(i + 1, set.openings[i], pieces));
    else if (!pieces.empty())
      print_text("{:>8}  weight {:>10}  {}\n", i + 1, grouped(weight), fmt::join(pieces, "  "));
    else
      print_text("{:>8}  weight {:>10}  choices {}\n", i + 1, grouped(weight), fmt::join(position.choices, " "));
  }
  return exit_codes::answered;
}

void print_sum(const Finished& f) {
  print_text("{}{}, {} distinct\n", f.status == Status::exhausted ? "" : "at least ", counted(f.solutions, "solution"),
             grouped(f.distinct.value_or(0)));
  print_text("{} of {} openings done, {}, {} verified, {}\n", grouped(f.units->done), grouped(f.units->all),
             counted(f.nodes, "node"), counted(f.verified, "board"), readable_seconds(f.seconds));
}

std::unique_ptr<UnitLedger> ledger_of(const FileOptions& options, const OpeningSet& set, bool with_boards) {
  auto ledger = open_ledger(options.file, set, options.done, with_boards);
  if (const auto done = ledger->totals().done; done > 0 && !options.quiet)
    tell("{} done before\n", counted(done, "opening"));
  return ledger;
}

/// What can be refused, before the ledger is opened.
OpeningsRun solving_limits(const FileOptions& options) {
  OpeningsRun how;
  how.threads = options.threads.value_or(0);
  if (options.time) how.limits.seconds = parse_duration(*options.time);
  return how;
}

Finished solve_remaining(const FileOptions& options, const OpeningSet& set, UnitLedger& ledger,
                         const OpeningsRun& how) {
  const Subscriber report = make_reporter(set.puzzle, {.json = options.json, .quiet = options.quiet});
  const Finished finished = solve_openings(set, ledger, how, report, stop_on_signals());
  if (!options.json) print_sum(finished);
  return finished;
}

int solve(const FileOptions& options) {
  OpeningsRun how = solving_limits(options);
  if (options.out) how.out = *options.out;
  require_folder(how.out);
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  const auto ledger = ledger_of(options, set, options.out.has_value());
  return answer_of(solve_remaining(options, set, *ledger, how)).exit_code;
}

int certify(const FileOptions& options) {
  if (!options.out) throw UsageError("openings certify: --out FILE is missing");
  require_folder(std::filesystem::path(*options.out));
  const OpeningsRun how = solving_limits(options);
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  const auto ledger = ledger_of(options, set, false);
  const Finished finished = solve_remaining(options, set, *ledger, how);
  const auto certificate = certificate_of(set, *ledger);
  if (certificate) write_certificate(*options.out, *certificate);
  if (!certificate)
    tell("tesselle: not all openings are done, {} was not written\n", *options.out);
  else if (!options.quiet && !options.json)
    say_written(*options.out);
  return answer_of(finished).exit_code;
}

RecheckWanted recheck_wanted(const FileOptions& options) {
  RecheckWanted wanted;
  if (options.part) {
    const auto [part, parts] = parse_part(*options.part);
    wanted.part = part;
    wanted.parts = parts;
  }
  wanted.random = options.random;
  wanted.seed = options.seed;
  wanted.threads = options.threads.value_or(0);
  if (options.time) wanted.limits.seconds = parse_duration(*options.time);
  return wanted;
}

void print_recheck(const FileOptions& options, const Certificate& certificate, const RecheckReport& report) {
  if (options.json) {
    fmt::print("{}\n", recheck_json(certificate, report));
    return;
  }
  const UnitTotals all = certificate.totals(options.file);
  print_text("certificate: {}, {} distinct, {} in {} openings of depth {}, engine {}\n",
             counted(all.solutions, "solution"), grouped(all.distinct), counted(all.nodes, "node"), grouped(all.units),
             certificate.set.depth, certificate.set.engine);
  print_text("walked again: the nodes above the openings, and {} of {}{}; {}, all as certified\n",
             grouped(report.checked), counted(all.units, "opening"),
             report.complete() ? "" : fmt::format(" ({} were wanted)", grouped(report.wanted)),
             counted(report.nodes, "node"));
}

/// As for a file of solutions, a claim that is wrong is bad input.
int check_again(const FileOptions& options) {
  const Certificate certificate = read_certificate(options.file);
  const RecheckWanted wanted = recheck_wanted(options);
  const Subscriber reporter = make_reporter(certificate.set.puzzle, {.json = options.json, .quiet = options.quiet});
  const Subscriber progress = [&](const Event& event) {  // the sums of a part would be taken for those of the whole
    if (!options.json && std::holds_alternative<ProgressMade>(event)) reporter(event);
  };
  const RecheckReport report = recheck(options.file, certificate, wanted, progress, stop_on_signals());
  if (!report.wrong.empty()) throw InputError({options.file}, report.wrong);
  print_recheck(options, certificate, report);
  return report.complete() ? exit_codes::answered : exit_codes::limit;
}

/// What `solve` and `certify` share.
void add_solving_options(Command command, FileOptions& options) {
  command.option("--done", options.done, "which are done (default: the file's name with .done)").value("FILE");
  command.option("--threads", options.threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.option("--time", options.time, "stop after 60s, 10m, 1h");
  command.flag("--quiet", options.quiet, "say less");
}

Command add_file_command(Command parent, const std::string& name, const std::string& help, FileOptions& options) {
  Command command = parent.subcommand(name, help);
  command.argument("file", options.file, "a file made by openings build").required().value("FILE");
  command.flag("--json", options.json, "JSON lines on stdout");
  return command;
}

}  // namespace

void add_openings(Command program) {
  Command openings = program.subcommand("openings", "all beginnings of a search, as data and as units of work");
  openings.require_subcommand();

  auto for_build = std::make_shared<OpeningsBuildOptions>();
  Command build_command = openings.subcommand("build", "write all beginnings to one file");
  add_run_options(build_command, *for_build, {Goal::all});
  for (const char* of_searches :
       {"--time", "--nodes", "--threads", "--checkpoint", "--resume", "--color", "--out", "--json", "--overwrite"})
    build_command.remove(of_searches);
  build_command.option("--depth", for_build->wanted.depth, "pieces placed in each (default: see --count)")
      .range(1, 4096);
  build_command.option("--count", for_build->wanted.count, "the first depth with at least this many")
      .positive()
      .show_default();
  build_command
      .option("--rank", for_build->rank,
              "heaviest first by size (boards two placements further) or by domains (what fits the cells around)")
      .one_of({"size", "domains"})
      .show_default();
  build_command.option("--max", for_build->wanted.max, "give up if there are more openings").positive().show_default();
  build_command.option("--out", for_build->out, "the file to write").value("FILE").required();
  build_command.flag("--json", for_build->json, "print the result as JSON");
  build_command.on_run([for_build] { return build(*for_build); });

  auto for_info = std::make_shared<FileOptions>();
  add_file_command(openings, "info", "what a file holds", *for_info).on_run([for_info] { return info(*for_info); });

  auto for_list = std::make_shared<FileOptions>();
  Command list_command = add_file_command(openings, "list", "the heaviest openings", *for_list);
  list_command.option("--first", for_list->count, "list this many, the heaviest ones").show_default();
  list_command.on_run([for_list] { return list(*for_list); });

  auto for_solve = std::make_shared<FileOptions>();
  Command solve_command = add_file_command(openings, "solve", "solve the remaining openings", *for_solve);
  add_solving_options(solve_command, *for_solve);
  solve_command
      .option("--out", for_solve->out,
              "write every board to this file; they are kept with what is done, so ask from the first run on")
      .value("FILE");
  solve_command.on_run([for_solve] { return solve(*for_solve); });

  auto for_certify = std::make_shared<FileOptions>();
  Command certify_command = add_file_command(
      openings, "certify", "solve the remaining openings and write what was found below each", *for_certify);
  add_solving_options(certify_command, *for_certify);
  certify_command.option("--out", for_certify->out, "the certificate").value("FILE");
  certify_command.on_run([for_certify] { return certify(*for_certify); });

  auto for_recheck = std::make_shared<FileOptions>();
  Command recheck_command = openings.subcommand("recheck", "walk openings of a certificate again and compare");
  recheck_command.argument("file", for_recheck->file, "a file made by openings certify").required().value("FILE");
  recheck_command.flag("--json", for_recheck->json, "one JSON object on stdout");
  recheck_command.option("--part", for_recheck->part, "part K of N equal parts, for several machines").value("K/N");
  recheck_command.option("--random", for_recheck->random, "only this many openings, drawn at random").value("N");
  recheck_command.option("--seed", for_recheck->seed, "seed of --random").show_default();
  recheck_command.option("--threads", for_recheck->threads, "worker threads (default: all cores)").range(1u, 1024u);
  recheck_command.option("--time", for_recheck->time, "stop after 60s, 10m, 1h");
  recheck_command.flag("--quiet", for_recheck->quiet, "say less");
  recheck_command.on_run([for_recheck] { return check_again(*for_recheck); });
}

}  // namespace tesselle
