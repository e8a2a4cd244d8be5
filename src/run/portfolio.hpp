#pragma once

#include "run/run.hpp"

namespace tesselle {

/// Several engines at once on the same puzzle, each on threads of its own; the first to find a solution, or to prove
/// that there is none, answers for all. What `--engine portfolio` stands for; run() knows what to do with it.
EngineInfo portfolio_engine(Family family);
bool is_portfolio(const EngineInfo& engine);

/// The engines that take part, the most promising first: as many as there are threads, if there are so many.
std::vector<const EngineInfo*> portfolio_members(const Puzzle& puzzle, unsigned threads);

/// As run(), for Goal::first alone. Events come as of one run; notes say which engine they are from and which won.
/// Engines that refuse the puzzle are left out.
Finished run_portfolio(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop);

}  // namespace tesselle
