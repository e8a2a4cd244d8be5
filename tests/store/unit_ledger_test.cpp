#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <thread>

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

struct LedgerCase {
  const char* name;
  std::function<std::unique_ptr<UnitLedger>()> make;
};

template <class Visit>
void for_each_ledger(Visit visit) {
  const TemporaryFolder folder;
  const LedgerCase ledgers[] = {
      {"memory", [] { return std::make_unique<MemoryUnitLedger>(ten_units(), true); }},
      {"sqlite", [&] { return std::make_unique<SqliteUnitLedger>(folder.file("units"), 7, ten_units(), true); }}};
  for (const LedgerCase& ledger : ledgers) {
    CAPTURE(ledger.name);
    visit(*ledger.make());
  }
}

std::set<std::uint64_t> numbers(const std::vector<Lease>& leases) {
  std::set<std::uint64_t> all;
  for (const Lease& lease : leases) all.insert(lease.unit);
  return all;
}

}  // namespace

TEST_CASE("a ledger gives each unit to one worker, in order, and counts it once") {
  for_each_ledger([](UnitLedger& ledger) {
    const auto mine = ledger.lease("a", 4, 100), yours = ledger.lease("b", 100, 100);
    CHECK(numbers(mine) == std::set<std::uint64_t>{0, 1, 2, 3});
    CHECK(numbers(yours) == std::set<std::uint64_t>{4, 5, 6, 7, 8, 9});
    CHECK(mine[2].work.id == "unit2");
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
    const auto first = ledger.lease("a", 3, 100);
    ledger.give_back(first[1]);
    const auto again = ledger.lease("b", 100, 0.01);
    CHECK(numbers(again).count(1) == 1);
    CHECK(again.size() == 8);
    CHECK(ledger.renew(first[0], 100));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const auto late = ledger.lease("c", 100, 100);
    CHECK(late.size() == 8);
    CHECK(ledger.complete(late[0], {1, 1, 1, 1}));
    CHECK_FALSE(ledger.complete(again[0], {1, 1, 1, 1}));  // the slow one comes too late
    CHECK(ledger.totals().solutions == 1);
    CHECK(ledger.complete(first[0], {}));
    CHECK(ledger.totals().done == 2);
  });
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
