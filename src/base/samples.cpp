#include "base/samples.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace tesselle {
namespace {

constexpr std::size_t most_pairs_counted = 200;
constexpr double confidence = 0.95;

/// P(|T| < t) for a whole number of degrees of freedom: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
double student_within(double t, std::size_t degrees) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = 0;
  for (std::size_t k = odd ? 3 : 2; k <= degrees; k += 2) {
    sum += term;
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
  }
  return odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

/// Twice the ranks of the sizes, so that shared ranks are whole numbers.
std::vector<std::size_t> doubled_ranks(const std::vector<double>& sorted) {
  std::vector<std::size_t> ranks(sorted.size());
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && sorted[last] == sorted[first]) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[i] = first + 1 + last;
  }
  return ranks;
}

/// The probability that the ranks which get a sign by the toss of a coin sum up to at most `limit`.
double chance_of_at_most(const std::vector<std::size_t>& ranks, std::size_t limit) {
  std::vector<double> chance(limit + 1, 0.0);
  chance[0] = 1;
  for (const std::size_t rank : ranks)
    for (std::size_t sum = limit + 1; sum-- > 0;)
      chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
  return std::accumulate(chance.begin(), chance.end(), 0.0);
}

double normal_approximation(const std::vector<std::size_t>& ranks, double smaller) {
  double mean = 0, variance = 0;
  for (const std::size_t rank : ranks) {
    mean += static_cast<double>(rank) / 4;
    variance += static_cast<double>(rank * rank) / 16;
  }
  return std::erfc((mean - smaller - 0.5) / std::sqrt(2 * variance));
}

}  // namespace

double mean_of(const std::vector<double>& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double median_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  if (samples.size() % 2 == 1 || samples[half] == samples[half - 1]) return samples[half];
  return (samples[half - 1] + samples[half]) / 2;
}

double standard_deviation(const std::vector<double>& samples) {
  if (samples.size() < 2) return 0;
  const double mean = mean_of(samples);
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

double standard_error(const std::vector<double>& samples) {
  return standard_deviation(samples) / std::sqrt(static_cast<double>(samples.size()));
}

double student_quantile(double probability, std::size_t degrees) {
  double low = 0, high = 1;
  while (student_within(high, degrees) < probability) high *= 2;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (student_within(middle, degrees) < probability ? low : high) = middle;
  }
  return high;
}

SampleSummary summary_of(const std::vector<double>& samples) {
  SampleSummary summary;
  summary.count = samples.size();
  summary.mean = mean_of(samples);
  summary.deviation = standard_deviation(samples);
  const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
  summary.least = *least;
  summary.most = *most;
  summary.median = median_of(samples);
  const double reach =
      samples.size() < 2 ? 0 : student_quantile(confidence, samples.size() - 1) * standard_error(samples);
  summary.low = summary.mean - reach;
  summary.high = summary.mean + reach;
  return summary;
}

SignedRank signed_rank_test(const std::vector<double>& differences) {
  std::vector<double> sorted;
  for (const double difference : differences)
    if (difference != 0) sorted.push_back(difference);
  std::sort(sorted.begin(), sorted.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  std::vector<double> sizes = sorted;
  for (double& size : sizes) size = std::abs(size);
  const std::vector<std::size_t> ranks = doubled_ranks(sizes);
  SignedRank test;
  test.pairs = sorted.size();
  for (std::size_t i = 0; i < sorted.size(); ++i)
    (sorted[i] > 0 ? test.positive : test.negative) += static_cast<double>(ranks[i]) / 2;
  if (sorted.empty()) return test;
  const double smaller = std::min(test.positive, test.negative);
  test.p = test.pairs <= most_pairs_counted ? 2 * chance_of_at_most(ranks, static_cast<std::size_t>(2 * smaller))
                                            : normal_approximation(ranks, smaller);
  test.p = std::min(test.p, 1.0);
  return test;
}

std::vector<double> holm_corrected(const std::vector<double>& probabilities) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  std::vector<double> corrected(probabilities.size());
  double reached = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    reached = std::max(reached, probabilities[order[i]] * static_cast<double>(order.size() - i));
    corrected[order[i]] = std::min(reached, 1.0);
  }
  return corrected;
}

}  // namespace tesselle
