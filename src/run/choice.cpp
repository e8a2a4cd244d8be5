#include "run/choice.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "edge/estimate/estimate.hpp"
#include "edge/meet/ring_split.hpp"
#include "packing/site_search/grid.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

EngineChoice edge_choice(const char* engine, std::string reason) {
  return {&engine_named(engine, Family::edge), std::move(reason)};
}
EngineChoice packing_choice(const char* engine, std::string reason) {
  return {&engine_named(engine, Family::packing), std::move(reason)};
}

bool suits(const EngineInfo& engine, const Wishes& wishes) {
  const auto has = [&](const std::string& name) {
    return std::any_of(engine.options.begin(), engine.options.end(), [&](const auto& o) { return o.name == name; });
  };
  return (!wishes.checkpoint || engine.walks_tree || engine.saves) &&
         std::all_of(wishes.options.begin(), wishes.options.end(), has);
}

/// Of this machine, in bytes.
double physical_memory() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

// --- edge-matching ---

/// Is one piece in eight a twin, or the same after a turn? Then the same remainders come up again and again.
bool many_look_alike(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  std::size_t alike = puzzle.pieces.size() - kinds.shape.size();
  for (const int rotations : kinds.rotations) alike += rotations < 4;
  return 8 * alike >= puzzle.pieces.size() && puzzle.pieces.size() <= 256;
}

/// How many turned pieces of the inside fit two given colours, on average: the width of a row-by-row search.
double fitting_two_colours(const EdgePuzzle& puzzle) {
  std::set<Colour> colours;
  double turned = 0;
  for (const Sides& sides : puzzle.pieces) {
    if (puzzle.frame && std::find(sides.begin(), sides.end(), *puzzle.frame) != sides.end()) continue;
    turned += 4;
    colours.insert(sides.begin(), sides.end());
  }
  const auto count = static_cast<double>(std::max<std::size_t>(colours.size(), 1));
  return turned / (count * count);
}

/// Expected nodes of a row-by-row search that fixes the rotation of the board. The model costs nothing and is good to a
/// factor of twenty; probes, to a tenth, are worth it only where the model says that the tree is large.
double nodes_row_by_row(const EdgePuzzle& puzzle, double worth_probing) {
  const edge::Path rows = edge::rowscan(puzzle);
  const double rotations = puzzle.width == puzzle.height ? 4 : 2;
  const double model = edge::model_tree(puzzle, rows).nodes / rotations;
  if (model < worth_probing) return model;
  return edge::probe_tree(puzzle, rows, {.probes = 1'000}).nodes / rotations;
}

/// To count all boards from halves, without the middle of the tree. Measured with one thread, CPU seconds of `scan` and
/// `meet`: owen-7x7 249 and 21, owen-6x6 0.075 and 0.051, inf6102-c 3.5 and 3.2; there a unit of the work that meet
/// expects took as long as 1.2 nodes of scan. The expectation is good to a factor of three, so meet must promise to be
/// clearly faster; and it has nothing to show before its end, so it is not for runs that a limit may end.
std::optional<EngineChoice> choose_halves(const EdgePuzzle& puzzle, const Wishes& wishes) {
  constexpr double nodes_per_work = 1.2, clearly = 2, worth_it = 1e9;
  constexpr std::size_t memory = std::size_t{4} << 30;
  if ((wishes.goal != Goal::count && wishes.goal != Goal::all) || wishes.limited) return std::nullopt;
  const auto ring = edge::meet::RingPuzzle::make(puzzle);
  if (!ring) return std::nullopt;
  const auto split = edge::meet::choose_split(*ring, memory);
  if (std::min(split.bytes, static_cast<double>(memory)) > physical_memory() / 2) return std::nullopt;
  const double least = std::max(worth_it, clearly * nodes_per_work * split.work());
  const double nodes = nodes_row_by_row(puzzle, least);
  if (nodes < least) return std::nullopt;
  return edge_choice("meet",
                     fmt::format("by estimate {:.1e} steps make all halves of the board that fit together, where "
                                 "a search row by row takes {:.1e}",
                                 split.work(), nodes));
}

/// Measured on generated boards, one thread. On boards up to 10x10 `scan` is never far behind. On larger ones it
/// drowns in the cells whose neighbour on one side only is known, where propagation sees both sides: 16x16 with 100
/// inner colours (0.08 fit two): smart 0.03 s, sat 0.5 s; with 40 (0.5): sat 1.2 s, smart 29 s; scan answers neither.
/// With 20 colours on 12x12 (1.0) none answers, and below that number of colours only scan gets anywhere. Hints: 16x16
/// with a fifth of the cells given, smart 0.07 s, sat 0.2 s, scan no answer.
EngineChoice choose_edge_engine(const EdgePuzzle& puzzle, const Wishes& wishes) {
  if (wishes.goal == Goal::best)
    return edge_choice("schedule", "mismatches by schedule beat local search on all but tiny boards");
  if (wishes.goal == Goal::count && many_look_alike(puzzle))
    return edge_choice("memo", "many pieces look alike, so equal remainders are counted once");
  if (const auto halves = choose_halves(puzzle, wishes); halves && suits(*halves->engine, wishes)) return *halves;
  if (puzzle.cell_count() <= 100) return edge_choice("scan", "the fastest complete search on boards of this size");
  if (10 * puzzle.hints.size() >= puzzle.cell_count())
    return edge_choice("smart", "a large board with many hints, which propagation makes the most of");
  const double fitting = fitting_two_colours(puzzle);
  if (fitting < 0.15)
    return edge_choice("smart", fmt::format("a large board of so many colours ({:.2f} pieces fit two of them) that "
                                            "propagation finds nearly every piece",
                                            fitting));
  if (fitting < 0.6)
    return edge_choice("sat",
                       fmt::format("a large board of many colours ({:.2f} pieces fit two of them), where learning "
                                   "from dead ends pays",
                                   fitting));
  return edge_choice("scan", "the fastest complete search where colours leave much choice");
}

// --- packing ---

/// Beyond this many pieces the tree of all tilings is out of reach.
constexpr std::size_t largest_tiling = 100;

bool tiles_by_halves(const PackingPuzzle& puzzle) {
  const auto halves = [](const PackingPiece& piece) { return packing::tiling::made_of_halves(piece.cells); };
  return puzzle.lattice == LatticeKind::drafter && puzzle.optional_cells.empty() &&
         packing::tiling::made_of_halves(puzzle.region) &&
         std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), halves);
}

/// Cells from one end to the other along each axis, the shortest first.
std::array<int, 3> extents(const std::vector<Cell>& cells) {
  const CellBounds bounds = bounds_of(cells);
  std::array<int, 3> result = {bounds.extent(&Cell::x), bounds.extent(&Cell::y), bounds.extent(&Cell::z)};
  std::sort(result.begin(), result.end());
  return result;
}

/// Are there as many copies as one wants of every piece, and is the region so narrow that its frontiers can be kept?
/// Swept along its length, a frontier is at most as deep as a piece is long.
bool frontiers_can_be_kept(const PackingPuzzle& puzzle) {
  if (puzzle.lattice != LatticeKind::square && puzzle.lattice != LatticeKind::cube) return false;
  const auto [thin, middle, longest] = extents(puzzle.region);
  int reach = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    const int room = static_cast<int>(puzzle.region.size() / piece.cells.size());
    if (piece.min_copies > 0 || piece.max_copies < room) return false;
    reach = std::max(reach, extents(piece.cells)[2]);
  }
  constexpr int most_bits = 24;  // more frontiers than that are refused by the engine
  return puzzle.optional_cells.empty() && thin * middle * (reach - 1) < most_bits;
}

/// Measured on pentominoes, all solutions up to symmetry: 3x20, 4x15, one-sided 3x30 two to four times as fast with
/// `fill`, 5x12 a little, 6x10 equal; 8x8 with a hole, rhombs of hexiamonds and solid boxes much slower.
bool is_thin_flat_box(const PackingPuzzle& puzzle) {
  if (puzzle.lattice != LatticeKind::square || !puzzle.optional_cells.empty()) return false;
  const auto [depth, narrow, wide] = extents(puzzle.region);
  return narrow <= 5 && puzzle.region.size() == static_cast<std::size_t>(narrow) * static_cast<std::size_t>(wide);
}

EngineChoice choose_packing_engine(const PackingPuzzle& puzzle, const Wishes& wishes) {
  if (tiles_by_halves(puzzle)) {
    const bool too_large = wishes.goal == Goal::first && puzzle.pieces.size() > largest_tiling;
    if (wishes.goal == Goal::best || too_large)
      return packing_choice("beam", "keeps the states that are easiest to complete");
    return packing_choice("tile", "made for pieces of half triangles");
  }
  if (wishes.goal == Goal::count && !wishes.distinct && frontiers_can_be_kept(puzzle))
    return packing_choice("frontier",
                          "unlimited copies in a narrow region: counted without making the boards "
                          "(--symmetry distinct counts them up to symmetry)");
  if (is_thin_flat_box(puzzle)) return packing_choice("fill", "a thin flat box is filled fastest from one end");
  return packing_choice("cover", "fewest candidates first prunes best on most regions");
}

// --- both ---

/// The fastest that can be used instead, by name.
std::vector<std::string> others(Family family, Goal goal) {
  if (goal == Goal::best) return {"schedule", "beam", "repair", "ils", "lns"};
  std::vector<std::string> names = family == Family::edge ? std::vector<std::string>{"scan", "smart", "sat"}
                                                          : std::vector<std::string>{"cover", "fill", "sat"};
  if (goal == Goal::count) names.push_back(family == Family::edge ? "memo" : "frontier");
  return names;
}

std::optional<EngineChoice> other_that_suits(Family family, const Wishes& wishes) {
  for (const std::string& name : others(family, wishes.goal))
    for (const EngineInfo& engine : all_engines())
      if (engine.family == family && engine.name == name && suits(engine, wishes))
        return EngineChoice{&engine, "the fastest that can do what is asked for"};
  return std::nullopt;
}

}  // namespace

EngineChoice choose_engine(const Puzzle& puzzle, const Wishes& wishes) {
  const EngineChoice choice = puzzle.family() == Family::edge ? choose_edge_engine(puzzle.edge(), wishes)
                                                              : choose_packing_engine(puzzle.packing(), wishes);
  if (suits(*choice.engine, wishes)) return choice;
  return other_that_suits(puzzle.family(), wishes).value_or(choice);
}

}  // namespace tesselle
