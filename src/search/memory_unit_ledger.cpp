#include "search/memory_unit_ledger.hpp"

#include <chrono>

namespace tesselle {
namespace {

double ledger_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

MemoryUnitLedger::MemoryUnitLedger(std::vector<WorkUnit> units, bool with_boards) : with_boards_(with_boards) {
  for (WorkUnit& unit : units) rows_.push_back({std::move(unit)});
}

std::vector<Lease> MemoryUnitLedger::lease(const std::string&, std::size_t count, double seconds) {
  std::vector<Lease> leases;
  const double now = ledger_clock();
  for (std::size_t u = 0; u < rows_.size() && leases.size() < count; ++u) {
    Row& row = rows_[u];
    if (row.done || row.failed || row.until > now) continue;
    row.token = ++leases_;
    row.until = now + seconds;
    leases.push_back({u, row.unit, row.token});
  }
  return leases;
}

bool MemoryUnitLedger::renew(const Lease& lease, double seconds) {
  if (rows_[lease.unit].done || !holds(lease)) return false;
  rows_[lease.unit].until = ledger_clock() + seconds;
  return true;
}

bool MemoryUnitLedger::complete(const Lease& lease, const UnitResult& result) {
  Row& row = rows_[lease.unit];
  if (row.done) return false;
  row.done = true;
  row.until = 0;
  row.result = result;
  return true;
}

bool MemoryUnitLedger::split(const Lease& lease, const UnitResult& result, const std::vector<TreePosition>& rest) {
  if (!complete(lease, result)) return false;
  const WorkUnit parent = rows_[lease.unit].unit;
  for (const TreePosition& place : rest) {
    WorkUnit child = parent;
    child.id += "." + std::to_string(rows_.size());
    child.place = place;
    rows_.push_back({std::move(child)});
  }
  return true;
}

void MemoryUnitLedger::fail(const Lease& lease, const std::string&) {
  if (holds(lease)) rows_[lease.unit].failed = true;
}

void MemoryUnitLedger::give_back(const Lease& lease) {
  if (holds(lease)) rows_[lease.unit].until = 0;
}

UnitTotals MemoryUnitLedger::totals() {
  UnitTotals totals;
  const double now = ledger_clock();
  totals.units = rows_.size();
  for (const Row& row : rows_) {
    totals.done += row.done;
    totals.leased += !row.done && row.until > now;
    totals.nodes += row.result.nodes;
    totals.solutions += row.result.solutions;
    totals.distinct += row.result.distinct;
    totals.verified += row.result.verified;
  }
  return totals;
}

std::vector<std::optional<UnitResult>> MemoryUnitLedger::unit_results() {
  std::vector<std::optional<UnitResult>> results(rows_.size());
  for (std::size_t u = 0; u < rows_.size(); ++u)
    if (rows_[u].done) results[u] = rows_[u].result;
  return results;
}

void MemoryUnitLedger::for_each_board(const std::function<void(const std::string&)>& visit) {
  for (const Row& row : rows_)
    for (const std::string& board : row.result.boards) visit(board);
}

}  // namespace tesselle
