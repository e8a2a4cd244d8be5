#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "edge/schedule/course.hpp"

namespace tesselle::edge::schedule {

struct FullBoard {
  EdgeBoard board;    ///< of the turned puzzle
  int conflicts = 0;  ///< inner edges that do not match, and rim sides that do not show the frame
};

/// Fills what is left of a board.
class Finisher {
 public:
  /// Must outlive it.
  explicit Finisher(const Course& course);

  /// Cell by cell the piece with the fewest conflicts; pieces of the rim only on the rim as long as there are such.
  FullBoard greedy(const std::vector<Placed>& laid, Rng& rng);

  /// The best way to fill the rest, if it has fewer than `bound` conflicts on the whole board; at most `budget` tries.
  std::optional<FullBoard> best(const std::vector<Placed>& laid, int bound, std::uint64_t budget);

  /// Pieces tried since construction.
  std::uint64_t tries() const { return tries_; }

 private:
  struct Choice {
    Placed placed;
    int cost = 0;
  };
  /// A way to fill a cell, as far as it can be judged before its neighbours are known.
  struct Option {
    Placed placed;
    Sides sides;
    int cost = 0;  ///< conflicts with the rim and with hints passed later, and for being of the wrong sort
  };
  void start(const std::vector<Placed>& laid);
  void lay(std::size_t depth, Placed placed);
  int fixed_cost_at(std::size_t depth, const Sides& sides) const;
  int cost_at(std::size_t depth, const Sides& sides) const;
  bool may_be_placed(const CellKind& kind, Placed placed) const;
  std::vector<Choice> choices_at(std::size_t depth);
  void list_options(std::size_t depth);
  void search(std::size_t depth, int conflicts);
  FullBoard result(int conflicts) const;

  const Course* course_;
  std::vector<Placed> laid_;  ///< per stop
  std::vector<Sides> sides_;  ///< per stop
  std::vector<bool> used_;
  std::vector<PieceId> rest_;                 ///< what was not placed when the filling began
  std::vector<std::vector<Option>> options_;  ///< per stop, while the rest is filled exactly
  std::uint64_t tries_ = 0;
  std::uint64_t tries_end_ = 0;
  int bound_ = 0;
  std::optional<FullBoard> best_;
};

/// Conflicts of a full board.
int count_conflicts(const EdgePuzzle& puzzle, const EdgeBoard& board);

}  // namespace tesselle::edge::schedule
