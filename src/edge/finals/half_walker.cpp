#include "edge/finals/half_walker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "base/patience.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge {
namespace {

bool may_be_placed(const EdgePuzzle& puzzle, Square square, const Sides& sides, bool frame_only_on_rim) {
  if (!puzzle.frame) return true;
  return std::all_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    const bool shows_frame = sides[static_cast<std::size_t>(side)] == *puzzle.frame;
    return neighbour(puzzle, square, side) ? !(frame_only_on_rim && shows_frame) : shows_frame;
  });
}

}  // namespace

Values::Values(const EdgePuzzle& of)
    : puzzle(&of),
      kinds(piece_kinds(of)),
      oriented(oriented_kinds(kinds)),
      allowed(of.cell_count()),
      hinted(of.cell_count()) {
  constexpr std::size_t max_values = std::numeric_limits<std::uint16_t>::max();  // as fillings are stored
  if (oriented.size() > max_values)
    throw UsageError(
        fmt::format("finals and engine meet: the board has {} pieces with their rotations, at most {} are possible",
                    oriented.size(), max_values));
  for (const auto& members : kinds.members) copies.push_back(static_cast<std::uint16_t>(members.size()));
  std::vector<const EdgeHint*> hint_at(of.cell_count(), nullptr);
  for (const EdgeHint& hint : of.hints) {
    hint_at[hint.square.index()] = &hint;
    hinted[hint.square.index()] = true;
    --copies[static_cast<std::size_t>(kinds.kind[hint.placed.piece.index()])];
  }
  const bool rim_only = frame_only_on_rim(of);
  for (std::size_t cell = 0; cell < of.cell_count(); ++cell) {
    Patience::ask();
    for (std::uint16_t value = 0; value < oriented.size(); ++value) {
      const Sides& sides = oriented[value].sides;
      if (const EdgeHint* hint = hint_at[cell])
        if (rotated(of.pieces[hint->placed.piece.index()], hint->placed.rotation) != sides) continue;
      if (may_be_placed(of, Square(cell), sides, rim_only)) allowed[cell].push_back(value);
    }
  }
}

HalfWalker::HalfWalker(const Values& values, std::vector<Square> cells)
    : values_(&values), cells_(std::move(cells)), neighbours_(cells_.size()), copies_left_(values.copies) {
  for (std::size_t position = 0; position < cells_.size(); ++position)
    for (const Side side : all_sides) {
      const auto across = neighbour(*values.puzzle, cells_[position], side);
      const auto end = cells_.begin() + static_cast<std::ptrdiff_t>(position);
      const auto found = across ? std::find(cells_.begin(), end, *across) : end;
      if (found != end) neighbours_[position].push_back({static_cast<std::size_t>(found - cells_.begin()), side});
    }
  rewind();
}

void HalfWalker::rewind() {
  while (!taken_.empty()) take_back();
  next_candidate_.assign(1, 0);
  ended_ = false;
}

void HalfWalker::Place::save(ByteWriter& out) const {
  out.array(std::span<const std::uint32_t>(tried));
  out.number(filled);
  out.number(ended);
}

HalfWalker::Place HalfWalker::Place::read(ByteReader& in) {
  Place place;
  place.tried = in.array<std::uint32_t>();
  place.filled = in.number(place.tried.size());
  place.ended = in.number(1) != 0;
  return place;
}

double HalfWalker::fraction() const {
  if (ended_) return 1;
  double behind = 0, share = 1;
  for (std::size_t here = 0; here < next_candidate_.size() && here < cells_.size(); ++here) {
    const auto values = static_cast<double>(values_->allowed[cells_[here].index()].size());
    const std::uint32_t tried = next_candidate_[here] - (here < taken_.size() ? 1 : 0);
    behind += share * tried / std::max(1.0, values);
    share /= std::max(1.0, values);
  }
  return behind;
}

bool HalfWalker::go_to(const Place& place) {
  rewind();
  ended_ = place.ended;
  if (place.tried.size() != std::max<std::size_t>(1, std::min(place.filled + 1, cells_.size()))) return false;
  for (std::size_t here = 0; here < place.filled; ++here) {
    const auto& allowed = values_->allowed[cells_[here].index()];
    if (place.tried[here] == 0 || place.tried[here] > allowed.size()) return false;
    const std::uint16_t value = allowed[place.tried[here] - 1];
    if (!fits(here, value)) return false;
    taken_.push_back(value);
    if (!values_->hinted[cells_[here].index()]) --copies_left_[values_->oriented[value].kind];
  }
  next_candidate_ = place.tried;
  return next_candidate_.size() == place.filled || cells_.empty() ||
         next_candidate_.back() <= values_->allowed[cells_[place.filled].index()].size();
}

HalfWalker::Stop HalfWalker::next(std::uint64_t& nodes) {
  if (ended_) return Stop::exhausted;
  if (cells_.empty()) {
    ended_ = true;
    return Stop::filled;
  }
  for (;;) {
    const std::size_t position = taken_.size();
    if (position == cells_.size()) take_back();
    const std::size_t here = taken_.size();
    const auto& allowed = values_->allowed[cells_[here].index()];
    std::uint32_t& next = next_candidate_[here];
    while (next < allowed.size() && !fits(here, allowed[next])) ++next;
    if (next == allowed.size()) {
      if (here == 0) {
        ended_ = true;
        return Stop::exhausted;
      }
      next_candidate_.pop_back();
      take_back();
      continue;
    }
    if (nodes == 0) return Stop::budget;
    --nodes;
    const std::uint16_t value = allowed[next++];
    taken_.push_back(value);
    if (!values_->hinted[cells_[here].index()]) --copies_left_[values_->oriented[value].kind];
    if (taken_.size() == cells_.size()) return Stop::filled;
    next_candidate_.push_back(0);
  }
}

bool HalfWalker::fits(std::size_t position, std::uint16_t value) const {
  const OrientedKind& oriented = values_->oriented[value];
  if (!values_->hinted[cells_[position].index()] && copies_left_[oriented.kind] == 0) return false;
  return std::all_of(neighbours_[position].begin(), neighbours_[position].end(), [&](const Neighbour& neighbour) {
    const Sides& other = values_->oriented[taken_[neighbour.earlier]].sides;
    return values_->puzzle->fits(other[static_cast<std::size_t>(opposite(neighbour.side))],
                                 oriented.sides[static_cast<std::size_t>(neighbour.side)]);
  });
}

void HalfWalker::take_back() {
  const std::size_t position = taken_.size() - 1;
  if (!values_->hinted[cells_[position].index()]) ++copies_left_[values_->oriented[taken_.back()].kind];
  taken_.pop_back();
}

}  // namespace tesselle::edge
