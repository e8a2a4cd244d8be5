#pragma once

#include "cluster/ledger.hpp"
#include "search/openings.hpp"
#include "tesselle/search.hpp"

namespace tesselle::cluster {

struct PublishOptions {
  std::string name{};  ///< "": puzzle and aim
  Aim aim = Aim::count;
  std::size_t units = 0;                  ///< 0: 1000 openings; optimise: no end
  std::optional<double> unit_seconds{};   ///< a unit that takes longer is split; 60 by default
  std::optional<std::uint64_t> budget{};  ///< the same in nodes, which is exact
  int priority = 0;
  std::int64_t attempts = 10;
  std::int64_t threshold = 0;
};

/// Cuts a search into units and puts them into the ledger. Throws UsageError if the engine cannot be cut up.
/// nullopt if stopped.
std::optional<PublishedSearch> publish(Ledger& ledger, const SearchRequest& request, const PublishOptions& options,
                                       const std::stop_token& stop = {});

/// What this program would search with; for workers of other versions to compare.
std::string engine_set();

/// Why this program must not work on a search; nullopt if it may.
std::optional<std::string> refusal(const PublishedSearch& search);

/// The search without its openings, as solve_openings() wants it. Throws InputError if the puzzle is damaged.
OpeningSet openings_of(const PublishedSearch& search);

}  // namespace tesselle::cluster
