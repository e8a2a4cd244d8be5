#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "cluster/search_units.hpp"
#include "search/memory_unit_ledger.hpp"
#include "store/sqlite_unit_ledger.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"

using namespace tesselle;
using namespace tesselle::testing;

/// What any ledger must keep to. A new one is tested by adding it to `ledgers`.
namespace {

std::vector<WorkUnit> ten_units() {
  std::vector<WorkUnit> units;
  for (std::uint32_t u = 0; u < 10; ++u) units.push_back({"unit" + std::to_string(u), {1, {u}, 0}, 100 - u});
  return units;
}

/// The same units in a ledger that machines share. What a file belongs to is checked by its users, not here.
class SharedFile {
 public:
  explicit SharedFile(const std::string& file) : ledger_(made(file)) {
    search_.name = "ten";
    search_.aim = cluster::Aim::all;
    search_.budget = 1000;
    std::vector<cluster::NewUnit> units;
    for (const WorkUnit& unit : ten_units()) units.push_back({cluster::place_text(unit.place), unit.weight});
    search_.units = units.size();
    search_.number = ledger_.publish(search_, units);
    ledger_.join("tester");
  }
  cluster::Ledger& ledger() { return ledger_; }
  const cluster::PublishedSearch& search() const { return search_; }

 private:
  static std::string made(const std::string& file) {
    cluster::Ledger::init(file);
    return file;
  }
  cluster::Ledger ledger_;
  cluster::PublishedSearch search_;
};

struct LedgerCase {
  const char* name;
  std::function<std::unique_ptr<UnitLedger>()> make;
};

template <class Visit>
void for_each_ledger(Visit visit) {
  const TemporaryFolder folder;
  SharedFile shared(folder.file("shared"));
  const LedgerCase ledgers[] = {
      {"memory", [] { return std::make_unique<MemoryUnitLedger>(ten_units(), true); }},
      {"sqlite", [&] { return std::make_unique<SqliteUnitLedger>(folder.file("units"), 7, ten_units(), true); }},
      {"shared", [&] { return std::make_unique<cluster::SearchUnits>(shared.ledger(), shared.search()); }}};
  for (const LedgerCase& ledger : ledgers) {
    CAPTURE(ledger.name);
    visit(*ledger.make());
  }
}

/// Which of the ten they are.
std::set<std::uint64_t> numbers(const std::vector<Lease>& leases) {
  std::set<std::uint64_t> all;
  for (const Lease& lease : leases) all.insert(lease.work.place.choices.at(0));
  return all;
}

/// All that can be taken: a ledger may give fewer at a time than it is asked for.
std::vector<Lease> lease_all(UnitLedger& ledger, const char* worker, double seconds) {
  std::vector<Lease> all;
  for (auto some = ledger.lease(worker, 100, seconds); !some.empty(); some = ledger.lease(worker, 100, seconds))
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<Lease> lease_some(UnitLedger& ledger, const char* worker, std::size_t count, double seconds) {
  std::vector<Lease> all;
  while (all.size() < count)
    for (const Lease& lease : ledger.lease(worker, count - all.size(), seconds)) all.push_back(lease);
  return all;
}

}  // namespace

TEST_CASE("a ledger gives each unit to one worker, in order, and counts it once") {
  for_each_ledger([](UnitLedger& ledger) {
    const auto mine = lease_some(ledger, "a", 4, 100), yours = lease_all(ledger, "b", 100);
    CHECK(numbers(mine) == std::set<std::uint64_t>{0, 1, 2, 3});
    CHECK(numbers(yours) == std::set<std::uint64_t>{4, 5, 6, 7, 8, 9});
    CHECK(mine[2].work.id != mine[1].work.id);
    CHECK(mine[2].work.place.choices == std::vector<std::uint32_t>{2});
    CHECK(ledger.lease("c", 1, 100).empty());
    CHECK(ledger.totals().leased == 10);
    CHECK(ledger.complete(mine[0], {5, 2, 1, 2, {"x", "y"}}));
    CHECK_FALSE(ledger.complete(mine[0], {5, 2, 1, 2, {"x", "y"}}));
    CHECK(ledger.complete(yours[0], {7, 1, 1, 1, {"z"}}));
    const UnitTotals totals = ledger.totals();
    CHECK(totals.units == 10);
    CHECK(totals.done == 2);
    CHECK(totals.leased == 8);
    CHECK(totals.nodes == 12);
    CHECK(totals.solutions == 3);
    CHECK(totals.distinct == 2);
    CHECK(totals.verified == 3);
    std::string boards;
    ledger.for_each_board([&](const std::string& board) { boards += board; });
    CHECK(boards == "xyz");
  });
}

TEST_CASE("what is given back or whose lease ran out can be leased again, and is still counted once") {
  for_each_ledger([](UnitLedger& ledger) {
    const auto first = lease_some(ledger, "a", 3, 100);
    ledger.give_back(first[1]);
    const auto again = lease_some(ledger, "b", 8, 0.3);
    CHECK(numbers(again).count(1) == 1);
    CHECK(ledger.lease("c", 1, 100).empty());
    CHECK(ledger.renew(first[0], 100));
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // shared ledgers look once a second
    const auto late = lease_all(ledger, "c", 100);
    CHECK(late.size() == 8);
    CHECK(ledger.complete(late[0], {1, 1, 1, 1}));
    const auto slow =
        std::find_if(again.begin(), again.end(), [&](const Lease& lease) { return lease.unit == late[0].unit; });
    REQUIRE(slow != again.end());
    CHECK_FALSE(ledger.complete(*slow, {1, 1, 1, 1}));  // the slow one comes too late
    CHECK(ledger.totals().solutions == 1);
    CHECK(ledger.complete(first[0], {}));
    CHECK(ledger.totals().done == 2);
  });
}

TEST_CASE("a unit that is split is done once, and its parts are units") {
  const TemporaryFolder folder;
  SharedFile shared(folder.file("shared"));
  MemoryUnitLedger memory(ten_units(), true);
  cluster::SearchUnits units(shared.ledger(), shared.search());
  for (SharedUnitLedger* ledger : {static_cast<SharedUnitLedger*>(&memory), static_cast<SharedUnitLedger*>(&units)}) {
    const auto all = lease_all(*ledger, "a", 100);
    CHECK(ledger->split(all[0], {5, 1, 1, 1, {"x"}}, {{1, {0}, 7}, {2, {0, 3}, 0}}));
    CHECK_FALSE(ledger->split(all[0], {5, 1, 1, 1, {"x"}}, {{1, {0}, 8}}));
    ledger->complete(all[0], {9, 9, 9, 9});
    CHECK(ledger->totals().nodes == 5);
    const auto parts = lease_all(*ledger, "b", 100);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].work.place == TreePosition{1, {0}, 7});
    CHECK(parts[1].work.place == TreePosition{2, {0, 3}, 0});
    for (const Lease& part : parts) CHECK(ledger->complete(part, {1, 0, 0, 0}));
    CHECK(ledger->totals().done == 3);
    CHECK(ledger->totals().units == 12);
    CHECK(ledger->totals().nodes == 7);
    ledger->fail(all[1], "no reason");
    CHECK(ledger->totals().done == 3);
  }
}

TEST_CASE("what another worker has done is refused, and an own result whose commit was in doubt is absorbed") {
  const TemporaryFolder folder;
  SharedFile shared(folder.file("shared"));
  const auto& search = shared.search();
  cluster::Ledger other(folder.file("shared"));
  other.join("other");
  const auto mine = shared.ledger().take(search, 1, 0.01);
  REQUIRE(mine.size() == 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::vector<cluster::TakenUnit> theirs;
  for (auto more = other.take(search, 100, 100); !more.empty(); more = other.take(search, 100, 100))
    theirs.insert(theirs.end(), more.begin(), more.end());
  REQUIRE(theirs.size() == 10);  // the lease had run out
  const cluster::UnitReport report{mine[0], 5, 1, 1, 1, 0.1};
  CHECK(shared.ledger().settle(search, {report}) == std::vector<bool>{true});
  CHECK(shared.ledger().settle(search, {report}) == std::vector<bool>{true});  // the same once more
  const auto same = std::find_if(theirs.begin(), theirs.end(),
                                 [&](const cluster::TakenUnit& unit) { return unit.number == mine[0].number; });
  CHECK(other.settle(search, {{*same, 5, 1, 1, 1, 0.1}}) == std::vector<bool>{false});
  CHECK(other.counts(search.number).nodes == 5);
  CHECK(other.counts(search.number).done == 1);
}

TEST_CASE("a unit that fails as often as allowed is set aside, and can be tried again") {
  const TemporaryFolder folder;
  SharedFile shared(folder.file("shared"));
  auto search = shared.search();
  search.attempts = 2;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto unit = shared.ledger().take(search, 1, 100);
    REQUIRE(unit.size() == 1);
    CHECK(unit[0].place == "1:0:0");
    shared.ledger().fail(search, unit[0], "it is too hard");
  }
  CHECK(shared.ledger().take(search, 1, 100).at(0).place == "1:0:1");
  CHECK(shared.ledger().counts(search.number).set_aside == 1);
  CHECK(shared.ledger().set_aside(search.number, 5).at(0).why == "it is too hard");
  CHECK(shared.ledger().retry(search.number) == 1);
  CHECK(shared.ledger().take(search, 1, 100).at(0).place == "1:0:0");
}

TEST_CASE("places are read as they are written, and nothing else is read") {
  for (const TreePosition& place : {TreePosition{0, {}, 0}, TreePosition{2, {1, 5, 2}, 9}})
    CHECK(cluster::read_place(cluster::place_text(place)) == place);
  for (const char* text : {"", "1", "1:2", "x:0:", "3:0:1", "0:0:1,", "0:0:,1", "0:0:1 ", "0:0:-1", "0:0:99999999999"})
    CHECK_FALSE(cluster::read_place(text));
  CHECK(cluster::read_seed("seed:17") == 17);
  for (const char* text : {"", "seed:", "seed:x", "seed:1 ", "17"}) CHECK_FALSE(cluster::read_seed(text));
}

TEST_CASE("the SQLite ledger keeps what is done across openings, and belongs to its units") {
  const TemporaryFolder folder;
  const std::string file = folder.file("units");
  {
    SqliteUnitLedger ledger(file, 7, ten_units());
    CHECK_FALSE(ledger.keeps_boards());
    const auto leases = ledger.lease("a", 2, 1000);
    CHECK(ledger.complete(leases[0], {10, 3, 1, 3}));
    ledger.save();
  }
  {
    SqliteUnitLedger ledger(file, 7, ten_units());
    CHECK(ledger.totals().done == 1);
    CHECK(ledger.totals().nodes == 10);
    CHECK(ledger.lease("b", 100, 10).size() == 8);  // the other one is leased: its process still runs
  }
  CHECK_THROWS_AS(SqliteUnitLedger(file, 8, ten_units()), InputError);
  CHECK_THROWS_AS(SqliteUnitLedger(file, 7, {}), InputError);
  CHECK_THROWS_AS(SqliteUnitLedger(file, 7, ten_units(), true), InputError);
}

TEST_CASE("leases of a process that was killed are void at once, and what it had not saved is not done") {
  const TemporaryFolder folder;
  const std::string file = folder.file("units");
  const pid_t child = ::fork();
  if (child == 0) {
    SqliteUnitLedger ledger(file, 7, ten_units());
    const auto leases = ledger.lease("a", 5, 1000);
    ledger.complete(leases[0], {1, 1, 1, 1});
    ledger.save();
    ledger.complete(leases[1], {1, 1, 1, 1});
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  SqliteUnitLedger ledger(file, 7, ten_units());
  CHECK(ledger.totals().done == 1);
  CHECK(numbers(ledger.lease("b", 100, 10)).size() == 9);
}
