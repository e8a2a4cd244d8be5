#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/interval/box_model.hpp"
#include "packing/interval/cut.hpp"
#include "packing/interval/hall_sweep.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// Beyond the thesis: of every piece the placements that are left, one bit each, so that the values of a cell number
/// are a set and not an interval. It narrows all that SwiftNarrowing does (the hull of every set goes through the same
/// permutation constraint) and more: a cell that is taken leaves the middle of a set as well. With `counts`, a cell
/// that no piece can reach is a dead end, and one that a single piece can reach belongs to it.
class SetNarrowing {
 public:
  struct State {
    std::vector<std::uint64_t> placements;  ///< all pieces', one after the other
    HallSweep::Numbers numbers;             ///< the hulls
    OpenNumbers open;
  };

  SetNarrowing(const BoxModel& model, CutRule rule, bool counts);

  bool enter(State& state);
  Cut choose(const State& state) const;
  bool cut(State& state, Cut cut, bool keep);
  static Interval number(const State& state, std::size_t point) { return state.numbers[point]; }
  void add_statistics(Statistics&) const {}

 private:
  using Words = std::vector<std::uint64_t>;
  struct Piece {
    std::size_t first_word = 0, words = 0;
    std::vector<std::vector<std::uint8_t>> cells;  ///< per placement, ascending: point i is on the i-th
    std::vector<Words> on_cell;                    ///< per cell: the placements that use it
  };

  void list_placements(std::size_t piece);
  bool settle(State& state, std::uint64_t changed_pieces);
  bool settle_hulls(State& state, std::uint64_t& changed_pieces);
  bool take_hull(State& state, std::size_t piece) const;
  bool count_cells(State& state, std::uint64_t& changed_pieces) const;
  std::uint64_t leave_taken(State& state, const OpenNumbers& before) const;
  /// Keeps the placements for which `wanted` is true; was one lost?
  template <class Wanted>
  bool keep(State& state, std::size_t piece, Wanted wanted) const;
  Cut scarcest(const State& state) const;

  BoxModel model_;
  CutRule rule_;
  bool counts_;
  std::vector<Piece> pieces_;
  std::size_t words_ = 0;
  HallSweep sweep_;
};

}  // namespace tesselle::packing::interval
