#pragma once

#include "tesselle/puzzle.hpp"

/// How the thesis orders the pieces, and how it leaves symmetric solutions out: by what the piece F may do.
namespace tesselle::study::pentomino_study {

/// Its interval solver prefers the piece that comes first: F I L P N T U V W X Y Z.
Puzzle in_thesis_order(Puzzle puzzle);

/// F only as `.#. / ### / ..#` or with the axes of that permuted: 2 orientations in the plane, 6 in space, one of each
/// set that the reflections of a box exchange.
Puzzle with_few_turns_of_f(Puzzle puzzle);

/// F, in the orientations it has, only where all its cells have low <= axis <= high, and flat across that axis.
Puzzle with_f_between(Puzzle puzzle, int Cell::*axis, int low, int high);

}  // namespace tesselle::study::pentomino_study
