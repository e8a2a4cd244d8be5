#include "packing/interval/sets.hpp"

#include <algorithm>
#include <bit>

#include "packing/interval/constraints.hpp"

namespace tesselle::packing::interval {

SetNarrowing::SetNarrowing(const BoxModel& model, CutRule rule, bool counts)
    : model_(model), rule_(rule), counts_(counts), pieces_(model.pieces.size()), sweep_(model.cells) {
  for (std::size_t p = 0; p < pieces_.size(); ++p) list_placements(p);
}

void SetNarrowing::list_placements(std::size_t piece) {
  Piece& list = pieces_[piece];
  for (const Pose& pose : model_.pieces[piece].poses) {
    Point extent{};
    for (const Point& point : pose.points)
      for (std::size_t k = 0; k < 3; ++k) extent[k] = std::max(extent[k], point[k]);
    for (std::size_t corner = 0; corner < model_.cells; ++corner) {
      const Point at = model_.point_at(corner);
      if (at[0] + extent[0] >= model_.size[0] || at[1] + extent[1] >= model_.size[1] ||
          at[2] + extent[2] >= model_.size[2])
        continue;
      auto& cells = list.cells.emplace_back();
      for (const Point& point : pose.points) cells.push_back(static_cast<std::uint8_t>(corner + model_.cell_at(point)));
    }
  }
  list.first_word = words_;
  list.words = (list.cells.size() + 63) / 64;
  words_ += list.words;
  list.on_cell.assign(model_.cells, Words(list.words));
  for (std::size_t i = 0; i < list.cells.size(); ++i)
    for (const std::uint8_t cell : list.cells[i]) list.on_cell[cell][i / 64] |= std::uint64_t{1} << (i % 64);
}

bool SetNarrowing::enter(State& state) {
  state.placements.assign(words_, 0);
  state.numbers.fill({});
  state.open = OpenNumbers::all(model_.cells);
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    for (std::size_t i = 0; i < pieces_[p].cells.size(); ++i)
      state.placements[pieces_[p].first_word + i / 64] |= std::uint64_t{1} << (i % 64);
    const BoxPiece& piece = model_.pieces[p];
    for (std::size_t i = 0; i < piece.size; ++i)
      state.numbers[piece.first_point + i] = model_.initial(piece.first_point + i).number;
    keep(state, p, [&](std::span<const std::uint8_t> cells) {
      for (std::size_t i = 0; i < piece.size; ++i) {
        const Interval number = state.numbers[piece.first_point + i];
        if (cells[i] < number.low || cells[i] > number.high) return false;
      }
      return true;
    });
  }
  return settle(state, all_poses(pieces_.size()));
}

template <class Wanted>
bool SetNarrowing::keep(State& state, std::size_t piece, Wanted wanted) const {
  const Piece& list = pieces_[piece];
  bool lost = false;
  for (std::size_t w = 0; w < list.words; ++w) {
    std::uint64_t& word = state.placements[list.first_word + w];
    for (std::uint64_t left = word; left != 0; left &= left - 1) {
      const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
      if (wanted(std::span(list.cells[i]))) continue;
      word &= ~(std::uint64_t{1} << (i % 64));
      lost = true;
    }
  }
  return lost;
}

bool SetNarrowing::cut(State& state, Cut cut, bool keep_number) {
  const std::size_t piece = model_.piece_of[cut.point], index = cut.point - model_.pieces[piece].first_point;
  keep(state, piece, [&](std::span<const std::uint8_t> cells) { return (cells[index] == cut.number) == keep_number; });
  return settle(state, std::uint64_t{1} << piece);
}

bool SetNarrowing::settle(State& state, std::uint64_t changed_pieces) {
  while (changed_pieces != 0) {
    if (!settle_hulls(state, changed_pieces)) return false;
    if (counts_ && !count_cells(state, changed_pieces)) return false;
  }
  return true;
}

/// Placements, hulls and the permutation of the hulls, until none changes another.
bool SetNarrowing::settle_hulls(State& state, std::uint64_t& changed_pieces) {
  while (changed_pieces != 0) {
    for (; changed_pieces != 0; changed_pieces &= changed_pieces - 1)
      if (!take_hull(state, static_cast<std::size_t>(std::countr_zero(changed_pieces)))) return false;
    const OpenNumbers before = state.open;
    if (!sweep_.skip_taken(state.numbers, state.open)) return false;
    std::uint64_t narrowed = 0;
    for (const std::uint8_t point : sweep_.moved()) narrowed |= std::uint64_t{1} << model_.piece_of[point];
    if (!sweep_.narrow(state.numbers, state.open)) return false;
    for (const std::uint8_t point : sweep_.moved()) narrowed |= std::uint64_t{1} << model_.piece_of[point];
    changed_pieces = leave_taken(state, before);
    for (; narrowed != 0; narrowed &= narrowed - 1) {
      const auto p = static_cast<std::size_t>(std::countr_zero(narrowed));
      const std::size_t first = model_.pieces[p].first_point;
      if (keep(state, p, [&](std::span<const std::uint8_t> cells) {
            for (std::size_t i = 0; i < cells.size(); ++i)
              if (cells[i] < state.numbers[first + i].low || cells[i] > state.numbers[first + i].high) return false;
            return true;
          }))
        changed_pieces |= std::uint64_t{1} << p;
    }
  }
  return true;
}

/// The hulls of a piece's cell numbers; none if it has no placement.
bool SetNarrowing::take_hull(State& state, std::size_t piece) const {
  const Piece& list = pieces_[piece];
  const BoxPiece& own = model_.pieces[piece];
  Interval* const numbers = &state.numbers[own.first_point];
  bool any = false;
  for (std::size_t w = 0; w < list.words; ++w)
    for (std::uint64_t left = state.placements[list.first_word + w]; left != 0; left &= left - 1) {
      const auto& cells = list.cells[64 * w + static_cast<std::size_t>(std::countr_zero(left))];
      for (std::size_t i = 0; i < own.size; ++i)
        numbers[i] = any ? Interval{std::min(numbers[i].low, cells[i]), std::max(numbers[i].high, cells[i])}
                         : Interval{cells[i], cells[i]};
      any = true;
    }
  return any;
}

/// Cells that have been taken since `before` are lost to all pieces but those whose number they are. Which pieces have
/// lost a placement by it?
std::uint64_t SetNarrowing::leave_taken(State& state, const OpenNumbers& before) const {
  std::uint64_t changed = 0;
  for (std::size_t point = 0; point < model_.cells; ++point) {
    const unsigned bit = 3u << (point % OpenNumbers::block * 2);
    if ((before.bounds[point / OpenNumbers::block] & ~state.open.bounds[point / OpenNumbers::block] & bit) == 0)
      continue;
    const std::uint8_t cell = state.numbers[point].low;
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      if (p == model_.piece_of[point]) continue;
      const Words& lost = pieces_[p].on_cell[cell];
      for (std::size_t w = 0; w < lost.size(); ++w) {
        std::uint64_t& word = state.placements[pieces_[p].first_word + w];
        if ((word & lost[w]) == 0) continue;
        word &= ~lost[w];
        changed |= std::uint64_t{1} << p;
      }
    }
  }
  return changed;
}

bool SetNarrowing::count_cells(State& state, std::uint64_t& changed_pieces) const {
  for (std::size_t cell = 0; cell < model_.cells; ++cell) {
    std::size_t reached_by = 0, last = 0;
    for (std::size_t p = 0; p < pieces_.size() && reached_by < 2; ++p) {
      const Words& on_cell = pieces_[p].on_cell[cell];
      bool reaches = false;
      for (std::size_t w = 0; w < on_cell.size() && !reaches; ++w)
        reaches = (state.placements[pieces_[p].first_word + w] & on_cell[w]) != 0;
      reached_by += reaches;
      if (reaches) last = p;
    }
    if (reached_by == 0) return false;
    if (reached_by > 1) continue;
    const Words& on_cell = pieces_[last].on_cell[cell];
    for (std::size_t w = 0; w < on_cell.size(); ++w) {
      std::uint64_t& word = state.placements[pieces_[last].first_word + w];
      if ((word & ~on_cell[w]) == 0) continue;
      word &= on_cell[w];
      changed_pieces |= std::uint64_t{1} << last;
    }
  }
  return true;
}

Cut SetNarrowing::choose(const State& state) const {
  if (rule_ == CutRule::scarcest) return scarcest(state);
  return cut_an_interval(rule_, model_.cells, [&](std::size_t i) { return state.numbers[i]; });
}

/// The cell that the fewest placements use, of those that are not taken and not lost; there the first piece that can be,
/// with a point that can be elsewhere as well, or the cell would be taken.
Cut SetNarrowing::scarcest(const State& state) const {
  std::size_t fewest = ~std::size_t{0}, scarce = 0;
  for (std::size_t cell = 0; cell < model_.cells; ++cell) {
    std::size_t count = 0;
    if ((state.open.taken[cell / 64] >> (cell % 64) & 1) != 0) continue;
    for (const Piece& piece : pieces_)
      for (std::size_t w = 0; w < piece.words; ++w)
        count +=
            static_cast<std::size_t>(std::popcount(state.placements[piece.first_word + w] & piece.on_cell[cell][w]));
    if (count == 0 || count >= fewest) continue;
    fewest = count;
    scarce = cell;
  }
  if (fewest == ~std::size_t{0}) return {};
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    for (std::size_t w = 0; w < pieces_[p].words; ++w) {
      const std::uint64_t left = state.placements[pieces_[p].first_word + w] & pieces_[p].on_cell[scarce][w];
      if (left == 0) continue;
      const auto& cells = pieces_[p].cells[64 * w + static_cast<std::size_t>(std::countr_zero(left))];
      const auto index = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), scarce) - cells.begin());
      return {model_.pieces[p].first_point + index, static_cast<std::uint8_t>(scarce)};
    }
  return {};
}

}  // namespace tesselle::packing::interval
