#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "edge/schedule/finisher.hpp"

namespace tesselle::edge::schedule {

/// Full boards that wait to be mended, the most promising first: those with few conflicts, and those that were tried
/// least. A board that nothing helped gets twice the effort the next time, but later; one that got better starts anew.
///
/// Measured on Eternity II with boards that had been mended once: of those with 17 conflicts 13 % lost one or more
/// within 100 000 further tries, 17 % within 400 000, 26 % within 1 600 000; of those with 18 or 19 conflicts about a
/// seventh as many reached 16. Each such try found good boards ten to a hundred times faster than new descents do.
class Workshop {
 public:
  struct Job {
    FullBoard full;
    int failures = 0;
    /// In pieces tried.
    std::uint64_t effort() const;
  };

  bool empty() const { return jobs_.empty(); }
  /// A board that nothing was tried on yet. Ignored if it is here already, or the least promising of too many.
  void add(const FullBoard& full) { insert({full, 0}); }
  /// The most promising one, if it has fewer conflicts than `bound`. It is no longer here then.
  std::optional<Job> take(int bound);
  /// Nothing has helped; it waits for its next turn.
  void put_back(Job job);

  void save(ByteWriter& out) const;
  void restore(ByteReader& in, const EdgePuzzle& puzzle);

 private:
  void insert(Job job);

  std::vector<Job> jobs_;  ///< the most promising last
};

}  // namespace tesselle::edge::schedule
