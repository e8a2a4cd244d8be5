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
  if (settings.corollas.radius > 0) pruning_ = std::make_unique<CorollaPruning>(*model_, settings.corollas.radius);
  prune_by_corollas();
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

void SmartSpace::prune_by_corollas() {
  const CorollaCounts& counts = settings_.corollas.counts;
  for (std::size_t cell = 0; cell < counts.size(); ++cell)
    domains_->for_each(cell, [&](std::uint32_t value) {
      if (counts[cell][value] == 0) domains_->remove(cell, value);
    });
  if (outcome_ == Outcome::consistent) outcome_ = propagation_->go_on(*domains_);
  if (pruning_ && outcome_ == Outcome::consistent) outcome_ = pruning_->prune(*domains_, *propagation_);
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
  if (pruning_ && outcome_ == Outcome::consistent && depth_ <= settings_.corollas.depth)
    outcome_ = pruning_->prune(*domains_, *propagation_);
  return true;
}

void SmartSpace::undo() {
  const Level& level = levels_[--depth_];
  domains_->undo_to(level.mark);
  ++left_[model_->values[std::exchange(placed_[level.cell], Model::none)].kind];
  outcome_ = Outcome::consistent;
}

std::uint64_t SmartSpace::corollas_of_cell(std::uint32_t cell) const {
  std::uint64_t sum = 0;
  domains_->for_each(cell, [&](std::uint32_t value) { sum += settings_.corollas.counts[cell][value]; });
  return sum;
}

/// Among equals the one that comes first on the path.
std::uint32_t SmartSpace::choose_cell() const {
  if (settings_.cells == CellChoice::path) return open_cells_[depth_];
  const bool by_corollas =
      settings_.cells == CellChoice::fewest_corollas || settings_.cells == CellChoice::most_corollas;
  const bool smallest = settings_.cells == CellChoice::pessimistic || settings_.cells == CellChoice::fewest_corollas;
  std::uint32_t best = Model::none;
  std::uint64_t best_room = 0;
  for (const std::uint32_t cell : open_cells_) {
    if (placed_[cell] != Model::none) continue;
    const std::uint64_t room = by_corollas ? corollas_of_cell(cell) : domains_->size(cell);
    if (best != Model::none && (smallest ? room >= best_room : room <= best_room)) continue;
    best = cell;
    best_room = room;
  }
  return best;
}

/// By the room that the piece has left on the board or by its corollas; among equals lexicographically.
void SmartSpace::sort_candidates(std::size_t first) {
  if (settings_.values == ValueChoice::lexicographic) return;
  const bool by_corollas =
      settings_.values == ValueChoice::fewest_corollas || settings_.values == ValueChoice::most_corollas;
  const bool smallest =
      settings_.values == ValueChoice::pessimistic || settings_.values == ValueChoice::fewest_corollas;
  const std::uint32_t cell = levels_[depth_].cell;
  const auto room = [&](std::uint32_t value) -> std::uint64_t {
    return by_corollas ? settings_.corollas.counts[cell][value] : domains_->placements_of(model_->values[value].kind);
  };
  std::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return smallest ? room(a) < room(b) : room(a) > room(b); });
}

Solution SmartSpace::solution() const {
  std::vector<const OrientedKind*> cells;
  for (const std::uint32_t value : placed_) cells.push_back(value == Model::none ? nullptr : &model_->values[value]);
  return {deal_pieces(model_->puzzle, model_->kinds, cells)};
}

}  // namespace tesselle::edge::smart
