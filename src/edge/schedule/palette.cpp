#include "edge/schedule/palette.hpp"

#include <algorithm>

#include "edge/schedule/colours.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr int draws = 16;          // the one that the fewest pieces show is taken
constexpr std::size_t enough = 4;  // rounds to learn from
constexpr std::size_t max_kept = 8;
constexpr std::uint32_t fresh_one_in = 8;  // targets that follow no opening
constexpr double variation = 0.2;          // of the sides of a colour that are usually left
constexpr std::size_t judged_by = 40;      // the opening of this rank: better ones are luck

}  // namespace

Palette::Palette(const EdgePuzzle& puzzle, double share) : puzzle_(&puzzle), share_(share), supply_(supply(puzzle)) {}

std::size_t Palette::pieces_showing(const std::vector<bool>& colours) const {
  const auto shows = [&](const Sides& sides) {
    return std::any_of(sides.begin(), sides.end(), [&](Colour colour) { return colours[colour.index()]; });
  };
  return static_cast<std::size_t>(std::count_if(puzzle_->pieces.begin(), puzzle_->pieces.end(), shows));
}

std::vector<bool> Palette::promising(Rng& rng) const {
  auto best = choose_privileged(*puzzle_, rng);
  for (int i = 1; i < draws; ++i)
    if (auto next = choose_privileged(*puzzle_, rng); pieces_showing(next) < pieces_showing(best)) best = next;
  return best;
}

/// Every colour a little more or less.
Leftover Palette::varied(Leftover left, Rng& rng) const {
  const auto deviation = [&] {  // of about one, and never more than three
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += rng.unit() - 0.5;
    return sum * 1.7;
  };
  for (std::size_t colour = 0; colour < left.size(); ++colour) {
    const std::size_t mate = puzzle_->mate_of(Colour(colour)).index();
    if (mate < colour) continue;
    const double step = variation * share_ * static_cast<double>(supply_[colour]);
    left[colour] = left[mate] = std::max(0.0, left[colour] + step * deviation());
  }
  return left;
}

Leftover Palette::next(Rng& rng) const {
  if (best_.size() < enough || rng.below(fresh_one_in) == 0) return without(promising(rng), *puzzle_, share_);
  const auto one_of_best = [&] { return best_[rng.below(static_cast<std::uint32_t>(best_.size()))].left; };
  Leftover left = one_of_best();
  if (rng.below(2) == 0) {
    const Leftover other = one_of_best();
    for (std::size_t colour = 0; colour < left.size(); ++colour) left[colour] = (left[colour] + other[colour]) / 2;
  }
  return varied(std::move(left), rng);
}

void Palette::learn(const Openings& openings) {
  const double room = openings.room(std::min(judged_by, openings.count() - 1));
  const auto at = std::find_if(best_.begin(), best_.end(), [&](const Seen& seen) { return seen.room <= room; });
  if (at != best_.end() && at->room == room) return;  // the same ones again
  best_.insert(at, {openings.left(), room});
  best_.resize(std::min(best_.size(), max_kept));
}

void Palette::save(ByteWriter& out) const {
  out.number(best_.size());
  for (const Seen& seen : best_) {
    schedule::save(out, seen.left);
    save_real(out, seen.room);
  }
}

void Palette::restore(ByteReader& in) {
  best_.resize(in.number(max_kept));
  for (Seen& seen : best_) seen = {read_leftover(in, *puzzle_), read_real(in)};
}

}  // namespace tesselle::edge::schedule
