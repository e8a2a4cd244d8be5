#include "cluster/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>

#include "base/effort.hpp"
#include "base/samples.hpp"
#include "cluster/ledger.hpp"
#include "cluster/publish.hpp"
#include "cluster/worker.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::size_t trial_batch = 64;
constexpr std::uint64_t trial_units = 40'000;
constexpr double trial_lease = 600;

PublishedSearch trial_search(const std::string& name) {
  PublishedSearch search;
  search.name = name;
  search.puzzle_name = "none";
  search.engine = "none";
  search.units = trial_units;
  search.budget = 1;
  search.version = "none";  // so that no worker touches it
  return search;
}

/// A client of the ledger with a connection of its own.
class LedgerClient {
 public:
  LedgerClient(const std::string& address, const PublishedSearch& search) : ledger_(address), search_(search) {
    ledger_.join("scaling");
  }
  std::vector<UnitReport> take(std::size_t count) {
    std::vector<UnitReport> reports;
    for (const TakenUnit& unit : ledger_.take(search_, count, trial_lease)) reports.push_back({unit, 1});
    return reports;
  }
  void settle(const std::vector<UnitReport>& reports) { ledger_.settle(search_, reports); }
  void beat() { ledger_.beat(); }
  void choose() {
    ledger_.searches();
    ledger_.demand(search_);
  }

 private:
  Ledger ledger_;
  const PublishedSearch& search_;
};

/// A call's usual time, repeated for a while: the median, because other work on the machine makes a few calls long.
double seconds_of(double seconds, const std::function<void()>& call) {
  std::vector<double> times;
  for (const Stopwatch watch; times.size() < 3 || watch.seconds() < seconds;) {
    const Stopwatch one;
    call();
    times.push_back(one.seconds());
  }
  return median_of(times);
}

/// Usual seconds to take units and to settle them, with this many at a time.
std::pair<double, double> seconds_of_batches(LedgerClient& client, std::size_t count, double seconds) {
  std::vector<double> taking, settling;
  for (const Stopwatch watch; taking.size() < 3 || watch.seconds() < seconds;) {
    const Stopwatch take;
    const auto reports = client.take(count);
    if (reports.size() < count) break;
    taking.push_back(take.seconds());
    const Stopwatch settle;
    client.settle(reports);
    settling.push_back(settle.seconds());
  }
  return {median_of(taking), median_of(settling)};
}

TransactionCost cost_from(double one, double many) {
  const double each = std::max(0.0, (many - one) / (trial_batch - 1));
  return {std::max(0.0, one - each), each};
}

/// Each call runs on a thread of its own; the first failure is thrown.
void all_at_once(unsigned count, const std::function<void(unsigned)>& call) {
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> failures(count);
  for (unsigned t = 0; t < count; ++t)
    threads.emplace_back([&, t] {
      try {
        call(t);
      } catch (...) {
        failures[t] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

double throughput_of(const std::string& address, const PublishedSearch& search, unsigned clients, double seconds) {
  std::vector<std::unique_ptr<LedgerClient>> all;
  for (unsigned c = 0; c < clients; ++c) all.push_back(std::make_unique<LedgerClient>(address, search));
  std::atomic<std::uint64_t> done = 0;
  const Stopwatch watch;
  all_at_once(clients, [&](unsigned c) {
    while (watch.seconds() < seconds) {
      const auto reports = all[c]->take(1);
      if (reports.empty()) return;
      all[c]->settle(reports);
      ++done;
    }
  });
  return static_cast<double>(done) / watch.seconds();
}

}  // namespace

LedgerCost measure_ledger(const std::string& address, double seconds, const std::stop_token& stop) {
  Ledger ledger(address);
  PublishedSearch search =
      trial_search(fmt::format("scaling-{:x}", std::chrono::steady_clock::now().time_since_epoch().count()));
  std::vector<NewUnit> units;
  for (std::uint32_t u = 0; u < trial_units; ++u) units.push_back({place_text({0, {}, u})});
  search.number = ledger.publish(search, units);
  const std::shared_ptr<void> end(nullptr, [&](void*) { ledger.set_state(search.number, SearchState::cancelled); });
  LedgerCost cost;
  LedgerClient client(address, search);
  const auto one = seconds_of_batches(client, 1, seconds), many = seconds_of_batches(client, trial_batch, seconds / 2);
  cost.take = cost_from(one.first, many.first);
  cost.settle = cost_from(one.second, many.second);
  cost.beat = seconds_of(seconds / 2, [&] { client.beat(); });
  cost.choose = seconds_of(seconds / 2, [&] { client.choose(); });
  double most = 0;
  for (const unsigned clients : {1u, 2u, 4u, 8u}) {
    if (stop.stop_requested()) break;
    cost.throughput.push_back({clients, throughput_of(address, search, clients, seconds)});
    most = std::max(most, cost.throughput.back().units_per_second);
  }
  if (most > 0) cost.serial = std::clamp(1 / most / (one.first + one.second), 0.0, 1.0);
  return cost;
}

ScalingRun run_beside(const std::string& address, const std::string& name, const SearchRequest& request,
                      unsigned workers, double unit_seconds, const std::stop_token& stop) {
  ScalingRun run{workers, unit_seconds};
  SearchRequest local = request;
  local.threads = workers;
  {
    const Stopwatch watch;
    const CpuStopwatch cpu;
    run.local_nodes = search(
                          local, [](const Event&) {}, stop)
                          .nodes;
    run.local_seconds = watch.seconds();
    run.local_cpu_seconds = cpu.seconds();
  }
  Ledger ledger(address);
  PublishOptions how;
  how.name = name;
  how.budget = static_cast<std::uint64_t>(
      std::max(1.0, static_cast<double>(run.local_nodes) / run.local_cpu_seconds * unit_seconds));
  how.units = std::max<std::size_t>(20, static_cast<std::size_t>(2 * run.local_cpu_seconds / unit_seconds));
  const auto published = publish(ledger, request, how, stop);
  if (!published) throw UsageError("stopped");
  std::vector<WorkDone> done(workers);
  const CpuStopwatch cpu;
  all_at_once(workers, [&](unsigned w) {
    Ledger own(address);
    done[w] = work(
        own, {.threads = 1, .search = name}, [](const std::string&) {}, stop);
  });
  run.cpu_seconds = cpu.seconds();
  // The one that settles the last unit ends at once, the others when they look again.
  run.seconds = std::min_element(done.begin(), done.end(), [](const WorkDone& a, const WorkDone& b) {
                  return a.seconds < b.seconds;
                })->seconds;
  std::int64_t after = 0;
  for (auto units = ledger.done_units(published->number, after); !units.empty();
       units = ledger.done_units(published->number, after)) {
    for (const DoneUnit& unit : units)
      run.sizes.push_back(static_cast<double>(unit.nodes) / static_cast<double>(unit.budget));
    after = units.back().number;
  }
  const UnitCounts counts = ledger.counts(published->number);
  run.units = counts.done;
  run.nodes = published->top_nodes + counts.nodes;
  return run;
}

}  // namespace tesselle::cluster
