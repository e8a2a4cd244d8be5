#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edge/corolla_data/zones.hpp"
#include "edge/tables/oriented.hpp"

namespace tesselle::edge::corollas {

/// A kind of piece in one of its rotations, as oriented_kinds() numbers them.
using Value = std::uint16_t;
using Filling = std::vector<Value>;  ///< one per cell of the patch

/// The pieces compiled for growing patches. Hints play no part: a corolla may be anywhere in its zone.
class PatchPieces {
 public:
  /// Throws UsageError if there are more values than a Value can name.
  explicit PatchPieces(const EdgePuzzle& puzzle);

  std::size_t value_count() const { return values_.size(); }
  std::size_t colour_count() const { return mate_.size(); }
  const OrientedKind& operator[](Value value) const { return values_[value]; }
  const PieceKinds& kinds() const { return kinds_; }
  std::uint16_t colour(Value value, Side side) const {
    return values_[value].sides[static_cast<std::size_t>(side)].value;
  }
  std::uint16_t mate(std::uint16_t colour) const { return mate_[colour]; }
  Value turned(Value value, int quarter_turns) const;

  /// May the value be placed where exactly the sides of `rim` are on the rim?
  bool allowed(Value value, unsigned rim) const;
  /// Those that may, ascending, and those of them that show a colour on a side.
  std::span<const Value> on(unsigned rim) const { return on_[rim]; }
  std::span<const Value> showing(unsigned rim, Side side, std::uint16_t colour) const {
    const Lists& lists = lists_[rim * 4 + static_cast<unsigned>(side)];
    return {lists.values.data() + lists.begin[colour], lists.values.data() + lists.begin[colour + 1u]};
  }

 private:
  struct Lists {
    std::vector<Value> values;         ///< by the colour they show
    std::vector<std::uint32_t> begin;  ///< per colour, and one more
  };

  Lists list_by_colour(unsigned rim, Side side) const;

  PieceKinds kinds_;
  std::vector<OrientedKind> values_;
  std::vector<std::uint32_t> first_of_kind_;
  std::vector<std::uint16_t> mate_;
  std::optional<Colour> frame_;
  bool frame_only_on_rim_;
  std::array<std::vector<Value>, 16> on_;
  std::array<Lists, 64> lists_;  ///< per rim and side
};

/// Grows corollas: fills a patch cell by cell from the centre outwards, each piece fitting those before it, no kind
/// more often than there are pieces of it.
///
/// A visitor says what may be placed where (`may(cell, value)`), is shown every filling (`filled(values)`, false to
/// stop) and is given the number of fillings below each placement (`grew(cell, value, count)`).
class Growth {
 public:
  Growth(const PatchPieces& pieces, const std::vector<PatchCell>& cells);

  /// All fillings with this centre; returns how many were shown.
  template <class Visitor>
  std::uint64_t grow(Value centre, Visitor& visitor) {
    stopped_ = false;
    if (!pieces_.allowed(centre, steps_[0].rim) || !visitor.may(0, centre)) return 0;
    return put(0, centre, visitor);
  }

 private:
  struct Neighbour {
    std::uint32_t cell = 0;
    Side side = Side::north;  ///< of this cell, towards the neighbour
  };
  struct Step {
    unsigned rim = 0;
    std::uint32_t neighbour_count = 0;  ///< of those filled before
    std::array<Neighbour, 4> neighbours{};
  };

  std::uint16_t asked(const Neighbour& neighbour) const {
    return pieces_.mate(pieces_.colour(filling_[neighbour.cell], opposite(neighbour.side)));
  }

  bool fits_others(const Step& step, Value value) const {
    for (std::uint32_t n = 1; n < step.neighbour_count; ++n)
      if (pieces_.colour(value, step.neighbours[n].side) != asked(step.neighbours[n])) return false;
    return true;
  }

  template <class Visitor>
  std::uint64_t put(std::size_t cell, Value value, Visitor& visitor) {
    filling_[cell] = value;
    --left_[pieces_[value].kind];
    const std::uint64_t count = fill_from(cell + 1, visitor);
    ++left_[pieces_[value].kind];
    visitor.grew(cell, value, count);
    return count;
  }

  template <class Visitor>
  std::uint64_t fill_from(std::size_t cell, Visitor& visitor) {
    if (cell == steps_.size()) {
      stopped_ = !visitor.filled(std::span<const Value>(filling_));
      return 1;
    }
    const Step& step = steps_[cell];
    std::uint64_t count = 0;
    for (const Value value : pieces_.showing(step.rim, step.neighbours[0].side, asked(step.neighbours[0]))) {
      if (left_[pieces_[value].kind] == 0 || !fits_others(step, value) || !visitor.may(cell, value)) continue;
      count += put(cell, value, visitor);
      if (stopped_) break;
    }
    return count;
  }

  const PatchPieces& pieces_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> left_;  ///< per kind
  Filling filling_;
  bool stopped_ = false;
};

/// The centres that have to be looked at: of those that the patch's own symmetry turns into one another the smallest.
std::vector<Value> centres_of(const PatchPieces& pieces, const Zone& zone);

/// What stands for one looked-at centre: its fillings, and the same turned by the patch's symmetry as long as that
/// turns the centre into another one.
class SymmetricCopies {
 public:
  SymmetricCopies(const PatchPieces& pieces, const Zone& zone, Value centre);

  template <class Visit>
  void for_each(std::span<const Value> filling, Visit visit) const {
    Filling copy(filling.size());
    for (const auto& [quarter_turns, comes_from] : turns_) {
      for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = pieces_.turned(filling[comes_from[i]], quarter_turns);
      visit(std::span<const Value>(copy));
    }
  }

 private:
  struct Turn {
    int quarter_turns = 0;
    std::vector<std::uint32_t> comes_from;
  };
  const PatchPieces& pieces_;
  std::vector<Turn> turns_;
};

}  // namespace tesselle::edge::corollas
