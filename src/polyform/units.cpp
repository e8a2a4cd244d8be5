#include "polyform/units.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "tesselle/errors.hpp"

namespace tesselle::polyform {
namespace {

constexpr int sectors = 6;

Cell block_of(const Lattice& lattice, Cell cell) {
  return lattice.kind() == LatticeKind::cube ? cell : Cell{cell.x, cell.y, 0};
}

/// The sectors of a half triangle are three consecutive ones of the six.
std::vector<Cell> consecutive_sectors(int slot, int first, int count) {
  std::vector<Cell> cells;
  for (int k = 0; k < count; ++k) cells.push_back({0, 0, slot * sectors + (first + k) % sectors});
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::vector<UnitKind> drafter_kinds() {
  std::vector<UnitKind> kinds;
  for (int slot = 0; slot < 2; ++slot) {
    for (int first = 0; first < sectors; ++first) kinds.push_back({consecutive_sectors(slot, first, 3), 1, slot});
    kinds.push_back({consecutive_sectors(slot, 0, sectors), 2, slot});
  }
  return kinds;
}

std::vector<UnitKind> kinds_of(const Lattice& lattice) {
  if (lattice.kind() == LatticeKind::drafter) return drafter_kinds();
  std::vector<UnitKind> kinds;
  for (int z = 0; z < lattice.class_count(); ++z) kinds.push_back({{Cell{0, 0, z}}, 1, z});
  return kinds;
}

std::int16_t narrow(int coordinate) { return static_cast<std::int16_t>(coordinate); }

}  // namespace

UnitTable::UnitTable(LatticeKind lattice, GrowthRule rule)
    : lattice_(Lattice::of(lattice)), kinds_(kinds_of(lattice_)), contacts_(kinds_.size()), demands_(kinds_.size()) {
  for (const UnitKind& kind : kinds_) slot_count_ = std::max(slot_count_, kind.slot + 1);
  demanding_.resize(static_cast<std::size_t>(slot_count_));
  add_contacts();
  add_images();
  if (rule == GrowthRule::covered_hypotenuses) {
    if (lattice != LatticeKind::drafter) throw UsageError("only drafters have hypotenuses");
    add_demands();
  }
}

void UnitTable::add_contacts() {
  std::map<Cell, std::vector<std::uint16_t>> covering;  // a cell of block (0, 0, 0) -> kinds
  for (std::uint16_t k = 0; k < kinds_.size(); ++k)
    for (const Cell& cell : kinds_[k].cells) covering[cell].push_back(k);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    std::map<std::pair<SlotShift, std::uint16_t>, int> sides;
    for (const Cell& cell : kinds_[k].cells)
      for (const Cell& next : lattice_.neighbours(cell)) {
        const Cell block = block_of(lattice_, next);
        for (const std::uint16_t other : covering[next - block]) {
          const bool same_slot = block == Cell{} && kinds_[other].slot == kinds_[k].slot;
          if (!same_slot) ++sides[{{block.x, block.y, block.z, kinds_[other].slot}, other}];
        }
      }
    for (const auto& [where, count] : sides) contacts_[k].push_back({where.first, where.second, count});
  }
}

/// A half triangle of sectors p, p+1, p+2 has its hypotenuse on the side of half-edges p and p+1 if p is even, else on
/// that of p+1 and p+2. Across a side lie the two sectors that touch both its half-edges.
void UnitTable::add_demands() {
  has_demands_ = true;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (kinds_[k].weight != 1) continue;
    const int slot = kinds_[k].slot, first = static_cast<int>(k) % 7;
    const int edge = first % 2 == 0 ? first : first + 1;
    std::vector<Cell> across;
    for (const int half : {edge % sectors, (edge + 1) % sectors})
      for (const Cell& next : lattice_.neighbours({0, 0, slot * sectors + half}))
        if (next.z / sectors != slot) across.push_back(next);
    const Cell block = block_of(lattice_, across.front());
    Demand demand{{block.x, block.y, 0, across.front().z / sectors}, 0};
    for (std::size_t other = 0; other < kinds_.size(); ++other) {
      const auto& cells = kinds_[other].cells;
      const bool covers = std::all_of(across.begin(), across.end(), [&](Cell cell) {
        return std::find(cells.begin(), cells.end(), cell - block) != cells.end();
      });
      if (covers) demand.allowed |= 1u << other;
    }
    demands_[k] = demand;
    const SlotShift back{-block.x, -block.y, 0, slot};
    auto& sources = demanding_[static_cast<std::size_t>(demand.at.slot)];
    if (std::find(sources.begin(), sources.end(), back) == sources.end()) sources.push_back(back);
  }
}

std::optional<std::uint16_t> UnitTable::kind_covering(std::vector<Cell> cells, Cell& block) const {
  block = block_of(lattice_, cells.front());
  for (Cell& cell : cells) cell = cell - block;
  std::sort(cells.begin(), cells.end());
  for (std::uint16_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k].cells == cells) return k;
  return std::nullopt;
}

void UnitTable::add_images() {
  for (int g = 0; g < lattice_.symmetry_count(); ++g)
    for (const UnitKind& kind : kinds_) {
      Cell block;
      const auto turned = kind_covering(placed(lattice_, kind.cells, g, {}), block);
      if (!turned) throw InternalError("a lattice symmetry breaks a unit");
      Image image{{narrow(block.x), narrow(block.y), narrow(block.z), *turned}, {}};
      const Cell at = lattice_.apply(g, {});
      image.axes = {lattice_.apply(g, {1, 0, 0}) - at, lattice_.apply(g, {0, 1, 0}) - at,
                    lattice_.kind() == LatticeKind::cube ? lattice_.apply(g, {0, 0, 1}) - at : Cell{}};
      images_.push_back(image);
    }
}

Unit UnitTable::apply(int symmetry, Unit unit) const {
  const Image& image = images_[static_cast<std::size_t>(symmetry) * kinds_.size() + unit.kind];
  const auto& [ax, ay, az] = image.axes;
  return {narrow(image.at_origin.x + unit.x * ax.x + unit.y * ay.x + unit.z * az.x),
          narrow(image.at_origin.y + unit.x * ax.y + unit.y * ay.y + unit.z * az.y),
          narrow(image.at_origin.z + unit.x * ax.z + unit.y * ay.z + unit.z * az.z), image.at_origin.kind};
}

int UnitTable::shared_sides(const Unit& one, const Unit& other) const {
  const SlotShift shift{other.x - one.x, other.y - one.y, other.z - one.z, kinds_[other.kind].slot};
  if (std::max({std::abs(shift.dx), std::abs(shift.dy), std::abs(shift.dz)}) > 1) return 0;
  for (const Contact& contact : contacts_[one.kind])
    if (contact.kind == other.kind && contact.at == shift) return contact.sides;
  return 0;
}

std::vector<Cell> UnitTable::cells(const Shape& shape) const {
  std::vector<Cell> cells;
  for (const Unit& unit : shape)
    for (const Cell& cell : kinds_[unit.kind].cells) cells.push_back(cell + Cell{unit.x, unit.y, unit.z});
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::optional<Shape> UnitTable::shape_of(const std::vector<Cell>& cells) const {
  std::map<std::pair<Cell, int>, std::vector<Cell>> slots;
  const int per_slot = lattice_.class_count() / slot_count_;
  for (const Cell& cell : cells) {
    const Cell block = block_of(lattice_, cell);
    slots[{block, (cell - block).z / per_slot}].push_back(cell);
  }
  Shape shape;
  for (const auto& [slot, filled] : slots) {
    Cell block;
    const auto kind = kind_covering(filled, block);
    if (!kind) return std::nullopt;
    shape.push_back({narrow(block.x), narrow(block.y), narrow(block.z), *kind});
  }
  return shape;
}

}  // namespace tesselle::polyform
