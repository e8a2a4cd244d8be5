#include "search/assembly.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

// The way out; upwards is tried first, because that is how people build.
constexpr std::array<Cell, 6> ways_out = {{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};

class Disassembly {
 public:
  Disassembly(const PackingPuzzle& puzzle, const PackingLayout& layout) {
    for (const PackingPlacement& p : layout.placements)
      pieces_.push_back(placed(puzzle.grid(), puzzle.pieces[p.piece.index()].cells, p.orientation, p.offset));
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      for (const Cell& cell : pieces_[i]) owner_[cell] = i;
    std::vector<Cell> all;
    for (const auto& [cell, piece] : owner_) all.push_back(cell);
    if (!all.empty()) bounds_ = bounds_of(all);
  }

  /// The last piece out is the first one in.
  std::vector<AssemblyStep> reversed() {
    std::vector<AssemblyStep> steps;
    std::vector<bool> out(pieces_.size());
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t piece = pieces_.size(); piece-- > 0;)
        if (!out[piece])
          if (const auto way = way_out(piece)) {
            steps.push_back({piece, Cell{} - *way});
            out[piece] = moved = true;
            for (const Cell& cell : pieces_[piece]) owner_.erase(cell);
          }
    }
    for (std::size_t piece = pieces_.size(); piece-- > 0;)
      if (!out[piece]) steps.push_back({piece, std::nullopt});
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

 private:
  std::optional<Cell> way_out(std::size_t piece) const {
    for (const Cell& way : ways_out)
      if (std::all_of(pieces_[piece].begin(), pieces_[piece].end(),
                      [&](const Cell& cell) { return slides(piece, cell, way); }))
        return way;
    return std::nullopt;
  }

  bool slides(std::size_t piece, Cell cell, Cell way) const {
    for (cell = cell + way; inside(cell); cell = cell + way)
      if (const auto found = owner_.find(cell); found != owner_.end() && found->second != piece) return false;
    return true;
  }

  bool inside(Cell cell) const {
    for (const auto axis : {&Cell::x, &Cell::y, &Cell::z})
      if (cell.*axis < bounds_.low.*axis || cell.*axis > bounds_.high.*axis) return false;
    return true;
  }

  std::vector<std::vector<Cell>> pieces_;
  std::map<Cell, std::size_t> owner_;
  CellBounds bounds_{};
};

}  // namespace

std::vector<AssemblyStep> assembly_of(const PackingPuzzle& puzzle, const PackingLayout& layout) {
  if (puzzle.lattice != LatticeKind::cube) throw UsageError("only puzzles on the cube lattice are put together");
  return Disassembly(puzzle, layout).reversed();
}

}  // namespace tesselle
