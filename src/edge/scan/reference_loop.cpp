#include "edge/scan/reference_loop.hpp"

#include <algorithm>
#include <vector>

#include "edge/tables/oriented.hpp"

namespace tesselle::edge::scan {
namespace {

constexpr std::uint64_t nodes_between_looks = 1 << 20;  // at the stop token

class ReferenceLoop {
 public:
  ReferenceLoop(const EdgePuzzle& puzzle, std::uint64_t nodes, const std::stop_token& stop)
      : width_(static_cast<std::size_t>(puzzle.width)),
        cells_(puzzle.cell_count()),
        colours_(puzzle.mate.size()),
        stop_(stop),
        not_begun_(nodes),
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
      if (left_ == 0 && !begin_portion()) return;
      --left_;
      used_[candidate.piece] = 1;
      north_[cell + width_] = candidate.south;
      fill(cell + 1, candidate.east);
      used_[candidate.piece] = 0;
    }
  }

  std::uint64_t left() const { return not_begun_ + left_; }

 private:
  /// Nodes come in portions, so that the loop still counts them and does nothing else.
  [[gnu::noinline]] bool begin_portion() {
    if (stop_.stop_requested()) return false;
    left_ = std::min(not_begun_, nodes_between_looks);
    not_begun_ -= left_;
    return left_ > 0;
  }

  struct Candidate {
    std::uint16_t piece;
    std::uint8_t east, south;
  };
  std::size_t width_, cells_, colours_;
  const std::stop_token& stop_;
  std::uint64_t not_begun_;  // nodes of later portions
  std::uint64_t left_ = 0;   // nodes of this one
  std::vector<std::vector<Candidate>> lists_;
  std::vector<std::uint8_t> used_;
  std::vector<std::uint8_t> north_;
};

}  // namespace

std::uint64_t run_reference_loop(const EdgePuzzle& puzzle, std::uint64_t nodes, const std::stop_token& stop) {
  ReferenceLoop loop(puzzle, nodes, stop);
  loop.fill(0, puzzle.frame->index());
  return nodes - loop.left();
}

}  // namespace tesselle::edge::scan
