#include "edge/corolla/step_table.hpp"

#include <algorithm>

#include "base/patience.hpp"

namespace tesselle::edge::corolla {
namespace {

constexpr std::uint32_t empty = ~std::uint32_t{0};

std::uint64_t hash_of(std::span<const std::uint16_t> key) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (const std::uint16_t number : key) {
    hash = (hash ^ number) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

StepTable::StepTable(const PatchPieces& pieces, const StepPlan& plan, int turn)
    : pieces_(pieces), fresh_(plan.fresh), key_(plan.key), turn_(turn), slots_(16, empty), wanted_(plan.key.size()) {}

void StepTable::add(std::span<const Value> filling) {
  constexpr std::size_t additions_between_questions = 4096;
  if (group_of_record_.size() % additions_between_questions == 0) Patience::ask();
  for (std::size_t i = 0; i < key_.size(); ++i) {
    const Value value = pieces_.turned(filling[key_[i].cell], turn_);
    wanted_[i] = key_[i].side ? pieces_.colour(value, *key_[i].side) : value;
  }
  group_of_record_.push_back(group_of(wanted_));
  for (const std::uint32_t cell : fresh_) records_.push_back(pieces_.turned(filling[cell], turn_));
}

/// Brings the records of each group together, otherwise in the order in which they came.
void StepTable::finish() {
  std::uint32_t sum = 0;
  for (Group& group : groups_) {
    group.first = sum;
    sum += group.count;
  }
  std::vector<std::uint32_t> next;
  for (const Group& group : groups_) next.push_back(group.first);
  std::vector<Value> sorted(records_.size());
  for (std::size_t r = 0; r < group_of_record_.size(); ++r)
    std::copy_n(records_.begin() + static_cast<std::ptrdiff_t>(r * fresh_.size()), fresh_.size(),
                sorted.begin() + static_cast<std::ptrdiff_t>(next[group_of_record_[r]]++ * fresh_.size()));
  records_ = std::move(sorted);
  group_of_record_ = {};
}

StepTable::Group StepTable::fitting(std::span<const std::uint16_t> key) const {
  const std::uint32_t group = slots_[slot_of(key)];
  return group == empty ? Group{} : groups_[group];
}

std::size_t StepTable::bytes() const {
  return records_.size() * sizeof(Value) + (group_of_record_.size() + slots_.size()) * sizeof(std::uint32_t) +
         keys_.size() * sizeof(std::uint16_t) + groups_.size() * sizeof(Group);
}

std::uint32_t StepTable::group_of(std::span<const std::uint16_t> key) {
  if (2 * groups_.size() >= slots_.size()) grow_slots();
  std::uint32_t& group = slots_[slot_of(key)];
  if (group == empty) {
    group = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back();
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  ++groups_[group].count;
  return group;
}

/// Where the key is, or where it would go.
std::size_t StepTable::slot_of(std::span<const std::uint16_t> key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash_of(key) & mask;; slot = (slot + 1) & mask)
    if (slots_[slot] == empty ||
        std::equal(key.begin(), key.end(), keys_.begin() + static_cast<std::ptrdiff_t>(slots_[slot] * key.size())))
      return slot;
}

void StepTable::grow_slots() {
  slots_.assign(2 * slots_.size(), empty);
  for (std::uint32_t group = 0; group < groups_.size(); ++group)
    slots_[slot_of({keys_.data() + std::size_t{group} * key_.size(), key_.size()})] = group;
}

}  // namespace tesselle::edge::corolla
