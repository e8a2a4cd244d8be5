#include "edge/schedule/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "tesselle/errors.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t max_colours = 250;  // asks_south has sixteen bits

}  // namespace

CandidateLists::CandidateLists(const Course& course, Rng& rng) : stride_(course.puzzle.colours.size() + 1) {
  if (stride_ > max_colours + 1)
    throw UsageError(
        fmt::format("engine schedule: this puzzle has {} colours, at most {} are possible", stride_ - 1, max_colours));
  std::vector<Placed> turned = turned_pieces(course.puzzle);
  rng.shuffle(std::span(turned));
  for (const CellKind& kind : course.kinds) add_kind(course, kind, turned);
  for (std::size_t d = 0; d < course.length(); ++d) kinds_[course.stops[d].kind].last_stop = d;
  ranges_.resize(kinds_.size() * stride_ * stride_);
  rebuild(std::vector<bool>(course.length(), true), 0);
}

Candidate CandidateLists::outside() const {
  Candidate result;
  result.asks_south = static_cast<std::uint16_t>((stride_ - 1) * stride_);
  result.asks_east = static_cast<std::uint16_t>(stride_ - 1);
  return result;
}

void CandidateLists::add_kind(const Course& course, const CellKind& kind, const std::vector<Placed>& turned) {
  const EdgePuzzle& puzzle = course.puzzle;
  Kind added;
  added.hint = kind.hint.has_value();
  for (const Placed& placed : turned) {
    const Sides sides = rotated(puzzle.pieces[placed.piece.index()], placed.rotation);
    if (!may_be_placed(course, kind, placed) || hints_missed(course, kind, sides) > 0) continue;
    Belonging belonging;
    belonging.candidate.piece = static_cast<std::uint16_t>(placed.piece.index());
    belonging.candidate.rotation = placed.rotation;
    belonging.candidate.asks_south = static_cast<std::uint16_t>(puzzle.mate_of(sides[2]).index() * stride_);
    belonging.candidate.asks_east = static_cast<std::uint16_t>(puzzle.mate_of(sides[1]).index());
    const std::size_t north = kind.rim[0] ? stride_ - 1 : sides[0].index();
    const std::size_t west = kind.rim[3] ? stride_ - 1 : sides[3].index();
    belonging.list = static_cast<std::uint32_t>(north * stride_ + west);
    added.pieces.push_back(belonging);
  }
  kinds_.push_back(std::move(added));
}

void CandidateLists::rebuild(const std::vector<bool>& left, std::size_t depth) {
  candidates_.clear();
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k].last_stop >= depth) fill(kinds_[k], ranges_.data() + k * stride_ * stride_, left);
}

/// A hint is fixed: mismatches with it are counted when its neighbours are placed.
void CandidateLists::fill(const Kind& kind, Range* lists, const std::vector<bool>& left) {
  const std::size_t count = stride_ * stride_;
  std::fill(lists, lists + count, Range{});
  auto at = static_cast<std::uint32_t>(candidates_.size());
  if (kind.hint) {
    for (const Belonging& belonging : kind.pieces) candidates_.push_back(belonging.candidate);
    std::fill(lists, lists + count, Range{at, static_cast<std::uint32_t>(candidates_.size())});
    return;
  }
  for (const Belonging& belonging : kind.pieces) lists[belonging.list].end += left[belonging.candidate.piece];
  for (std::size_t list = 0; list < count; ++list) {
    const std::uint32_t size = lists[list].end;
    lists[list] = {at, at};
    at += size;
  }
  candidates_.resize(at);
  for (const Belonging& belonging : kind.pieces)
    if (left[belonging.candidate.piece]) candidates_[lists[belonging.list].end++] = belonging.candidate;
}

}  // namespace tesselle::edge::schedule
