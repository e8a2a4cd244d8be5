#include "edge/schedule/finisher.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>

namespace tesselle::edge::schedule {
namespace {

constexpr int misplaced = 8;  // rather four conflicts than a piece of the wrong sort
constexpr int max_cost = misplaced + 4;

}  // namespace

Finisher::Finisher(const Course& course)
    : course_(&course),
      laid_(course.length()),
      sides_(course.length()),
      used_(course.length()),
      options_(course.length()) {}

void Finisher::start(const std::vector<Placed>& laid) {
  std::fill(used_.begin(), used_.end(), false);
  for (std::size_t d = 0; d < laid.size(); ++d) lay(d, laid[d]);
  rest_.clear();
  for (std::size_t p = 0; p < used_.size(); ++p)
    if (!used_[p]) rest_.push_back(PieceId(p));
}

void Finisher::lay(std::size_t depth, Placed placed) {
  laid_[depth] = placed;
  sides_[depth] = rotated(course_->puzzle.pieces[placed.piece.index()], placed.rotation);
  used_[placed.piece.index()] = true;
}

/// Conflicts with hints passed later and with the rim.
int Finisher::fixed_cost_at(std::size_t depth, const Sides& sides) const {
  const EdgePuzzle& puzzle = course_->puzzle;
  const CellKind& kind = course_->kinds[course_->stops[depth].kind];
  int cost = 0;
  for (std::size_t s = 0; s < 4 && !kind.hint; ++s) {
    if (kind.pinned[s]) cost += sides[s] != *kind.pinned[s];
    if (kind.rim[s] && puzzle.frame) cost += sides[s] != *puzzle.frame;
  }
  return cost;
}

/// Also those with the pieces north and west.
int Finisher::cost_at(std::size_t depth, const Sides& sides) const {
  const EdgePuzzle& puzzle = course_->puzzle;
  const Stop& stop = course_->stops[depth];
  if (course_->kinds[stop.kind].hint) return 0;
  int cost = fixed_cost_at(depth, sides);
  if (stop.north > 0) cost += !puzzle.fits(sides[0], sides_[stop.north - 1][2]);
  if (stop.west > 0) cost += !puzzle.fits(sides[3], sides_[stop.west - 1][1]);
  return cost;
}

bool Finisher::may_be_placed(const CellKind& kind, Placed placed) const {
  return kind.hint ? placed == *kind.hint : !course_->hinted[placed.piece.index()];
}

/// What may be laid there of the rest.
void Finisher::list_options(std::size_t depth) {
  const CellKind& kind = course_->kinds[course_->stops[depth].kind];
  options_[depth].clear();
  for (const PieceId piece : rest_)
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      if (!may_be_placed(kind, {piece, rotation})) continue;
      const Sides sides = rotated(course_->puzzle.pieces[piece.index()], rotation);
      const int penalty = kind.hint || belongs(*course_, kind, sides) ? 0 : misplaced;
      options_[depth].push_back({{piece, rotation}, sides, fixed_cost_at(depth, sides) + penalty});
    }
}

std::vector<Finisher::Choice> Finisher::choices_at(std::size_t depth) {
  const CellKind& kind = course_->kinds[course_->stops[depth].kind];
  std::vector<Choice> choices;
  for (const PieceId piece : rest_) {
    if (used_[piece.index()]) continue;
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      const Placed placed{piece, rotation};
      if (!may_be_placed(kind, placed)) continue;
      const Sides sides = rotated(course_->puzzle.pieces[piece.index()], rotation);
      const int penalty = kind.hint || belongs(*course_, kind, sides) ? 0 : misplaced;
      choices.push_back({placed, cost_at(depth, sides) + penalty});
    }
  }
  return choices;
}

FullBoard Finisher::greedy(const std::vector<Placed>& laid, Rng& rng) {
  start(laid);
  for (std::size_t d = laid.size(); d < course_->length(); ++d) {
    auto choices = choices_at(d);
    ++tries_;
    rng.shuffle(std::span(choices));
    lay(d, std::min_element(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
             return a.cost < b.cost;
           })->placed);
  }
  FullBoard full = result(0);
  full.conflicts = count_conflicts(course_->puzzle, full.board);
  return full;
}

std::optional<FullBoard> Finisher::best(const std::vector<Placed>& laid, int bound, std::uint64_t budget) {
  start(laid);
  int conflicts = 0;
  for (std::size_t d = 0; d < laid.size(); ++d) conflicts += cost_at(d, sides_[d]);
  tries_end_ = tries_ + budget;
  bound_ = bound;
  best_.reset();
  for (std::size_t d = laid.size(); d < course_->length(); ++d) list_options(d);
  search(laid.size(), conflicts);
  return std::move(best_);
}

void Finisher::search(std::size_t depth, int conflicts) {
  if (depth == course_->length()) {
    best_ = result(conflicts);
    best_->conflicts = count_conflicts(course_->puzzle, best_->board);
    bound_ = conflicts;
    return;
  }
  // 1. The options by what they cost with the pieces north and west, as bits.
  const EdgePuzzle& puzzle = course_->puzzle;
  const std::vector<Option>& options = options_[depth];
  const Stop& stop = course_->stops[depth];
  const bool hint = course_->kinds[stop.kind].hint.has_value();
  const Sides* const north = stop.north > 0 && !hint ? &sides_[stop.north - 1] : nullptr;
  const Sides* const west = stop.west > 0 && !hint ? &sides_[stop.west - 1] : nullptr;
  std::array<std::uint64_t, max_cost + 1> costing{};
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    if (used_[option.placed.piece.index()]) continue;
    const bool north_fails = north != nullptr && !puzzle.fits(option.sides[0], (*north)[2]);
    const bool west_fails = west != nullptr && !puzzle.fits(option.sides[3], (*west)[1]);
    costing[static_cast<std::size_t>(option.cost + north_fails + west_fails)] |= std::uint64_t{1} << i;
  }
  // 2. The cheapest first.
  for (int cost = 0; cost <= max_cost; ++cost)
    for (std::uint64_t left = costing[static_cast<std::size_t>(cost)]; left != 0; left &= left - 1) {
      if (tries_ >= tries_end_ || conflicts + cost >= bound_) return;
      ++tries_;
      const Placed placed = options[static_cast<std::size_t>(std::countr_zero(left))].placed;
      lay(depth, placed);
      search(depth + 1, conflicts + cost);
      used_[placed.piece.index()] = false;
    }
}

FullBoard Finisher::result(int conflicts) const {
  FullBoard full{{std::vector<std::optional<Placed>>(course_->length())}, conflicts};
  for (std::size_t d = 0; d < course_->length(); ++d) full.board.cells[course_->stops[d].square.index()] = laid_[d];
  return full;
}

int count_conflicts(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  const auto shown = [&](Square square, Side side) {
    const Placed placed = *board.cells[square.index()];
    return rotated(puzzle.pieces[placed.piece.index()], placed.rotation)[static_cast<std::size_t>(side)];
  };
  int conflicts = 0;
  for (std::size_t i = 0; i < board.cells.size(); ++i)
    for (const Side side : all_sides) {
      const auto next = neighbour(puzzle, Square(i), side);
      if (!next)
        conflicts += puzzle.frame && shown(Square(i), side) != *puzzle.frame;
      else if (side == Side::east || side == Side::south)
        conflicts += !puzzle.fits(shown(Square(i), side), shown(*next, opposite(side)));
    }
  return conflicts;
}

}  // namespace tesselle::edge::schedule
