#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "packing/interval/constraints.hpp"
#include "packing/interval/cut.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// The thesis' strategy, each half of which can be switched off to see what it is worth.
struct Strategy {
  bool priority = true;   ///< cheap constraints first
  bool decompose = true;  ///< the permutation falls into independent parts
};

/// Constraints that wait for their turn, each at most once; with priority the lower kinds go first.
class Agenda {
 public:
  enum Kind : std::size_t { point, order, piece, part };
  struct Item {
    Kind kind;
    std::size_t number;
  };

  explicit Agenda(bool priority) : priority_(priority) {}
  void add(Kind kind, std::size_t number);
  bool take(Item& item);
  void clear();

 private:
  struct Lane {
    std::vector<Item> items;
    std::size_t next = 0;
  };
  std::array<Lane, 4> lanes_;
  std::array<std::array<bool, max_cells>, 4> waiting_{};
  bool priority_;
};

/// Narrows as the thesis describes it: one constraint at a time, whatever it changes wakes others, until none is awake.
///   point, order, piece: see constraints.hpp;
///   part: cell numbers are a permutation of as many cells; at first one constraint for all.
/// It is here for the thesis' table 4.2. SwiftNarrowing gets to the same intervals in less time.
class StepwiseNarrowing {
 public:
  struct State {
    std::array<PointBox, max_cells> points;
    std::array<std::uint64_t, max_cells> poses;  ///< per piece, a bit for each that is still possible
    /// The parts of the permutation are stored one after the other; a part is known by where it begins.
    std::array<std::uint8_t, max_cells> variables, values, part_size, part_of;
  };

  StepwiseNarrowing(const BoxModel& model, Strategy strategy);

  /// The root's state, narrowed. False if the puzzle has no solution; so below.
  bool enter(State& state);
  Cut choose(const State& state) const;
  /// Keeps the value of the cut, which is the lowest, or all the others.
  bool cut(State& state, Cut cut, bool keep);
  static Interval number(const State& state, std::size_t point) { return state.points[point].number; }
  void add_statistics(Statistics& statistics) const;

 private:
  bool settle(State& state);
  bool narrow(State& state, Agenda::Item item);
  bool narrow_part(State& state, std::size_t begin);
  void split_part(State& state, std::size_t begin);
  void wake(const State& state, std::size_t point, const PointBox& before);

  BoxModel model_;
  std::vector<PoseTable> poses_;  ///< per piece
  Strategy strategy_;
  Agenda agenda_;
  Permutation permutation_;
  std::uint64_t permutation_calls_ = 0;
};

}  // namespace tesselle::packing::interval
