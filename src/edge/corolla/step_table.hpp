#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edge/corolla/step_plan.hpp"
#include "edge/corolla_data/growth.hpp"

namespace tesselle::edge::corolla {

/// The corollas that a step can place, grouped by what they must agree with. Records hold the values of the fresh cells
/// alone, turned as placed on the board.
class StepTable {
 public:
  struct Group {
    std::uint32_t first = 0, count = 0;
  };

  StepTable(const PatchPieces& pieces, const StepPlan& plan, int turn);

  /// Takes a filling of the zone in. All come before finish().
  void add(std::span<const Value> filling);
  void finish();

  /// The records that agree with the key, one number per KeyItem: a value or a colour.
  Group fitting(std::span<const std::uint16_t> key) const;
  std::span<const Value> operator[](std::uint32_t record) const {
    return {records_.data() + std::size_t{record} * fresh_.size(), fresh_.size()};
  }
  std::size_t bytes() const;

 private:
  std::uint32_t group_of(std::span<const std::uint16_t> key);
  std::size_t slot_of(std::span<const std::uint16_t> key) const;
  void grow_slots();

  const PatchPieces& pieces_;
  std::vector<std::uint32_t> fresh_;
  std::vector<KeyItem> key_;
  int turn_;
  std::vector<Value> records_;
  std::vector<std::uint32_t> group_of_record_;  ///< until finish()
  std::vector<std::uint16_t> keys_;             ///< per group
  std::vector<Group> groups_;
  std::vector<std::uint32_t> slots_;  ///< groups by the hash of their key; open addressing, `empty` where none is
  std::vector<std::uint16_t> wanted_;
};

}  // namespace tesselle::edge::corolla
