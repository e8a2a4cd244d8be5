#pragma once

#include <string>
#include <vector>

#include "search/openings.hpp"

namespace tesselle {

/// Evidence for a count, or for "no solution": the openings of a search tree and what was found below each. Whoever has
/// the file can walk any of them again, here or elsewhere, and compare; and that no opening was left out is seen by
/// walking the top of the tree. docs/openings.md describes the file.
struct Certificate {
  OpeningSet set;
  std::vector<UnitResult> results;  ///< in the order of the openings; without boards

  /// Of the whole tree. Throws InputError naming `file` if a sum is larger than 64 bits: no search finds that many.
  UnitTotals totals(const std::string& file) const;
};

/// nullopt unless all openings of the ledger are done.
std::optional<Certificate> certificate_of(const OpeningSet& set, UnitLedger& ledger);

/// One file, written in one step. Reading throws InputError if it is damaged or says what cannot be.
void write_certificate(const std::string& path, const Certificate& certificate);
Certificate read_certificate(const std::string& path);
/// Its contents, without the sealed first line. `name` is for messages.
Certificate certificate_from_text(std::string_view text, const std::string& name);
std::string certificate_text(const Certificate& certificate);

/// Which openings to walk again: number `part` of `parts` equal shares, and of these at most `random`, drawn with the
/// seed.
struct RecheckWanted {
  std::size_t part = 1, parts = 1;
  std::optional<std::size_t> random{};
  std::uint64_t seed = 1;
  unsigned threads = 0;
  Limits limits{};
};

struct RecheckReport {
  std::size_t wanted = 0, checked = 0;     ///< openings
  std::uint64_t nodes = 0, solutions = 0;  ///< of those checked
  std::string wrong{};                     ///< the first opening that differs, one line
  bool complete() const { return wanted == checked; }
};

/// Walks the top of the tree and the chosen openings again. Throws InputError if the top is not what it was.
RecheckReport recheck(const std::string& path, const Certificate& certificate, const RecheckWanted& wanted,
                      const Subscriber& subscriber, std::stop_token stop = {});

/// As an event: docs/events.md.
std::string recheck_json(const Certificate& certificate, const RecheckReport& report);

/// "2/5" as two numbers. Throws UsageError.
std::pair<std::size_t, std::size_t> parse_part(const std::string& text);

}  // namespace tesselle
