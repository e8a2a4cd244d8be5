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
/// Measured on Eternity II with 1890 boards that were new here: per try, a board that has not got better for 20 000
/// tries does so a quarter as often as before, after 40 000 an eighth as often. So all get a short try, few a long one.
class Workshop {
 public:
  struct Job {
    FullBoard full;
    std::uint64_t family = 0;  ///< boards with the same beginning are much alike
    int failures = 0;
    /// In nodes.
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
