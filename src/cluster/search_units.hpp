#pragma once

#include <functional>

#include "cluster/ledger.hpp"

namespace tesselle::cluster {

/// The units of one search that walks a tree, as one thread takes them. Results go to the ledger a few times a second,
/// in one transaction; what a killed process had not sent yet is done again by others. Short units are taken several at
/// a time.
class SearchUnits final : public SharedUnitLedger {
 public:
  /// `may_take` is asked before units are taken: is this still the search to work on?
  SearchUnits(Ledger& ledger, PublishedSearch search, std::function<bool()> may_take = {});

  std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) override;
  bool renew(const Lease& lease, double seconds) override;
  /// True if the result was accepted, or will be sent soon and nothing speaks against it.
  bool complete(const Lease& lease, const UnitResult& result) override;
  bool split(const Lease& lease, const UnitResult& result, const std::vector<TreePosition>& rest) override;
  void give_back(const Lease& lease) override;
  void fail(const Lease& lease, const std::string& why) override;
  UnitTotals totals() override;
  bool keeps_boards() const override;
  void for_each_board(const std::function<void(const std::string&)>& visit) override;
  void save() override { send(); }

  struct Tally {
    std::uint64_t units = 0, nodes = 0, solutions = 0;  ///< accepted by the ledger
    std::uint64_t refused = 0, failed = 0, senseless = 0;
  };
  const Tally& tally() const { return tally_; }

 private:
  TakenUnit taken(const Lease& lease) const;
  UnitReport report(const Lease& lease, const UnitResult& result);
  /// Sends what has not been sent; true if the last report was accepted.
  bool send();
  std::optional<Lease> checked(const TakenUnit& unit);

  Ledger& ledger_;
  PublishedSearch search_;
  std::function<bool()> may_take_;
  std::vector<UnitReport> unsent_;
  Stopwatch since_sent_, since_last_;
  double seconds_per_unit_ = 1;  ///< lately
  Tally tally_;
};

}  // namespace tesselle::cluster
