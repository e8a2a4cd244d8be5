#pragma once

#include <vector>

#include "run/run.hpp"

namespace tesselle {

/// A part of a search: one engine, for a time.
struct Stage {
  RunRequest request;
  std::optional<double> longest{};  ///< seconds; of a limited search at most a third. Without: what time is left.
};

/// The stages one after the other, until one has the answer. Subscribers see one run for `goal`: one start, one end.
/// Where the best board is wanted, they see every board that is better than the one before, and a solution is the best
/// board.
Finished run_stages(const std::vector<Stage>& stages, Goal goal, const Subscriber& subscriber, std::stop_token stop);

}  // namespace tesselle
