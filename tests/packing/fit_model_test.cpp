#include "packing/estimate/fit_model.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace tesselle;
using namespace tesselle::packing;

TEST_CASE("the published numbers for Eternity belong to p = 0.035 or so") {
  CHECK(FitModel{0.0348}.critical_size() == 75);
  CHECK(FitModel{0.0364}.log10_tilings(209) == doctest::Approx(95).epsilon(0.01));
  CHECK(FitModel{0.0348}.log10_tilings(74) < 0);
  CHECK(FitModel{0.0348}.log10_tilings(20) < -5);
  CHECK(FitModel{2}.critical_size() == 1);
  CHECK(!FitModel{0}.critical_size());
}

TEST_CASE("tilings, nodes and the fit that gives them belong together") {
  const FitModel model{0.02};
  const double tilings = std::pow(10, model.log10_tilings(90, 24));
  CHECK(tilings == doctest::Approx(40'000).epsilon(0.2));  // the published regions of size 24 with 90 pieces
  CHECK(fit_of_tilings(tilings, 90, 24) == doctest::Approx(0.02));
  const auto nodes = model.log10_nodes_per_depth(90, 24);
  CHECK(nodes.size() == 24);
  CHECK(nodes.front() == doctest::Approx(std::log10(90 * 0.02)));
  CHECK(nodes.back() == doctest::Approx(model.log10_tilings(90, 24)));
}

TEST_CASE("a curve of branchings that follows the model gives its p back") {
  BranchingCurve curve;
  for (int placed = 0; placed < 60; ++placed) {
    curve.children.push_back((100 - placed) * 0.05);
    curve.samples.push_back(10);
    curve.dead.push_back(2);
  }
  curve.children[0] = 1000;  // the empty board is left out
  const FitCurve fit = fit_curve(curve, 100, 100);
  CHECK(fit.model().p == doctest::Approx(0.05));
  CHECK(fit.log10_tilings() == doctest::Approx(FitModel{0.05}.log10_tilings(100)));
  CHECK(fit.stretches.front().first == 1);
  CHECK(fit_curve({}, 10, 10).model().p == 0);
}

TEST_CASE("the law of sizes is found again") {
  const SizeLaw law{-2.9, 4.4};
  std::vector<SizedFit> fits;
  for (const int n : {8, 12, 24, 30}) fits.push_back({n, law.at(n).p});
  const SizeLaw found = size_law(fits);
  CHECK(found.intercept == doctest::Approx(law.intercept));
  CHECK(found.slope == doctest::Approx(law.slope));
  CHECK(found.log10_tilings(*found.critical_size()) >= 0);
  CHECK(found.log10_tilings(*found.critical_size() - 1) < 0);
  CHECK(found.log10_error(209) == doctest::Approx(0));  // the points lie on the curve
  CHECK(found.inside().p > found.at(10'000).p);
  fits.front().p *= 1.1;
  CHECK(size_law(fits).log10_error(209) > size_law(fits).log10_error(20));
  CHECK(size_law(std::vector<SizedFit>{{10, 0.02}}).at(99).p == doctest::Approx(0.02));
}
