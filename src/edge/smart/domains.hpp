#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "edge/smart/layers.hpp"
#include "edge/smart/model.hpp"

namespace tesselle::edge::smart {

constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

/// Numbers waiting for their turn, each at most once.
class Agenda {
 public:
  explicit Agenda(std::size_t size) : waiting_(size, false) {}
  void add(std::size_t item) {
    if (waiting_[item]) return;
    waiting_[item] = true;
    items_.push_back(static_cast<std::uint32_t>(item));
  }
  bool empty() const { return items_.empty(); }
  std::uint32_t take() {
    const std::uint32_t item = items_.back();
    items_.pop_back();
    waiting_[item] = false;
    return item;
  }
  void clear() {
    while (!empty()) take();
  }

 private:
  std::vector<std::uint32_t> items_;
  std::vector<bool> waiting_;
};

/// What every cell can still hold, and the counts that the layers use. The only change is that a cell loses a value; it
/// is recorded on the trail, and undoing takes the trail back step by step, so that a node costs what it changes and
/// nothing is ever copied. A filled cell is one whose other values are lost.
///
/// When a count reaches a value at which a rule may apply, its owner is put on that rule's agenda.
/// Counts of layers that are switched off are not kept.
class Domains {
 public:
  Domains(const Model& model, Layers layers);

  bool holds(std::size_t cell, std::uint32_t value) const {
    return words_[cell * words_per_cell_ + value / 64] >> (value % 64) & 1;
  }
  std::uint32_t size(std::size_t cell) const { return size_[cell]; }
  /// Cells and rotations left to a kind, and the cells alone.
  std::uint32_t placements_of(std::size_t kind) const { return placements_[kind]; }
  std::uint32_t cells_of(std::size_t kind) const { return cells_of_[kind]; }
  std::uint32_t cells_with_only(std::size_t kind) const { return cells_with_only_[kind]; }
  bool may_hold_kind(std::size_t cell, std::size_t kind) const { return rotations_[cell * kind_count_ + kind] > 0; }
  std::uint32_t kinds_in(std::size_t cell) const { return kinds_in_[cell]; }
  /// Borders that can show the colour of a key, and those that can show no other.
  std::uint32_t borders_of(std::size_t key) const { return borders_of_[key]; }
  std::uint32_t borders_with_only(std::size_t key) const { return borders_with_only_[key]; }
  bool may_show(std::size_t border, std::uint32_t colour) const {
    return showing_[border * model_.colours + colour] > 0;
  }
  std::uint32_t colours_on(std::size_t border) const { return colours_on_[border]; }
  /// Around a corner of a cell: which first colours go with a second one, as bits.
  const std::uint64_t* firsts(std::size_t border, std::uint32_t second) const {
    return &pair_bits_[(border * model_.colours + second) * words_per_colours_];
  }
  std::size_t words_per_colours() const { return words_per_colours_; }
  bool some_cell_empty() const { return empty_cells_ > 0; }

  template <class Visit>
  void for_each(std::size_t cell, Visit visit) const;

  /// Nothing happens if the cell has lost it already.
  void remove(std::size_t cell, std::uint32_t value);

  using Mark = std::size_t;
  Mark mark() const { return trail_.size(); }
  void undo_to(Mark mark);

  struct LostColour {
    std::uint32_t cell, side, colour;
  };
  std::vector<LostColour> lost_colours;  ///< agenda of boco
  Agenda kinds_to_check, keys_to_check, vertices_to_check;
  void clear_agendas();

 private:
  struct Loss {
    std::uint32_t cell, value;
  };

  void fill();
  void add(std::size_t cell, std::uint32_t value);
  void add_sides(std::size_t cell, std::uint32_t value);
  void add_pairs(std::size_t cell, std::uint32_t value);
  void add_kind(std::size_t cell, std::uint32_t value);
  void drop_sides(std::size_t cell, std::uint32_t value);
  void drop_pairs(std::size_t cell, std::uint32_t value);
  void drop_kind(std::size_t cell, std::uint32_t value);
  std::uint32_t only_colour_on(std::size_t border) const;
  void flip_pair(std::size_t border, std::uint32_t pair);

  const Model& model_;
  Layers layers_;
  std::size_t words_per_cell_, words_per_colours_, kind_count_;
  std::vector<std::uint64_t> words_;  ///< per cell, a bit per value
  std::vector<std::uint32_t> size_;   ///< per cell
  std::uint32_t empty_cells_;
  bool filling_ = true;  ///< the first values are coming in
  std::vector<Loss> trail_;

  std::vector<std::uint32_t> placements_, cells_of_, cells_with_only_;  ///< per kind
  std::vector<std::uint8_t> rotations_;                                 ///< per cell and kind
  std::vector<std::uint32_t> kinds_in_, only_kind_;                     ///< per cell; the latter once there is but one
  std::vector<std::uint32_t> showing_;                                  ///< per border and colour: values of the cell
  std::vector<std::uint32_t> colours_on_, only_colour_;                 ///< per border, likewise
  std::vector<std::uint32_t> borders_of_, borders_with_only_;           ///< per key
  std::vector<std::uint32_t> with_pair_;                                ///< per corner and pair: values of the cell
  std::vector<std::uint64_t> pair_bits_;                                ///< per corner and second colour
};

template <class Visit>
void Domains::for_each(std::size_t cell, Visit visit) const {
  for (std::size_t w = 0; w < words_per_cell_; ++w)
    for (std::uint64_t word = words_[cell * words_per_cell_ + w]; word != 0; word &= word - 1)
      visit(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(word)));
}

}  // namespace tesselle::edge::smart
