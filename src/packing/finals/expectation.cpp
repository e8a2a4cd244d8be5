#include "packing/finals/expectation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tesselle::packing::finals {

Expectation::Expectation(const PackingPuzzle& drafter, std::span<const RegionFinals> regions,
                         std::vector<char> required)
    : weights_(drafter.pieces.size()), required_(std::move(required)), outside_(drafter.pieces.size()) {
  for (const RegionFinals& region : regions) {
    sizes_.push_back(pieces_of(drafter, region.hexagon));
    for (std::size_t piece = 0; piece < weights_.size(); ++piece)
      weights_[piece].push_back(std::exp(region.values[piece]));
  }
}

void Expectation::limit_to(std::span<const std::uint16_t> pool) {
  outside_.assign(outside_.size(), 1);
  for (const std::uint16_t piece : pool) outside_[piece] = 0;
}

double Expectation::log_deals(const std::vector<char>& left) const {
  for (std::size_t piece = 0; piece < left.size(); ++piece)
    if (left[piece] && outside_[piece] && required_[piece]) return -std::numeric_limits<double>::infinity();
  // ways[place]: sum over the pieces so far; a place says how many pieces each region has, in mixed radix.
  std::vector<std::size_t> step;
  std::size_t places = 1;
  for (const int size : sizes_) {
    step.push_back(places);
    places *= static_cast<std::size_t>(size + 1);
  }
  std::vector<double> ways(places);
  ways[0] = 1;
  for (std::size_t piece = 0; piece < left.size(); ++piece) {
    if (!left[piece] || outside_[piece]) continue;
    // From above, so that a place is read before it is changed by this piece.
    for (std::size_t place = places; place-- > 0;) {
      const double before = ways[place];
      if (before == 0) continue;
      if (required_[piece]) ways[place] = 0;
      for (std::size_t r = 0; r < sizes_.size(); ++r)
        if (static_cast<int>(place / step[r] % static_cast<std::size_t>(sizes_[r] + 1)) < sizes_[r])
          ways[place + step[r]] += before * weights_[piece][r];
    }
  }
  return std::log(ways.back());
}

double log_deals_of_lists(const PackingPuzzle& drafter, const FinalsData& data, const std::vector<char>& left) {
  const auto values = mean_values(data.regions);
  double mean = 0, n = 0;
  for (std::size_t piece = 0; piece < left.size(); ++piece)
    if (left[piece]) mean += values[piece], ++n;
  mean /= n;
  double log_deals = std::lgamma(n + 1), over = n;
  for (const RegionFinals& region : data.regions) {
    const double k = pieces_of(drafter, region.hexagon);
    double weights = 0;
    for (std::size_t i = 0; i < data.sets_of(region); ++i) {
      double sum = 0;
      bool all_left = true;
      for (std::size_t bit = 0; bit < data.pool.size(); ++bit)
        if (region.sets[i * data.words() + bit / 64] >> bit % 64 & 1) {
          sum += values[data.pool[bit]] - mean;
          all_left = all_left && left[data.pool[bit]];
        }
      if (all_left) weights += std::exp(-sum);
    }
    const double log_subsets = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    log_deals += std::log(weights) - log_subsets - std::lgamma(k + 1);
    over -= k;
  }
  return over < 0 ? -std::numeric_limits<double>::infinity() : log_deals - std::lgamma(over + 1);
}

int parity_conditions(const FinalsData& data, const RegionFinals& region) {
  using Row = std::array<std::uint64_t, 2>;
  const std::size_t words = data.words(), count = data.sets_of(region);
  if (count == 0) return 0;
  const auto set = [&](std::size_t i) {
    Row row{};
    for (std::size_t w = 0; w < words; ++w) row[w] = region.sets[i * words + w];
    return row;
  };
  // Elimination of the differences to the first set.
  std::vector<Row> basis(64 * words);
  std::size_t rank = 0, met = 0;
  for (std::size_t i = 1; i < count; ++i) {
    Row row = set(i);
    const Row first = set(0);
    for (std::size_t w = 0; w < 2; ++w) row[w] ^= first[w];
    for (std::size_t bit = 0; bit < 64 * words; ++bit) {
      if ((row[bit / 64] >> bit % 64 & 1) == 0) continue;
      if ((basis[bit][bit / 64] >> bit % 64 & 1) == 0) {
        basis[bit] = row;
        ++rank;
        break;
      }
      for (std::size_t w = 0; w < 2; ++w) row[w] ^= basis[bit][w];
    }
  }
  Row all{};
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t w = 0; w < words; ++w) all[w] |= region.sets[i * words + w];
  for (const std::uint64_t word : all) met += static_cast<std::size_t>(std::popcount(word));
  return static_cast<int>(met) - static_cast<int>(rank) - 1;
}

namespace {

double log_parity_of_listed(const FinalsData& data, const std::vector<char>& required) {
  if (std::find(required.begin(), required.end(), 0) != required.end()) return 0;
  constexpr int unknown = std::numeric_limits<int>::max();
  int conditions = unknown;
  for (const RegionFinals& region : data.regions) {
    if (!region.listed()) continue;
    if (data.sets_of(region) < 4 * data.pool.size()) return 0;  // few sets have much in common by chance
    conditions = std::min(conditions, parity_conditions(data, region));
  }
  return conditions == unknown ? 0 : conditions * std::log(2.0);
}

}  // namespace

double log_parity_factor(const FinalsData& data, const std::vector<char>& required) {
  return data.listed() ? log_parity_of_listed(data, required) : 0;
}

double log_parity_factor(const FinalsData& data, const std::vector<char>& required, std::size_t not_listed) {
  for (std::size_t r = 0; r < data.regions.size(); ++r)
    if (r != not_listed && !data.regions[r].listed()) return 0;
  return log_parity_of_listed(data, required);
}

}  // namespace tesselle::packing::finals
