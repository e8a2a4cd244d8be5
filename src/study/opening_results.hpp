#pragma once

#include <functional>
#include <vector>

#include "search/openings.hpp"

namespace tesselle::study {

/// What came out of each opening of a set: a ledger in memory, for one process that does not go on later.
class OpeningResults final : public UnitLedger {
 public:
  explicit OpeningResults(const OpeningSet& set);

  bool all_done() const { return done_ == units_.size(); }
  /// In the order of the set; those not searched to their end are empty.
  const std::vector<UnitResult>& results() const { return results_; }

  std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) override;
  bool renew(const Lease&, double) override { return true; }
  bool complete(const Lease& lease, const UnitResult& result) override;
  void give_back(const Lease& lease) override;
  UnitTotals totals() override;
  bool keeps_boards() const override { return false; }
  void for_each_board(const std::function<void(const std::string&)>&) override {}
  void save() override {}

 private:
  enum class State : std::uint8_t { waiting, leased, done };
  std::vector<WorkUnit> units_;
  std::vector<UnitResult> results_;
  std::vector<State> states_;
  std::size_t done_ = 0;
};

}  // namespace tesselle::study
