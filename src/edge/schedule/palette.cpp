#include "edge/schedule/palette.hpp"

#include <algorithm>
#include <cmath>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

// Half of what trials differ by is chance, half is the choice: so one trial counts as much as what is known before.
constexpr double prior_trials = 1;
constexpr std::size_t enough_trials = 8;
constexpr int draws = 16;  // of which the one is tried that the fewest pieces show

/// Nearly normal, mean 0 and variance 1.
double normal(Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += rng.unit();
  return sum;
}

}  // namespace

Palette::Palette(const EdgePuzzle& puzzle, Rng& rng)
    : puzzle_(&puzzle), on_rim_(rim_colours(puzzle)), supply_(supply(puzzle)) {
  tried_.push_back({promising(rng)});
}

std::size_t Palette::pieces_showing(const Choice& choice) const {
  const auto shows = [&](const Sides& sides) {
    return std::any_of(sides.begin(), sides.end(), [&](Colour colour) { return choice[colour.index()]; });
  };
  return static_cast<std::size_t>(std::count_if(puzzle_->pieces.begin(), puzzle_->pieces.end(), shows));
}

Palette::Choice Palette::promising(Rng& rng) const {
  Choice best = choose_privileged(*puzzle_, rng);
  for (int i = 1; i < draws; ++i)
    if (Choice next = choose_privileged(*puzzle_, rng); pieces_showing(next) < pieces_showing(best)) best = next;
  return best;
}

double Palette::expected(const Tried& tried) const {
  const double mean = trials_ == 0 ? 0 : sum_ / static_cast<double>(trials_);
  return (tried.sum + prior_trials * mean) / (static_cast<double>(tried.trials) + prior_trials);
}

std::size_t Palette::best() const {
  const auto worse = [this](const Tried& a, const Tried& b) { return expected(a) < expected(b); };
  return static_cast<std::size_t>(std::max_element(tried_.begin(), tried_.end(), worse) - tried_.begin());
}

std::size_t Palette::sample(Rng& rng) const {
  const double count = static_cast<double>(std::max<std::size_t>(trials_, 1)), mean = sum_ / count;
  const double spread = std::sqrt(std::max(0.0, squares_ / count - mean * mean) / 2);
  std::size_t best = 0;
  double most = 0;
  for (std::size_t i = 0; i < tried_.size(); ++i) {
    const double doubt = spread / std::sqrt(static_cast<double>(tried_[i].trials) + prior_trials);
    const double drawn = expected(tried_[i]) + doubt * normal(rng);
    if (i == 0 || drawn > most) {
      most = drawn;
      best = i;
    }
  }
  return best;
}

const Palette::Choice& Palette::next_trial(Rng& rng) {
  const std::uint32_t turn = rng.below(4);
  if (trials_ > 0 && turn < 2) {
    Choice choice = turn == 0 ? promising(rng) : changed(tried_[best()].choice, rng);
    const auto same = [&](const Tried& tried) { return tried.choice == choice; };
    last_ = static_cast<std::size_t>(std::find_if(tried_.begin(), tried_.end(), same) - tried_.begin());
    if (last_ == tried_.size()) tried_.push_back({std::move(choice)});
  } else {
    last_ = sample(rng);
  }
  return tried_[last_].choice;
}

/// Another colour of the same sort instead of one of them.
Palette::Choice Palette::changed(Choice choice, Rng& rng) const {
  std::vector<std::size_t> privileged, others;
  for (std::size_t c = 0; c < choice.size(); ++c)
    if (choice[c]) privileged.push_back(c);
  if (privileged.empty()) return choice;
  const std::size_t out = privileged[rng.below(static_cast<std::uint32_t>(privileged.size()))];
  for (std::size_t c = 0; c < choice.size(); ++c)
    if (!choice[c] && supply_[c] > 0 && on_rim_[c] == on_rim_[out]) others.push_back(c);
  if (others.empty()) return choice;
  const std::size_t in = others[rng.below(static_cast<std::uint32_t>(others.size()))];
  for (const auto& [colour, chosen] : {std::pair(out, false), std::pair(in, true)})
    choice[colour] = choice[puzzle_->mate_of(Colour(colour)).index()] = chosen;
  return choice;
}

void Palette::tell(double room) {
  least_ = trials_ == 0 ? room : std::min(least_, room);
  tried_[last_].sum += room;
  ++tried_[last_].trials;
  sum_ += room;
  squares_ += room * room;
  ++trials_;
}

void Palette::succeed(double room) {
  ++succeeded_;
  tell(room);
}

void Palette::fail() { tell(least_); }

Palette::Choice Palette::draw(Rng& rng) const {
  return trials_ < enough_trials ? promising(rng) : tried_[sample(rng)].choice;
}

}  // namespace tesselle::edge::schedule
