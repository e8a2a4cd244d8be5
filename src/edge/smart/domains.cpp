#include "edge/smart/domains.hpp"

#include <fmt/format.h>

#include "base/patience.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::smart {
namespace {

constexpr std::size_t max_pair_words = std::size_t{1} << 26;  // half a gigabyte

}  // namespace

Domains::Domains(const Model& model, Layers layers)
    : kinds_to_check(model.kinds.shape.size()),
      keys_to_check(model.total.size()),
      vertices_to_check(model.vertices.size()),
      model_(model),
      layers_(layers),
      words_per_cell_(words_for(model.values.size())),
      words_per_colours_(words_for(model.colours)),
      kind_count_(model.kinds.shape.size()),
      words_(model.cells * words_per_cell_),
      size_(model.cells),
      empty_cells_(static_cast<std::uint32_t>(model.cells)),
      placements_(kind_count_) {
  fill();
}

void Domains::fill() {
  const std::size_t borders = 4 * model_.cells;
  if (layers_.capi) {
    cells_of_.resize(kind_count_);
    cells_with_only_.resize(kind_count_);
    rotations_.resize(model_.cells * kind_count_);
    kinds_in_.resize(model_.cells);
    only_kind_.resize(model_.cells);
  }
  if (layers_.boco || layers_.supply) {
    showing_.resize(borders * model_.colours);
    colours_on_.resize(borders);
    only_colour_.resize(borders);
    borders_of_.resize(model_.total.size());
    borders_with_only_.resize(model_.total.size());
  }
  if (layers_.diag) {
    const std::size_t words = borders * model_.colours * words_per_colours_;
    if (words > max_pair_words)
      throw UsageError(fmt::format("engine smart: {} colours on {} cells are too many for --propagate diag",
                                   model_.colours, model_.cells));
    with_pair_.resize(borders * model_.pairs.size());
    pair_bits_.resize(words);
  }

  // Everything is there at first and what rim and frame forbid is lost, so that the counts are made by the same steps.
  for (std::size_t cell = 0; cell < model_.cells; ++cell) {
    Patience::ask();
    for (std::uint32_t value = 0; value < model_.values.size(); ++value) add(cell, value);
  }
  filling_ = false;
  for (std::size_t cell = 0; cell < model_.cells; ++cell) {
    Patience::ask();
    auto allowed = model_.may[cell].begin();
    for (std::uint32_t value = 0; value < model_.values.size(); ++value)
      if (allowed != model_.may[cell].end() && *allowed == value)
        ++allowed;
      else
        remove(cell, value);
  }
  trail_.clear();
}

void Domains::remove(std::size_t cell, std::uint32_t value) {
  std::uint64_t& word = words_[cell * words_per_cell_ + value / 64];
  const std::uint64_t bit = std::uint64_t{1} << (value % 64);
  if ((word & bit) == 0) return;
  word ^= bit;
  trail_.push_back({static_cast<std::uint32_t>(cell), value});
  empty_cells_ += --size_[cell] == 0;
  --placements_[model_.values[value].kind];
  if (layers_.capi) drop_kind(cell, value);
  if (layers_.boco || layers_.supply) drop_sides(cell, value);
  if (layers_.diag) drop_pairs(cell, value);
}

void Domains::add(std::size_t cell, std::uint32_t value) {
  words_[cell * words_per_cell_ + value / 64] |= std::uint64_t{1} << (value % 64);
  empty_cells_ -= size_[cell]++ == 0;
  ++placements_[model_.values[value].kind];
  if (layers_.capi) add_kind(cell, value);
  if (layers_.boco || layers_.supply) add_sides(cell, value);
  if (layers_.diag) add_pairs(cell, value);
}

void Domains::undo_to(Mark mark) {
  while (trail_.size() > mark) {
    const Loss loss = trail_.back();
    add(loss.cell, loss.value);
    trail_.pop_back();
  }
}

void Domains::clear_agendas() {
  lost_colours.clear();
  kinds_to_check.clear();
  keys_to_check.clear();
  vertices_to_check.clear();
}

/// When the last kind goes too the cell stays counted under it: that is a dead end, and undoing passes the same way.
void Domains::drop_kind(std::size_t cell, std::uint32_t value) {
  const std::size_t kind = model_.values[value].kind;
  if (--rotations_[cell * kind_count_ + kind] > 0) return;
  --cells_of_[kind];
  kinds_to_check.add(kind);
  if (--kinds_in_[cell] != 1) return;
  for_each(cell, [&](std::uint32_t left) { only_kind_[cell] = model_.values[left].kind; });
  ++cells_with_only_[only_kind_[cell]];
  kinds_to_check.add(only_kind_[cell]);
}

void Domains::add_kind(std::size_t cell, std::uint32_t value) {
  const std::size_t kind = model_.values[value].kind;
  if (rotations_[cell * kind_count_ + kind]++ > 0) return;
  ++cells_of_[kind];
  if (++kinds_in_[cell] == 2 && !filling_) --cells_with_only_[only_kind_[cell]];
}

void Domains::drop_sides(std::size_t cell, std::uint32_t value) {
  for (std::size_t side = 0; side < 4; ++side) {
    const std::uint32_t colour = model_.sides[value][side];
    const std::size_t border = model_.border(cell, side);
    if (--showing_[border * model_.colours + colour] > 0) continue;
    if (layers_.boco)
      lost_colours.push_back({static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(side), colour});
    --borders_of_[model_.key(border, colour)];
    if (layers_.supply) keys_to_check.add(model_.key(border, colour));
    if (--colours_on_[border] != 1) continue;
    only_colour_[border] = only_colour_on(border);
    ++borders_with_only_[model_.key(border, only_colour_[border])];
    if (layers_.supply) keys_to_check.add(model_.key(border, only_colour_[border]));
  }
}

void Domains::add_sides(std::size_t cell, std::uint32_t value) {
  for (std::size_t side = 4; side-- > 0;) {
    const std::uint32_t colour = model_.sides[value][side];
    const std::size_t border = model_.border(cell, side);
    if (showing_[border * model_.colours + colour]++ > 0) continue;
    ++borders_of_[model_.key(border, colour)];
    if (++colours_on_[border] == 2 && !filling_) --borders_with_only_[model_.key(border, only_colour_[border])];
  }
}

std::uint32_t Domains::only_colour_on(std::size_t border) const {
  std::uint32_t colour = 0;
  while (!may_show(border, colour)) ++colour;
  return colour;
}

void Domains::drop_pairs(std::size_t cell, std::uint32_t value) {
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const std::uint32_t vertex = model_.vertex_at[cell][corner];
    if (vertex == Model::none) continue;
    const std::uint32_t pair = model_.pair_at[value][corner];
    const std::size_t border = model_.border(cell, corner);
    if (--with_pair_[border * model_.pairs.size() + pair] > 0) continue;
    flip_pair(border, pair);
    vertices_to_check.add(vertex);
  }
}

void Domains::add_pairs(std::size_t cell, std::uint32_t value) {
  for (std::size_t corner = 0; corner < 4; ++corner) {
    if (model_.vertex_at[cell][corner] == Model::none) continue;
    const std::uint32_t pair = model_.pair_at[value][corner];
    const std::size_t border = model_.border(cell, corner);
    if (with_pair_[border * model_.pairs.size() + pair]++ == 0) flip_pair(border, pair);
  }
}

void Domains::flip_pair(std::size_t border, std::uint32_t pair) {
  const auto [first, second] = model_.pairs[pair];
  pair_bits_[(border * model_.colours + second) * words_per_colours_ + first / 64] ^= std::uint64_t{1} << (first % 64);
}

}  // namespace tesselle::edge::smart
