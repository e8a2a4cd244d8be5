#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "packing/interval/box_model.hpp"
#include "packing/interval/permutation.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// S3's strategy, each half of which can be switched off to see what it is worth.
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

/// The search space of `interval`. Every cell of every piece is a point with three coordinates and a cell number, all
/// known to lie in intervals. Four kinds of constraints narrow them until nothing changes:
///   point: the cell number is x + a y + ab z (S3's product and sum constraints, taken together);
///   order: the cell numbers of a piece ascend;
///   piece: the points are one of the piece's poses, moved (S3's placement constraint);
///   part: cell numbers are a permutation of as many cells; at first one constraint for all.
/// A node halves the smallest open cell number: its lowest value alone, or all the others.
class IntervalSpace {
 public:
  IntervalSpace(const PackingPuzzle& puzzle, Strategy strategy);

  // --- SearchSpace ---
  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(model_.cells * model_.cells); }
  std::uint32_t open();
  void close() {}
  bool solved() const { return frames_[depth_].alive && frames_[depth_].cut == none; }
  bool take(std::uint32_t candidate);
  void undo();
  Solution solution() const;
  int pieces_placed() const;
  void add_statistics(Statistics& statistics) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  static constexpr std::size_t number = 3;  ///< the "axis" of cell numbers

  using Intervals = std::array<Interval, max_cells>;
  struct State {
    std::array<Intervals, 4> axis;               ///< per point: x, y, z, cell number
    std::array<std::uint32_t, max_cells> poses;  ///< per piece, a bit for each that is still possible
    /// The parts of the permutation lie one after the other; a part is known by where it begins.
    std::array<std::uint8_t, max_cells> variables, values, part_size, part_of;
  };
  struct Frame {
    State state;
    std::size_t cut = none;  ///< the point whose cell number is halved here
    bool alive = false;
  };

  void enter_root();
  bool settle(State& state);
  bool narrow_point(State& state, std::size_t point);
  bool narrow_order(State& state, std::size_t piece);
  bool narrow_piece(State& state, std::size_t piece);
  bool narrow_part(State& state, std::size_t begin);
  void split_part(State& state, std::size_t begin);
  bool tighten(State& state, std::size_t axis, std::size_t point, int low, int high);
  const State* last_settled() const;
  std::vector<bool> fixed_pieces() const;

  PackingPuzzle puzzle_;
  BoxModel model_;
  Strategy strategy_;
  Agenda agenda_;
  Permutation permutation_;
  std::vector<std::size_t> piece_of_;  ///< per point
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;
  std::uint64_t permutation_calls_ = 0, cuts_ = 0, backtracks_ = 0;
};

}  // namespace tesselle::packing::interval
