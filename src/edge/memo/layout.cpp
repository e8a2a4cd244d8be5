#include "edge/memo/layout.hpp"

#include <algorithm>
#include <bit>

namespace tesselle::edge::memo {
namespace {

/// Gives out fields side by side; none crosses two words.
class Packer {
 public:
  Field next(std::uint64_t most) {
    const auto bits = static_cast<std::uint32_t>(std::max(1, static_cast<int>(std::bit_width(most))));
    if (shift_ + bits > 64) ++word_, shift_ = 0;
    const Field field{word_, shift_, (std::uint64_t{1} << bits) - 1};
    shift_ += bits;
    return field;
  }
  std::size_t words() const { return word_ + 1; }

 private:
  std::uint32_t word_ = 0, shift_ = 0;
};

class FreeSlots {
 public:
  int take() {
    if (free_.empty()) return count_++;
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give_back(int slot) { free_.push_back(slot); }
  int count() const { return count_; }

 private:
  std::vector<int> free_;
  int count_ = 0;
};

}  // namespace

Slots slots_along(const Fold& fold, Direction direction) {
  constexpr std::array<int, 4> nowhere = {Slots::none, Slots::none, Slots::none, Slots::none};
  const std::size_t count = fold.cells.size();
  Slots slots{std::vector(count, nowhere), 0};
  std::vector<bool> filled(count, false);
  FreeSlots free;
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t at = direction == Direction::forwards ? step : count - 1 - step;
    filled[at] = true;
    for (const int slot : slots.of_listener[at])
      if (slot != Slots::none) free.give_back(slot);
    for (const auto& border : fold.cells[at].across)
      if (border && !filled[border->cell])
        slots.of_listener[border->cell][static_cast<std::size_t>(border->side)] = free.take();
  }
  slots.count = free.count();
  return slots;
}

Layout::Layout(std::size_t colours, int slot_count, const std::vector<std::uint16_t>& copies) {
  Packer packer;
  for (int slot = 0; slot < slot_count; ++slot) slots.push_back(packer.next(colours - 1));
  for (const std::uint16_t most : copies) used.push_back(packer.next(most));
  words = packer.words();
}

}  // namespace tesselle::edge::memo
