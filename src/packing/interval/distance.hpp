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
/// The thesis does not say what it cuts. Here the open point that may have the lowest cell loses (or keeps) the lowest
/// value of its slowest open coordinate.
class DistanceSpace {
 public:
  /// Throws UsageError if the pieces are not determined by their distances, which do not know left from right.
  DistanceSpace(const PackingPuzzle& puzzle, const BoxModel& model);

  // --- SearchSpace ---
  std::uint32_t depth_limit() const;
  std::uint32_t open();
  void close() {}
  bool solved() const { return frames_[depth_].alive && frames_[depth_].point == none; }
  bool take(std::uint32_t candidate);
  void undo();
  Solution solution() const;
  int pieces_placed() const;
  void add_statistics(Statistics& statistics) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  using PointRange = std::array<Interval, 3>;
  using State = std::array<PointRange, max_cells>;
  struct Frame {
    State points;
    std::size_t point = none, axis = 0;  ///< what is cut here
    bool alive = false;
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
  std::vector<std::vector<Distance>> distances_;  ///< per point: to the other points of its piece
  std::vector<std::vector<Ordered>> ordered_;     ///< per point: the pairs that it is in
  std::vector<std::size_t> changed_;              ///< points to look at, each once
  std::vector<bool> is_changed_;
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;
  std::uint64_t cuts_ = 0, backtracks_ = 0;
};

}  // namespace tesselle::packing::interval
