#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <thread>

#include "cluster/collect.hpp"
#include "cluster/publish.hpp"
#include "cluster/report.hpp"
#include "cluster/worker.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

constexpr std::size_t scores_shown = 10;

struct LedgerOptions {
  std::optional<std::string> ledger;
  std::string search;
  bool json = false, quiet = false;
};

struct ClusterPublishOptions : RunOptions {
  std::optional<std::string> ledger, unit_time;
  std::string goal = "count", name;
  std::optional<std::uint64_t> units, budget;
  int priority = 0, attempts = 10, keep = 0;
};

struct ClusterWorkOptions : LedgerOptions {
  std::optional<unsigned> threads;
  std::optional<std::string> time, shard, out;
  std::string lease = "60s", patience = "10m", worker;
  bool wait = false;
};

struct ClusterCollectOptions : LedgerOptions {
  std::vector<std::string> files;
  std::optional<std::string> out, archive;
};

struct ClusterStatusOptions : LedgerOptions {
  std::optional<std::string> every;
};

/// --ledger, or else TESSELLE_LEDGER.
std::string ledger_address(const std::optional<std::string>& given) {
  const char* from_environment = std::getenv("TESSELLE_LEDGER");
  const std::string address = given ? *given : from_environment == nullptr ? "" : from_environment;
  if (address.empty())
    throw UsageError("--ledger is missing: a SQLite file or postgresql://… (or set TESSELLE_LEDGER)");
  return address;
}

/// For commands that ask once: a ledger that cannot be reached is an error at once.
cluster::Ledger open_now(const std::optional<std::string>& given) {
  const std::string address = ledger_address(given);
  try {
    return cluster::Ledger(address, {.patience = 0});
  } catch (const LedgerLost& lost) {
    throw InputError({"--ledger"}, lost.what());
  }
}

int init_ledger(const LedgerOptions& options) {
  cluster::Ledger::init(ledger_address(options.ledger));
  const cluster::Ledger ledger = open_now(options.ledger);
  if (!options.quiet) tell("{} is ready\n", ledger.name());
  return exit_codes::answered;
}

int publish_search(const ClusterPublishOptions& options) {
  cluster::PublishOptions how;
  how.name = options.name;
  how.aim = *cluster::aim_named(options.goal);
  how.units = options.units.value_or(0);
  if (options.unit_time) how.unit_seconds = parse_duration(*options.unit_time, "--unit-time");
  how.budget = options.budget;
  how.priority = options.priority;
  how.attempts = options.attempts;
  how.threshold = options.keep;
  cluster::Ledger ledger = open_now(options.ledger);
  const auto search = cluster::publish(ledger, request_from(options, Goal::count), how, stop_on_signals());
  if (!search) {
    tell("tesselle: stopped, nothing was published\n");
    return exit_codes::limit;
  }
  if (options.json)
    fmt::print("{}\n", cluster::published_json(*search));
  else if (!options.quiet)
    print_text("search {}: {}, engine {}; a unit has a budget of {}\n", search->name,
               search->units == 0 ? "units without end" : counted(search->units, "unit"), search->engine,
               counted(search->budget, "node"));
  return exit_codes::answered;
}

/// "3/8": the third of eight.
std::pair<unsigned, unsigned> read_shard(const std::string& text) {
  unsigned index = 0, count = 0;
  int length = 0;
  const bool read = std::sscanf(text.c_str(), "%u/%u%n", &index, &count, &length) == 2;
  if (!read || length != static_cast<int>(text.size()) || index < 1 || index > count)
    throw UsageError(fmt::format("--shard: found '{}', expected I/N with I from 1 to N", text));
  return {index, count};
}

/// Where the units are taken from: the ledger itself, or the file of a shard, which is made first.
std::string work_place(const ClusterWorkOptions& options) {
  if (!options.shard && options.out) throw UsageError("--out: is for --shard; results go into the ledger");
  if (!options.shard) return ledger_address(options.ledger);
  if (!options.out) throw UsageError("--shard: --out FILE is missing");
  const auto [index, count] = read_shard(*options.shard);
  cluster::Ledger plan = open_now(options.ledger);
  cluster::make_shard(plan, index, count, *options.out);
  return *options.out;
}

void print_work(const cluster::WorkDone& done, bool json) {
  if (json) {
    print_text(
        R"({{"event":"worked","units":{},"nodes":{},"solutions":{},"boards":{},"refused":{},"failed":{},"unreadable":{},"refused_searches":{},"seconds":{:.3f}}})"
        "\n",
        done.units, done.nodes, done.solutions, done.boards, done.refused, done.failed, done.senseless,
        done.refused_searches, done.seconds);
    return;
  }
  print_text("{} done, {}, {}, {}\n", counted(done.units, "unit"), counted(done.nodes, "node"),
             done.boards > 0 ? counted(done.boards, "board") : counted(done.solutions, "solution"),
             readable_seconds(done.seconds));
}

int work_on_units(const ClusterWorkOptions& options) {
  cluster::WorkOptions how;
  how.threads = options.threads.value_or(0);
  how.lease_seconds = parse_duration(options.lease, "--lease");
  how.search = options.search;
  how.wait = options.wait;
  how.name = options.worker;
  if (options.time) how.seconds = parse_duration(*options.time);
  const cluster::Notes note = [](const std::string& text) { tell("{}\n", text); };
  const std::stop_token stop = stop_on_signals();
  try {
    cluster::Ledger ledger(work_place(options), {parse_duration(options.patience, "--patience"), stop, note});
    const cluster::WorkDone done = cluster::work(ledger, how, note, stop);
    if (options.json || !options.quiet) print_work(done, options.json);
    if (done.failed > 0) return exit_codes::internal_error;
    return done.refused_searches > 0 && done.units == 0 ? exit_codes::bad_input : exit_codes::answered;
  } catch (const LedgerLost& lost) {
    tell("tesselle: {}; what was under way will be done again\n", lost.what());
    return exit_codes::limit;
  }
}

std::string time_left_text(const cluster::SearchReport& report) {
  if (!report.seconds_left) return "";
  return fmt::format("; {} left, give or take {}", readable_seconds(*report.seconds_left),
                     readable_seconds(report.seconds_left_error.value_or(0)));
}

std::string_view state_text(const cluster::SearchReport& r) {
  const bool over = r.search.state == cluster::SearchState::open && r.all_done();
  return over ? "all done" : cluster::state_name(r.search.state);
}

void print_search(const cluster::SearchReport& r) {
  print_text("{}: {} of {}, engine {}, {}, urgency {}\n", r.search.name, cluster::aim_name(r.search.aim),
             r.search.puzzle_name, r.search.engine, state_text(r), r.search.priority);
  print_text("  {} of {} done, {} in flight, {} waiting{}\n", grouped(r.counts.done), counted(r.counts.all(), "unit"),
             grouped(r.counts.leased), grouped(r.counts.waiting), time_left_text(r));
  print_text("  {}", counted(r.nodes, "node"));
  if (r.pace.units_per_second > 0)
    print_text(", {} per second; {:.3g} units per second", grouped(static_cast<std::uint64_t>(r.pace.nodes_per_second)),
               r.pace.units_per_second);
  if (r.search.aim != cluster::Aim::optimise)
    print_text("; {}, {} distinct", counted(r.solutions, "solution"), grouped(r.distinct));
  print_text("\n");
  for (const cluster::ScoreCount& score : std::span(r.scores).first(std::min(r.scores.size(), scores_shown)))
    print_text("  score {}: {}, {} in the last hour\n", score.score, counted(score.boards, "board"),
               grouped(score.last_hour));
  if (r.seconds_to_next_point)
    print_text("  the next point is to be expected in about {}\n", readable_seconds(*r.seconds_to_next_point));
  if (r.counts.set_aside > 0)
    print_text("  {} set aside; tesselle cluster retry tries again\n", counted(r.counts.set_aside, "unit"));
  for (const cluster::SetAside& unit : r.set_aside)
    print_text("    {} ({} attempts): {}\n", unit.id, unit.attempts, unit.why);
}

void print_report(const cluster::LedgerReport& report) {
  print_text("{}\n", report.ledger);
  for (const cluster::SearchReport& search : report.searches) print_search(search);
  if (report.searches.empty()) print_text("nothing was published\n");
  if (report.senseless > 0) print_text("{} in the list of searches\n", counted(report.senseless, "unreadable row"));
  std::uint64_t silent = 0;
  for (const cluster::WorkerRow& worker : report.workers)
    if (worker.seen < cluster::silent_seconds || worker.leased > 0)
      print_text("worker {}: {} in flight, seen {} ago\n", worker.name, counted(worker.leased, "unit"),
                 readable_seconds(worker.seen));
    else
      ++silent;
  if (silent > 0) print_text("{} gone\n", counted(silent, "worker"));
}

int show_status(const ClusterStatusOptions& options) {
  cluster::Ledger ledger = open_now(options.ledger);
  const std::stop_token stop = stop_on_signals();
  const double pause = options.every ? parse_duration(*options.every, "--every") : 0;
  do {
    const cluster::LedgerReport report = cluster::report(ledger, options.search);
    if (options.json)
      fmt::print("{}\n", cluster::report_json(report));
    else
      print_report(report);
    std::fflush(stdout);
    for (const Stopwatch watch; watch.seconds() < pause && !stop.stop_requested();)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  } while (options.every && !stop.stop_requested());
  return exit_codes::answered;
}

void print_collected(const cluster::Collected& c) {
  const bool whole = c.complete && c.search.aim != cluster::Aim::optimise;
  if (c.search.aim == cluster::Aim::optimise)
    print_text("{}{}\n", counted(c.boards, "board"),
               c.best ? fmt::format(", best {} of {}", c.best->score, c.best->max_score) : "");
  else
    print_text("{}{}, {} distinct\n", whole ? "" : "at least ", counted(c.solutions, "solution"), grouped(c.distinct));
  const bool endless = c.search.units == 0;
  // A search that counts keeps no boards: its workers verified a sample of them.
  print_text("{} done, {}{}\n",
             endless ? counted(c.roots_done, "unit")
                     : fmt::format("{} of {}", grouped(c.roots_done), counted(c.search.units, "unit")),
             counted(c.nodes, "node"), c.boards > 0 ? fmt::format(", {} verified", counted(c.boards, "board")) : "");
  if (c.repeated > 0) print_text("{} done more than once, counted once\n", counted(c.repeated, "unit"));
}

int collect_results(const ClusterCollectOptions& options) {
  cluster::CollectOptions how;
  how.search = options.search;
  if (options.out) how.out = *options.out;
  if (options.archive) how.archive = *options.archive;
  std::vector<std::string> ledgers = options.files;
  if (ledgers.empty()) ledgers = {ledger_address(options.ledger)};
  const cluster::Collected collected = cluster::collect(ledgers, how);
  if (options.json) fmt::print("{}\n", cluster::collected_json(collected));
  if (!collected.damage.empty())
    throw InputError({ledgers.front()}, fmt::format("nothing was collected: {}", fmt::join(collected.damage, "; ")));
  if (!options.json && !options.quiet) print_collected(collected);
  if (how.out) say_written(*how.out, options.quiet);
  return collected.exit_code();
}

int change_state(const LedgerOptions& options, cluster::SearchState state) {
  cluster::Ledger ledger = open_now(options.ledger);
  const cluster::PublishedSearch search = cluster::find_search(ledger, options.search);
  if (search.state == cluster::SearchState::answered)
    throw UsageError(fmt::format("search {} is answered already", search.name));
  ledger.set_state(search.number, state);
  if (!options.quiet) print_text("search {} is {}\n", search.name, cluster::state_name(state));
  return exit_codes::answered;
}

int retry_units(const LedgerOptions& options) {
  cluster::Ledger ledger = open_now(options.ledger);
  const cluster::PublishedSearch search = cluster::find_search(ledger, options.search);
  const std::uint64_t units = ledger.retry(search.number);
  if (!options.quiet) print_text("search {}: {} will be tried again\n", search.name, counted(units, "unit"));
  return exit_codes::answered;
}

template <class Options>
Command add_ledger_command(Command parent, const char* name, const char* help, Options& options) {
  Command command = parent.subcommand(name, help);
  command.option("--ledger", options.ledger, "a SQLite file, or postgresql://… (default: TESSELLE_LEDGER)")
      .value("ADDRESS");
  return command;
}

Option add_search_name(Command command, LedgerOptions& options, const char* help) {
  return command.argument("search", options.search, help).value("NAME");
}

void add_publish(Command parent) {
  auto options = std::make_shared<ClusterPublishOptions>();
  Command command =
      add_ledger_command(parent, "publish", "cut a search into units and put them into the ledger", *options);
  add_run_options(command, *options, {Goal::all, Goal::best});
  for (const char* of_searches :
       {"--time", "--nodes", "--threads", "--checkpoint", "--resume", "--color", "--out", "--overwrite"})
    command.remove(of_searches);
  command.option("--goal", options->goal, "what is wanted: one solution, the number, every board, better boards")
      .one_of({"solve", "count", "all", "optimise"})
      .show_default();
  command.option("--name", options->name, "of the search (default: puzzle and goal)");
  command.option("--units", options->units, "at least this many (default: 1000; optimise: no end)").positive();
  command.option("--unit-time", options->unit_time, "a unit that takes longer is split (default: 60s)").value("TIME");
  command.option("--unit-nodes", options->budget, "the same as a number of nodes").positive();
  command.option("--urgency", options->priority, "of several searches the one with the highest urgency is done first")
      .show_default();
  command.option("--attempts", options->attempts, "set a unit aside after this many workers failed")
      .positive()
      .show_default();
  command.option("--keep", options->keep, "optimise: keep every board with this score (default: the best of each unit)")
      .value("SCORE")
      .positive();
  command.on_run([options] { return publish_search(*options); });
}

void add_work(Command parent) {
  auto options = std::make_shared<ClusterWorkOptions>();
  Command command = add_ledger_command(parent, "work", "take units and do them, until nothing is left", *options);
  add_search_name(command, *options, "only this search (default: all, by priority)");
  command.option("--threads", options->threads, "worker threads (default: all processors this process may use)")
      .range(1u, 1024u);
  command.option("--time", options->time, "stop after this time: 60s, 10m, 1h").value("TIME");
  command.flag("--wait", options->wait, "stay when nothing is left, and wait for new searches");
  command.option("--lease", options->lease, "a unit is free again when its machine was silent for this long")
      .value("TIME")
      .show_default();
  command.option("--patience", options->patience, "how long a ledger that is away is tried again")
      .value("TIME")
      .show_default();
  command.option("--worker", options->worker, "a name for this worker (default: host and process)").value("NAME");
  command.option("--shard", options->shard, "without a server: do every N-th unit, from the I-th on").value("I/N");
  command.option("--out", options->out, "where a shard's results go").value("FILE");
  command.flag("--json", options->json, "what was done, as JSON");
  command.flag("--quiet", options->quiet, "say less");
  command.on_run([options] { return work_on_units(*options); });
}

void add_collect(Command parent) {
  auto options = std::make_shared<ClusterCollectOptions>();
  Command command = add_ledger_command(parent, "collect", "add up, and verify every board again", *options);
  command.argument("files", options->files, "the files of shards, instead of --ledger").value("FILE");
  command.option("--search", options->search, "which search, if there are several").value("NAME");
  command.option("--out", options->out, "write every board to this file").value("FILE");
  command.option("--archive", options->archive, "add every board to this archive").value("FILE");
  command.flag("--json", options->json, "as JSON");
  command.flag("--quiet", options->quiet, "say less");
  command.on_run([options] { return collect_results(*options); });
}

void add_status(Command parent) {
  auto options = std::make_shared<ClusterStatusOptions>();
  Command command = add_ledger_command(parent, "status", "how far the searches are, and who works on them", *options);
  add_search_name(command, *options, "only this search");
  command.option("--every", options->every, "again and again, with this pause").value("TIME");
  command.flag("--json", options->json, "as JSON");
  command.on_run([options] { return show_status(*options); });
}

void add_change(Command parent, const char* name, const char* help,
                const std::function<int(const LedgerOptions&)>& change) {
  auto options = std::make_shared<LedgerOptions>();
  Command command = add_ledger_command(parent, name, help, *options);
  add_search_name(command, *options, "the search, if there are several");
  command.flag("--quiet", options->quiet, "say less");
  command.on_run([options, change] { return change(*options); });
}

}  // namespace

void add_cluster(Command program) {
  Command command = program.subcommand("cluster", "one search on many machines: units in a ledger");
  command.require_subcommand();
  auto for_init = std::make_shared<LedgerOptions>();
  Command init = add_ledger_command(command, "init", "make a ledger", *for_init);
  init.flag("--quiet", for_init->quiet, "say less");
  init.on_run([for_init] { return init_ledger(*for_init); });
  add_publish(command);
  add_work(command);
  add_status(command);
  add_collect(command);
  add_change(command, "pause", "give out no more units of a search",
             [](const LedgerOptions& options) { return change_state(options, cluster::SearchState::paused); });
  add_change(command, "resume", "go on with a search that was paused or cancelled",
             [](const LedgerOptions& options) { return change_state(options, cluster::SearchState::open); });
  add_change(command, "cancel", "end a search; units in flight are dropped",
             [](const LedgerOptions& options) { return change_state(options, cluster::SearchState::cancelled); });
  add_change(command, "retry", "try units again that were set aside", retry_units);
}

}  // namespace tesselle
