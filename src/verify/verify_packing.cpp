#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

constexpr int far_away = 1 << 28;  ///< shifts beyond this would overflow; no region is that large

int smallest_first_count(const PackingPuzzle& puzzle) {
  auto area = static_cast<std::int64_t>(puzzle.region.size() + puzzle.optional_cells.size());
  std::vector<std::pair<std::int64_t, std::int64_t>> sizes;
  for (const PackingPiece& piece : puzzle.pieces)
    if (!piece.cells.empty()) sizes.emplace_back(piece.cells.size(), piece.max_copies);
  std::sort(sizes.begin(), sizes.end());
  std::int64_t count = 0;
  for (const auto& [size, copies] : sizes) {
    const std::int64_t fitting = std::min(copies, area / size);
    count += fitting;
    area -= fitting * size;
  }
  return static_cast<int>(count);
}

/// Places the pieces one by one and records what it finds.
class PackingCheck {
 public:
  PackingCheck(const PackingPuzzle& puzzle, const PackingLayout& layout)
      : puzzle_(puzzle), layout_(layout), lattice_(puzzle.grid()), used_(puzzle.pieces.size()) {
    for (const Cell& cell : puzzle.region) cover_[cell] = {};
    for (const Cell& cell : puzzle.optional_cells) cover_[cell] = {};
    verdict_.max_score = smallest_first_count(puzzle);
  }

  Verdict run() {
    verdict_.complete = true;
    for (const PackingPlacement& placement : layout_.placements)
      if (is_real(placement)) lay_down(placement);
    check_cells();
    check_use();
    for (const PackingPlacement& hint : puzzle_.hints) check_hint(hint);
    return std::move(verdict_);
  }

 private:
  void fault(std::string what) { verdict_.faults.push_back({std::move(what)}); }
  /// Called with a function that makes the text: most are not named.
  template <class Text>
  void shortfall(const Text& what) {
    verdict_.complete = false;
    if (verdict_.shortfalls.size() < max_shortfalls_named) verdict_.shortfalls.push_back({what()});
  }
  const PackingPiece& piece_of(const PackingPlacement& placement) const {
    return puzzle_.pieces[placement.piece.index()];
  }
  std::string name(Cell cell) const {
    const bool flat = puzzle_.lattice == LatticeKind::square || puzzle_.lattice == LatticeKind::hexagon;
    return flat && cell.z == 0 ? fmt::format("({},{})", cell.x, cell.y)
                               : fmt::format("({},{},{})", cell.x, cell.y, cell.z);
  }

  bool is_real(const PackingPlacement& placement) {
    if (placement.piece.index() >= puzzle_.pieces.size()) {
      fault(fmt::format("piece {} does not exist, there are {}", placement.piece.index() + 1, puzzle_.pieces.size()));
      return false;
    }
    const std::string& piece = piece_of(placement).name;
    if (placement.orientation < 0 || placement.orientation >= lattice_.symmetry_count()) {
      fault(fmt::format("piece {} has orientation {}, expected 0 to {}", piece, placement.orientation,
                        lattice_.symmetry_count() - 1));
      return false;
    }
    const auto [x, y, z] = placement.offset;
    if (z != 0 && puzzle_.lattice != LatticeKind::cube) {
      fault(fmt::format("piece {} is moved by ({},{},{}), which is not a shift of the {} lattice", piece, x, y, z,
                        lattice_.name()));
      return false;
    }
    const bool near = std::max({x, y, z}) < far_away && std::min({x, y, z}) > -far_away;
    if (!near) fault(fmt::format("piece {} sticks out: it is moved by ({},{},{})", piece, x, y, z));
    return near;
  }

  void lay_down(const PackingPlacement& placement) {
    ++verdict_.score;
    ++used_[placement.piece.index()];
    check_orientation(placement);
    bool inside = true;
    for (const Cell& cell : placed(lattice_, piece_of(placement).cells, placement.orientation, placement.offset)) {
      const auto covered = cover_.find(cell);
      if (covered != cover_.end()) {
        cover(*covered, placement);
      } else if (inside) {
        inside = false;
        fault(fmt::format("piece {} sticks out at {}", piece_of(placement).name, name(cell)));
      }
    }
  }

  void cover(std::pair<const Cell, const PackingPlacement*>& entry, const PackingPlacement& placement) {
    auto& [cell, owner] = entry;
    if (owner)
      fault(
          fmt::format("cell {} is covered by {} and {}", name(cell), piece_of(*owner).name, piece_of(placement).name));
    else
      owner = &placement;
  }

  void check_orientation(const PackingPlacement& placement) {
    const PackingPiece& piece = piece_of(placement);
    const auto allowed = allowed_orientations(puzzle_, piece);
    if (std::find(allowed.begin(), allowed.end(), placement.orientation) != allowed.end()) return;
    const auto posed = [&](int g) { return normalised(lattice_, placed(lattice_, piece.cells, g, {})); };
    const auto cells = posed(placement.orientation);
    if (std::any_of(allowed.begin(), allowed.end(), [&](int g) { return posed(g) == cells; })) return;
    if (!piece.orientations)
      fault(fmt::format("piece {} may not be turned over (orientation {})", piece.name, placement.orientation));
    else
      fault(fmt::format("piece {} may not lie with orientation {}", piece.name, placement.orientation));
  }

  void check_cells() {
    for (const Cell& cell : puzzle_.region)
      if (!cover_[cell]) {
        ++verdict_.conflicts;
        shortfall([&] { return fmt::format("cell {} is not covered", name(cell)); });
      }
  }

  void check_use() {
    for (std::size_t p = 0; p < used_.size(); ++p) {
      const PackingPiece& piece = puzzle_.pieces[p];
      if (used_[p] > piece.max_copies)
        fault(fmt::format("piece {} is used {} times, there {} {}", piece.name, used_[p],
                          piece.max_copies == 1 ? "is" : "are", piece.max_copies));
      if (used_[p] < piece.min_copies)
        shortfall([&] {
          return fmt::format("piece {} is used {} times, at least {} needed", piece.name, used_[p],
                             piece.min_copies == 1 ? "1 is" : fmt::format("{} are", piece.min_copies));
        });
    }
  }

  /// A hint is kept by a congruent piece on exactly its cells; it is moved if another piece covers one of them.
  void check_hint(const PackingPlacement& hint) {
    const auto cells = placed(lattice_, piece_of(hint).cells, hint.orientation, hint.offset);
    const PackingPlacement* found = nullptr;
    for (const Cell& cell : cells)
      if (const auto covered = cover_.find(cell); covered != cover_.end() && covered->second) found = covered->second;
    if (!found)
      return shortfall(
          [&] { return fmt::format("hint {} at {} is missing", piece_of(hint).name, name(cells.front())); });
    const bool same_cells = placed(lattice_, piece_of(*found).cells, found->orientation, found->offset) == cells;
    if (!same_cells || !congruent(piece_of(hint), piece_of(*found)))
      fault(fmt::format("hint {} at {} is not kept: {} is {}", piece_of(hint).name, name(cells.front()),
                        piece_of(*found).name, same_cells ? "there" : "placed differently"));
  }

  bool congruent(const PackingPiece& a, const PackingPiece& b) const { return &a == &b || poses(a) == poses(b); }
  std::set<std::vector<Cell>> poses(const PackingPiece& piece) const {
    std::set<std::vector<Cell>> shapes;
    for (Orientation& orientation : distinct_orientations(puzzle_, piece)) shapes.insert(std::move(orientation.cells));
    return shapes;
  }

  const PackingPuzzle& puzzle_;
  const PackingLayout& layout_;
  const Lattice& lattice_;
  std::map<Cell, const PackingPlacement*>
      cover_;              // every cell of region and optional cells, with the piece that covers it
  std::vector<int> used_;  // per piece
  Verdict verdict_;
};

}  // namespace

Verdict verify_packing(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  return PackingCheck(puzzle, layout).run();
}

}  // namespace tesselle
