#include "packing/finals/guide.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::packing::finals {
namespace {

/// A constant of all regions that are not empty: by how much more likely they are tiled than their pieces and their
/// outlines say. Measured on Eternity with the shipped model.
constexpr double closing = 3.3;

/// The logarithm of the sum, over all k-subsets, of the product of their weights.
double log_sum_of_products(const std::vector<double>& log_weights, int k) {
  std::vector<double> sums(static_cast<std::size_t>(k + 1));
  sums[0] = 1;
  double log_scale = 0;
  for (const double log_weight : log_weights) {
    const double weight = std::exp(log_weight);
    for (std::size_t size = sums.size() - 1; size > 0; --size) sums[size] += sums[size - 1] * weight;
    const double largest = *std::max_element(sums.begin(), sums.end());
    for (double& sum : sums) sum /= largest;
    log_scale += std::log(largest);
  }
  return std::log(sums.back()) + log_scale;
}

}  // namespace

Guide::Guide(const tileability::ScoreTables& scores, const tiling::TilingTables& tables, int k,
             std::span<const double> values, std::span<const double> own_values, std::span<const char> left)
    : scores_(scores), values_(values.begin(), values.end()) {
  const auto n = static_cast<int>(std::count_if(left.begin(), left.end(), [](char is_left) { return is_left != 0; }));
  double mean = 0;
  for (std::size_t piece = 0; piece < left.size(); ++piece)
    if (left[piece]) mean += values[piece] / n;
  std::vector<double> log_weights;
  for (std::size_t piece = 0; piece < left.size(); ++piece) {
    values_[piece] -= mean;
    if (left[piece]) log_weights.push_back(own_values[piece] - values_[piece]);
  }
  const double total = log_sum_of_products(log_weights, k);
  const double root = scores_.outline(tables.grid(), tables.region()) / unit;
  const double ways = std::lgamma(n + 1) - std::lgamma(n - k + 1);
  const double per_piece = (total - root - closing - ways) / k;
  for (int rest = k; rest >= 0; --rest) {
    const double log_deals =
        rest == 0 ? 0 : closing + per_piece * rest + std::lgamma(n - k + rest + 1) - std::lgamma(n - k + 1);
    by_depth_.push_back(log_deals - total);
  }
}

auto Guide::worth_of(const tiling::Grid& grid, const tiling::Board& board, std::span<const std::size_t> placed) const
    -> Worth {
  Worth worth{scores_.outline(grid, board) / unit, placed.size()};
  for (const std::size_t piece : placed) worth.score -= values_[piece];
  return worth;
}

}  // namespace tesselle::packing::finals
