#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "polyform/units.hpp"

namespace tesselle::polyform {

/// Every connected shape of a given weight, each position of it counted once up to translation (fixed polyforms).
///
/// Redelmeier's method: a shape grows from its first slot, in the order of blocks, and only over later ones. Units that
/// touch it wait in a list; below a node a unit is either placed or left out for good, so no shape comes twice and none
/// has to be stored. Where a unit demands that a slot be filled, only that slot is branched on.
class Growth {
 public:
  using OnProgress = std::function<void(std::uint64_t units_put_down)>;

  /// `stop` is looked at and `on_progress` called every 65,536 units.
  Growth(const UnitTable& table, int weight, std::stop_token stop, OnProgress on_progress);

  /// Calls visit(const Shape&) for each. False if it was stopped.
  bool for_each(const std::function<void(const Shape&)>& visit);

 private:
  struct Waiting {
    std::uint32_t slot;
    std::uint16_t kind;
  };
  static constexpr std::uint8_t empty = 0xff;

  std::uint32_t slot_index(const Unit& unit) const;
  std::uint32_t shifted(std::uint32_t slot, int from_slot, const SlotShift& shift) const;
  Unit unit_at(Waiting waiting) const;
  bool fits(Waiting unit) const;
  void put_down(Waiting unit);
  void take_back(Waiting unit);
  std::size_t list_neighbours(Waiting unit);
  void forget_neighbours(std::size_t end);
  void grow(std::size_t first);
  void grow_with(Waiting unit, std::size_t first);
  struct OpenDemand {
    std::uint32_t slot, allowed;
  };
  bool has_open_demand() const;
  std::optional<OpenDemand> open_demand(bool& possible) const;
  void meet(OpenDemand demand, std::size_t first);
  void report();

  const UnitTable& table_;
  int weight_;
  std::stop_token stop_;
  OnProgress on_progress_;
  const std::function<void(const Shape&)>* visit_ = nullptr;
  int side_, depth_;                    ///< blocks of the board in x and y, and in z
  std::vector<std::uint8_t> occupant_;  ///< by slot: kind, or empty
  std::vector<std::uint32_t> listed_;   ///< by slot and kind: place in waiting_ + 1, 0 if never listed
  std::vector<Waiting> waiting_, path_;
  std::uint32_t root_ = 0;
  int left_ = 0;
  std::uint64_t units_ = 0;
  bool stopped_ = false;
  Shape shape_;
  mutable std::vector<std::uint32_t> open_slots_;  ///< of open_demand
};

}  // namespace tesselle::polyform
