#include "edge/smart/corolla_pruning.hpp"

#include <algorithm>
#include <map>

#include "base/patience.hpp"

namespace tesselle::edge::smart {
namespace {

using corollas::Filling;
using corollas::Value;

/// Placements after which a search for a corolla is given up and there is taken to be one.
constexpr std::uint64_t patience = 2'000;

/// Stops at the first corolla of values that their cells hold.
struct FirstCorolla {
  bool may(std::size_t at, Value value) {
    if (left > 0) --left;
    return left > 0 && domains.holds(cells[at], value);
  }
  bool filled(std::span<const Value> values) {
    found.assign(values.begin(), values.end());
    return false;
  }
  void grew(std::size_t, Value, std::uint64_t) const {}

  const Domains& domains;
  const std::vector<std::uint32_t>& cells;
  Filling& found;
  std::uint64_t left = patience;
};

}  // namespace

CorollaPruning::CorollaPruning(const Model& model, int radius)
    : cells_(model.cells),
      pieces_(std::make_unique<const corollas::PatchPieces>(model.puzzle)),
      seen_from_(model.cells),
      size_before_(model.cells),
      last_corollas_(model.cells, std::vector<Filling>(model.values.size())),
      to_check_(model.cells) {
  const corollas::ZoneMap map(model.puzzle.width, model.puzzle.height, radius);
  std::map<std::pair<std::uint32_t, int>, std::size_t> known;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const auto [entry, is_new] = known.try_emplace({map.zone[cell], map.turn[cell]}, growths_.size());
    if (is_new) growths_.emplace_back(*pieces_, corollas::turned(map.zones[map.zone[cell]].cells, map.turn[cell]));
    patches_.push_back({map.around(cell), entry->second});
    for (const std::uint32_t other : patches_.back().cells)
      seen_from_[other].push_back(static_cast<std::uint32_t>(cell));
  }
}

Outcome CorollaPruning::prune(Domains& domains, Propagation& propagation) {
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    to_check_.add(cell);
    size_before_[cell] = domains.size(cell);
  }
  while (!to_check_.empty()) {
    while (!to_check_.empty()) check_cell(domains, to_check_.take());
    if (propagation.go_on(domains) == Outcome::dead_end || domains.some_cell_empty()) return Outcome::dead_end;
    for (std::size_t cell = 0; cell < cells_; ++cell)
      if (domains.size(cell) != size_before_[cell]) note_change(domains, cell);
  }
  return Outcome::consistent;
}

void CorollaPruning::note_change(const Domains& domains, std::size_t cell) {
  size_before_[cell] = domains.size(cell);
  for (const std::uint32_t centre : seen_from_[cell]) to_check_.add(centre);
}

void CorollaPruning::check_cell(Domains& domains, std::size_t cell) {
  domains.for_each(cell, [&](std::uint32_t value) {
    if (!has_corolla(domains, cell, value)) domains.remove(cell, value);
  });
}

bool CorollaPruning::has_corolla(const Domains& domains, std::size_t cell, std::uint32_t value) {
  Filling& last = last_corollas_[cell][value];
  if (!last.empty() && still_stands(domains, cell, last)) return true;
  Patience::ask();  // while tables are made, this is asked of every cell and value
  FirstCorolla visitor{domains, patches_[cell].cells, last};
  const std::uint64_t count = growths_[patches_[cell].growth].grow(static_cast<Value>(value), visitor);
  return count > 0 || visitor.left == 0;
}

bool CorollaPruning::still_stands(const Domains& domains, std::size_t cell, std::span<const Value> filling) const {
  const std::vector<std::uint32_t>& cells = patches_[cell].cells;
  for (std::size_t i = 0; i < filling.size(); ++i)
    if (!domains.holds(cells[i], filling[i])) return false;
  return true;
}

}  // namespace tesselle::edge::smart
