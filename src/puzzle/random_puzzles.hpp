#pragma once

#include <optional>

#include "base/rng.hpp"
#include "tesselle/puzzle.hpp"

/// Tiny random puzzles for tests of engines: same seed, same puzzle, on every platform.
///
/// A recipe says what is wanted; what it leaves open is drawn. Every puzzle obeys what the readers promise (as many
/// pieces as cells, normalised connected pieces, hints on the board that do not overlap, …), solvable or not.
namespace tesselle {

/// planted: cut from a solved board, so there is a solution.
/// perturbed: the same with one small change; most have none.
/// unplanned: pieces drawn at random; nearly all have none.
enum class Making { planted, perturbed, unplanned };

struct EdgeRecipe {
  std::optional<int> width{}, height{};  ///< drawn from 1 to 4, within max_cells
  int max_cells = 9;
  std::optional<Matching> matching{};
  std::optional<bool> framed{};
  std::optional<Making> making{};  ///< planted half of the time
  std::optional<int> colours{};    ///< of inner edges (pairs of them if complement); drawn to give few solutions
  int max_hints = 2;
  bool own_mates = false;  ///< complement: some colours fit themselves
};

struct PackingRecipe {
  std::optional<LatticeKind> lattice{};
  int max_cells = 12;  ///< of region and optional cells together (drafter: half as many again)
  int max_piece = 5;   ///< cells per piece
  std::optional<Making> making{};
  bool copies = true;          ///< equal pieces may become copies of one (otherwise each is a piece of its own)
  bool loose_use = true;       ///< pieces that may stay out, spare pieces, unlimited copies
  bool optional_cells = true;  ///< some cells may stay empty
  bool restrictions = true;    ///< turn_over = false, explicit orientations
  int max_hints = 2;
  bool disconnected = false;  ///< pieces, and now and then the board, may fall apart
  bool any_fit = false;       ///< every cell may stay empty, every piece may stay out
};

/// A puzzle and the solution it was cut from (nothing unless Making::planted).
struct Planted {
  Puzzle puzzle;
  std::optional<Solution> solution;
};

Planted planted_edge_puzzle(Rng& rng, const EdgeRecipe& recipe = {});
Planted planted_packing_puzzle(Rng& rng, const PackingRecipe& recipe = {});

Puzzle random_edge_puzzle(Rng& rng, const EdgeRecipe& recipe = {});
Puzzle random_packing_puzzle(Rng& rng, const PackingRecipe& recipe = {});

}  // namespace tesselle
