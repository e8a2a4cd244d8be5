#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/descents.hpp"

namespace tesselle::packing::finals {

/// Which rounds are searched again with more late states.
///
/// What a round leads to varies by factors of ten, and most of that is decided in its first part, though the scores
/// there do not tell it. The end of the round does. So of some rounds the best goes on: its roots are searched again,
/// with several times as many late states, and of some of these again the best. No round is lost by that, each is worth
/// its time by itself.
class Contest {
 public:
  /// What a round is searched again with.
  struct Entry {
    Roots roots;
    double log_deals = -std::numeric_limits<double>::infinity();  ///< that the round led to
    std::set<std::uint64_t> walked;                               ///< leftovers that need not be tried again, by hash
  };

  /// The best of this many rounds goes on; 1: none does.
  explicit Contest(std::uint64_t best_of) : best_of_(best_of), waiting_(levels) {}

  /// Of the round in hand: how often it was searched before.
  std::uint64_t level() const { return level_; }
  /// By what factor the round in hand has more late states.
  double growth() const { return std::pow(step, static_cast<double>(level_)); }

  /// To be called when a round is done. Returns what to search again, or nullopt if a new round comes next.
  std::optional<Entry> next(Entry done) {
    const std::uint64_t level = std::exchange(level_, 0);
    if (best_of_ < 2 || level == levels || done.roots.scores.empty()) return std::nullopt;
    auto& waiting = waiting_[level];
    waiting.push_back(std::move(done));
    if (waiting.size() < best_of_) return std::nullopt;
    const auto best = std::max_element(waiting.begin(), waiting.end(),
                                       [](const Entry& a, const Entry& b) { return a.log_deals < b.log_deals; });
    Entry winner = std::move(*best);
    waiting.clear();
    level_ = level + 1;
    return winner;
  }

  void save(ByteWriter& out) const {
    out.number(level_);
    for (const auto& entries : waiting_) {
      out.number(entries.size());
      for (const Entry& entry : entries) save(entry, out);
    }
  }
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in, const tiling::TilingTables& tables, const tileability::ScoreTables& scores) {
    level_ = in.number(levels);
    for (auto& entries : waiting_) {
      entries.clear();
      for (std::uint64_t left = in.number(best_of_ - 1); left > 0; --left)
        entries.push_back(restored_entry(in, tables, scores));
    }
  }

  static void save(const Entry& entry, ByteWriter& out) {
    entry.roots.save(out);
    out.number(std::bit_cast<std::uint64_t>(entry.log_deals));
    const std::vector<std::uint64_t> walked(entry.walked.begin(), entry.walked.end());
    out.array(std::span<const std::uint64_t>(walked));
  }
  static Entry restored_entry(ByteReader& in, const tiling::TilingTables& tables,
                              const tileability::ScoreTables& scores) {
    Entry entry;
    entry.roots.restore(in, tables, scores);
    if (entry.roots.forest.depth() == 0) entry.roots = {};
    entry.log_deals = std::bit_cast<double>(in.number());
    if (std::isnan(entry.log_deals)) in.refuse();
    const auto walked = in.array<std::uint64_t>();
    entry.walked.insert(walked.begin(), walked.end());
    return entry;
  }

 private:
  static constexpr std::uint64_t levels = 2;  ///< how often a round can be searched again
  static constexpr double step = 8;

  std::uint64_t best_of_;
  std::uint64_t level_ = 0;
  std::vector<std::vector<Entry>> waiting_;  ///< by level
};

}  // namespace tesselle::packing::finals
