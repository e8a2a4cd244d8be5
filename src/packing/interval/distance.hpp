#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "packing/interval/box_model.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// The model of the thesis' chapter 2, which it gave up. A point has three coordinates in intervals and no cell number.
/// Every pair of points of a piece has the distance that it has in the piece; every other pair has one above zero; of a
/// piece's points that a symmetry of the piece exchanges, one comes first, so that a placement is found once. All of
/// this looks at two points at a time: nothing notices that a cell has become unreachable, and a hole stays unseen
/// until the last pieces do not fit.
///
/// The thesis does not say what it cuts. By coordinates, the open point that may have the lowest cell keeps or loses
/// the lowest value of its slowest open coordinate; a hole is then a subtree like any other. By cells, the lowest free
/// cell gets each of the points that may be on it in turn, and then the rest of that point's piece is fixed by
/// coordinates. There are as many points as cells, so a cell that no point can have is a dead end.
class DistanceSpace {
 public:
  enum class Branching { cells, coordinates };

  /// Throws UsageError if the pieces are not determined by their distances, which do not know left from right.
  DistanceSpace(const PackingPuzzle& puzzle, const BoxModel& model, Branching branching);

  // --- SearchSpace ---
  std::uint32_t depth_limit() const;
  std::uint32_t open();
  void close() {}
  bool solved() const { return frames_[depth_].alive && frames_[depth_].all_fixed; }
  bool take(std::uint32_t candidate);
  void undo();
  Solution solution() const;
  int pieces_placed() const;
  void add_statistics(Statistics& statistics) const;

 private:
  static constexpr std::size_t by_cell = 3, none = max_cells;
  using PointRange = std::array<Interval, 3>;
  using State = std::array<PointRange, max_cells>;
  struct Frame {
    State points;
    std::array<std::uint8_t, max_cells> candidates;  ///< points that may be on the lowest free cell, or the one to cut
    std::size_t candidate_count = 0;
    std::size_t axis = by_cell;  ///< to be cut, of the only candidate
    Point cell{};                ///< the lowest that is free
    bool alive = false, all_fixed = false;
  };
  struct Distance {
    std::size_t other;
    int squared;
  };
  /// Of two points that a symmetry of their piece exchanges. If they are in line, no coordinate may fall.
  struct Ordered {
    std::size_t first, second;
    bool in_line;
  };

  std::uint32_t open_cell(Frame& frame) const;
  std::uint32_t open_coordinate(Frame& frame, std::size_t point) const;
  std::size_t open_point_on_lowest_cell(const Frame& frame) const;
  std::size_t open_point_of_started_piece(const Frame& frame) const;
  void take_cell(Frame& frame, const Frame& parent, std::size_t candidate);
  void take_coordinate(Frame& frame, const Frame& parent, bool lowest);
  void relate(const BoxPiece& piece);
  void order_symmetric(const BoxPiece& piece);
  void place_hint(const BoxPiece& piece);
  bool settle(State& points);
  bool narrow_around(State& points, std::size_t point);
  bool keep_distance(State& points, std::size_t a, std::size_t b, int squared);
  bool keep_apart(State& points, std::size_t a, std::size_t b);
  bool keep_order(State& points, const Ordered& pair);
  bool tighten(State& points, std::size_t point, std::size_t axis, int low, int high);
  const State* last_settled() const;
  std::vector<bool> fixed_pieces() const;

  PackingPuzzle puzzle_;
  BoxModel model_;
  Branching branching_;
  std::vector<std::vector<Distance>> distances_;  ///< per point: to the other points of its piece
  std::vector<std::vector<Ordered>> ordered_;     ///< per point: the pairs that it is in
  std::vector<std::size_t> changed_;              ///< points to look at, each once
  std::vector<bool> is_changed_;
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;
  std::uint64_t cuts_ = 0, backtracks_ = 0;
};

}  // namespace tesselle::packing::interval
