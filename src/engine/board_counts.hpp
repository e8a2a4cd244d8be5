#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tesselle/statistics.hpp"

namespace tesselle {

/// Optimisers tell in their statistics how many distinct boards they found, by conflicts.
Statistic board_count(int conflicts, std::uint64_t boards);
/// Those of the statistics of a run; empty if the engine does not count boards.
std::map<int, std::uint64_t> board_counts(const Statistics& statistics);

/// "465: 2, 464: 31, 463: 160; per hour 464: 1100; the next point may take 25 min": the best scores, and what to expect
/// if the share of boards with a point more stays as it is. `perfect` is the score without conflicts. Empty if there
/// are no counts.
std::string outlook_text(const std::map<int, std::uint64_t>& boards, int perfect, double seconds);

}  // namespace tesselle
