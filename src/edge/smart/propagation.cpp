#include "edge/smart/propagation.hpp"

#include <algorithm>

namespace tesselle::edge::smart {
namespace {

template <class Visit>
void for_each_bit(const std::uint64_t* words, std::size_t count, Visit visit) {
  for (std::size_t w = 0; w < count; ++w)
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1)
      visit(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(word)));
}

}  // namespace

Propagation::Propagation(const Model& model, Layers layers)
    : model_(model),
      layers_(layers),
      reached_(model.colours * words_for(model.colours)),
      next_(words_for(model.colours)),
      is_reached_known_(model.colours) {}

Outcome Propagation::start(Domains& domains) {
  if (layers_.supply && !model_.balanced) return Outcome::dead_end;
  if (layers_.capi)
    for (std::size_t kind = 0; kind < model_.kinds.shape.size(); ++kind) domains.kinds_to_check.add(kind);
  if (layers_.supply)
    for (std::size_t key = 0; key < model_.total.size(); ++key) domains.keys_to_check.add(key);
  if (layers_.diag)
    for (std::size_t vertex = 0; vertex < model_.vertices.size(); ++vertex) domains.vertices_to_check.add(vertex);
  if (layers_.boco)
    for (std::uint32_t cell = 0; cell < model_.cells; ++cell) list_lost_colours(domains, cell);
  return settle(domains);
}

void Propagation::list_lost_colours(Domains& domains, std::uint32_t cell) const {
  for (std::uint32_t side = 0; side < 4; ++side)
    for (std::uint32_t colour = 0; colour < model_.colours; ++colour) {
      if (!domains.may_show(model_.border(cell, side), colour)) domains.lost_colours.push_back({cell, side, colour});
      if (model_.mate[colour] == Model::none && model_.across[cell][side] != Model::none)
        for (const std::uint32_t value : model_.showing[side * model_.colours + colour]) domains.remove(cell, value);
    }
}

Outcome Propagation::place(Domains& domains, std::size_t cell, std::uint32_t value) {
  if (!domains.holds(cell, value)) return Outcome::dead_end;
  domains.for_each(cell, [&](std::uint32_t other) {
    if (other != value) domains.remove(cell, other);
  });
  for (std::size_t side = 0; side < 4; ++side) {
    const std::uint32_t beside = model_.across[cell][side];
    if (beside == Model::none) continue;
    const std::uint32_t wanted = model_.mate[model_.sides[value][side]];
    domains.for_each(beside, [&](std::uint32_t other) {
      if (model_.sides[other][(side + 2) & 3] != wanted) domains.remove(beside, other);
    });
  }
  return settle(domains);
}

Outcome Propagation::settle(Domains& domains) {
  while (!(layers_.any() && domains.some_cell_empty())) {
    if (!domains.lost_colours.empty()) {
      const Domains::LostColour lost = domains.lost_colours.back();
      domains.lost_colours.pop_back();
      lose_across(domains, lost);
    } else if (!domains.kinds_to_check.empty()) {
      if (check_kind(domains, domains.kinds_to_check.take()) == Outcome::dead_end) break;
    } else if (!domains.keys_to_check.empty()) {
      if (check_key(domains, domains.keys_to_check.take()) == Outcome::dead_end) break;
    } else if (!domains.vertices_to_check.empty()) {
      check_vertex(domains, model_.vertices[domains.vertices_to_check.take()]);
    } else {
      return Outcome::consistent;
    }
  }
  domains.clear_agendas();
  return Outcome::dead_end;
}

void Propagation::lose_across(Domains& domains, const Domains::LostColour& lost) const {
  const std::uint32_t beside = model_.across[lost.cell][lost.side], partner = model_.mate[lost.colour];
  if (beside == Model::none || partner == Model::none) return;
  const std::size_t facing = (lost.side + 2) & 3;
  if (!domains.may_show(model_.border(beside, facing), partner)) return;
  for (const std::uint32_t value : model_.showing[facing * model_.colours + partner]) domains.remove(beside, value);
}

/// Every piece of the kind needs a cell, and cells that can hold nothing else use one up. Where either leaves no
/// choice, the domains of the cells are narrowed.
Outcome Propagation::check_kind(Domains& domains, std::size_t kind) const {
  const std::size_t copies = model_.kinds.members[kind].size();
  if (domains.cells_of(kind) < copies || domains.cells_with_only(kind) > copies) return Outcome::dead_end;
  const bool all_needed = domains.cells_of(kind) == copies;
  if (!all_needed && domains.cells_with_only(kind) < copies) return Outcome::consistent;
  for (std::size_t cell = 0; cell < model_.cells; ++cell) {
    if (!domains.may_hold_kind(cell, kind) || domains.kinds_in(cell) == 1) continue;
    domains.for_each(cell, [&](std::uint32_t value) {
      if ((model_.values[value].kind == kind) != all_needed) domains.remove(cell, value);
    });
  }
  return Outcome::consistent;
}

/// The same for sides of one colour and the borders that can show it.
Outcome Propagation::check_key(Domains& domains, std::size_t key) const {
  const std::size_t sides = model_.total[key];
  if (domains.borders_of(key) < sides || domains.borders_with_only(key) > sides) return Outcome::dead_end;
  const bool all_needed = domains.borders_of(key) == sides;
  if (!all_needed && domains.borders_with_only(key) < sides) return Outcome::consistent;
  const auto colour = static_cast<std::uint32_t>(key % model_.colours);
  for (std::size_t border = 0; border < 4 * model_.cells; ++border) {
    if (model_.key(border, colour) != key || !domains.may_show(border, colour) || domains.colours_on(border) == 1)
      continue;
    domains.for_each(border / 4, [&](std::uint32_t value) {
      if ((model_.sides[value][border % 4] == colour) != all_needed) domains.remove(border / 4, value);
    });
  }
  return Outcome::consistent;
}

void Propagation::check_vertex(Domains& domains, const Model::Corners& around) {
  for (std::size_t i = 0; i < 4; ++i) check_corner(domains, around, i);
}

/// Walks from each first colour of the cell's corner around the vertex and back to its second colours; values whose
/// pair is not met again go. That the pieces met on the way differ is not asked.
void Propagation::check_corner(Domains& domains, const Model::Corners& around, std::size_t i) {
  const std::size_t corner = Model::corner_at_vertex[i], words = domains.words_per_colours();
  std::fill(is_reached_known_.begin(), is_reached_known_.end(), false);
  domains.for_each(around[i], [&](std::uint32_t value) {
    const auto [first, second] = model_.pairs[model_.pair_at[value][corner]];
    if (!is_reached_known_[first]) reach(domains, around, i, first);
    is_reached_known_[first] = true;
    const std::uint32_t back = model_.mate[second];
    if (back == Model::none || !(reached_[first * words + back / 64] >> (back % 64) & 1))
      domains.remove(around[i], value);
  });
}

/// The first colours that the last of the other three cells can show if the cell shows `first`.
void Propagation::reach(const Domains& domains, const Model::Corners& around, std::size_t i, std::uint32_t first) {
  const std::size_t words = domains.words_per_colours();
  std::uint64_t* const reached = &reached_[first * words];
  std::fill(reached, reached + words, 0);
  reached[first / 64] |= std::uint64_t{1} << (first % 64);
  for (std::size_t step = 1; step < 4; ++step) {
    const std::size_t at = (i + step) & 3;
    const std::size_t border = model_.border(around[at], Model::corner_at_vertex[at]);
    std::fill(next_.begin(), next_.end(), 0);
    for_each_bit(reached, words, [&](std::uint32_t colour) {
      if (model_.mate[colour] == Model::none) return;
      const std::uint64_t* firsts = domains.firsts(border, model_.mate[colour]);
      for (std::size_t w = 0; w < words; ++w) next_[w] |= firsts[w];
    });
    std::copy(next_.begin(), next_.end(), reached);
  }
}

}  // namespace tesselle::edge::smart
