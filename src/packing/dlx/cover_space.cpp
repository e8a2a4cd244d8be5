#include "packing/dlx/cover_space.hpp"

#include <algorithm>
#include <ranges>

namespace tesselle::packing {
namespace {

bool needed_exactly_once(const PieceClass& piece_class) {
  return piece_class.min_copies == 1 && piece_class.max_copies == 1;
}

}  // namespace

CoverSpace::Items::Items(const PlacementTable& table) : of_class(table.classes.size()) {
  const auto number_classes = [&](bool once) {
    for (std::size_t c = 0; c < table.classes.size(); ++c)
      if (needed_exactly_once(table.classes[c]) == once) of_class[c] = all++;
  };
  while (all < table.required_cells) of_cell.push_back(all++);
  number_classes(true);
  primary = all;
  while (of_cell.size() < table.all_cells) of_cell.push_back(all++);
  number_classes(false);
}

CoverSpace::CoverSpace(const PackingPuzzle& puzzle)
    : puzzle_(puzzle),
      table_(compile_placements(puzzle)),
      items_(table_),
      links_(items_.primary, items_.all),
      used_(table_.classes.size(), 0) {
  add_options();
  for (std::size_t c = 0; c < table_.classes.size(); ++c)
    if (table_.classes[c].max_copies == 0) links_.cover(items_.of_class[c]);
  for (const std::uint32_t hint : table_.forced) place(hint, DancingLinks::none);
}

void CoverSpace::add_options() {
  std::vector<std::uint32_t> items;
  for (const Placement& placement : table_.placements) {
    items.clear();
    for (const std::uint32_t cell : placement.cells) items.push_back(items_.of_cell[cell]);
    items.push_back(items_.of_class[static_cast<std::size_t>(placement.piece_class)]);
    links_.add(items);
  }
}

/// As many pieces as there are, or as many of the smallest as there is room for.
std::uint32_t CoverSpace::depth_limit() const {
  std::uint64_t pieces = 0, smallest = table_.all_cells;
  for (const PieceClass& piece_class : table_.classes) {
    pieces += static_cast<std::uint64_t>(piece_class.max_copies);
    smallest = std::min(smallest, static_cast<std::uint64_t>(piece_class.cell_count));
  }
  return static_cast<std::uint32_t>(std::min(pieces, table_.all_cells / std::max(smallest, std::uint64_t{1})));
}

bool CoverSpace::uses_up(std::uint32_t placement, std::uint32_t item) const {
  const auto c = static_cast<std::size_t>(table_.placements[placement].piece_class);
  return item != items_.of_class[c] || used_[c] == table_.classes[c].max_copies;
}

void CoverSpace::place(std::uint32_t placement, std::uint32_t branch_item) {
  ++used_[static_cast<std::size_t>(table_.placements[placement].piece_class)];
  for (const std::uint32_t item : links_.items_of(placement))
    if (item != branch_item && uses_up(placement, item)) links_.cover(item);
}

void CoverSpace::unplace(std::uint32_t placement, std::uint32_t branch_item) {
  for (const std::uint32_t item : links_.items_of(placement) | std::views::reverse)
    if (item != branch_item && uses_up(placement, item)) links_.uncover(item);
  --used_[static_cast<std::size_t>(table_.placements[placement].piece_class)];
}

/// Classes that are needed exactly once need no check: an empty list of theirs is the most constrained one.
bool CoverSpace::can_use_enough() const {
  for (std::size_t c = 0; c < used_.size(); ++c) {
    const int owed = table_.classes[c].min_copies - used_[c];
    if (owed > 0 && links_.size(items_.of_class[c]) < static_cast<std::uint32_t>(owed)) return false;
  }
  return true;
}

bool CoverSpace::uses_enough() const {
  for (std::size_t c = 0; c < used_.size(); ++c)
    if (used_[c] < table_.classes[c].min_copies) return false;
  return true;
}

void CoverSpace::list_optional_placements() {
  const auto start = static_cast<std::ptrdiff_t>(candidates_.size());
  for (std::size_t c = 0; c < used_.size(); ++c)
    if (used_[c] < table_.classes[c].max_copies) links_.list(items_.of_class[c], candidates_);
  const bool below_another = nodes_.size() > 1 && nodes_[nodes_.size() - 2].item == DancingLinks::none;
  if (!below_another) return;
  const auto begin = candidates_.begin() + start;
  candidates_.erase(begin, std::lower_bound(begin, candidates_.end(), chosen_.back()));
}

std::uint32_t CoverSpace::open() {
  const auto start = static_cast<std::uint32_t>(candidates_.size());
  nodes_.push_back({DancingLinks::none, start});
  solved_ = false;
  if (!can_use_enough()) return 0;
  const std::uint32_t item = links_.most_constrained();
  if (item == DancingLinks::none) {
    solved_ = uses_enough();
    list_optional_placements();
  } else {
    links_.list(item, candidates_);
    links_.cover(item);
    nodes_.back().item = item;
  }
  return static_cast<std::uint32_t>(candidates_.size()) - start;
}

void CoverSpace::close() {
  if (nodes_.back().item != DancingLinks::none) links_.uncover(nodes_.back().item);
  candidates_.resize(nodes_.back().first_candidate);
  nodes_.pop_back();
}

bool CoverSpace::take(std::uint32_t candidate) {
  const Node& node = nodes_.back();
  chosen_.push_back(candidates_[node.first_candidate + candidate]);
  place(chosen_.back(), node.item);
  return true;
}

void CoverSpace::undo() {
  unplace(chosen_.back(), nodes_.back().item);
  chosen_.pop_back();
}

}  // namespace tesselle::packing
