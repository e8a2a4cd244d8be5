#include "base/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace tesselle;

TEST_CASE("mean, median, deviation and interval of a sample") {
  const SampleSummary s = summary_of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(s.mean == 5);
  CHECK(s.median == 4.5);
  CHECK(s.deviation == doctest::Approx(2.13809));
  CHECK(s.least == 2);
  CHECK(s.most == 9);
  CHECK(s.low == doctest::Approx(5 - 2.364624 * 2.13809 / std::sqrt(8.0)));
  CHECK(summary_of({3}).low == 3);
  CHECK(median_of({3, 1, 2}) == 2);
}

TEST_CASE("Student's quantiles are those of the printed tables") {
  CHECK(student_quantile(0.95, 1) == doctest::Approx(12.706205));
  CHECK(student_quantile(0.95, 2) == doctest::Approx(4.302653));
  CHECK(student_quantile(0.95, 9) == doctest::Approx(2.262157));
  CHECK(student_quantile(0.99, 10) == doctest::Approx(3.169273));
  CHECK(student_quantile(0.95, 1000) == doctest::Approx(1.962339));
}

TEST_CASE("the signed-rank test agrees with published examples") {
  SUBCASE("Hollander and Wolfe: nine patients, V = 40") {
    const std::vector<double> x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const std::vector<double> y = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    std::vector<double> differences;
    for (std::size_t i = 0; i < x.size(); ++i) differences.push_back(x[i] - y[i]);
    const SignedRank test = signed_rank_test(differences);
    CHECK(test.positive == 40);
    CHECK(test.negative == 5);
    CHECK(test.p == doctest::Approx(0.0390625));
  }
  SUBCASE("all of one sign: 2 of 2^n patterns") {
    CHECK(signed_rank_test({1, 2, 3, 4, 5, 6}).p == doctest::Approx(2.0 / 64));
    CHECK(signed_rank_test({-1, -2, -3}).p == doctest::Approx(2.0 / 8));
  }
  SUBCASE("n = 10, W = 8 is the critical value of the 5 % level") {
    CHECK(signed_rank_test({-8, 1, 2, 3, 4, 5, 6, 7, 9, 10}).p == doctest::Approx(0.048828125));
  }
  SUBCASE("equal sizes share ranks, pairs without a difference do not count") {
    const SignedRank test = signed_rank_test({1, 1, -1, 2, 0, 0});
    CHECK(test.pairs == 4);
    CHECK(test.positive == 8);
    CHECK(test.negative == 2);
    CHECK(test.p == doctest::Approx(2 * 4.0 / 16));  // sums of 0 and, three times, of 2
  }
  SUBCASE("no difference at all, and infinite ones") {
    CHECK(signed_rank_test({0, 0}).p == 1);
    CHECK(signed_rank_test({HUGE_VAL, 1, 2, HUGE_VAL, 3}).p == doctest::Approx(2.0 / 32));
  }
  SUBCASE("beyond 200 pairs the approximation is close to the exact number") {
    std::vector<double> differences;
    for (int i = 1; i <= 200; ++i) differences.push_back(i % 7 < 3 ? -i : i);
    const double exact = signed_rank_test(differences).p;
    differences.push_back(0.1);
    CHECK(signed_rank_test(differences).p == doctest::Approx(exact).epsilon(0.05));
  }
}

TEST_CASE("Holm's correction") {
  CHECK(holm_corrected({0.01, 0.04, 0.03}) == std::vector<double>{0.03, 0.06, 0.06});
  CHECK(holm_corrected({0.9, 0.8}) == std::vector<double>{1, 1});
}
