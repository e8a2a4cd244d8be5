#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// One way to go on at a cell, or why it is none.
struct CandidateLine {
  std::string piece;
  bool fits = false;
  std::string why;  ///< "turned 90°", or what is wrong
};

/// What a person sees at a partial board: the reason for a dead end, the candidates of a cell. It is worked out from
/// the puzzle and the board alone and may see less than an engine that looks ahead.
class BoardReader {
 public:
  explicit BoardReader(const Puzzle& puzzle);
  ~BoardReader();

  /// Why the board cannot be completed, in a few words. `likely` are cells to look at first, where the search would
  /// have gone on: squares of an edge-matching board by number, for packing places in region order.
  std::string reason(const Solution& board, const std::vector<std::size_t>& likely) const;

  struct Candidates {
    std::string cell;
    std::string asked;  ///< edge-matching: the sides around the cell
    std::vector<CandidateLine> lines;
  };
  /// The pieces that are left, at this cell.
  Candidates candidates(const Solution& board, std::size_t cell) const;
  /// A cell that nothing fits on, or else the empty cell with the fewest ways to fill it; nullopt on a full board.
  std::optional<std::size_t> tightest_cell(const Solution& board) const;

 private:
  struct Reading;
  class EdgeReading;
  class PackingReading;
  std::unique_ptr<Reading> reading_;
};

}  // namespace tesselle
