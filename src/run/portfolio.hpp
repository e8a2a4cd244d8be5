#pragma once

#include <vector>

#include "run/run.hpp"

namespace tesselle {

/// Several engines at once on the same puzzle, each on threads of its own; the first to find a solution, or to prove
/// that there is none, answers for all. As run(), for Goal::first alone. Events come as of one run by the engine
/// `portfolio`; notes say which engine they are from and which won. Engines that refuse the puzzle are left out.
Finished run_portfolio(std::vector<RunRequest> members, const Subscriber& subscriber, std::stop_token stop);

}  // namespace tesselle
