#pragma once

#include "cluster/ledger.hpp"

namespace tesselle::cluster {

struct WorkOptions {
  unsigned threads = 0;       ///< 0: as many as this process may use
  double lease_seconds = 60;  ///< a unit of a machine that vanished is free again after this
  std::string search{};       ///< only this one; "": all, by priority
  bool wait = false;          ///< for new searches, when all are done
  std::optional<double> seconds{};
  std::string name{};  ///< of the worker; "": host and process
};

struct WorkDone {
  std::uint64_t units = 0, nodes = 0, solutions = 0, boards = 0;
  std::uint64_t refused = 0;    ///< results that came second
  std::uint64_t failed = 0;     ///< units that could not be done here
  std::uint64_t senseless = 0;  ///< rows that do not fit together
  std::uint64_t refused_searches = 0;
  double seconds = 0;
};

/// With many workers each gives a sign of life, and looks for more urgent searches, less often: the ledger has better
/// things to do.
double seconds_between_beats(std::uint64_t workers);
constexpr double beats_per_choice = 2;

using Notes = std::function<void(const std::string&)>;

/// Takes units and does them until there is nothing left to do or `stop` is requested; what is under way then goes back
/// to the ledger, with what is left of it. Throws LedgerLost if the ledger stays away.
WorkDone work(Ledger& ledger, const WorkOptions& options, const Notes& note, std::stop_token stop);

}  // namespace tesselle::cluster
