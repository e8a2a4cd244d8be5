#include "polyform/growth.hpp"

#include <algorithm>
#include <bit>

namespace tesselle::polyform {
namespace {

constexpr std::uint64_t units_between_looks = 1 << 16;

}  // namespace

Growth::Growth(const UnitTable& table, int weight, std::stop_token stop, OnProgress on_progress)
    : table_(table),
      weight_(weight),
      stop_(std::move(stop)),
      on_progress_(std::move(on_progress)),
      side_(2 * weight + 3),
      depth_(table.lattice().kind() == LatticeKind::cube ? side_ : 1) {
  const auto slots = static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_) *
                     static_cast<std::size_t>(depth_) * static_cast<std::size_t>(table.slot_count());
  occupant_.assign(slots, empty);
  listed_.assign(slots * table.kinds().size(), 0);
}

bool Growth::for_each(const std::function<void(const Shape&)>& visit) {
  visit_ = &visit;
  const auto middle = static_cast<std::int16_t>(side_ / 2);
  const auto middle_z = static_cast<std::int16_t>(depth_ / 2);
  for (std::uint16_t kind = 0; kind < table_.kinds().size() && !stopped_; ++kind) {
    root_ = slot_index({middle, middle, middle_z, kind});
    left_ = weight_;
    if (table_.kinds()[kind].weight <= left_) grow_with({root_, kind}, 0);
  }
  return !stopped_;
}

std::uint32_t Growth::slot_index(const Unit& unit) const {
  const int block = (unit.z * side_ + unit.y) * side_ + unit.x;
  return static_cast<std::uint32_t>(block * table_.slot_count() + table_.kinds()[unit.kind].slot);
}

std::uint32_t Growth::shifted(std::uint32_t slot, int from_slot, const SlotShift& shift) const {
  const int blocks = (shift.dz * side_ + shift.dy) * side_ + shift.dx;
  return static_cast<std::uint32_t>(static_cast<int>(slot) + blocks * table_.slot_count() + shift.slot - from_slot);
}

Unit Growth::unit_at(Waiting waiting) const {
  const int block = static_cast<int>(waiting.slot) / table_.slot_count();
  return {static_cast<std::int16_t>(block % side_), static_cast<std::int16_t>(block / side_ % side_),
          static_cast<std::int16_t>(block / side_ / side_), waiting.kind};
}

/// Is the slot free, the unit not too heavy, and do demands between it and its neighbours agree?
bool Growth::fits(Waiting unit) const {
  const UnitKind& kind = table_.kinds()[unit.kind];
  if (occupant_[unit.slot] != empty || kind.weight > left_) return false;
  if (const auto& demand = table_.demand(unit.kind)) {
    const std::uint8_t there = occupant_[shifted(unit.slot, kind.slot, demand->at)];
    if (there != empty && (demand->allowed >> there & 1) == 0) return false;
  }
  for (const SlotShift& source : table_.demanding(static_cast<std::size_t>(kind.slot))) {
    const std::uint32_t from = shifted(unit.slot, kind.slot, source);
    if (occupant_[from] == empty) continue;
    const auto& demand = table_.demand(occupant_[from]);
    if (demand && shifted(from, source.slot, demand->at) == unit.slot && (demand->allowed >> unit.kind & 1) == 0)
      return false;
  }
  return true;
}

void Growth::put_down(Waiting unit) {
  occupant_[unit.slot] = static_cast<std::uint8_t>(unit.kind);
  left_ -= table_.kinds()[unit.kind].weight;
  path_.push_back(unit);
  if (++units_ % units_between_looks != 0) return;
  on_progress_(units_);
  stopped_ = stop_.stop_requested();
}

void Growth::take_back(Waiting unit) {
  occupant_[unit.slot] = empty;
  left_ += table_.kinds()[unit.kind].weight;
  path_.pop_back();
}

std::size_t Growth::list_neighbours(Waiting unit) {
  const std::size_t end = waiting_.size();
  const int slot = table_.kinds()[unit.kind].slot;
  for (const UnitTable::Contact& contact : table_.contacts(unit.kind)) {
    const std::uint32_t at = shifted(unit.slot, slot, contact.at);
    std::uint32_t& listed = listed_[at * table_.kinds().size() + contact.kind];
    if (at <= root_ || listed != 0) continue;
    waiting_.push_back({at, contact.kind});
    listed = static_cast<std::uint32_t>(waiting_.size());
  }
  return end;
}

void Growth::forget_neighbours(std::size_t end) {
  for (std::size_t i = end; i < waiting_.size(); ++i)
    listed_[waiting_[i].slot * table_.kinds().size() + waiting_[i].kind] = 0;
  waiting_.resize(end);
}

void Growth::grow_with(Waiting unit, std::size_t first) {
  put_down(unit);
  if (left_ == 0) {
    if (!has_open_demand()) report();
  } else {
    const std::size_t end = list_neighbours(unit);
    grow(first);
    forget_neighbours(end);
  }
  take_back(unit);
}

bool Growth::has_open_demand() const {
  return std::any_of(path_.begin(), path_.end(), [&](const Waiting& unit) {
    const auto& demand = table_.demand(unit.kind);
    return demand && occupant_[shifted(unit.slot, table_.kinds()[unit.kind].slot, demand->at)] == empty;
  });
}

/// The last slot that a unit demands and that is still free; nullopt if there is none. `possible` is false if the
/// weight left cannot fill all such slots.
std::optional<Growth::OpenDemand> Growth::open_demand(bool& possible) const {
  std::optional<OpenDemand> last;
  std::vector<std::uint32_t>& open = open_slots_;
  open.clear();
  for (const Waiting& unit : path_) {
    const auto& demand = table_.demand(unit.kind);
    if (!demand) continue;
    const std::uint32_t at = shifted(unit.slot, table_.kinds()[unit.kind].slot, demand->at);
    if (occupant_[at] != empty) continue;
    last = {at, demand->allowed};
    if (std::find(open.begin(), open.end(), at) == open.end()) open.push_back(at);
  }
  possible = open.size() <= static_cast<std::size_t>(left_);
  return last;
}

void Growth::grow(std::size_t first) {
  if (stopped_) return;
  bool possible = true;
  const auto demand = table_.has_demands() ? open_demand(possible) : std::nullopt;
  if (!possible) return;
  if (demand) return meet(*demand, first);
  for (std::size_t i = first, end = waiting_.size(); i < end; ++i) {
    const Waiting unit = waiting_[i];
    if (fits(unit)) grow_with(unit, i + 1);
  }
}

/// Every shape below has one of the allowed units there, if it was not left out before.
void Growth::meet(OpenDemand demand, std::size_t first) {
  for (std::uint32_t kinds = demand.allowed; kinds != 0; kinds &= kinds - 1) {
    const Waiting unit{demand.slot, static_cast<std::uint16_t>(std::countr_zero(kinds))};
    if (listed_[unit.slot * table_.kinds().size() + unit.kind] > first && fits(unit)) grow_with(unit, first);
  }
}

void Growth::report() {
  shape_.clear();
  for (const Waiting& unit : path_) shape_.push_back(unit_at(unit));
  (*visit_)(shape_);
}

}  // namespace tesselle::polyform
