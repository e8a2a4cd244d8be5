#include "search/openings.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "reporter.hpp"
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
  std::size_t count = 20;
  bool json = false, quiet = false;
};

const char* weight_of(OpeningRank rank) {
  return rank == OpeningRank::size ? "boards two placements further"
                                   : "pieces that fit the cells around, turns included";
}

void print_summary(const OpeningSet& set) {
  fmt::print("{}: {} of depth {}, engine {}{}{}\n", set.puzzle.name, counted(set.openings.size(), "opening"), set.depth,
             set.engine, set.options.empty() ? "" : ", ", set.options);
  fmt::print("{} above them, {}; weights from {} to {} ({})\n", counted(set.top_nodes, "node"),
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
      fmt::print("{:>8}  weight {:>10}  {}\n", i + 1, grouped(weight), fmt::join(pieces, "  "));
    else
      fmt::print("{:>8}  weight {:>10}  choices {}\n", i + 1, grouped(weight), fmt::join(position.choices, " "));
  }
  return exit_codes::answered;
}

void print_sum(const Finished& f) {
  fmt::print("{}{}, {} distinct\n", f.status == Status::exhausted ? "" : "at least ", counted(f.solutions, "solution"),
             grouped(f.distinct.value_or(0)));
  fmt::print("{} of {} openings done, {}, {} verified, {}\n", grouped(f.units->done), grouped(f.units->all),
             counted(f.nodes, "node"), counted(f.verified, "board"), readable_seconds(f.seconds));
}

int solve(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  const auto ledger = open_ledger(options.file, set, options.done, options.out.has_value());
  if (const auto done = ledger->totals().done; done > 0 && !options.quiet)
    tell("{} done before\n", counted(done, "opening"));
  OpeningsRun how{.threads = options.threads.value_or(0)};
  if (options.time) how.limits.seconds = parse_duration(*options.time);
  if (options.out) how.out = *options.out;
  const Subscriber report = make_reporter(set.puzzle, {.json = options.json, .quiet = options.quiet});
  const Finished finished = solve_openings(set, *ledger, how, report, stop_on_signals());
  if (!options.json) print_sum(finished);
  return answer_of(finished).exit_code;
}

Command add_file_command(Command parent, const std::string& name, const std::string& help, FileOptions& options) {
  Command command = parent.subcommand(name, help);
  command.argument("file", options.file, "a file made by openings build").required();
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
  solve_command.option("--done", for_solve->done, "which are done (default: the file's name with .done)").value("FILE");
  solve_command
      .option("--out", for_solve->out,
              "write every board to this file; they are kept with what is done, so ask from the first run on")
      .value("FILE");
  solve_command.option("--threads", for_solve->threads, "worker threads (default: all cores)").range(1u, 1024u);
  solve_command.option("--time", for_solve->time, "stop after 60s, 10m, 1h");
  solve_command.flag("--quiet", for_solve->quiet, "say less");
  solve_command.on_run([for_solve] { return solve(*for_solve); });
}

}  // namespace tesselle
