#include "cluster/search_units.hpp"

#include <algorithm>

namespace tesselle::cluster {
namespace {

constexpr double seconds_between_sendings = 0.25;
constexpr double seconds_at_a_time = 0.5;  // of work that a thread takes

}  // namespace

SearchUnits::SearchUnits(Ledger& ledger, PublishedSearch search, std::function<bool()> may_take)
    : ledger_(ledger), search_(std::move(search)), may_take_(std::move(may_take)) {}

/// A unit whose row does not fit together is not walked: its id must be the hash of what it says.
std::optional<Lease> SearchUnits::checked(const TakenUnit& unit) {
  const auto place = read_place(unit.place);
  const bool fits = place && place_text(*place) == unit.place && unit.id == unit_id(search_, unit.place, unit.budget);
  if (fits)
    return Lease{static_cast<std::uint64_t>(unit.number),
                 {unit.id, *place, unit.weight, unit.budget},
                 static_cast<std::uint64_t>(unit.token)};
  ledger_.fail(search_, unit, "its row does not fit together", true);
  ++tally_.senseless;
  return std::nullopt;
}

std::vector<Lease> SearchUnits::lease(const std::string&, std::size_t count, double seconds) {
  send();
  const double fitting = std::clamp(seconds_at_a_time / seconds_per_unit_, 1.0, 256.0);
  std::vector<Lease> leases;
  while (leases.empty() && (!may_take_ || may_take_())) {
    const auto units = ledger_.take(search_, std::min(count, static_cast<std::size_t>(fitting)), seconds);
    if (units.empty()) break;
    for (const TakenUnit& unit : units)
      if (auto lease = checked(unit)) leases.push_back(std::move(*lease));
  }
  since_last_ = Stopwatch();
  return leases;
}

TakenUnit SearchUnits::taken(const Lease& lease) const {
  return {static_cast<std::int64_t>(lease.unit),
          lease.work.id,
          place_text(lease.work.place),
          lease.work.weight,
          lease.work.budget,
          static_cast<std::int64_t>(lease.token)};
}

UnitReport SearchUnits::report(const Lease& lease, const UnitResult& result) {
  UnitReport report{taken(lease),    result.nodes,    result.solutions,
                    result.distinct, result.verified, since_last_.seconds()};
  since_last_ = Stopwatch();
  seconds_per_unit_ = std::max(1e-4, (3 * seconds_per_unit_ + report.seconds) / 4);
  for (const std::string& board : result.boards) report.boards.push_back({board});
  return report;
}

bool SearchUnits::renew(const Lease& lease, double seconds) {
  send();
  return ledger_.renew(taken(lease), seconds);
}

bool SearchUnits::complete(const Lease& lease, const UnitResult& result) {
  const auto same = [&](const UnitReport& other) { return other.unit.id == lease.work.id; };
  if (std::any_of(unsent_.begin(), unsent_.end(), same)) return false;
  if (unsent_.empty()) since_sent_ = Stopwatch();
  unsent_.push_back(report(lease, result));
  return since_sent_.seconds() < seconds_between_sendings || send();
}

bool SearchUnits::split(const Lease& lease, const UnitResult& result, const std::vector<TreePosition>& rest) {
  unsent_.push_back(report(lease, result));
  for (const TreePosition& place : rest) unsent_.back().rest.push_back(place_text(place));
  return send();
}

bool SearchUnits::send() {
  if (unsent_.empty()) return true;
  const std::vector<bool> accepted = ledger_.settle(search_, unsent_);
  for (std::size_t r = 0; r < unsent_.size(); ++r) {
    if (!accepted[r]) {
      ++tally_.refused;
      continue;
    }
    ++tally_.units;
    tally_.nodes += unsent_[r].nodes;
    tally_.solutions += unsent_[r].solutions;
  }
  unsent_.clear();
  since_sent_ = Stopwatch();
  return accepted.back();
}

void SearchUnits::give_back(const Lease& lease) { ledger_.give_back(taken(lease)); }

void SearchUnits::fail(const Lease& lease, const std::string& why) {
  ++tally_.failed;
  ledger_.fail(search_, taken(lease), why);
}

UnitTotals SearchUnits::totals() {
  send();
  const UnitCounts counts = ledger_.counts(search_.number);
  return {counts.all(), counts.done, counts.leased, counts.nodes, counts.solutions, counts.distinct, counts.verified};
}

bool SearchUnits::keeps_boards() const { return search_.aim == Aim::solve || search_.aim == Aim::all; }

void SearchUnits::for_each_board(const std::function<void(const std::string&)>& visit) {
  send();
  std::int64_t after = 0;
  for (auto boards = ledger_.boards(search_.number, after); !boards.empty();
       boards = ledger_.boards(search_.number, after)) {
    for (const Ledger::StoredBoard& board : boards) visit(board.json);
    after = boards.back().number;
  }
}

}  // namespace tesselle::cluster
