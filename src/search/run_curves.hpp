#pragma once

#include <vector>

#include "render/chart.hpp"
#include "search/runs.hpp"

/// Runs as curves, for charts of one series and of several side by side. They have no name and no colour yet.
namespace tesselle {

/// What a run had reached, as steps, to the end of the run.
render::Series run_curve(const RunRow& row);
/// What half of the runs had reached; it starts when half of them have something.
render::Series median_curve(const std::vector<RunRow>& rows);
/// The share of the runs that had reached their target, or the first solution if there is no target.
render::Series reached_curve(const std::vector<RunRow>& rows);

}  // namespace tesselle
