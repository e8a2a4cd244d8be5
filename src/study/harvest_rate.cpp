#include "study/harvest_rate.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::study {
namespace {

constexpr std::size_t enough_families = 5;

bool alike(const EdgeBoard& a, const EdgeBoard& b) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < a.cells.size(); ++i) same += a.cells[i] == b.cells[i];
  return 2 * same >= a.cells.size();
}

}  // namespace

void Families::add(const EdgeBoard& board, int score) {
  auto found = std::find_if(families_.begin(), families_.end(), [&](const Family& f) { return alike(f.first, board); });
  if (found == families_.end()) found = families_.insert(found, {board, {}});
  ++found->boards[score];
}

std::size_t Families::size_from(const Family& family, int score) {
  std::size_t size = 0;
  for (auto at = family.boards.lower_bound(score); at != family.boards.end(); ++at) size += at->second;
  return size;
}

std::size_t Families::boards(int score) const {
  std::size_t sum = 0;
  for (const Family& family : families_) sum += size_from(family, score);
  return sum;
}

std::size_t Families::families(int score) const {
  return static_cast<std::size_t>(
      std::count_if(families_.begin(), families_.end(), [&](const Family& f) { return size_from(f, score) > 0; }));
}

WithError Families::count(int score) const {
  double sum = 0, squares = 0;
  for (const Family& family : families_) {
    const auto size = static_cast<double>(size_from(family, score));
    sum += size;
    squares += size * size;
  }
  return {sum, std::sqrt(squares)};
}

int Families::best() const {
  int best = 0;
  for (const Family& family : families_) best = std::max(best, family.boards.rbegin()->first);
  return best;
}

void Families::merge(const Families& other) {
  families_.insert(families_.end(), other.families_.begin(), other.families_.end());
}

/// The points above `least` of n boards sum up to the numbers of boards of at least least + 1, least + 2, …; the
/// maximum-likelihood share q is mean / (1 + mean), and its error (1 - q) sqrt(q / n). Boards of one family count as
/// fewer: as many as have the same relative error.
WithError share_of_next_point(const Families& found, int least) {
  const WithError count = found.count(least);
  if (count.value == 0) return {};
  double points = 0;
  for (int score = least + 1; score <= found.best(); ++score) points += static_cast<double>(found.boards(score));
  const double mean = points / count.value, share = mean / (1 + mean);
  const double independent = std::pow(count.value / count.error, 2);
  return {share, (1 - share) * std::sqrt(share / independent)};
}

Outlook outlook(const Families& found, double hours, int least, int score) {
  int from = score;
  while (from > least && found.families(from) < enough_families) --from;
  const WithError count = found.count(from);
  if (count.value == 0) return {};
  const WithError share = share_of_next_point(found, least);
  const double points = score - from;
  if (points > 0 && share.value == 0) return {};
  const double of_count = count.error / count.value;
  const double of_share = points > 0 ? points * share.error / share.value : 0;
  return {count.value / hours * std::pow(share.value, points), std::exp(std::hypot(of_count, of_share))};
}

}  // namespace tesselle::study
