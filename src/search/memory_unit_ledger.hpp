#pragma once

#include <string>
#include <vector>

#include "engine/unit_results.hpp"

namespace tesselle {

/// Units of one process, forgotten with it.
class MemoryUnitLedger final : public SharedUnitLedger, public TellsUnitResults {
 public:
  explicit MemoryUnitLedger(std::vector<WorkUnit> units, bool with_boards = false);

  std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) override;
  bool renew(const Lease& lease, double seconds) override;
  bool complete(const Lease& lease, const UnitResult& result) override;
  bool split(const Lease& lease, const UnitResult& result, const std::vector<TreePosition>& rest) override;
  void give_back(const Lease& lease) override;
  /// Nobody else will have more luck: it is not tried again.
  void fail(const Lease& lease, const std::string& why) override;
  UnitTotals totals() override;
  std::vector<std::optional<UnitResult>> unit_results() override;
  bool keeps_boards() const override { return with_boards_; }
  void for_each_board(const std::function<void(const std::string&)>& visit) override;
  void save() override {}

 private:
  struct Row {
    WorkUnit unit;
    bool done = false, failed = false;
    std::uint64_t token = 0;  ///< of the lease
    double until = 0;         ///< when it runs out; 0: not leased
    UnitResult result{};
  };
  bool holds(const Lease& lease) const { return rows_[lease.unit].token == lease.token && rows_[lease.unit].until > 0; }

  std::vector<Row> rows_;
  bool with_boards_;
  std::uint64_t leases_ = 0;
};

}  // namespace tesselle
