#pragma once

#include <cstddef>
#include <vector>

/// Statistics of a handful of measurements. All functions take at least one sample.
namespace tesselle {

double mean_of(const std::vector<double>& samples);
/// The middle one, or the mean of the two in the middle.
double median_of(std::vector<double> samples);
/// Of the population that the samples were drawn from (divided by n - 1); 0 if there is only one sample.
double standard_deviation(const std::vector<double>& samples);
/// Of the mean; 0 if there is only one sample.
double standard_error(const std::vector<double>& samples);

/// The t for which |T| < t has this probability, T by Student's distribution with this many degrees of freedom (1 or
/// more).
double student_quantile(double probability, std::size_t degrees);

struct SampleSummary {
  std::size_t count = 0;
  double mean = 0, deviation = 0, least = 0, median = 0, most = 0;
  double low = 0, high = 0;  ///< the mean's 95 % confidence interval by Student's t; equal if there is only one sample
};
SampleSummary summary_of(const std::vector<double>& samples);

/// Wilcoxon's signed-rank test of whether paired differences are symmetric around 0; pairs without a difference are
/// left out, equal sizes share their ranks. The probability is exact (by counting all sign patterns) up to 200 pairs,
/// then by the normal approximation. Infinite differences are larger than all others.
struct SignedRank {
  std::size_t pairs = 0;              ///< that differ
  double positive = 0, negative = 0;  ///< sums of ranks
  double p = 1;                       ///< two-sided
};
SignedRank signed_rank_test(const std::vector<double>& differences);

/// Probabilities of several tests made together, so that the chance of any false alarm stays below the level (Holm's
/// step-down correction).
std::vector<double> holm_corrected(const std::vector<double>& probabilities);

}  // namespace tesselle
