#include "edge/smart/smart_space.hpp"

#include <algorithm>
#include <utility>

#include "edge/tables/dealing.hpp"

namespace tesselle::edge::smart {

SmartSpace::SmartSpace(const EdgePuzzle& puzzle, const SmartSettings& settings)
    : model_(std::make_unique<const Model>(puzzle)),
      settings_(settings),
      domains_(std::make_unique<Domains>(*model_, settings.layers)),
      propagation_(std::make_unique<Propagation>(*model_, settings.layers)),
      placed_(model_->cells, Model::none) {
  for (const auto& members : model_->kinds.members) left_.push_back(members.size());
  outcome_ = propagation_->start(*domains_);
  place_hints();
  for (const Square square : settings.path)
    if (placed_[square.index()] == Model::none) open_cells_.push_back(square.value);
  levels_.resize(open_cells_.size() + 1);
}

void SmartSpace::place_hints() {
  for (const EdgeHint& hint : model_->puzzle.hints) {
    const std::uint32_t value = model_->value_of(hint.placed);
    placed_[hint.square.index()] = value;
    --left_[model_->values[value].kind];
    if (outcome_ == Outcome::consistent) outcome_ = propagation_->place(*domains_, hint.square.index(), value);
  }
}

std::uint32_t SmartSpace::open() {
  Level& level = levels_[depth_];
  level.first_candidate = candidates_.size();
  if (outcome_ == Outcome::dead_end || depth_ == open_cells_.size()) return 0;
  level.cell = choose_cell();
  domains_->for_each(level.cell, [&](std::uint32_t value) {
    if (left_[model_->values[value].kind] > 0) candidates_.push_back(value);
  });
  sort_candidates(level.first_candidate);
  return static_cast<std::uint32_t>(candidates_.size() - level.first_candidate);
}

bool SmartSpace::take(std::uint32_t candidate) {
  Level& level = levels_[depth_++];
  const std::uint32_t value = candidates_[level.first_candidate + candidate];
  level.mark = domains_->mark();
  placed_[level.cell] = value;
  --left_[model_->values[value].kind];
  outcome_ = propagation_->place(*domains_, level.cell, value);
  return true;
}

void SmartSpace::undo() {
  const Level& level = levels_[--depth_];
  domains_->undo_to(level.mark);
  ++left_[model_->values[std::exchange(placed_[level.cell], Model::none)].kind];
  outcome_ = Outcome::consistent;
}

/// Among equals the one that comes first on the path.
std::uint32_t SmartSpace::choose_cell() const {
  if (settings_.cells == CellChoice::path) return open_cells_[depth_];
  std::uint32_t best = Model::none;
  for (const std::uint32_t cell : open_cells_) {
    if (placed_[cell] != Model::none) continue;
    const bool better = best == Model::none ||
                        (settings_.cells == CellChoice::pessimistic ? domains_->size(cell) < domains_->size(best)
                                                                    : domains_->size(cell) > domains_->size(best));
    if (better) best = cell;
  }
  return best;
}

/// By the room that the piece has left on the board; among equals lexicographically.
void SmartSpace::sort_candidates(std::size_t first) {
  if (settings_.values == ValueChoice::lexicographic) return;
  const bool smallest_first = settings_.values == ValueChoice::pessimistic;
  const auto room = [&](std::uint32_t value) { return domains_->placements_of(model_->values[value].kind); };
  std::stable_sort(
      candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
      [&](std::uint32_t a, std::uint32_t b) { return smallest_first ? room(a) < room(b) : room(a) > room(b); });
}

Solution SmartSpace::solution() const {
  std::vector<OrientedKind> cells;
  for (const std::uint32_t value : placed_) cells.push_back(model_->values[value]);
  return {deal_pieces(model_->puzzle, model_->kinds, cells)};
}

}  // namespace tesselle::edge::smart
