#pragma once

#include <memory>
#include <string_view>

#include "search/fits.hpp"

namespace tesselle {

/// What rules that look ahead leave of the fits on an edge-matching board: those of the engine `smart`, named as in its
/// option `propagate`. "capi" compares cells and pieces, "boco" the borders and the colours that they can still show.
/// Throws UsageError if there is no such rule.
class LookAhead {
 public:
  LookAhead(const EdgePuzzle& puzzle, const EdgeBoard& board, std::string_view rules);
  ~LookAhead();

  /// False: the rules show that the board cannot be completed. They stopped there, so more may be allowed than is true.
  bool consistent() const { return consistent_; }
  bool allows(const Fit& fit) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  bool consistent_ = true;
};

}  // namespace tesselle
