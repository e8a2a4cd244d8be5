#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/search.hpp"

/// How far a search can be spread: what a ledger costs, measured, and a simulation of more workers than there are.
namespace tesselle::cluster {

/// A transaction with `units` of them takes `base + units * each` seconds if nobody else asks.
struct TransactionCost {
  double base = 0, each = 0;
  double of(double units) const { return base + units * each; }
};

struct LedgerCost {
  TransactionCost take, settle;
  double choose = 0;  ///< a worker looks which search is the most urgent
  double beat = 0;    ///< a worker says that it is alive
  /// Of these seconds, the part in which the ledger can serve nobody else; the rest is on the worker's side and on the
  /// way, and all workers can spend it at the same time.
  double serial = 1;
  struct Throughput {
    unsigned clients = 0;
    double units_per_second = 0;
  };
  std::vector<Throughput> throughput{};  ///< units taken and settled one by one
};

/// Asks a ledger for `seconds` with each number of clients. The search that this needs is cancelled afterwards.
LedgerCost measure_ledger(const std::string& address, double seconds, const std::stop_token& stop = {});

/// What the simulated workers do.
struct ScalingModel {
  LedgerCost ledger;
  std::vector<double> sizes{1};  ///< units that were measured, in parts of their budget
};

struct ScalingCase {
  unsigned workers = 1;      ///< of one thread
  double unit_seconds = 60;  ///< the budget
  double search_hours = 1;   ///< of work per worker
  std::uint64_t seed = 1;    ///< units are drawn from the sizes
  std::uint64_t max_units = 200'000;
};

struct Scaled {
  double steady = 0;       ///< share of the time in which workers search, while there are units for all
  double idle_at_end = 0;  ///< seconds that a worker waits, on average, for the others' last units
  double efficiency = 0;   ///< of a search of that many hours
  double ledger_load = 0;  ///< share of the time in which the ledger is busy
};

/// Discrete events: workers take units as `work` does (half a second of work at a time), search, report, and say every
/// second that they are alive; the ledger serves one request after the other.
Scaled simulate(const ScalingModel& model, const ScalingCase& what);

/// One search of the units of a ledger by some workers of one thread each, beside the same search without a ledger.
struct ScalingRun {
  unsigned workers = 0;
  double unit_seconds = 0;
  double seconds = 0, local_seconds = 0;          ///< by the clock
  double cpu_seconds = 0, local_cpu_seconds = 0;  ///< of this process
  std::uint64_t units = 0, nodes = 0, local_nodes = 0;
  std::vector<double> sizes{};  ///< nodes of the units, in parts of the budget
};

/// Publishes the request's search in the ledger under the name, works until it is done, and runs the request by itself
/// with as many threads. Throws if it was not done.
ScalingRun run_beside(const std::string& address, const std::string& name, const SearchRequest& request,
                      unsigned workers, double unit_seconds, const std::stop_token& stop = {});

}  // namespace tesselle::cluster
