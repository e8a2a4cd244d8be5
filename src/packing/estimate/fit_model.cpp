#include "packing/estimate/fit_model.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::packing {
namespace {

constexpr int most_stretches = 12;
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
  const int width = std::max(1, region / most_stretches);
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

}  // namespace tesselle::packing
