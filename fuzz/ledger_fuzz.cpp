#include "base/hash.hpp"
#include "cluster/collect.hpp"
#include "cluster/publish.hpp"
#include "cluster/search_units.hpp"
#include "fixtures.hpp"
#include "property.hpp"
#include "run/registry.hpp"
#include "scratch.hpp"
#include "seeds.hpp"
#include "store/sqlite_unit_ledger.hpp"

using namespace tesselle;
using namespace tesselle::cluster;

namespace {

/// An input's first byte says what the others are: the whole file of openings that are done, the whole ledger of a
/// cluster, the place of a unit in a ledger that is right otherwise, or engine, options and puzzle of a search.
enum class Shape : char { done = 'd', ledger = 'l', unit = 'u', search = 's' };

constexpr std::uint64_t units_hash = 20, unit_budget = 50, max_nodes = 500;

std::vector<WorkUnit> three_units() {
  std::vector<WorkUnit> units;
  for (std::uint32_t u = 0; u < 3; ++u) units.push_back({std::to_string(u), TreePosition{1, {u}, 0}, 1});
  return units;
}

SearchRequest counting() {
  SearchRequest request;
  request.puzzle = share(load_puzzle("owen-3x3"));
  request.engine = "scan";
  return request;
}

/// A database with small pages, so that mutation finds something in all of them.
void begin_small_database() {
  fuzz::remove_scratch();
  Database(fuzz::scratch_path(), Database::Access::create).run("PRAGMA page_size = 512; VACUUM");
}

/// What is written lately may be in another file still.
std::string whole_database() {
  Database(fuzz::scratch_path(), Database::Access::existing).run("PRAGMA journal_mode = DELETE");
  return fuzz::read_scratch();
}

std::string done_file() {
  begin_small_database();
  {
    SqliteUnitLedger ledger(fuzz::scratch_path(), units_hash, three_units(), true);
    for (const Lease& lease : ledger.lease("w", 2, 60)) ledger.complete(lease, {10, 2, 1, 2, {"{\"a\":1}", "{}"}});
    ledger.save();
  }
  return whole_database();
}

const std::string& empty_ledger() {
  static const std::string bytes = [] {
    begin_small_database();
    Ledger::init(fuzz::scratch_path());
    return whole_database();
  }();
  return bytes;
}

std::string used_ledger(Aim aim) {
  fuzz::write_scratch(empty_ledger());
  {
    Ledger ledger(fuzz::scratch_path());
    const auto search = publish(ledger, counting(), {.aim = aim, .units = 2, .budget = 20});
    SearchUnits units(ledger, *search);
    solve_openings(openings_of(*search), units, {.threads = 1, .shared = &units}, [](const Event&) {});
  }
  return whole_database();
}

/// What is done with the openings' file when a search goes on.
bool goes_on_with_openings() {
  return fuzz::accepts([] {
    SqliteUnitLedger ledger(fuzz::scratch_path(), units_hash, three_units(), true);
    const std::uint64_t before = ledger.totals().done;
    fuzz::require(before <= three_units().size(), "no more units are done than there are");
    ledger.for_each_board([](const std::string&) {});
    const auto leases = ledger.lease("w", 3, 60);
    for (const Lease& lease : leases) ledger.complete(lease, {1, 0, 0, 0});
    ledger.save();
    fuzz::require(ledger.totals().done <= three_units().size(), "a unit is done once");
  });
}

/// What workers and `cluster collect` do with a ledger.
bool is_collected() {
  return fuzz::accepts([] {
    {
      Ledger ledger(fuzz::scratch_path(), {.patience = 0});
      for (const PublishedSearch& search : ledger.searches()) {
        refusal(search);
        ledger.counts(search.number);
        ledger.pace(search.number);
        ledger.set_aside(search.number, 10);
        ledger.scores(search.number);
        ledger.lessons(search.number, 10);
        ledger.demand(search);
        for (const TakenUnit& unit : ledger.take(search, 1, 60)) ledger.give_back(unit);
      }
      ledger.workers();
    }
    collected_json(collect({fuzz::scratch_path()}, {}));
  });
}

PublishedSearch search_for(const std::string& engine, const std::string& options, const std::string& puzzle) {
  PublishedSearch search;
  search.name = "fuzz";
  search.aim = Aim::all;
  search.puzzle = puzzle;
  search.engine = engine;
  search.options = options;
  search.version = version();
  static const std::string engines = engine_set();
  search.engine_set = engines;
  search.units = 1;
  search.budget = unit_budget;
  search.attempts = 1;
  return search;
}

/// As a worker does it: a search that is not refused, until its units are done or set aside. Every board passes the
/// gate; a place that the tree does not have is refused.
bool is_worked_on(PublishedSearch search, const std::string& place) {
  search.puzzle_hash = hex64(puzzle_hash(read_toml(search.puzzle, "puzzle")));
  search.checksum = checksum_of(search);
  if (refusal(search)) return false;
  fuzz::write_scratch(empty_ledger());
  Ledger ledger(fuzz::scratch_path(), {.patience = 0});
  search.number = ledger.publish(search, {{place, 1}});
  SearchUnits units(ledger, search);
  OpeningsRun how{.threads = 1, .shared = &units};
  how.limits.nodes = max_nodes;
  how.limits.seconds = 1;
  solve_openings(openings_of(search), units, how, [](const Event&) {});
  return units.tally().units > 0;
}

bool is_unit(std::string_view place) {
  if (const auto read = read_place(place))
    fuzz::require(read_place(place_text(*read)) == read, "a place is written as it is read");
  if (const auto seed = read_seed(place)) fuzz::require(read_seed(seed_text(*seed)) == seed, "so is a seed");
  static const std::string puzzle = write_toml(load_puzzle("owen-3x3"));
  return is_worked_on(search_for("scan", "", puzzle), std::string(place));
}

/// "engine options\npuzzle".
bool is_search(std::string_view text) {
  const std::size_t line = text.find('\n'), word = std::min(text.find(' '), line);
  if (line == text.npos) return false;
  const std::string engine(text.substr(0, word)), options(word < line ? text.substr(word + 1, line - word - 1) : "");
  return is_worked_on(search_for(engine, options, std::string(text.substr(line + 1))), "0:0:");
}

bool is_read(Shape shape, std::string_view rest) {
  if (shape == Shape::unit) return is_unit(rest);
  if (shape == Shape::search) return is_search(rest);
  fuzz::write_scratch(rest);
  return shape == Shape::done ? goes_on_with_openings() : is_collected();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  bool read = false;
  try {
    fuzz::accepts([&] { read = is_read(static_cast<Shape>(data[0]), fuzz::text_of(data + 1, size - 1)); });
  } catch (const UsageError&) {
  } catch (const LedgerLost&) {
  }
  fuzz::remove_scratch();
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds = {"d" + done_file(), "l" + used_ledger(Aim::count), "l" + used_ledger(Aim::all)};
  for (const char* place : {"0:0:", "1:0:0", "2:1:0,0", "2:0:1,1", "seed:17"})
    seeds.push_back(std::string("u") + place);
  const std::string edge = write_toml(load_puzzle("owen-3x3")), packing = write_toml(fuzz::packing_fixture());
  for (const char* engine : {"scan\n", "scan order=spiral\n", "backtrack\n"}) seeds.push_back("s" + (engine + edge));
  for (const char* engine : {"dlx\n", "fill\n"}) seeds.push_back("s" + (engine + packing));
  fuzz::remove_scratch();
  return seeds;
}

std::vector<std::string> fuzz_words() {
  return {":",
          ",",
          "0:0:",
          "4294967295",
          "18446744073709551615",
          "order=rowscan",
          "smart ",
          "cover ",
          "tile ",
          "\n",
          "SQLite format 3",
          "CREATE TABLE units",
          std::string(4, '\0'),
          std::string(4, '\xff')};
}
