#pragma once

#include <cstdint>
#include <stop_token>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge::scan {

/// What `scan` has to beat, for benchmarks: the straightforward recursive row scan with a table of candidates by north
/// and west colour, for framed boards of distinct pieces without hints. It walks the same tree in the same order.
/// Stops after `nodes` placements, or at `stop`; returns how many it made.
std::uint64_t run_reference_loop(const EdgePuzzle& puzzle, std::uint64_t nodes, const std::stop_token& stop = {});

}  // namespace tesselle::edge::scan
