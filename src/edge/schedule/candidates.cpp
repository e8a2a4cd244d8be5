#include "edge/schedule/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/errors.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t most_colours = 250;  // asks_south has 16 bits

Sides sides_of(const EdgePuzzle& puzzle, const Candidate& candidate) {
  return rotated(puzzle.pieces[candidate.piece], candidate.rotation);
}

std::vector<Candidate> turned_pieces(const EdgePuzzle& puzzle, const std::vector<bool>& privileged,
                                     std::size_t stride) {
  std::vector<Candidate> result;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (std::uint8_t rotation = 0; rotation < 4; ++rotation) {
      const Sides sides = rotated(puzzle.pieces[p], rotation);
      if (rotation > 0 && sides == puzzle.pieces[p]) break;  // turns that look alike
      Candidate candidate;
      candidate.piece = static_cast<std::uint16_t>(p);
      candidate.rotation = rotation & 3;
      candidate.asks_south = static_cast<std::uint16_t>(puzzle.mate_of(sides[2]).index() * stride);
      candidate.asks_east = static_cast<std::uint16_t>(puzzle.mate_of(sides[1]).index());
      for (const Colour colour : sides) candidate.privileged += privileged[colour.index()];
      result.push_back(candidate);
    }
  return result;
}

void put_privileged_first(std::span<Candidate> list) {
  std::stable_sort(list.begin(), list.end(),
                   [](const Candidate& a, const Candidate& b) { return a.privileged > b.privileged; });
}

}  // namespace

CandidateLists::CandidateLists(const Course& course, const std::vector<bool>& privileged, Rng& rng)
    : stride_(course.puzzle.colours.size() + 1) {
  if (stride_ > most_colours + 1)
    throw UsageError(
        fmt::format("engine schedule: this puzzle has {} colours, at most {} are possible", stride_ - 1, most_colours));
  std::vector<Candidate> pieces = turned_pieces(course.puzzle, privileged, stride_);
  rng.shuffle(std::span(pieces));
  put_privileged_first(pieces);
  for (const CellKind& kind : course.kinds) add_kind(course, kind, pieces);
}

Candidate CandidateLists::outside() const {
  Candidate result;
  result.asks_south = static_cast<std::uint16_t>((stride_ - 1) * stride_);
  result.asks_east = static_cast<std::uint16_t>(stride_ - 1);
  return result;
}

void CandidateLists::add_kind(const Course& course, const CellKind& kind, const std::vector<Candidate>& pieces) {
  std::vector<Candidate> belonging;
  for (const Candidate& candidate : pieces) {
    const bool allowed =
        kind.hint ? PieceId(candidate.piece) == kind.hint->piece &&
                        sides_of(course.puzzle, candidate) ==
                            rotated(course.puzzle.pieces[candidate.piece], kind.hint->rotation)
                  : !course.hinted[candidate.piece] && belongs(course, kind, sides_of(course.puzzle, candidate));
    if (allowed) belonging.push_back(candidate);
  }
  for (std::size_t north = 0; north < stride_; ++north)
    for (std::size_t west = 0; west < stride_; ++west) add_list(course, kind, north, west, belonging);
}

/// A hint lies where it lies: mismatches with it were counted when its neighbours were laid.
void CandidateLists::add_list(const Course& course, const CellKind& kind, std::size_t north, std::size_t west,
                              const std::vector<Candidate>& belonging) {
  CandidateList list;
  list.begin = static_cast<std::uint32_t>(candidates_.size());
  std::vector<Candidate> broken;
  const std::size_t anything = stride_ - 1;
  const bool possible = kind.rim[0] == (north == anything) && kind.rim[3] == (west == anything);
  for (std::size_t i = 0; possible && i < belonging.size(); ++i) {
    Candidate candidate = belonging[i];
    const Sides sides = sides_of(course.puzzle, candidate);
    unsigned breaks = 0;
    bool forbidden = false;
    const auto compare = [&](Side side, bool fits) {
      if (fits || kind.hint) return;
      ++breaks;
      forbidden |= !breakable(course, kind, side);
    };
    if (north != anything) compare(Side::north, sides[0].index() == north);
    if (west != anything) compare(Side::west, sides[3].index() == west);
    for (const Side side : {Side::east, Side::south}) {
      const auto s = static_cast<std::size_t>(side);
      if (kind.pinned[s]) compare(side, sides[s] == *kind.pinned[s]);
    }
    if (breaks == 0) candidates_.push_back(candidate);
    candidate.breaks = 1;
    if (breaks == 1 && !forbidden) broken.push_back(candidate);
  }
  list.clean_end = static_cast<std::uint32_t>(candidates_.size());
  candidates_.insert(candidates_.end(), broken.begin(), broken.end());
  list.end = static_cast<std::uint32_t>(candidates_.size());
  lists_.push_back(list);
}

}  // namespace tesselle::edge::schedule
