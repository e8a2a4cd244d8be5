#include "run/openings.hpp"

#include <fmt/format.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "base/errors.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "reporter.hpp"
#include "run/event_json.hpp"
#include "run_options.hpp"
#include "store/opening_ledger.hpp"

namespace tesselle {
namespace {

struct OpeningsBuildOptions : RunOptions {
  OpeningsWanted wanted;
  std::string rank = "size";
};

struct FileOptions {
  std::string file, done;
  std::optional<std::string> time, out;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::size_t most = 20;
  bool json = false, quiet = false;
};

const char* name_of(OpeningRank rank) { return rank == OpeningRank::size ? "size" : "domains"; }

const char* weight_of(OpeningRank rank) {
  return rank == OpeningRank::size ? "boards two placements further"
                                   : "pieces that fit the cells around, turns included";
}

nlohmann::json summary(const OpeningSet& set) {
  return {{"puzzle", set.puzzle.name},
          {"hash", hex64(puzzle_hash(set.puzzle))},
          {"engine", set.engine},
          {"options", set.options},
          {"depth", set.depth},
          {"openings", set.openings.size()},
          {"top_nodes", set.top_nodes},
          {"top_solutions", set.top_solutions},
          {"rank", name_of(set.rank)},
          {"heaviest", set.openings.front().weight},
          {"lightest", set.openings.back().weight}};
}

void print_summary(const OpeningSet& set) {
  fmt::print("{}: {} openings of depth {}, engine {}{}{}\n", set.puzzle.name, grouped(set.openings.size()), set.depth,
             set.engine, set.options.empty() ? "" : ", ", set.options);
  fmt::print("{} nodes above them, {} solutions; weights from {} to {} ({})\n", grouped(set.top_nodes),
             grouped(set.top_solutions), grouped(set.openings.front().weight), grouped(set.openings.back().weight),
             weight_of(set.rank));
}

int build(OpeningsBuildOptions options) {
  if (!options.out) throw UsageError("openings build: --out FILE is missing");
  if (options.engine == "auto") options.engine = "scan";
  PreparedRun prepared = prepare_run(options, Goal::count);
  const bool reduced = options.symmetry != "all" && prepared.request.engine->reduces_symmetry;
  prepared.request.config.symmetry = reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;
  options.wanted.rank = options.rank == "size" ? OpeningRank::size : OpeningRank::domains;
  const auto set = build_openings(prepared.request, options.wanted, stop_on_signals());
  if (!set) {
    fmt::print(stderr, "tesselle: stopped, {} was not written\n", *options.out);
    return exit_codes::limit;
  }
  write_openings(*options.out, *set);
  if (options.json)
    fmt::print("{}\n", summary(*set).dump());
  else if (!options.quiet)
    print_summary(*set);
  return exit_codes::answered;
}

int info(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  if (options.json)
    fmt::print("{}\n", summary(set).dump());
  else
    print_summary(set);
  return exit_codes::answered;
}

/// "A1 17/2": which piece lies where, and how many quarter turns it was given.
std::vector<std::string> placements(const Puzzle& puzzle, const Solution& board) {
  std::vector<std::string> words;
  const auto& cells = board.edge().cells;
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    if (cells[cell])
      words.push_back(fmt::format("{} {}/{}", square_name(puzzle.edge(), Square(cell)), cells[cell]->piece.index() + 1,
                                  cells[cell]->rotation));
  return words;
}

int list(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  const auto boards = opening_boards(set, options.most);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto& [position, weight] = set.openings[i];
    const bool shown = boards[i] && set.puzzle.family() == Family::edge;
    const auto pieces = shown ? placements(set.puzzle, *boards[i]) : std::vector<std::string>{};
    if (options.json)
      fmt::print(
          "{}\n",
          nlohmann::json{{"opening", i + 1}, {"weight", weight}, {"choices", position.choices}, {"placements", pieces}}
              .dump());
    else if (shown)
      fmt::print("{:>8}  weight {:>10}  {}\n", i + 1, grouped(weight), fmt::join(pieces, "  "));
    else
      fmt::print("{:>8}  weight {:>10}  choices {}\n", i + 1, grouped(weight), fmt::join(position.choices, " "));
  }
  return exit_codes::answered;
}

/// Everything found so far: above the openings, and in those that are done.
struct Sum {
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  std::size_t done = 0;

  void add(const OpeningLedger::Row& row) {
    nodes += row.nodes;
    solutions += row.solutions;
    distinct += row.distinct;
    verified += row.verified;
    ++done;
  }
};

void print_sum(const FileOptions& options, const OpeningSet& set, const Sum& sum, Status status, double seconds) {
  const bool complete = status == Status::exhausted;
  if (options.json) {
    fmt::print("{}\n", nlohmann::json{{"event", "finished"},
                                      {"status", status_name(status)},
                                      {"engine", set.engine},
                                      {"solutions", sum.solutions},
                                      {"distinct", sum.distinct},
                                      {"nodes", sum.nodes},
                                      {"seconds", seconds},
                                      {"best", nullptr},
                                      {"verified", sum.verified},
                                      {"openings", set.openings.size()},
                                      {"done", sum.done}}
                           .dump());
    return;
  }
  fmt::print("{}{} solutions, {} distinct\n", complete ? "" : "at least ", grouped(sum.solutions),
             grouped(sum.distinct));
  fmt::print("{} of {} openings done, {} nodes, {} boards verified, {}\n", grouped(sum.done),
             grouped(set.openings.size()), grouped(sum.nodes), grouped(sum.verified), readable_seconds(seconds));
}

OpeningLedger open_ledger(const FileOptions& options, const OpeningSet& set) {
  Fnv64 hash;
  hash.add(read_file(options.file, std::size_t{4} << 30));
  const std::string file = options.done.empty() ? options.file + ".done" : options.done;
  return OpeningLedger(file, hash.value(), set.openings.size(), options.out.has_value());
}

/// What was done before; the sum gets it.
std::vector<bool> done_before(const FileOptions& options, const OpeningLedger& ledger, const OpeningSet& set,
                              Sum& sum) {
  std::vector<bool> done(set.openings.size(), false);
  for (const OpeningLedger::Row& row : ledger.rows()) {
    if (row.opening >= done.size()) throw InputError({options.done}, "names an opening that is not there");
    done[row.opening] = true;
    sum.add(row);
  }
  if (sum.done > 0 && !options.quiet) fmt::print(stderr, "{} openings were done before\n", grouped(sum.done));
  return done;
}

/// Keeps the boards of one opening as text, and tells them as events if asked to.
OpeningLedger::Row row_of(const OpeningResult& result, const OpeningSet& set, bool json, std::uint64_t& announced) {
  OpeningLedger::Row row{result.opening, result.nodes, result.solutions, result.distinct, result.verified};
  for (const SolutionRecord& board : result.boards) {
    row.boards.push_back(write_solution_json(set.puzzle, board));
    if (json) fmt::print("{}\n", event_json(set.puzzle, SolutionFound{board, ++announced}));
  }
  return row;
}

/// Every board found, in this run and before, one per line.
void write_boards(const std::string& file, const OpeningSet& set, const OpeningLedger& ledger) {
  std::string lines;
  for (const SolutionRecord& board : top_boards(set)) lines += write_solution_json(set.puzzle, board) + "\n";
  ledger.for_each_board([&](const std::string& board) { lines += board + "\n"; });
  write_file_atomically(file, lines);
}

std::string progress_text(const OpeningSet& set, const Sum& sum, double seconds) {
  const double part = static_cast<double>(sum.done) / static_cast<double>(set.openings.size());
  return fmt::format("{:5.1f} %  {} of {} openings, {} found, {} nodes, {}", 100 * part, grouped(sum.done),
                     grouped(set.openings.size()), grouped(sum.solutions), grouped(sum.nodes),
                     readable_seconds(seconds));
}

int solve(const FileOptions& options) {
  const OpeningSet set = read_openings(options.file);
  check_tree(options.file, set);
  OpeningLedger ledger = open_ledger(options, set);
  Sum sum{set.top_nodes, set.top_solutions, set.top_distinct, set.top_verified, 0};
  const std::vector<bool> done = done_before(options, ledger, set, sum);

  const std::atomic<bool>& signalled = stop_on_signals();
  std::atomic<bool> stop = false;
  const Stopwatch watch;
  const double limit = options.time ? parse_duration(*options.time) : 1e18;
  std::mutex mutex;  // guards sum
  std::jthread watcher([&](const std::stop_token& ended) {
    LiveLine line(!options.json && !options.quiet);
    while (!ended.stop_requested() && !stop) {
      if (signalled || watch.seconds() > limit) stop = true;
      line.show([&] {
        const std::lock_guard lock(mutex);
        return progress_text(set, sum, watch.seconds());
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  std::uint64_t announced = 0;
  const auto finished = [&](const OpeningResult& result) {
    const OpeningLedger::Row row = row_of(result, set, options.json, announced);
    ledger.add(row);
    const std::lock_guard lock(mutex);
    sum.add(row);
  };
  const bool complete = solve_openings(set, done, options.threads, stop, finished,
                                       ledger.keeps_boards() ? OpeningBoards::kept : OpeningBoards::counted);
  watcher.request_stop();
  watcher.join();
  ledger.save();
  if (options.out) write_boards(*options.out, set, ledger);
  const Status status = complete ? Status::exhausted : signalled ? Status::stopped : Status::limit;
  print_sum(options, set, sum, status, watch.seconds());
  if (!complete) return exit_codes::limit;
  return sum.solutions > 0 ? exit_codes::answered : exit_codes::no_solution;
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
  add_run_options(build_command, *for_build);
  for (const char* of_searches : {"--time", "--nodes", "--threads", "--checkpoint", "--resume", "--color"})
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
  build_command.option("--most", for_build->wanted.most, "give up if there are more").positive().show_default();
  build_command.on_run([for_build] { return build(*for_build); });

  auto for_info = std::make_shared<FileOptions>();
  add_file_command(openings, "info", "what a file holds", *for_info).on_run([for_info] { return info(*for_info); });

  auto for_list = std::make_shared<FileOptions>();
  Command list_command = add_file_command(openings, "list", "the heaviest openings", *for_list);
  list_command.option("--most", for_list->most, "how many").show_default();
  list_command.on_run([for_list] { return list(*for_list); });

  auto for_solve = std::make_shared<FileOptions>();
  Command solve_command = add_file_command(openings, "solve", "walk those that are not done yet", *for_solve);
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
