#pragma once

#include "run/run.hpp"

namespace tesselle {

/// Is the board so small that it may be solved outright?
bool worth_stages(const Puzzle& puzzle);

/// Optimises for a moment, then tries to solve the puzzle, then optimises on. To whoever listens that looks like one
/// run: one start, one end, every board better than the one before.
void run_in_stages(const RunRequest& request, const Subscriber& subscriber);

}  // namespace tesselle
