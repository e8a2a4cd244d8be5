#include "edge/schedule/palette.hpp"

#include <algorithm>

#include "edge/schedule/colours.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr int draws = 16;          // the one that the fewest pieces show is taken
constexpr std::size_t enough = 4;  // rounds to learn from
constexpr std::size_t max_kept = 8;
constexpr std::size_t judged_by = 40;  // the opening of this rank: better ones are luck

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

/// One more colour is to be used up, or one of those is not.
Leftover Palette::changed(Leftover left, Rng& rng) const {
  const std::size_t colour = rng.below(static_cast<std::uint32_t>(left.size()));
  const double usual = share_ * static_cast<double>(supply_[colour]);
  left[colour] = left[puzzle_->mate_of(Colour(colour)).index()] = left[colour] < usual / 2 ? usual : 0;
  return left;
}

Leftover Palette::next(Rng& rng) const {
  if (best_.size() < enough || rng.below(3) == 0) return without(promising(rng), *puzzle_, share_);
  const auto one_of_best = [&] { return best_[rng.below(static_cast<std::uint32_t>(best_.size()))].left; };
  Leftover left = one_of_best();
  if (rng.below(2) == 0) return changed(std::move(left), rng);
  const Leftover other = one_of_best();
  for (std::size_t colour = 0; colour < left.size(); ++colour) left[colour] = (left[colour] + other[colour]) / 2;
  return left;
}

void Palette::learn(const Openings& openings) {
  keep(openings.left(), openings.room(std::min(judged_by, openings.count() - 1)));
}

void Palette::learn(const Palette& other) {
  for (const Seen& seen : other.best_) keep(seen.left, seen.room);
}

void Palette::keep(Leftover left, double room) {
  const auto at = std::find_if(best_.begin(), best_.end(), [&](const Seen& seen) { return seen.room <= room; });
  if (at != best_.end() && at->room == room) return;  // the same ones again
  best_.insert(at, {std::move(left), room});
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
