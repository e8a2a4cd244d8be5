#pragma once

#include <filesystem>

#include "cluster/ledger.hpp"

namespace tesselle::cluster {

/// What came out of a search, put together again.
struct Collected {
  PublishedSearch search;
  std::uint64_t roots_done = 0;  ///< units as published, with all that they were split into
  bool complete = false;         ///< everything was searched
  std::uint64_t nodes = 0, solutions = 0, distinct = 0;
  std::uint64_t boards = 0;           ///< verified again, every one
  std::uint64_t repeated = 0;         ///< units that were done in another file as well; counted once
  std::vector<std::string> damage{};  ///< rows that were changed or are missing, boards that the verifier refuses
  std::optional<Best> best{};

  /// 0 answered · 1 there is none · 2 damaged · 3 not finished
  int exit_code() const;
};

struct CollectOptions {
  std::string search{};
  std::optional<std::filesystem::path> out{};      ///< every board, a line of JSON each
  std::optional<std::filesystem::path> archive{};  ///< the same, into a board archive
};

/// From one ledger, or from the files of shards. A unit is counted once, however many files have done it: all of its
/// parts are taken from the same file. Nothing is written if there is damage. Throws UsageError if the ledgers hold
/// different searches.
Collected collect(const std::vector<std::string>& ledgers, const CollectOptions& options);

std::string collected_json(const Collected& collected);

/// A SQLite ledger with every n-th unit of another one (index from 1 to n), for sites without a server. What the file
/// holds already stays.
void make_shard(Ledger& from, unsigned index, unsigned count, const std::string& file);

}  // namespace tesselle::cluster
