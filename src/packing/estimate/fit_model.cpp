#include "packing/estimate/fit_model.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::packing {
namespace {

constexpr int max_stretches = 12;
constexpr int largest_size = 100'000;

/// log10 of m (m-1) … (m-n+1).
double log10_choices(int pieces, int region) {
  double sum = 0;
  for (int i = 0; i < region; ++i) sum += std::log10(pieces - i);
  return sum;
}

}  // namespace

double FitModel::log10_tilings(int pieces, int region) const {
  return log10_choices(pieces, region) + region * std::log10(p);
}

std::vector<double> FitModel::log10_nodes_per_depth(int pieces, int region) const {
  std::vector<double> nodes;
  double sum = 0;
  for (int i = 0; i < region; ++i) nodes.push_back(sum += std::log10((pieces - i) * p));
  return nodes;
}

std::optional<int> FitModel::critical_size() const {
  if (!(p > 0)) return std::nullopt;
  double sum = 0;
  for (int n = 1; n <= largest_size; ++n)
    if ((sum += std::log10(n * p)) >= 0) return n;
  return std::nullopt;
}

double FitCurve::log10_tilings() const {
  double sum = 0;
  for (int placed = 0; placed < region; ++placed) {
    const auto here =
        std::find_if(stretches.begin(), stretches.end(), [&](const Stretch& s) { return placed <= s.last; });
    sum += std::log10((pieces - placed) * (here == stretches.end() ? stretches.back() : *here).p);
  }
  return sum;
}

FitModel FitCurve::model() const {
  if (stretches.empty()) return {};
  return {std::pow(10.0, (log10_tilings() - log10_choices(pieces, region)) / region)};
}

FitCurve fit_curve(const BranchingCurve& curve, int pieces, int region) {
  FitCurve result;
  result.pieces = pieces;
  result.region = region;
  const int width = std::max(1, region / max_stretches);
  for (int first = 1; first < region && static_cast<std::size_t>(first) < curve.samples.size(); first += width) {
    FitCurve::Stretch stretch{first, std::min(first + width, region) - 1, 0, 0, 0};
    double children = 0, left = 0;
    for (int placed = first; placed <= stretch.last && static_cast<std::size_t>(placed) < curve.samples.size();
         ++placed) {
      const auto d = static_cast<std::size_t>(placed);
      children += curve.children[d] * curve.samples[d];
      left += static_cast<double>(curve.samples[d]) * (pieces - placed);
      stretch.samples += curve.samples[d];
      stretch.dead += curve.dead[d];
    }
    stretch.p = left > 0 ? children / left : 0;
    if (stretch.p > 0) result.stretches.push_back(stretch);
  }
  return result;
}

double fit_of_tilings(double tilings, int pieces, int region) {
  return std::pow(10.0, (std::log10(tilings) - log10_choices(pieces, region)) / region);
}

FitModel SizeLaw::at(int pieces) const { return {std::exp(intercept - slope / std::sqrt(pieces))}; }

std::optional<int> SizeLaw::critical_size() const {
  for (int n = 1; n <= 10'000; ++n)
    if (log10_tilings(n) >= 0) return n;
  return std::nullopt;
}

FitModel SizeLaw::inside() const { return {std::exp(intercept)}; }

double SizeLaw::log10_error(int pieces) const {
  if (points < 3) return 0;
  const double away = 1 / std::sqrt(pieces) - mean_rim;
  return 2 * pieces * std::sqrt(scatter * (1 / points + away * away / rim_spread)) / std::log(10.0);
}

SizeLaw size_law(std::span<const SizedFit> fits) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const SizedFit& fit : fits) {
    const double rim = 1 / std::sqrt(fit.pieces), log_p = std::log(fit.p);
    n += 1, x += rim, y += log_p, xx += rim * rim, xy += rim * log_p;
  }
  const double spread = n * xx - x * x;
  if (n == 0) return {};
  if (spread < 1e-12) return {y / n, 0};
  const double slope = -(n * xy - x * y) / spread;
  SizeLaw law{(y + slope * x) / n, slope, n, x / n, spread / n, 0};
  for (const SizedFit& fit : fits)
    law.scatter += std::pow(std::log(fit.p / law.at(fit.pieces).p), 2) / std::max(1.0, n - 2);
  return law;
}

}  // namespace tesselle::packing
