#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/large_pages.hpp"
#include "packing/interval/constraints.hpp"
#include "packing/interval/cut.hpp"
#include "packing/interval/hall_sweep.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle::packing::interval {

/// What the constraints on a single piece (point, order, placement) make of the intervals of its cell numbers. Its
/// coordinates begin anywhere, so their common fixed point depends on those intervals alone and can be remembered. The
/// same intervals come up all over the tree: nearly every question is answered from memory.
class PieceNarrowing {
 public:
  /// All points' cell numbers. Eight can be read wherever a piece begins.
  using Numbers = HallSweep::Numbers;

  explicit PieceNarrowing(const BoxModel& model);
  /// Will be asked soon: fetches what is remembered of it.
  void expect(std::size_t piece, const Numbers& numbers) const;
  bool narrow(std::size_t piece, Numbers& numbers);

 private:
  static constexpr std::size_t room = OpenNumbers::block;
  /// The intervals of up to eight numbers, packed.
  struct Packed {
    std::uint64_t front = 0, back = 0;
    friend bool operator==(const Packed&, const Packed&) = default;
  };
  struct Memory {
    Packed question = impossible, answer;
  };
  /// Remembers the last two questions that were put in it; a line of the cache.
  struct alignas(64) Slot {
    Memory last, one_before;
  };
  static constexpr Packed impossible{~std::uint64_t{0}, ~std::uint64_t{0}};  ///< no cell has the number 255
  static constexpr int slot_bits = 15;

  static std::size_t slot_of(const Packed& question);
  static Packed load(const Interval* numbers);
  static void store(Interval* numbers, const Packed& packed);
  void remember(Slot& slot, const Packed& question, std::size_t piece, Interval* own);
  bool work_out(std::size_t piece, std::span<Interval> numbers);
  bool narrow_numbers(std::span<PointBox> points, std::span<PointBox> settled) const;

  BoxModel model_;
  std::vector<PointBox> initial_;  ///< per point
  std::vector<PoseTable> poses_;
  std::vector<Packed> masks_;  ///< per piece: which bits are its own; none if it is too large to remember
  std::vector<std::vector<Slot, LargePages<Slot>>> slots_;  ///< per piece
  std::vector<PointBox> points_, settled_;                  ///< of the piece that is being worked out
};

/// Narrows to the same intervals as StepwiseNarrowing, by other means: what a piece's own constraints say is
/// remembered, and Hall intervals take the place of the permutation in parts. Only cell numbers are kept, since they
/// determine the coordinates.
class SwiftNarrowing {
 public:
  struct State {
    PieceNarrowing::Numbers numbers;
    OpenNumbers open;
  };

  SwiftNarrowing(const BoxModel& model, CutRule rule)
      : model_(model), rule_(rule), pieces_(model), sweep_(model.cells) {}

  bool enter(State& state);
  Cut choose(const State& state) const;
  bool cut(State& state, Cut cut, bool keep);
  static Interval number(const State& state, std::size_t point) { return state.numbers[point]; }
  void add_statistics(Statistics& statistics) const;

 private:
  bool settle(State& state, std::uint64_t changed_pieces);
  std::uint64_t pieces_of(std::span<const std::uint8_t> points) const;

  BoxModel model_;
  CutRule rule_;
  PieceNarrowing pieces_;
  HallSweep sweep_;
  std::uint64_t permutation_calls_ = 0;
};

}  // namespace tesselle::packing::interval
