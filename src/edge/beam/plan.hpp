#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "edge/local_search/conflict_board.hpp"
#include "edge/tables/paths.hpp"

namespace tesselle::edge::beam {

/// Edges between two cells of the rim, along it, and all others: with a frame their colours come from different sides
/// of the pieces.
enum Pool : std::uint8_t { inner, rim, pools };

/// What is across a side when a cell is filled.
enum class Across : std::uint8_t {
  nothing,  ///< the rim of a board without a frame
  fixed,    ///< the frame or a hint: the colour is known beforehand
  laid,     ///< a cell filled before; its colour is in a slot
  ahead     ///< a cell filled later; our colour goes into a slot
};

struct StepSide {
  Across across = Across::nothing;
  Pool pool = inner;
  std::uint8_t slot = 0;
  std::uint8_t colour = 0;  ///< fixed: what is wanted (stored as on ConflictBoard)
  bool counts = false;      ///< fixed by a hint: was counted among the open edges
};

/// One cell of the order in which all boards of the beam are filled.
struct Step {
  int cell = 0, kind = 0;
  std::array<StepSide, 4> sides;
  std::array<int, pools> edges_ahead{};  ///< between two cells that are still empty afterwards
};

/// Numbers of sides or open edges by pool and colour, as one flat row.
class ColourRows {
 public:
  explicit ColourRows(std::size_t colours) : colours_(colours) {}
  std::size_t size() const { return colours_ * pools; }
  std::size_t at(Pool pool, std::size_t colour) const { return pool * colours_ + colour; }
  Pool pool_of(std::size_t row) const { return row < colours_ ? inner : rim; }

 private:
  std::size_t colours_;
};

struct Plan {
  std::vector<Step> steps;
  std::size_t slots = 0;                          ///< open edges at most
  std::vector<std::uint16_t> supply, open;        ///< at the start, by ColourRows: sides on free pieces; edges of hints
  std::vector<std::array<Pool, 4>> pool_of_side;  ///< per piece, unturned
};

Plan make_plan(const EdgePuzzle& puzzle, const ConflictBoard& board, const Path& path);

/// A path seen from another corner or mirrored: 8 variants (fewer differ on oblong boards), 0 is the path itself.
Path variant_of(const EdgePuzzle& puzzle, int teeth, int variant);

}  // namespace tesselle::edge::beam
