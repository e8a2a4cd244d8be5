#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <set>

#include "puzzle/symmetry.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/words.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

bool lies_as_allowed(const PackingPuzzle& puzzle, const PackingPlacement& placement) {
  const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
  const auto cells = normalised(puzzle.grid(), placed(puzzle.grid(), piece.cells, placement.orientation, {}));
  for (const Orientation& way : distinct_orientations(puzzle, piece))
    if (way.cells == cells) return true;
  return false;
}

/// What a solution is, said once more in the shortest way: the second opinion. Knows real pieces and small shifts only.
bool is_solution(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  std::map<Cell, int> cover;
  std::map<PieceId, int> used;
  std::set<std::pair<int, std::vector<Cell>>> lying;
  const auto classes = congruence_classes(puzzle);
  const auto where = [&](const PackingPlacement& p) {
    return std::pair(classes[p.piece.index()],
                     placed(puzzle.grid(), puzzle.pieces[p.piece.index()].cells, p.orientation, p.offset));
  };
  for (const PackingPlacement& placement : layout.placements) {
    if (!lies_as_allowed(puzzle, placement)) return false;
    if (placement.offset.z != 0 && puzzle.lattice != LatticeKind::cube) return false;
    ++used[placement.piece];
    lying.insert(where(placement));
    for (const Cell& cell : where(placement).second) ++cover[cell];
  }
  for (const Cell& cell : puzzle.region)
    if (cover[cell] != 1) return false;
  for (const Cell& cell : puzzle.region) cover.erase(cell);
  for (const Cell& cell : puzzle.optional_cells)
    if (cover[cell] > 1) return false;
  for (const Cell& cell : puzzle.optional_cells) cover.erase(cell);
  if (!cover.empty()) return false;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    if (used[PieceId(p)] < puzzle.pieces[p].min_copies || used[PieceId(p)] > puzzle.pieces[p].max_copies) return false;
  for (const PackingPlacement& hint : puzzle.hints)
    if (lying.count(where(hint)) == 0) return false;
  return true;
}

std::vector<Cell> unit_shifts(LatticeKind lattice) {
  std::vector<Cell> shifts = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  if (lattice != LatticeKind::cube) shifts.insert(shifts.end(), {{1, -1, 0}, {-1, 1, 0}});
  return shifts;
}

/// Breaks one good layout in every way that touches one placement or one pair of them.
class PackingMutations {
 public:
  PackingMutations(const Puzzle& puzzle, const Boards* boards, const PackingLayout& layout)
      : puzzle_(puzzle.packing()), group_(puzzle), boards_(boards), good_(layout) {}

  void run() {
    REQUIRE(verify_packing(puzzle_, good_).solves());
    for (std::size_t i = 0; i < good_.placements.size(); ++i) {
      remove(i);
      duplicate(i);
      for (const Cell& shift : unit_shifts(puzzle_.lattice)) move(i, shift);
      for (int g = 0; g < puzzle_.grid().symmetry_count(); ++g) turn(i, g);
      for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) replace(i, PieceId(p));
      for (std::size_t j = 0; j < i; ++j) swap_pieces(i, j);
      nonsense(i);
    }
    for (std::size_t h = 0; h < puzzle_.hints.size(); ++h) move_hint(h);
  }

  int refused = 0, same_board = 0, other_solution = 0;

 private:
  const std::string& name(std::size_t i) const { return puzzle_.pieces[good_.placements[i].piece.index()].name; }

  Verdict check(const PackingLayout& layout) {
    const Verdict verdict = verify_packing(puzzle_, layout);
    REQUIRE(verdict.solves() == is_solution(puzzle_, layout));
    if (!verdict.solves()) {
      ++refused;
      REQUIRE((verdict.faults.size() + verdict.shortfalls.size()) > 0);
      return verdict;
    }
    const SolutionKey key = group_.key({layout});
    const bool same = key == group_.key({good_});
    if (boards_ != nullptr) REQUIRE(boards_->count(key) == 1);
    ++(same ? same_board : other_solution);
    return verdict;
  }

  void remove(std::size_t i) {
    PackingLayout layout = good_;
    layout.placements.erase(layout.placements.begin() + static_cast<std::ptrdiff_t>(i));
    const Verdict verdict = check(layout);
    REQUIRE(verdict.legal());
    REQUIRE(verdict.score + 1 == static_cast<int>(good_.placements.size()));
    if (!verdict.complete) REQUIRE(verdict.shortfalls.size() > 0);
  }

  void duplicate(std::size_t i) {
    PackingLayout layout = good_;
    layout.placements.push_back(layout.placements[i]);
    const Verdict verdict = check(layout);
    REQUIRE_FALSE(verdict.legal());
    REQUIRE(names(verdict.faults, "is covered by " + name(i) + " and " + name(i)));
  }

  void move(std::size_t i, Cell shift) {
    PackingLayout layout = good_;
    layout.placements[i].offset = layout.placements[i].offset + shift;
    const Verdict verdict = check(layout);
    if (shift.z != 0 && puzzle_.lattice != LatticeKind::cube) REQUIRE(names(verdict.faults, "is not a shift of the"));
  }

  /// Lying otherwise, first where it was, then at every place that keeps one of its cells on one of the old ones.
  void turn(std::size_t i, int orientation) {
    PackingLayout layout = good_;
    PackingPlacement& placement = layout.placements[i];
    if (placement.orientation == orientation) return;
    const auto& shape = puzzle_.pieces[placement.piece.index()].cells;
    const auto old = placed(puzzle_.grid(), shape, placement.orientation, placement.offset);
    placement.orientation = orientation;
    check(layout);
    for (const Cell& cell : old) {
      placement.offset = cell - puzzle_.grid().apply(orientation, shape.front());
      const Verdict verdict = check(layout);
      if (!lies_as_allowed(puzzle_, placement)) REQUIRE_FALSE(verdict.legal());
    }
  }

  void replace(std::size_t i, PieceId piece) {
    PackingLayout layout = good_;
    if (layout.placements[i].piece == piece) return;
    layout.placements[i].piece = piece;
    check(layout);
  }

  void swap_pieces(std::size_t i, std::size_t j) {
    PackingLayout layout = good_;
    std::swap(layout.placements[i].piece, layout.placements[j].piece);
    check(layout);
  }

  void nonsense(std::size_t i) {
    constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    std::vector<PackingPlacement> broken(8, good_.placements[i]);
    broken[0].piece = PieceId(puzzle_.pieces.size());
    broken[1].piece = PieceId(65535);
    broken[2].orientation = -1;
    broken[3].orientation = puzzle_.grid().symmetry_count();
    broken[4].offset = {most, most, 0};
    broken[5].offset = {least, 0, 0};
    broken[6].offset = {0, 0, least};
    broken[7].orientation = least;
    for (const PackingPlacement& placement : broken) {
      PackingLayout layout = good_;
      layout.placements[i] = placement;
      REQUIRE_FALSE(verify_packing(puzzle_, layout).legal());
    }
  }

  void move_hint(std::size_t h) {
    for (const Cell& shift : unit_shifts(LatticeKind::square)) {
      if (shift.z != 0) continue;
      PackingPuzzle other = puzzle_;
      other.hints[h].offset = other.hints[h].offset + shift;
      const Verdict verdict = verify_packing(other, good_);
      REQUIRE(verdict.solves() == is_solution(other, good_));
      if (!verdict.solves()) REQUIRE((names(verdict.faults, "is not kept") || names(verdict.shortfalls, "is missing")));
    }
  }

  const PackingPuzzle& puzzle_;
  SymmetryGroup group_;
  const Boards* boards_;  // every solution, if known
  PackingLayout good_;
};

}  // namespace

TEST_CASE("every way to break a pentomino rectangle is noticed") {
  const Puzzle puzzle = pentominoes_in(6, 10);
  PackingMutations mutations(puzzle, nullptr, drawn_layout(puzzle.packing(), pentominoes_6x10_drawing()));
  mutations.run();
  CHECK(mutations.other_solution == 0);
  CHECK(mutations.same_board > 10);  // I, X and the like turned onto themselves
  CHECK(mutations.refused > 500);
}

TEST_CASE("every way to break a Soma cube is noticed") {
  const Puzzle puzzle = soma();
  PackingMutations mutations(puzzle, nullptr, drawn_layout(puzzle.packing(), soma_drawing()));
  mutations.run();
  CHECK(mutations.other_solution == 0);
  CHECK(mutations.refused > 1000);
}

TEST_CASE("every way to break domino tilings is noticed") {
  const Puzzle puzzle = dominoes_in(4, 4);
  const Boards boards = all_boards(puzzle);
  for (const auto& [key, board] : boards) PackingMutations(puzzle, &boards, board.packing()).run();
}

TEST_CASE("every way to break solutions of random packing puzzles is noticed, on every lattice") {
  for (const LatticeKind lattice :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter}) {
    int refused = 0, same_board = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      Rng rng(seed);
      PackingRecipe recipe;
      recipe.making = Making::planted;
      recipe.lattice = lattice;
      const auto [puzzle, solution] = planted_packing_puzzle(rng, recipe);
      CAPTURE(describe(puzzle));
      const auto boards = try_all_boards(puzzle, 20'000);
      PackingMutations mutations(puzzle, boards ? &*boards : nullptr, solution->packing());
      mutations.run();
      refused += mutations.refused;
      same_board += mutations.same_board;
    }
    CHECK(refused > 2000);
    CHECK(same_board > 20);
  }
}
