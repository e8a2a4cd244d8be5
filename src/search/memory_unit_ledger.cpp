#include "search/memory_unit_ledger.hpp"

#include <algorithm>

namespace tesselle {

MemoryUnitLedger::MemoryUnitLedger(std::vector<WorkUnit> units, bool with_boards) : keeps_boards_(with_boards) {
  entries_.reserve(units.size());
  for (WorkUnit& unit : units) entries_.push_back({std::move(unit)});
  totals_.units = entries_.size();
}

std::vector<Lease> MemoryUnitLedger::lease(const std::string&, std::size_t count, double seconds) {
  std::vector<Lease> leases;
  const auto look_from = [&](std::size_t first) {
    for (next_ = first; next_ < entries_.size() && leases.size() < count; ++next_) {
      Entry& entry = entries_[next_];
      if (entry.done || is_leased(entry)) continue;
      entry.token = ++last_token_;
      entry.until = clock_.seconds() + seconds;
      leases.push_back({next_, entry.work, entry.token});
    }
  };
  look_from(next_);
  if (leases.empty()) look_from(0);  // what was given back, or whose lease ran out
  return leases;
}

bool MemoryUnitLedger::renew(const Lease& lease, double seconds) {
  Entry& entry = entries_.at(lease.unit);
  if (entry.done || entry.token != lease.token) return false;
  entry.until = clock_.seconds() + seconds;
  return true;
}

bool MemoryUnitLedger::complete(const Lease& lease, const UnitResult& result) {
  Entry& entry = entries_.at(lease.unit);
  if (entry.done) return false;
  entry.done = true;
  if (keeps_boards_) entry.boards = result.boards;
  ++totals_.done;
  totals_.nodes += result.nodes;
  totals_.solutions += result.solutions;
  totals_.distinct += result.distinct;
  totals_.verified += result.verified;
  return true;
}

void MemoryUnitLedger::give_back(const Lease& lease) {
  Entry& entry = entries_.at(lease.unit);
  if (entry.done || entry.token != lease.token) return;
  entry.token = 0;
  next_ = 0;
}

UnitTotals MemoryUnitLedger::totals() {
  UnitTotals now = totals_;
  now.leased = static_cast<std::uint64_t>(
      std::count_if(entries_.begin(), entries_.end(), [this](const Entry& entry) { return is_leased(entry); }));
  return now;
}

void MemoryUnitLedger::for_each_board(const std::function<void(const std::string&)>& visit) {
  for (const Entry& entry : entries_)
    for (const std::string& board : entry.boards) visit(board);
}

}  // namespace tesselle
