#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle {

/// A full edge-matching board on which exchanges of pieces are tried, many at a time: the inner loop of a local search
/// that is written outside the library. What an exchange costs is counted in conflicts (tesselle/verify.hpp).
///
/// Cells are numbered row by row from 0. Pieces stay where their kind belongs: corner pieces in corners, border pieces
/// on the border, hinted pieces where they are. So two cells can be exchanged only if they are in the same group.
/// Not thread-safe; copies are independent.
class ExchangeBoard {
 public:
  /// Throws UsageError if a cell is empty, or holds a piece that does not belong there.
  ExchangeBoard(const EdgePuzzle& puzzle, const EdgeBoard& board);
  ~ExchangeBoard();
  ExchangeBoard(ExchangeBoard&&) noexcept;
  ExchangeBoard& operator=(ExchangeBoard&&) noexcept;
  ExchangeBoard(const ExchangeBoard& other);

  int conflicts() const;
  EdgeBoard board() const;
  /// The cells that can be exchanged with each other, in up to three groups: inner cells, border, corners.
  std::vector<std::vector<std::int32_t>> groups() const;

  /// What each exchange would change in conflicts, both pieces turned as well as possible: `cells` holds pairs, and
  /// changes[i] is about cells[2 i] and cells[2 i + 1]. A cell paired with itself is only turned. Throws UsageError
  /// for a pair that cannot be exchanged, or if there are not as many changes as pairs.
  void evaluate(std::span<const std::int32_t> cells, std::span<std::int32_t> changes) const;
  /// Makes one of them, and tells what it changed.
  int exchange(std::int32_t a, std::int32_t b);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tesselle
