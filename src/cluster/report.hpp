#pragma once

#include "cluster/ledger.hpp"

namespace tesselle::cluster {

/// How far a search is. Totals are those of the units that are done, and of what is above all units.
struct SearchReport {
  PublishedSearch search;
  UnitCounts counts;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0;
  Pace pace;
  std::optional<double> seconds_left{}, seconds_left_error{};
  std::vector<ScoreCount> scores{};               ///< optimise: the best first
  std::optional<double> seconds_to_next_point{};  ///< if scores go on as they do
  std::vector<SetAside> set_aside{};              ///< the first few
  /// Nothing is left to do; never so while a hunt makes new units.
  bool all_done() const {
    return counts.done == counts.all() && (search.aim != Aim::optimise || search.units > 0);
  }
};

struct LedgerReport {
  std::string ledger;
  std::vector<SearchReport> searches;
  std::vector<WorkerRow> workers;  ///< the last one heard of first
  std::uint64_t senseless = 0;     ///< rows of searches that make no sense
};

/// Of one search, or of all if the name is "". Throws UsageError if there is no such search.
LedgerReport report(Ledger& ledger, const std::string& search = "");

/// Throws UsageError if there is no such search, or several and no name was given.
PublishedSearch find_search(Ledger& ledger, const std::string& name);

/// One JSON object: docs/cluster.md lists the keys.
std::string report_json(const LedgerReport& report);
std::string published_json(const PublishedSearch& search);

/// A worker that was not heard of for this long is taken for gone, in words only.
constexpr double silent_seconds = 60;

}  // namespace tesselle::cluster
