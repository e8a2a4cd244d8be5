#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.hpp"
#include "puzzle/edge_puzzle.hpp"

namespace tesselle::edge::schedule {

/// Which colours are privileged. Some choices leave far more room than others. Colours that often share a piece are
/// used up by few pieces, so such choices are tried first; short trials tell more, of hints too. A trial's outcome
/// varies, so choices are tried again the more they promise (Thompson sampling: one draws from what each may be worth).
class Palette {
 public:
  using Choice = std::vector<bool>;  ///< per colour

  Palette(const EdgePuzzle& puzzle, Rng& rng);

  /// The choice to try next: a new one, the best one changed in one colour, or one that may be the best.
  const Choice& next_trial(Rng& rng);
  /// The room that the last trial has left.
  void succeed(double room);
  /// The last trial died: as if it had left less room than any.
  void fail();

  std::size_t succeeded() const { return succeeded_; }

  /// A choice for a whole round: the more it promises, the likelier.
  Choice draw(Rng& rng) const;

 private:
  struct Tried {
    Choice choice;
    double sum = 0;  ///< of rooms
    std::size_t trials = 0;
  };
  std::size_t sample(Rng& rng) const;
  std::size_t best() const;
  double expected(const Tried& tried) const;
  void tell(double room);
  Choice promising(Rng& rng) const;
  Choice changed(Choice choice, Rng& rng) const;
  std::size_t pieces_showing(const Choice& choice) const;

  const EdgePuzzle* puzzle_;
  std::vector<bool> on_rim_;
  std::vector<std::size_t> supply_;
  std::vector<Tried> tried_;
  std::size_t last_ = 0;
  double sum_ = 0, squares_ = 0, least_ = 0;  ///< over all trials
  std::size_t trials_ = 0, succeeded_ = 0;
};

}  // namespace tesselle::edge::schedule
