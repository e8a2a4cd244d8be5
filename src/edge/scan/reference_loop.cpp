#include "edge/scan/reference_loop.hpp"

#include <vector>

#include "edge/tables/oriented.hpp"

namespace tesselle::edge::scan {
namespace {

class ReferenceLoop {
 public:
  ReferenceLoop(const EdgePuzzle& puzzle, std::uint64_t nodes)
      : width_(static_cast<std::size_t>(puzzle.width)),
        cells_(puzzle.cell_count()),
        colours_(puzzle.mate.size()),
        left_(nodes),
        lists_(4 * colours_ * colours_),
        used_(puzzle.pieces.size()),
        north_(cells_ + width_, static_cast<std::uint8_t>(puzzle.frame->value)) {
    const Colour frame = *puzzle.frame;
    for (const OrientedKind& value : oriented_kinds(piece_kinds(puzzle))) {
      const auto& [north, east, south, west] = value.sides;
      const std::size_t rims = (east == frame ? 1u : 0u) + (south == frame ? 2u : 0u);
      lists_[(rims * colours_ + north.index()) * colours_ + west.index()].push_back(
          {value.kind, static_cast<std::uint8_t>(east.value), static_cast<std::uint8_t>(south.value)});
    }
  }

  /// `west`: what the cell must show there.
  void fill(std::size_t cell, std::size_t west) {
    if (cell == cells_) return;
    const std::size_t rims = (cell % width_ == width_ - 1 ? 1u : 0u) + (cell + width_ >= cells_ ? 2u : 0u);
    for (const Candidate& candidate : lists_[(rims * colours_ + north_[cell]) * colours_ + west]) {
      if (used_[candidate.piece]) continue;
      if (left_ == 0) return;
      --left_;
      used_[candidate.piece] = 1;
      north_[cell + width_] = candidate.south;
      fill(cell + 1, candidate.east);
      used_[candidate.piece] = 0;
    }
  }

  std::uint64_t left() const { return left_; }

 private:
  struct Candidate {
    std::uint16_t piece;
    std::uint8_t east, south;
  };
  std::size_t width_, cells_, colours_;
  std::uint64_t left_;
  std::vector<std::vector<Candidate>> lists_;
  std::vector<std::uint8_t> used_;
  std::vector<std::uint8_t> north_;
};

}  // namespace

std::uint64_t run_reference_loop(const EdgePuzzle& puzzle, std::uint64_t nodes) {
  ReferenceLoop loop(puzzle, nodes);
  loop.fill(0, puzzle.frame->index());
  return nodes - loop.left();
}

}  // namespace tesselle::edge::scan
