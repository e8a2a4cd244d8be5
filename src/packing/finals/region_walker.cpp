#include "packing/finals/region_walker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "packing/site_search/walk.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {

PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle) {
  PackingPuzzle drafter = tiling::as_drafter_puzzle(puzzle);
  if (!tiling::tiles_by_halves(drafter))
    throw UsageError("finals: the region and the pieces must be made of half triangles, and every cell be covered");
  const auto classes = congruence_classes(drafter);
  if (classes.empty() || *std::max_element(classes.begin(), classes.end()) + 1 != static_cast<int>(classes.size()))
    throw UsageError("finals: all pieces must differ");
  for (const PackingPiece& piece : drafter.pieces) {
    if (piece.max_copies != 1) throw UsageError("finals: there must be one copy of each piece");
    if (piece.cells.size() != drafter.pieces.front().cells.size())
      throw UsageError("finals: all pieces must have the same area");
  }
  return drafter;
}

PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region) {
  PackingPuzzle result;
  result.lattice = puzzle.lattice;
  result.region = std::move(region);
  for (const std::uint16_t piece : pieces) {
    result.pieces.push_back(puzzle.pieces[piece]);
    result.pieces.back().min_copies = 0;
  }
  return result;
}

std::uint64_t RegionWalker::walk(const tiling::Board& board, std::span<const int> copies,
                                 const std::function<bool()>& on_tiling) {
  const std::vector<int> none_required(copies.size());
  search_->start(board, copies, none_required);
  tiling::TilingWalk walk(*search_);
  walk.begin();
  constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left = no_limit;
  while (walk.advance(left) == tiling::TilingWalk::Event::tiling)
    if (!on_tiling()) break;
  return no_limit - left;
}

namespace {

double log_weight_of(std::uint64_t groups, const std::vector<double>& weights) {
  double sum = 0;
  for (; groups != 0; groups &= groups - 1) sum += weights[static_cast<std::size_t>(std::countr_zero(groups))];
  return std::log(sum);
}

}  // namespace

std::uint64_t RegionWalker::walk_within(const Limits& limits, const Beginning& beginning, const tiling::Board& board,
                                        std::span<const int> copies, std::span<const int> required,
                                        const std::function<bool()>& on_tiling) {
  begin_within(limits, beginning, board, copies, required);
  constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left = no_limit;
  while (advance(left) == Event::tiling)
    if (!on_tiling()) break;
  return no_limit - left;
}

void RegionWalker::begin_within(const Limits& limits, const Beginning& beginning, const tiling::Board& board,
                                std::span<const int> copies, std::span<const int> required) {
  search_->start(board, copies, required);
  limits_ = &limits;
  levels_.clear();
  at_tiling_ = false;
  Node root{beginning.groups, 0, {}};
  if (limits.guide != nullptr) {
    root.groups &= ~std::uint64_t{0} >> (64 - limits.group_weights.size());
    root.log_weight = log_weight_of(root.groups, limits.group_weights);
    root.worth = limits.guide->worth_of(tables_.grid(), board, beginning.placed);
  }
  if (is_worth_it(limits, root))
    open(root);
  else if (limits.passed_over != nullptr)
    *limits.passed_over += 1;
}

auto RegionWalker::advance(std::uint64_t& budget) -> Event {
  take_back_tiling();
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.next == level.count) {
      leave();
      continue;
    }
    if (budget == 0) return Event::budget_used;
    const std::uint32_t choice = level.next++;
    const Node child = child_of(level, choice);
    if (child.groups == 0) continue;
    if (!is_worth_it(*limits_, child)) {
      if (limits_->passed_over != nullptr) *limits_->passed_over += child.part;
      continue;
    }
    --budget;
    search_->take(choice);
    count(*limits_);
    if (search_->solved()) {
      at_tiling_ = true;
      return Event::tiling;
    }
    open(child);
  }
  return Event::ended;
}

std::vector<std::uint32_t> RegionWalker::place() const {
  std::vector<std::uint32_t> taken;
  for (const Level& level : levels_) taken.push_back(level.next);
  return taken;
}

bool RegionWalker::go_to(std::span<const std::uint32_t> place) {
  for (std::size_t depth = 0; depth < place.size(); ++depth) {
    if (levels_.size() != depth + 1 || place[depth] > levels_.back().count) return false;
    Level& level = levels_.back();
    level.next = place[depth];
    if (depth + 1 == place.size()) return true;
    if (level.next == 0) return false;
    const Node child = child_of(level, level.next - 1);
    if (child.groups == 0 || !is_worth_it(*limits_, child)) return false;
    search_->take(level.next - 1);
    if (search_->solved()) return false;
    open(child);
  }
  return false;
}

void RegionWalker::open(const Node& node) {
  const std::uint32_t choices = search_->open();
  levels_.push_back({node, 0, choices, limits_->passed_over != nullptr ? shares_below(*limits_, node) : 0});
}

void RegionWalker::leave() {
  search_->close();
  levels_.pop_back();
  if (!levels_.empty()) search_->undo();
}

void RegionWalker::take_back_tiling() {
  if (at_tiling_) search_->undo();
  at_tiling_ = false;
}

auto RegionWalker::child_of(const Level& level, std::uint32_t choice) const -> Node {
  Node child = below(*limits_, level.node, search_->candidates()[choice]);
  if (child.groups != 0 && limits_->passed_over != nullptr)
    child.part = level.node.part * std::exp(log_share(*limits_, child)) / level.shares;
  return child;
}

auto RegionWalker::within_reach(const Guide& guide, double reach, double early_raise, std::size_t kinds, Part& part)
    -> Limits {
  Limits limits;
  limits.groups.assign(kinds, 1);
  limits.near_nodes = &part.near_nodes;
  if (reach <= 0) return limits;
  limits.group_weights = {1};
  limits.guide = &guide;
  limits.floor = -reach;
  limits.early_raise = early_raise;
  limits.passed_over = &part.passed_over;
  return limits;
}

auto RegionWalker::below(const Limits& limits, const Node& node, tiling::Spot spot) const -> Node {
  const std::size_t piece = tables_.shapes()[spot.shape].piece;
  Node child = node;
  child.groups &= limits.groups[piece];
  if (limits.guide == nullptr || child.groups == 0) return child;
  if (child.groups != node.groups) child.log_weight = log_weight_of(child.groups, limits.group_weights);
  limits.guide->add(child.worth, tables_.shapes(), *search_, spot);
  return child;
}

void RegionWalker::count(const Limits& limits) const {
  constexpr int near_the_end = 5;
  if (limits.near_nodes == nullptr) return;
  *limits.near_nodes += search_->free_area() == near_the_end * tables_.shapes().pieces().front().sectors;
}

/// Of all choices of the open node.
double RegionWalker::shares_below(const Limits& limits, const Node& node) const {
  double sum = 0;
  for (const tiling::Spot spot : search_->candidates()) sum += std::exp(log_share(limits, below(limits, node, spot)));
  return sum;
}

std::vector<tiling::Spot> RegionWalker::first_choices(const tiling::Position& position) {
  const std::vector<int> none_required(position.copies.size());
  search_->start(position.board, position.copies, none_required);
  search_->open();
  const auto spots = search_->candidates();
  std::vector<tiling::Spot> choices(spots.begin(), spots.end());
  search_->close();
  return choices;
}

}  // namespace tesselle::packing::finals
