#include "packing/pack/most_pieces.hpp"

#include <algorithm>
#include <numeric>

namespace tesselle::packing {

MostPieces::MostPieces(PlacementTable table)
    : table_(std::move(table)), begin_at_(table_.all_cells), decided_(table_.all_cells), undecided_(table_.all_cells) {
  left_.assign(table_.classes.size(), 0);  // what cannot be placed anywhere is not there
  for (const Placement& p : table_.placements) {
    const auto c = static_cast<std::size_t>(p.piece_class);
    left_[c] = table_.classes[c].max_copies;
  }
  by_size_.resize(table_.classes.size());
  std::iota(by_size_.begin(), by_size_.end(), 0u);
  const auto size_of = [&](std::uint32_t c) { return table_.classes[c].cell_count; };
  std::stable_sort(by_size_.begin(), by_size_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return size_of(a) < size_of(b); });
  for (std::uint32_t p = 0; p < table_.placements.size(); ++p)
    begin_at_[table_.placements[p].cells.front()].push_back(p);
  for (auto& list : begin_at_)
    std::stable_sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return table_.placements[a].cells.size() < table_.placements[b].cells.size();
    });
  for (const std::uint32_t hint : table_.forced) put(hint);
  cell_ = first_undecided(0);
}

std::uint32_t MostPieces::first_undecided(std::uint32_t from) const {
  while (from < decided_.size() && decided_[from]) ++from;
  return from;
}

bool MostPieces::is_possible(std::uint32_t choice) const {
  const auto& list = begin_at_[cell_];
  return choice == list.size() || fits(list[choice]);
}

bool MostPieces::fits(std::uint32_t placement) const {
  const Placement& p = table_.placements[placement];
  return left_[static_cast<std::size_t>(p.piece_class)] > 0 &&
         std::none_of(p.cells.begin(), p.cells.end(), [&](std::uint32_t cell) { return decided_[cell]; });
}

void MostPieces::put(std::uint32_t placement) {
  const Placement& p = table_.placements[placement];
  for (const std::uint32_t cell : p.cells) decided_[cell] = 1;
  undecided_ -= static_cast<std::uint32_t>(p.cells.size());
  covered_ += static_cast<std::uint32_t>(p.cells.size());
  --left_[static_cast<std::size_t>(p.piece_class)];
  placed_.push_back(placement);
}

void MostPieces::take_back(std::uint32_t placement) {
  const Placement& p = table_.placements[placement];
  for (const std::uint32_t cell : p.cells) decided_[cell] = 0;
  undecided_ += static_cast<std::uint32_t>(p.cells.size());
  covered_ -= static_cast<std::uint32_t>(p.cells.size());
  ++left_[static_cast<std::size_t>(p.piece_class)];
  placed_.pop_back();
}

/// Against the most pieces that the undecided cells have room for and, with equally many pieces, the most cells that
/// these many of the largest pieces would cover.
bool MostPieces::can_be_better() const {
  if (!has_best_) return true;
  std::uint32_t room = undecided_, more = 0;
  for (const std::uint32_t c : by_size_) {
    const auto size = static_cast<std::uint32_t>(table_.classes[c].cell_count);
    const std::uint32_t fitting = std::min(static_cast<std::uint32_t>(left_[c]), room / size);
    more += fitting;
    room -= fitting * size;
  }
  const std::uint32_t pieces = value().first + more;
  if (pieces != best_value_.first) return pieces > best_value_.first;
  std::uint64_t cells = 0;
  for (auto c = by_size_.rbegin(); c != by_size_.rend() && more > 0; ++c) {
    const std::uint32_t used = std::min(static_cast<std::uint32_t>(left_[*c]), more);
    cells += std::uint64_t{used} * static_cast<std::uint32_t>(table_.classes[*c].cell_count);
    more -= used;
  }
  return covered_ + std::min<std::uint64_t>(cells, undecided_) > best_value_.second;
}

void MostPieces::make(Decision decision) {
  const auto& list = begin_at_[decision.cell];
  if (decision.choice < list.size()) {
    put(list[decision.choice]);
  } else {
    decided_[decision.cell] = 1;
    --undecided_;
  }
  path_.push_back(decision);
  cell_ = first_undecided(decision.cell);
  next_ = 0;
}

void MostPieces::undo_last() {
  const Decision last = path_.back();
  path_.pop_back();
  const auto& list = begin_at_[last.cell];
  if (last.choice < list.size()) {
    take_back(list[last.choice]);
  } else {
    decided_[last.cell] = 0;
    ++undecided_;
  }
  cell_ = last.cell;
  next_ = last.choice + 1;
}

void MostPieces::keep_as_best() {
  best_ = placed_;
  best_value_ = value();
  has_best_ = found_better_ = true;
}

bool MostPieces::decide() {
  found_better_ = false;
  if (cell_ == table_.all_cells && !has_best_) {  // the hints leave nothing to decide
    keep_as_best();
    return true;
  }
  for (;;) {
    while (cell_ < table_.all_cells && next_ <= begin_at_[cell_].size()) {
      const std::uint32_t choice = next_++;
      if (!is_possible(choice)) continue;
      make({cell_, choice});
      if (can_be_better()) {
        if (cell_ == table_.all_cells) keep_as_best();
        return true;
      }
      undo_last();
    }
    if (path_.empty()) return false;
    undo_last();
  }
}

MostPieces::Place MostPieces::place() const {
  Place place{{}, next_, best_, has_best_};
  for (const Decision& decision : path_) place.choices.push_back(decision.choice);
  return place;
}

bool MostPieces::go_to(const Place& place) {
  while (!path_.empty()) undo_last();
  if (place.has_best) {
    if (!is_legal_set(place.best)) return false;
    best_ = place.best;
    has_best_ = true;
    best_value_ = {static_cast<std::uint32_t>(best_.size()), 0};
    for (const std::uint32_t p : best_)
      best_value_.second += static_cast<std::uint32_t>(table_.placements[p].cells.size());
  }
  for (const std::uint32_t choice : place.choices) {
    if (cell_ == table_.all_cells || choice > begin_at_[cell_].size() || !is_possible(choice)) return false;
    make({cell_, choice});
  }
  next_ = place.next;
  return true;
}

/// Hints included; it is checked on an empty board.
bool MostPieces::is_legal_set(const std::vector<std::uint32_t>& placements) const {
  std::vector<int> left;
  for (const PieceClass& one : table_.classes) left.push_back(one.max_copies);
  std::vector<bool> used(table_.all_cells);
  for (const std::uint32_t p : placements) {
    if (p >= table_.placements.size() || --left[static_cast<std::size_t>(table_.placements[p].piece_class)] < 0)
      return false;
    for (const std::uint32_t cell : table_.placements[p].cells) {
      if (used[cell]) return false;
      used[cell] = true;
    }
  }
  return std::all_of(table_.forced.begin(), table_.forced.end(), [&](std::uint32_t hint) {
    return std::find(placements.begin(), placements.end(), hint) != placements.end();
  });
}

}  // namespace tesselle::packing
