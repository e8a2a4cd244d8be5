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
    std::uint64_t family = 0;  ///< boards with the same beginning are much alike
    int failures = 0;
    /// In pieces tried.
    std::uint64_t effort() const;
  };

  bool empty() const { return jobs_.empty(); }
  /// It waits for its next turn. Ignored if the board is here already, was tried too often, or is the least promising
  /// of too many, in all or of its family.
  void add(Job job);
  /// The most promising one, if it has fewer conflicts than `bound`. It is no longer here then.
  std::optional<Job> take(int bound);

  void save(ByteWriter& out) const;
  void restore(ByteReader& in, const EdgePuzzle& puzzle);

 private:
  std::vector<Job> jobs_;  ///< the most promising last
};

}  // namespace tesselle::edge::schedule
