#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/dives.hpp"

namespace tesselle::packing {

/// The model of Selby and Riordan for puzzles of many similar pieces: with k pieces left, a site can be covered in k p
/// ways, p being the fit probability (ways per piece and site). So m pieces tile a region of n pieces in about
/// m p · (m-1) p · … · (m-n+1) p ways. With m = n this is below 1 for all n up to a critical size, and grows fast
/// above.
struct FitModel {
  double p = 0;

  double log10_tilings(int pieces, int region) const;
  double log10_tilings(int pieces) const { return log10_tilings(pieces, pieces); }
  /// Nodes of the whole tree, per number of placements; index 0 is the first one.
  std::vector<double> log10_nodes_per_depth(int pieces, int region) const;
  /// The smallest number of pieces above which n pieces are expected to tile n pieces' area; nullopt if p is 0.
  std::optional<int> critical_size() const;
};

/// The fit probability met along dives, by depth, in as many equal stretches as there are samples for.
struct FitCurve {
  struct Stretch {
    int first = 0, last = 0;  ///< pieces on the board
    double p = 0;
    std::uint32_t samples = 0, dead = 0;
  };
  std::vector<Stretch> stretches;
  int pieces = 0, region = 0;

  /// The one p that gives the same product of branchings as the stretches do; where no dive came, the last stretch
  /// goes on.
  FitModel model() const;
  double log10_tilings() const;
};

/// The curve of branchings, divided by the pieces left. The root is left out: every site of the empty board is alike,
/// and none is tight.
FitCurve fit_curve(const BranchingCurve& curve, int pieces, int region);

/// The p that gives this number of tilings, all others equal.
double fit_of_tilings(double tilings, int pieces, int region);

/// Small regions are mostly rim, and rims are hard: the fit of a region of n pieces is taken to be
/// exp(intercept - slope / sqrt n), since the rim grows like sqrt n.
struct SizeLaw {
  double intercept = 0, slope = 0;
  /// Of the points it was fitted to: how many, and the mean and the sum of squares about it of their 1 / sqrt n; the
  /// variance of the logarithms about the law.
  double points = 0, mean_rim = 0, rim_spread = 0, scatter = 0;

  FitModel at(int pieces) const;
  /// The fit of a region without a rim.
  FitModel inside() const;
  /// Half the width of a 95 % interval for log10_tilings(pieces), from the scatter of the points; 0 if there are too
  /// few.
  double log10_error(int pieces) const;
  double log10_tilings(int pieces) const { return at(pieces).log10_tilings(pieces); }
  std::optional<int> critical_size() const;
};
struct SizedFit {
  int pieces = 0;  ///< that the region takes
  double p = 0;
};
/// Least squares on the logarithms; at least two different sizes are needed (else the law is that of their mean).
SizeLaw size_law(std::span<const SizedFit> fits);

}  // namespace tesselle::packing
