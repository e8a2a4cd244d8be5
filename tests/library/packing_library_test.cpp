#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "packing/tables/placements.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

namespace {

std::size_t area_of_pieces(const PackingPuzzle& puzzle) {
  std::size_t area = 0;
  for (const PackingPiece& piece : puzzle.pieces) area += piece.cells.size();
  return area;
}

/// Counts the ways to cover a region: the lowest uncovered cell takes every placement that starts there.
class TilingCount {
 public:
  explicit TilingCount(const packing::PlacementTable& table)
      : covered_(table.all_cells), starting_at_(table.all_cells) {
    for (const auto& placement : table.placements) starting_at_[placement.cells.front()].push_back(&placement);
    for (const auto& piece_class : table.classes) left_.push_back(piece_class.max_copies);
  }

  long count(std::size_t from = 0) {
    while (from < covered_.size() && covered_[from]) ++from;
    if (from == covered_.size()) return 1;
    long found = 0;
    for (const packing::Placement* placement : starting_at_[from]) {
      if (!fits(*placement)) continue;
      put(*placement, true);
      found += count(from + 1);
      put(*placement, false);
    }
    return found;
  }

 private:
  bool fits(const packing::Placement& placement) const {
    return left_[static_cast<std::size_t>(placement.piece_class)] > 0 &&
           std::none_of(placement.cells.begin(), placement.cells.end(), [&](auto cell) { return covered_[cell]; });
  }
  void put(const packing::Placement& placement, bool down) {
    left_[static_cast<std::size_t>(placement.piece_class)] += down ? -1 : 1;
    for (const auto cell : placement.cells) covered_[cell] = down;
  }

  std::vector<char> covered_;
  std::vector<std::vector<const packing::Placement*>> starting_at_;
  std::vector<int> left_;
};

long tilings(const std::string& name) {
  return TilingCount(packing::compile_placements(load_puzzle(name).packing())).count();
}

/// Sorted sizes of the region's bounding box.
std::vector<int> box_of(const PackingPuzzle& puzzle) {
  const auto cells = normalised(puzzle.grid(), puzzle.region);
  Cell high;
  for (const Cell& c : cells) high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
  std::vector<int> sizes = {high.x + 1, high.y + 1, high.z + 1};
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

std::set<std::string> piece_names(const PackingPuzzle& puzzle) {
  std::set<std::string> names;
  for (const PackingPiece& piece : puzzle.pieces) names.insert(piece.name);
  return names;
}

bool is_subset(const std::set<std::string>& part, const std::set<std::string>& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

struct Expected {
  std::string name;
  LatticeKind lattice;
  std::size_t pieces, cells;
};

const Expected packings[] = {
    {"pentominoes-2x30", LatticeKind::square, 12, 60},
    {"pentominoes-3x20", LatticeKind::square, 12, 60},
    {"pentominoes-4x15", LatticeKind::square, 12, 60},
    {"pentominoes-5x12", LatticeKind::square, 12, 60},
    {"pentominoes-6x10", LatticeKind::square, 12, 60},
    {"pentominoes-8x8-hole", LatticeKind::square, 12, 60},
    {"pentominoes-8x8-square", LatticeKind::square, 13, 64},
    {"one-sided-pentominoes-3x30", LatticeKind::square, 18, 90},
    {"pentominoes-2x2x15", LatticeKind::cube, 12, 60},
    {"pentominoes-2x3x10", LatticeKind::cube, 12, 60},
    {"pentominoes-2x5x6", LatticeKind::cube, 12, 60},
    {"pentominoes-3x4x5", LatticeKind::cube, 12, 60},
    {"soma", LatticeKind::cube, 7, 27},
    {"bedlam", LatticeKind::cube, 13, 64},
    {"hexiamonds-6x6", LatticeKind::triangle, 12, 72},
    {"hexiamonds-4x9", LatticeKind::triangle, 12, 72},
    {"tetrahexes-4x7", LatticeKind::hexagon, 7, 28},
    {"eternity1", LatticeKind::drafter, 209, 7524},
    {"trinity", LatticeKind::drafter, 4, 4 * 36},
    {"serenity", LatticeKind::drafter, 8, 8 * 36},
    {"whale", LatticeKind::drafter, 8, 8 * 36},
    {"boat", LatticeKind::drafter, 21, 21 * 36},
    {"tortoise", LatticeKind::drafter, 45, 45 * 36},
    {"pram", LatticeKind::drafter, 64, 64 * 36},
    {"boomerang", LatticeKind::drafter, 66, 66 * 36},
};

const char* const eternity_family[] = {"trinity", "serenity", "whale", "boat", "tortoise", "pram", "boomerang"};

}  // namespace

TEST_CASE("packing puzzles have pieces of the region's area, each used once") {
  for (const Expected& expected : packings) {
    CAPTURE(expected.name);
    const Puzzle puzzle = load_puzzle(expected.name);
    REQUIRE(puzzle.family() == Family::packing);
    const PackingPuzzle& packing = puzzle.packing();
    CHECK(packing.lattice == expected.lattice);
    CHECK(packing.pieces.size() == expected.pieces);
    CHECK(packing.region.size() == expected.cells);
    CHECK(area_of_pieces(packing) == expected.cells);
    CHECK(packing.optional_cells.empty());
    CHECK(is_connected(packing.grid(), packing.region));
    for (const PackingPiece& piece : packing.pieces) {
      CHECK(piece.min_copies == 1);
      CHECK(piece.max_copies == 1);
      CHECK(is_connected(packing.grid(), piece.cells));
    }
    const auto classes = congruence_classes(packing);
    CHECK(std::set<int>(classes.begin(), classes.end()).size() == packing.pieces.size());
  }
}

TEST_CASE("boxes are what their names say") {
  const auto box = [](const char* name) { return box_of(load_puzzle(name).packing()); };
  CHECK(box("pentominoes-2x30") == std::vector<int>{1, 2, 30});
  CHECK(box("pentominoes-3x20") == std::vector<int>{1, 3, 20});
  CHECK(box("pentominoes-4x15") == std::vector<int>{1, 4, 15});
  CHECK(box("pentominoes-5x12") == std::vector<int>{1, 5, 12});
  CHECK(box("pentominoes-6x10") == std::vector<int>{1, 6, 10});
  CHECK(box("pentominoes-2x2x15") == std::vector<int>{2, 2, 15});
  CHECK(box("pentominoes-2x3x10") == std::vector<int>{2, 3, 10});
  CHECK(box("pentominoes-2x5x6") == std::vector<int>{2, 5, 6});
  CHECK(box("pentominoes-3x4x5") == std::vector<int>{3, 4, 5});
  CHECK(box("one-sided-pentominoes-3x30") == std::vector<int>{1, 3, 30});
}

TEST_CASE("small packing puzzles have their published number of solutions, all symmetric copies counted") {
  CHECK(tilings("pentominoes-2x30") == 0);
  CHECK(tilings("pentominoes-3x20") == 4 * 2);
  CHECK(tilings("pentominoes-4x15") == 4 * 368);
  CHECK(tilings("pentominoes-2x2x15") == 0);
  CHECK(tilings("pentominoes-2x3x10") == 8 * 12);
  CHECK(tilings("soma") == 48 * 240);
  CHECK(tilings("tetrahexes-4x7") == 2 * 9);
  CHECK(tilings("hexiamonds-4x9") == 2 * 74);
  CHECK(tilings("trinity") == 1);
  CHECK(tilings("serenity") == 12);
  CHECK(tilings("whale") == 1);
  CHECK(tilings("boat") == 1);
}

TEST_CASE("only the one-sided pentominoes may not be turned over") {
  for (const Expected& expected : packings) {
    const bool flat = expected.lattice != LatticeKind::cube && expected.name != "one-sided-pentominoes-3x30";
    const Puzzle puzzle = load_puzzle(expected.name);
    for (const PackingPiece& piece : puzzle.packing().pieces) CHECK(piece.turn_over == flat);
  }
}

TEST_CASE("Eternity's pieces are twelve half triangles without any symmetry") {
  std::vector<std::string> names = {"eternity1"};
  names.insert(names.end(), std::begin(eternity_family), std::end(eternity_family));
  for (const std::string& name : names) {
    const PackingPuzzle puzzle = load_puzzle(name).packing();
    const bool own_pieces = name == "trinity" || name == "serenity";
    for (const PackingPiece& piece : puzzle.pieces) {
      CAPTURE(piece.name);
      CHECK(piece.cells.size() == 36);
      if (!own_pieces) CHECK(distinct_orientations(puzzle, piece).size() == 12);
    }
  }
}

TEST_CASE("every triangle of Eternity's pieces and board is whole or cut along an altitude") {
  const std::set<int> allowed = {63, 7, 14, 28, 56, 49, 35};
  const PackingPuzzle eternity = load_puzzle("eternity1").packing();
  const auto masks = [](const std::vector<Cell>& cells) {
    std::map<Cell, int> result;
    for (const Cell& c : cells) result[{c.x, c.y, c.z / 6}] |= 1 << (c.z % 6);
    return result;
  };
  int whole = 0, half = 0;
  for (const auto& [triangle, mask] : masks(eternity.region)) {
    CHECK(allowed.count(mask) == 1);
    ++(mask == 63 ? whole : half);
  }
  CHECK(whole == 1230);
  CHECK(half == 48);
  for (const PackingPiece& piece : eternity.pieces)
    for (const auto& [triangle, mask] : masks(piece.cells)) REQUIRE(allowed.count(mask) == 1);
}

TEST_CASE("Eternity's board has the full symmetry of a hexagon") {
  const PackingPuzzle eternity = load_puzzle("eternity1").packing();
  const auto board = normalised(eternity.grid(), eternity.region);
  for (int g = 0; g < 12; ++g) CHECK(normalised(eternity.grid(), placed(eternity.grid(), board, g, {})) == board);
}

TEST_CASE("Eternity's companions use its pieces under their official numbers") {
  const PackingPuzzle eternity = load_puzzle("eternity1").packing();
  for (int number = 1; number <= 209; ++number)
    CHECK(eternity.pieces[static_cast<std::size_t>(number - 1)].name == std::to_string(number));
  for (const std::string name : {"whale", "boat", "tortoise", "pram", "boomerang"}) {
    CAPTURE(name);
    const PackingPuzzle part = load_puzzle(name).packing();
    for (const PackingPiece& piece : part.pieces) {
      const auto number = static_cast<std::size_t>(std::stoi(piece.name));
      REQUIRE(number <= 209);
      CHECK(piece == eternity.pieces[number - 1]);
    }
  }
  const auto boat = piece_names(load_puzzle("boat").packing());
  const auto tortoise = piece_names(load_puzzle("tortoise").packing());
  const auto boomerang = piece_names(load_puzzle("boomerang").packing());
  CHECK(is_subset(boat, boomerang));
  CHECK(is_subset(tortoise, boomerang));
}

TEST_CASE("the boat's placements are as many as its published linear program has columns") {
  const PackingPuzzle boat = load_puzzle("boat").packing();
  CHECK(packing::compile_placements(boat).placements.size() == 8753);
}
