#pragma once

#include <cstdint>

namespace tesselle {

/// What a puzzle may hold. Everything that is read stays below these, so that no reader has to fear overflow.
inline constexpr std::int64_t max_pieces = 65'535;    ///< PieceId has 16 bits
inline constexpr std::int64_t largest_colour = 1000;  ///< numbers 0 .. 1000
inline constexpr std::int64_t max_cells = 1'000'000;  ///< of a region, and of all pieces together
inline constexpr std::int64_t farthest = 1'000'000;   ///< coordinates, in absolute value
inline constexpr std::int64_t farthest_offset = 4'000'000;
inline constexpr std::int64_t max_copies_of_piece = 1'000'000;

}  // namespace tesselle
