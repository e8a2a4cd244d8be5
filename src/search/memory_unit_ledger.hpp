#pragma once

#include <vector>

#include "base/clock.hpp"
#include "engine/unit_ledger.hpp"

namespace tesselle {

/// A ledger that is gone with the process: for work that is done at one sitting, and as the plainest ledger in tests.
class MemoryUnitLedger final : public UnitLedger {
 public:
  explicit MemoryUnitLedger(std::vector<WorkUnit> units, bool with_boards = false);

  std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) override;
  bool renew(const Lease& lease, double seconds) override;
  bool complete(const Lease& lease, const UnitResult& result) override;
  void give_back(const Lease& lease) override;
  UnitTotals totals() override;
  bool keeps_boards() const override { return keeps_boards_; }
  void for_each_board(const std::function<void(const std::string&)>& visit) override;
  void save() override {}

 private:
  struct Entry {
    WorkUnit work;
    std::uint64_t token = 0;  ///< of the last lease; 0: given back, or never leased
    double until = 0;         ///< when that lease runs out
    bool done = false;
    std::vector<std::string> boards{};
  };
  bool is_leased(const Entry& entry) const {
    return !entry.done && entry.token != 0 && entry.until >= clock_.seconds();
  }

  std::vector<Entry> entries_;
  UnitTotals totals_;  ///< all but `leased`
  Stopwatch clock_;
  std::uint64_t last_token_ = 0;
  std::size_t next_ = 0;  ///< all before it are done, or were leased when they were looked at
  bool keeps_boards_;
};

}  // namespace tesselle
