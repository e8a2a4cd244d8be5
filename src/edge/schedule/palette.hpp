#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.hpp"
#include "edge/schedule/openings.hpp"

namespace tesselle::edge::schedule {

/// The targets of openings: which sides they should leave. Some targets give far more room than others. At first a few
/// colours are to be used up: colours that often share a piece, because then few pieces are needed. Later targets
/// follow what the best openings so far have left, because that is reachable and can be improved: the mean of two, or
/// one with a colour changed.
class Palette {
 public:
  /// `share`: of the sides, after an opening.
  Palette(const EdgePuzzle& puzzle, double share);

  Leftover next(Rng& rng) const;
  /// Of openings that have not failed.
  void learn(const Openings& openings);
  /// What another one of the same share has learned.
  void learn(const Palette& other);
  /// Of the best openings; 0 if there were none.
  double most_room() const { return best_.empty() ? 0 : best_.front().room; }

  void save(ByteWriter& out) const;
  /// Into one of the same puzzle and share.
  void restore(ByteReader& in);

 private:
  struct Seen {
    Leftover left;
    double room = 0;
  };
  void keep(Leftover left, double room);
  std::vector<bool> promising(Rng& rng) const;
  Leftover changed(Leftover left, Rng& rng) const;
  std::size_t pieces_showing(const std::vector<bool>& colours) const;

  const EdgePuzzle* puzzle_;
  double share_;
  std::vector<std::size_t> supply_;
  std::vector<Seen> best_;  ///< most room first
};

}  // namespace tesselle::edge::schedule
