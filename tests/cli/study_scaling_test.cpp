#include <doctest/doctest.h>

#include "cluster/scaling.hpp"
#include "support/command_line.hpp"

namespace tesselle::testing {
namespace {

using cluster::LedgerCost;
using cluster::Scaled;
using cluster::ScalingModel;
using cluster::simulate;

/// A ledger that serves a unit in two milliseconds, one after the other.
ScalingModel slow_ledger() {
  ScalingModel model;
  model.ledger.take = model.ledger.settle = {0.001, 0};
  model.sizes = {1};
  return model;
}

TEST_CASE("simulated workers: one alone waits only for its own transactions") {
  const Scaled one = simulate(slow_ledger(), {.workers = 1, .unit_seconds = 1});
  CHECK(one.steady == doctest::Approx(1 / 1.002).epsilon(0.01));
  CHECK(one.idle_at_end == 0);
  ScalingModel free = slow_ledger();
  free.ledger = {};
  CHECK(simulate(free, {.workers = 100, .unit_seconds = 1}).steady == doctest::Approx(1).epsilon(0.01));
}

/// The ledger can serve 500 units per second, so units of a second keep 500 workers busy.
TEST_CASE("simulated workers: the ledger's throughput is the limit") {
  const Scaled half = simulate(slow_ledger(), {.workers = 1000, .unit_seconds = 1});
  CHECK(half.steady == doctest::Approx(0.5).epsilon(0.05));
  CHECK(half.ledger_load > 0.99);
  const Scaled enough = simulate(slow_ledger(), {.workers = 1000, .unit_seconds = 10});
  CHECK(enough.steady > 0.98);
  CHECK(enough.ledger_load == doctest::Approx(0.2).epsilon(0.1));
  // Signs of life count, too: 1000 per second, a millisecond each, leave no time for anything else.
  ScalingModel beating = slow_ledger();
  beating.ledger.beat = 0.001;
  CHECK(simulate(beating, {.workers = 1000, .unit_seconds = 10}).steady < enough.steady);
  // What is spent on the way is not the ledger's.
  ScalingModel distant = slow_ledger();
  distant.ledger.serial = 0.1;
  CHECK(simulate(distant, {.workers = 1000, .unit_seconds = 1}).steady > 0.98);
}

TEST_CASE("simulated workers: large units keep everybody waiting at the end") {
  ScalingModel model = slow_ledger();
  model.sizes = {0.1, 0.5, 1};
  const Scaled minute = simulate(model, {.workers = 50, .unit_seconds = 60});
  const Scaled second = simulate(model, {.workers = 50, .unit_seconds = 1});
  CHECK(minute.idle_at_end > 20 * second.idle_at_end);
  CHECK(minute.idle_at_end < 60);
  CHECK(minute.efficiency < minute.steady);
}

TEST_CASE("study scaling: every table, a picture, and what to choose") {
  const TemporaryFolder folder;
  const auto result = tesselle_run({"study", "scaling", "--quick", "--quiet", "--json", folder.file("s.json"), "--svg",
                                    folder.file("s.svg"), "--budget", "50ms"});
  REQUIRE(result.exit_code == 0);
  const Json study = Json::parse(read_text(folder.file("s.json")));
  REQUIRE(study["tables"].size() == 4);
  CHECK(study["tables"][2]["rows"].size() == 4);  // one to four workers
  CHECK(study["tables"][3]["rows"].size() == 5);  // 1 to 10 000
  CHECK(read_text(folder.file("s.svg")).find("<svg") != std::string::npos);
  check_refused({"study", "scaling", "--quiet", "--ledger", folder.file("x.db")}, "--ledger");
}

}  // namespace
}  // namespace tesselle::testing
