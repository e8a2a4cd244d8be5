#pragma once

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge {

/// Boards up to this size `scan` searches fastest, whatever their colours. Measured on generated boards, one thread. On
/// larger ones it drowns in the cells of which only one neighbour is known, where propagation sees both sides: 16x16
/// with 100 inner colours (0.08 pieces fit two): smart 0.03 s, sat 0.5 s; with 40 (0.5): sat 1.2 s, smart 29 s; scan
/// answers neither. With 20 colours on 12x12 (1.0) none answers, and below that number of colours only scan gets
/// anywhere. Hints: 16x16 with a fifth of the cells given, smart 0.07 s, sat 0.2 s, scan no answer.
constexpr std::size_t small_board = 100;

/// How many turned pieces of the inside fit two given colours, on average: the width of a row-by-row search.
double fitting_two_colours(const EdgePuzzle& puzzle);

/// Is a tenth of the cells given, or more?
bool has_many_hints(const EdgePuzzle& puzzle);

}  // namespace tesselle::edge
