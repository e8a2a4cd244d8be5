#include "edge/repair/merge.hpp"

#include "edge/tables/at.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tesselle::edge::repair {
namespace {

using Cell = ConflictBoard::Cell;
using Layout = ConflictBoard::Layout;
using Cycle = std::vector<Cell>;

constexpr std::size_t max_cycles_tried_out = 12;

bool differs(const Layout& a, const Layout& b, Cell c) { return a.word[at(c)] != b.word[at(c)]; }

/// A cell where only the turn differs is a cycle of its own.
std::vector<Cycle> cycles_between(const Layout& from, const Layout& to) {
  std::vector<Cell> cell_of_piece(from.piece_at.size());
  for (std::size_t c = 0; c < from.piece_at.size(); ++c) cell_of_piece[at(from.piece_at[c])] = static_cast<Cell>(c);
  std::vector<bool> seen(from.piece_at.size());
  std::vector<Cycle> cycles;
  for (Cell start = 0; at(start) < seen.size(); ++start) {
    if (seen[at(start)]) continue;
    Cycle cycle;
    for (Cell c = start; !seen[at(c)]; c = cell_of_piece[at(to.piece_at[at(c)])]) {
      seen[at(c)] = true;
      cycle.push_back(c);
    }
    if (cycle.size() > 1 || differs(from, to, start)) cycles.push_back(std::move(cycle));
  }
  return cycles;
}

/// Groups of cycles that touch, as lists of numbers of cycles.
std::vector<std::vector<std::size_t>> touching_groups(const ConflictBoard& board, const std::vector<Cycle>& cycles) {
  std::vector<std::size_t> cycle_of(at(board.cell_count()), cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i)
    for (const Cell c : cycles[i]) cycle_of[at(c)] = i;
  std::vector<bool> seen(cycles.size() + 1);
  seen.back() = true;  // cells that are in no cycle
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t first = 0; first < cycles.size(); ++first) {
    if (seen[first]) continue;
    std::vector<std::size_t> group = {first};
    seen[first] = true;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (const Cell c : cycles[group[i]])
        for (int side = 0; side < 4; ++side) {
          const Cell next = board.neighbour(c, side);
          if (next == ConflictBoard::none || seen[cycle_of[at(next)]]) continue;
          seen[cycle_of[at(next)]] = true;
          group.push_back(cycle_of[at(next)]);
        }
    groups.push_back(std::move(group));
  }
  return groups;
}

class Mixer {
 public:
  Mixer(ConflictBoard& board, const Layout& other)
      : board_(board),
        own_(board.layout()),
        other_(other),
        cycles_(cycles_between(own_, other)),
        taken_(cycles_.size()) {}

  void run() {
    for (const auto& group : touching_groups(board_, cycles_))
      if (group.size() <= max_cycles_tried_out)
        try_every_combination(group);
      else
        descend_from_both(group);
  }

 private:
  void flip(std::size_t i) {
    taken_[i] = !taken_[i];
    const Layout& source = taken_[i] ? other_ : own_;
    for (const Cell c : cycles_[i]) board_.remove(c);
    for (const Cell c : cycles_[i]) board_.place(c, source.piece_at[at(c)], source.rotation_at[at(c)]);
  }

  /// In the order of a Gray code, so that each combination is one flip away from the one before.
  void try_every_combination(const std::vector<std::size_t>& group) {
    int least = board_.conflicts();
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < (1u << group.size()); ++i) {
      flip(group[static_cast<std::size_t>(std::countr_zero(i))]);
      if (board_.conflicts() < least) least = board_.conflicts(), best = i ^ (i >> 1);
    }
    const std::uint32_t last = 1u << (group.size() - 1);  // the Gray code of the last combination
    for (std::size_t i = 0; i < group.size(); ++i)
      if (((best ^ last) >> i) & 1u) flip(group[i]);
  }

  void descend_from_both(const std::vector<std::size_t>& group) {
    const Layout start = board_.layout();
    const std::vector<bool> taken = taken_;
    descend(group);
    const Layout near = board_.layout();
    const std::vector<bool> taken_near = taken_;
    board_.go_to(start);
    taken_ = taken;
    for (const std::size_t i : group) flip(i);
    descend(group);
    if (board_.conflicts() < near.conflicts) return;
    board_.go_to(near);
    taken_ = taken_near;
  }

  void descend(const std::vector<std::size_t>& group) {
    for (bool helped = true; helped;) {
      helped = false;
      for (const std::size_t i : group) {
        const int before = board_.conflicts();
        flip(i);
        if (board_.conflicts() < before)
          helped = true;
        else
          flip(i);
      }
    }
  }

  ConflictBoard& board_;
  const Layout own_;
  const Layout& other_;
  std::vector<Cycle> cycles_;
  std::vector<bool> taken_;  ///< cycles that follow the other board
};

}  // namespace

bool merge(ConflictBoard& board, const Layout& other) {
  const int before = board.conflicts();
  Mixer(board, other).run();
  return board.conflicts() < before;
}

}  // namespace tesselle::edge::repair
