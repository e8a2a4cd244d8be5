#pragma once

#include <span>
#include <vector>

#include "packing/tileability/samples.hpp"

namespace tesselle::packing::tileability {

/// What is learned, by number instead of by name.
struct Weights {
  double constant = 0, per_piece = 0;
  std::vector<double> pieces;    ///< by kind
  std::vector<double> features;  ///< by feature
};

struct FitSettings {
  double piece_prior = 8;      ///< pseudo-observations that hold a piece's value where it starts
  double feature_prior = 32;   ///< the same for weights
  double dispersion = 1;       ///< variance of a count of mean m: m + dispersion * m * m
  double largest_weight = 20;  ///< a region with many tilings counts for this many at most, as they resemble each other
  int rounds = 25;
};

/// Maximum likelihood. A region with n pieces tiled with a set of pieces has on average
/// n! * exp(constant + per_piece * n + weights of its outline) * (sum over the n-subsets of the product of exp(values))
/// tilings, and each subset its share of them.
Weights fit(std::span<const Sample> samples, Weights start, const FitSettings& settings = {});

/// The logarithm of that average.
double expected_log_tilings(const Sample& sample, const Weights& weights);

/// log of the sum over the n-subsets of `values` of the product of their exp(), and how likely each value is to be in a
/// subset drawn accordingly.
struct Subsets {
  double log_sum = 0;
  std::vector<double> inclusion;
};
Subsets subsets_of(std::span<const double> values, int n);

/// Average over the samples of the log-likelihood of the counts and the used pieces; for comparing models.
double log_likelihood(std::span<const Sample> samples, const Weights& weights, const FitSettings& settings = {});

}  // namespace tesselle::packing::tileability
