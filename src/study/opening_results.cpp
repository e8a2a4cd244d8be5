#include "study/opening_results.hpp"

#include <algorithm>

namespace tesselle::study {

OpeningResults::OpeningResults(const OpeningSet& set)
    : units_(units_of(set)), results_(units_.size()), states_(units_.size()) {}

std::vector<Lease> OpeningResults::lease(const std::string&, std::size_t count, double) {
  std::vector<Lease> leases;
  for (std::size_t unit = 0; unit < units_.size() && leases.size() < count; ++unit)
    if (states_[unit] == State::waiting) {
      states_[unit] = State::leased;
      leases.push_back({unit, units_[unit], 0});
    }
  return leases;
}

bool OpeningResults::complete(const Lease& lease, const UnitResult& result) {
  if (states_[lease.unit] == State::done) return false;
  states_[lease.unit] = State::done;
  results_[lease.unit] = result;
  ++done_;
  return true;
}

void OpeningResults::give_back(const Lease& lease) {
  if (states_[lease.unit] == State::leased) states_[lease.unit] = State::waiting;
}

UnitTotals OpeningResults::totals() {
  UnitTotals totals;
  totals.units = units_.size();
  totals.done = done_;
  totals.leased = static_cast<std::uint64_t>(std::count(states_.begin(), states_.end(), State::leased));
  for (const UnitResult& result : results_) {
    totals.nodes += result.nodes;
    totals.solutions += result.solutions;
    totals.distinct += result.distinct;
    totals.verified += result.verified;
  }
  return totals;
}

}  // namespace tesselle::study
