#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"

/// Small puzzles written out by hand on which engines are tried; support/examples.hpp has the famous ones.
namespace tesselle::testing {

/// Colours are numbers; same colours match. Sides as North East South West.
Puzzle edge_sample(std::string name, int width, int height, std::optional<int> frame,
                   const std::vector<std::array<int, 4>>& pieces);
/// The same without a frame, where colours 2k and 2k+1 are mates.
Puzzle complement_sample(std::string name, int width, int height, const std::vector<std::array<int, 4>>& pieces);
Puzzle with_hint(Puzzle puzzle, int square, int piece, int rotation);

/// 2x2: four corners that fit in one way up to rotation; four that are all alike.
Puzzle four_corners();
Puzzle four_twins();

/// A shape on the square lattice, rows ending with '/'.
PackingPiece shape(std::string name, std::string_view drawing, int min_copies = 1, int max_copies = 1);
/// The region: '#' a cell, '+' a cell that may stay empty.
Puzzle packing_sample(std::string name, std::string_view region, std::vector<PackingPiece> pieces);
/// A box to be filled with dominoes, from `min_copies` to `max_copies` of them.
Puzzle domino_box(int width, int height, int min_copies, int max_copies);

/// What every engine of the family is tried on, the odd cases included: no solution, nothing to search, loose ends.
std::vector<Puzzle> edge_samples();
std::vector<Puzzle> packing_samples();

}  // namespace tesselle::testing
