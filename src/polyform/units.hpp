#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tesselle/lattice.hpp"

namespace tesselle::polyform {

/// Which rule a growing shape must obey from the first unit on.
enum class GrowthRule {
  none,
  covered_hypotenuses,  ///< drafters: across a hypotenuse is a whole triangle or another hypotenuse
};

/// What polyforms are made of. On most lattices a unit is a cell; a polydrafter is made of half triangles, which are
/// three sectors (cells) each. A whole triangle can be cut into halves in three ways that give the same shape, so it is
/// a unit of its own, of weight 2; a triangle (the slot) holds at most one unit.
struct UnitKind {
  std::vector<Cell> cells;  ///< of the unit whose block is (0, 0, 0)
  int weight = 1;
  int slot = 0;  ///< which of the block's slots it is in
};

/// A unit somewhere: its block and its kind.
struct Unit {
  std::int16_t x = 0, y = 0, z = 0;
  std::uint16_t kind = 0;
  friend constexpr auto operator<=>(const Unit&, const Unit&) = default;
};
using Shape = std::vector<Unit>;

/// A slot as seen from another one.
struct SlotShift {
  int dx = 0, dy = 0, dz = 0, slot = 0;
  friend auto operator<=>(const SlotShift&, const SlotShift&) = default;
};

/// The units of one lattice, which of them touch, and what the lattice's symmetries make of them.
class UnitTable {
 public:
  UnitTable(LatticeKind lattice, GrowthRule rule);

  const Lattice& lattice() const { return lattice_; }
  const std::vector<UnitKind>& kinds() const { return kinds_; }
  int slot_count() const { return slot_count_; }

  struct Contact {
    SlotShift at;
    std::uint16_t kind = 0;
    int sides = 1;  ///< sides of cells that they share
  };
  /// Units that share a piece of border with a unit of this kind.
  const std::vector<Contact>& contacts(std::size_t kind) const { return contacts_[kind]; }

  /// A slot that must be filled, with one of some kinds, next to a unit.
  struct Demand {
    SlotShift at;
    std::uint32_t allowed = 0;  ///< kinds, one bit each
  };
  const std::optional<Demand>& demand(std::size_t kind) const { return demands_[kind]; }
  bool has_demands() const { return has_demands_; }
  /// Slots whose units may make demands on this one.
  const std::vector<SlotShift>& demanding(std::size_t slot) const { return demanding_[slot]; }

  /// How many sides of cells (on the drafter lattice: half edges) two units in different slots share.
  int shared_sides(const Unit& one, const Unit& other) const;

  /// The image of a unit; not translated.
  Unit apply(int symmetry, Unit unit) const;
  std::vector<Cell> cells(const Shape& shape) const;
  /// The inverse; no value if some slot is filled as no unit fills it.
  std::optional<Shape> shape_of(const std::vector<Cell>& cells) const;

 private:
  void add_contacts();
  void add_demands();
  void add_images();
  std::optional<std::uint16_t> kind_covering(std::vector<Cell> cells, Cell& block) const;

  const Lattice& lattice_;
  std::vector<UnitKind> kinds_;
  int slot_count_ = 1;
  std::vector<std::vector<Contact>> contacts_;
  std::vector<std::optional<Demand>> demands_;
  std::vector<std::vector<SlotShift>> demanding_;
  bool has_demands_ = false;
  struct Image {
    Unit at_origin;            ///< of the unit at (0, 0, 0)
    std::array<Cell, 3> axes;  ///< of a shift along each axis
  };
  std::vector<Image> images_;  ///< by symmetry and kind
};

}  // namespace tesselle::polyform
