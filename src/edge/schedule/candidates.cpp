#include "edge/schedule/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/errors.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t most_colours = 250;  // colours have eight bits, asks_south has sixteen

std::vector<Candidate> turned_pieces(const EdgePuzzle& puzzle, std::size_t stride) {
  std::vector<Candidate> result;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      const Sides sides = rotated(puzzle.pieces[p], rotation);
      if (rotation > 0 && sides == puzzle.pieces[p]) break;  // turns that look alike
      Candidate candidate;
      candidate.piece = static_cast<std::uint16_t>(p);
      candidate.rotation = rotation & 3;
      candidate.asks_south = static_cast<std::uint16_t>(puzzle.mate_of(sides[2]).index() * stride);
      candidate.asks_east = static_cast<std::uint8_t>(puzzle.mate_of(sides[1]).index());
      candidate.north = static_cast<std::uint8_t>(sides[0].index());
      candidate.west = static_cast<std::uint8_t>(sides[3].index());
      result.push_back(candidate);
    }
  return result;
}

Sides sides_of(const EdgePuzzle& puzzle, const Candidate& candidate) {
  return rotated(puzzle.pieces[candidate.piece], candidate.rotation);
}

bool may_lie(const Course& course, const CellKind& kind, const Candidate& candidate) {
  const Sides sides = sides_of(course.puzzle, candidate);
  if (!kind.hint) return !course.hinted[candidate.piece] && belongs(course, kind, sides);
  return PieceId(candidate.piece) == kind.hint->piece &&
         sides == rotated(course.puzzle.pieces[candidate.piece], kind.hint->rotation);
}

/// Mismatches with hints that are passed later; more than one can be as bad if a side must not mismatch.
unsigned hints_missed(const Course& course, const CellKind& kind, const Candidate& candidate) {
  const Sides sides = sides_of(course.puzzle, candidate);
  unsigned missed = 0;
  for (const Side side : {Side::east, Side::south}) {
    const auto s = static_cast<std::size_t>(side);
    if (!kind.pinned[s] || sides[s] == *kind.pinned[s]) continue;
    missed += breakable(course, kind, side) ? 1 : 2;
  }
  return missed;
}

}  // namespace

CandidateLists::CandidateLists(const Course& course, Rng& rng) : stride_(course.puzzle.colours.size() + 1) {
  if (stride_ > most_colours + 1)
    throw UsageError(
        fmt::format("engine schedule: this puzzle has {} colours, at most {} are possible", stride_ - 1, most_colours));
  std::vector<Candidate> pieces = turned_pieces(course.puzzle, stride_);
  rng.shuffle(std::span(pieces));
  for (const CellKind& kind : course.kinds) add_kind(course, kind, pieces);
  for (std::size_t d = 0; d < course.length(); ++d) kinds_[course.stops[d].kind].last_stop = d;
  rebuild(std::vector<bool>(course.length(), true), 0);
}

Candidate CandidateLists::outside() const {
  Candidate result;
  result.asks_south = static_cast<std::uint16_t>((stride_ - 1) * stride_);
  result.asks_east = anything();
  return result;
}

/// A hint lies where it lies: mismatches with it were counted when its neighbours were laid.
void CandidateLists::add_kind(const Course& course, const CellKind& kind, const std::vector<Candidate>& pieces) {
  Kind added;
  added.hint = kind.hint.has_value();
  added.north_breaks = !added.hint && breakable(course, kind, Side::north);
  added.west_breaks = !added.hint && breakable(course, kind, Side::west);
  added.first_range = kinds_.empty() ? 0 : kinds_.back().first_range + 2 * stride_ * (stride_ + 1);
  for (Candidate candidate : pieces) {
    if (!may_lie(course, kind, candidate)) continue;
    const unsigned missed = added.hint ? 0 : hints_missed(course, kind, candidate);
    if (missed > 1) continue;
    candidate.misses_hint = missed & 1;
    if (kind.rim[0]) candidate.north = anything();
    if (kind.rim[3]) candidate.west = anything();
    added.belonging.push_back(candidate);
  }
  kinds_.push_back(std::move(added));
}

void CandidateLists::rebuild(const std::vector<bool>& left, std::size_t depth) {
  ranges_.resize(kinds_.size() * 2 * stride_ * (stride_ + 1));
  candidates_.clear();
  for (Kind& kind : kinds_)
    if (kind.last_stop >= depth) fill(kind, left);
}

/// Appends what was chosen, sorted by a key below `count`, and says where each key's part is.
template <class Key>
void CandidateLists::sort_into(Range* ranges, std::size_t count, const std::vector<Candidate>& chosen, Key key) {
  std::fill(ranges, ranges + count, Range{});
  for (const Candidate& candidate : chosen) ++ranges[key(candidate)].end;
  auto at = static_cast<std::uint32_t>(candidates_.size());
  for (std::size_t k = 0; k < count; ++k) {
    ranges[k].begin = at;
    at += ranges[k].end;
    ranges[k].end = ranges[k].begin;
  }
  candidates_.resize(at);
  for (const Candidate& candidate : chosen) candidates_[ranges[key(candidate)].end++] = candidate;
}

void CandidateLists::fill(Kind& kind, const std::vector<bool>& left) {
  clean_.clear();
  missing_.clear();
  for (const Candidate& candidate : kind.belonging)
    if (left[candidate.piece]) (candidate.misses_hint ? missing_ : clean_).push_back(candidate);

  Range* const fitting = ranges_.data() + kind.first_range;
  Range* const north = fitting + stride_ * stride_;
  Range* const west = north + stride_;
  Range* const missing = west + stride_;
  const auto by_both = [this](const Candidate& c) { return c.north * stride_ + c.west; };
  const std::vector<Candidate> none;
  if (kind.hint) {
    candidates_.insert(candidates_.end(), clean_.begin(), clean_.end());
    const auto end = static_cast<std::uint32_t>(candidates_.size());
    std::fill(fitting, fitting + stride_ * stride_, Range{end - static_cast<std::uint32_t>(clean_.size()), end});
  } else {
    sort_into(fitting, stride_ * stride_, clean_, by_both);
  }
  sort_into(north, stride_, kind.west_breaks ? clean_ : none, [](const Candidate& c) { return c.north; });
  sort_into(west, stride_, kind.north_breaks ? clean_ : none, [](const Candidate& c) { return c.west; });
  kind.lists = {fitting, north, west, nullptr};
  if (missing_.empty()) return;
  sort_into(missing, stride_ * stride_, missing_, by_both);
  kind.lists.missing_hint = missing;
}

}  // namespace tesselle::edge::schedule
