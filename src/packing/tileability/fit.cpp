#include "packing/tileability/fit.hpp"

#include <algorithm>
#include <cmath>

#include "base/log_gamma.hpp"

namespace tesselle::packing::tileability {
namespace {

/// prefix[i][k]: sum over the k-subsets of the first i factors; suffix likewise from the end.
using Table = std::vector<std::vector<double>>;

Table prefix_sums(std::span<const double> factors, std::size_t n) {
  Table table(factors.size() + 1, std::vector<double>(n + 1));
  table[0][0] = 1;
  for (std::size_t i = 0; i < factors.size(); ++i)
    for (std::size_t k = 0; k <= n; ++k) table[i + 1][k] = table[i][k] + (k > 0 ? table[i][k - 1] * factors[i] : 0);
  return table;
}

std::vector<double> values_of(const Sample& sample, const Weights& weights) {
  std::vector<double> values;
  for (const std::uint16_t kind : sample.available) values.push_back(weights.pieces[kind]);
  return values;
}

double outline_sum(const Sample& sample, const Weights& weights) {
  double sum = weights.constant + weights.per_piece * sample.pieces + log_gamma(sample.pieces + 1.0);
  for (std::size_t f = 0; f < sample.features.size(); ++f)
    if (sample.features[f] != 0) sum += sample.features[f] * weights.features[f];
  return sum;
}

double weight_of(const Sample& sample, const FitSettings& settings) {
  return std::min(static_cast<double>(sample.tilings), settings.largest_weight);
}

/// One step of each piece value towards using the pieces as often as they were used.
void improve_pieces(std::span<const Sample> samples, const Weights& start, Weights& weights,
                    const FitSettings& settings) {
  std::vector<double> slope(weights.pieces.size()), curvature(weights.pieces.size(), settings.piece_prior);
  for (std::size_t k = 0; k < weights.pieces.size(); ++k)
    slope[k] = settings.piece_prior * (start.pieces[k] - weights.pieces[k]);
  for (const Sample& sample : samples) {
    if (sample.tilings == 0) continue;
    const Subsets subsets = subsets_of(values_of(sample, weights), sample.pieces);
    const double weight = weight_of(sample, settings);
    for (std::size_t a = 0; a < sample.available.size(); ++a) {
      const double expected = subsets.inclusion[a];
      const double observed = static_cast<double>(sample.used[a]) / static_cast<double>(sample.tilings);
      slope[sample.available[a]] += weight * (observed - expected);
      curvature[sample.available[a]] += weight * expected * (1 - expected);
    }
  }
  for (std::size_t k = 0; k < weights.pieces.size(); ++k)
    weights.pieces[k] += std::clamp(0.8 * slope[k] / curvature[k], -0.5, 0.5);
}

/// Solves a positive definite system in place; the answer replaces `right`.
void solve(std::vector<std::vector<double>>& matrix, std::vector<double>& right) {
  const std::size_t n = right.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      matrix[i][j] = sum / matrix[j][j];
    }
    double sum = matrix[i][i];
    for (std::size_t k = 0; k < i; ++k) sum -= matrix[i][k] * matrix[i][k];
    matrix[i][i] = std::sqrt(std::max(sum, 1e-12));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
}

/// The unknowns of the outline: constant, per_piece, then the features.
std::vector<double> row_of(const Sample& sample) {
  std::vector<double> row = {1, static_cast<double>(sample.pieces)};
  row.insert(row.end(), sample.features.begin(), sample.features.end());
  return row;
}

/// One Newton step on counts with more than Poisson's variance.
void improve_outline(std::span<const Sample> samples, std::span<const double> log_sums, const Weights& start,
                     Weights& weights, const FitSettings& settings) {
  const std::size_t n = weights.features.size() + 2;
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
  std::vector<double> slope(n);
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const double mean = std::exp(std::min(50.0, outline_sum(samples[s], weights) + log_sums[s]));
    const double spread = 1 + settings.dispersion * mean;
    const auto row = row_of(samples[s]);
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < n; ++i)
      if (row[i] != 0) present.push_back(i);
    for (const std::size_t i : present) {
      slope[i] += row[i] * (static_cast<double>(samples[s].tilings) - mean) / spread;
      for (const std::size_t j : present)
        if (j <= i) matrix[i][j] += row[i] * row[j] * mean / spread;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double prior = i < 2 ? 1e-3 : settings.feature_prior;
    const double away = i < 2 ? 0 : weights.features[i - 2] - start.features[i - 2];
    matrix[i][i] += prior;
    slope[i] -= prior * away;
  }
  solve(matrix, slope);
  const double largest = std::abs(
      *std::max_element(slope.begin(), slope.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
  const double scale = std::min(1.0, 0.7 / std::max(largest, 1e-9));
  weights.constant += scale * slope[0];
  weights.per_piece += scale * slope[1];
  for (std::size_t f = 0; f < weights.features.size(); ++f) weights.features[f] += scale * slope[f + 2];
}

}  // namespace

Subsets subsets_of(std::span<const double> values, int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> factors;
  for (const double value : values) factors.push_back(std::exp(value));
  const std::vector<double> reversed(factors.rbegin(), factors.rend());
  const Table prefix = prefix_sums(factors, size), suffix = prefix_sums(reversed, size);
  const double all = prefix.back()[size];
  Subsets result;
  result.log_sum = std::log(all);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    double with = 0;
    const auto& before = prefix[i];
    const auto& after = suffix[factors.size() - 1 - i];
    for (std::size_t k = 0; k < size; ++k) with += before[k] * after[size - 1 - k];
    result.inclusion.push_back(with * factors[i] / all);
  }
  return result;
}

double expected_log_tilings(const Sample& sample, const Weights& weights) {
  return outline_sum(sample, weights) + subsets_of(values_of(sample, weights), sample.pieces).log_sum;
}

Weights fit(std::span<const Sample> samples, Weights start, const FitSettings& settings) {
  Weights weights = start;
  for (int round = 0; round < settings.rounds; ++round) improve_pieces(samples, start, weights, settings);
  double mean = 0;
  for (const double value : weights.pieces) mean += value / static_cast<double>(weights.pieces.size());
  for (double& value : weights.pieces) value -= mean;
  std::vector<double> log_sums;
  for (const Sample& sample : samples)
    log_sums.push_back(subsets_of(values_of(sample, weights), sample.pieces).log_sum);
  for (int round = 0; round < settings.rounds; ++round) improve_outline(samples, log_sums, start, weights, settings);
  return weights;
}

double log_likelihood(std::span<const Sample> samples, const Weights& weights, const FitSettings& settings) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const Subsets subsets = subsets_of(values_of(sample, weights), sample.pieces);
    const double mean = std::exp(outline_sum(sample, weights) + subsets.log_sum);
    const double count = static_cast<double>(sample.tilings), size = 1 / settings.dispersion;
    sum += log_gamma(count + size) - log_gamma(size) - log_gamma(count + 1) + count * std::log(mean / (mean + size)) +
           size * std::log(size / (mean + size));
    if (sample.tilings == 0) continue;
    double chosen = 0;
    for (std::size_t a = 0; a < sample.available.size(); ++a)
      chosen += static_cast<double>(sample.used[a]) / count * weights.pieces[sample.available[a]];
    sum += weight_of(sample, settings) * (chosen - subsets.log_sum);
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, samples.size()));
}

}  // namespace tesselle::packing::tileability
