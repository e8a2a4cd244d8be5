#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "packing/tileability/fit.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::packing;
using namespace tesselle::packing::tileability;

namespace {

/// Where a piece stands among all, from 0 for the hardest.
std::size_t rank_of(const Model& model, const std::string& name) {
  const double value = model.piece_values.at(name);
  std::size_t rank = 0;
  for (const auto& [other, other_value] : model.piece_values) rank += other_value < value;
  return rank;
}

}  // namespace

TEST_CASE("the shipped model knows every piece of Eternity: 166 is among the hardest, 35 among the easiest") {
  const Model& model = shipped_model();
  CHECK(model.puzzle == "eternity1");
  const Puzzle eternity = load_puzzle("eternity1");
  for (const PackingPiece& piece : eternity.packing().pieces) CHECK(model.piece_values.count(piece.name) == 1);
  CHECK(rank_of(model, "166") < 3);
  CHECK(rank_of(model, "35") >= 206);
  const auto ranks = ease_ranks(model, eternity.packing());
  CHECK(ranks.size() == 209);
  CHECK(*std::min_element(ranks.begin(), ranks.end()) == 0);
  CHECK(*std::max_element(ranks.begin(), ranks.end()) == 1);
}

TEST_CASE("models: written and read again") {
  const Model& model = shipped_model();
  CHECK(read_model(write_model(model), "again") == model);
  CHECK(write_model(read_model(write_model(plain_model()), "plain")) == write_model(plain_model()));
}

TEST_CASE("models: what is wrong is named with its place") {
  const auto message = [](const std::string& text) {
    try {
      read_model(text, "m");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string heading = "tesselle tileability 1\n";
  CHECK(message("") == "m: found '', expected the line 'tesselle tileability 1'");
  CHECK(message(heading + "piece 7 heavy\n").starts_with("m:2:9: found 'heavy', expected a number"));
  CHECK(message(heading + "corner 0110 1\n").starts_with("m:2:8: found '0110', expected 12 digits"));
  CHECK(message(heading + "colour 1\n").starts_with("m:2:1: found 'colour'"));
  CHECK(message(heading + "piece 7\n").starts_with("m:2:1: found 'piece', expected a name and a number"));
  CHECK(message(heading + "constant inf\n").starts_with("m:2:10: found 'inf', expected a number"));
}

TEST_CASE("points that look alike have the same feature") {
  using tiling::PointKind;
  CHECK(canonical_star(PointKind::corner, 0b000000111111) == canonical_star(PointKind::corner, 0b001111110000));
  CHECK(canonical_star(PointKind::corner, 0b000000011111) == canonical_star(PointKind::corner, 0b000000111110));
  // A straight line along the lattice is not one across it.
  CHECK(canonical_star(PointKind::corner, 0b000000111111) != canonical_star(PointKind::corner, 0b000001111110));
  CHECK(outline_features(PointKind::middle_up).size() == 5);
}

TEST_CASE("subsets: sums and shares as by listing them") {
  const std::vector<double> values = {0.5, -1, 0.2, 1.1, 0};
  double sum = 0;
  std::vector<double> with(values.size());
  for (unsigned set = 0; set < 32; ++set) {
    if (std::popcount(set) != 3) continue;
    double product = 1;
    for (std::size_t i = 0; i < 5; ++i)
      if (set >> i & 1) product *= std::exp(values[i]);
    sum += product;
    for (std::size_t i = 0; i < 5; ++i)
      if (set >> i & 1) with[i] += product;
  }
  const Subsets subsets = subsets_of(values, 3);
  CHECK(subsets.log_sum == doctest::Approx(std::log(sum)));
  for (std::size_t i = 0; i < 5; ++i) CHECK(subsets.inclusion[i] == doctest::Approx(with[i] / sum));
}

TEST_CASE("fit: recovers the order of pieces that made the samples") {
  // Piece k is used in proportion to exp(value), regions have one outline.
  const std::vector<double> truth = {-2, -1, 0, 1, 2};
  const Subsets subsets = subsets_of(truth, 2);
  std::vector<Sample> samples;
  for (int i = 0; i < 50; ++i) {
    Sample sample{2, {}, {0, 1, 2, 3, 4}, {}, 1000};
    for (const double share : subsets.inclusion)
      sample.used.push_back(static_cast<std::uint64_t>(std::lround(1000 * share)));
    samples.push_back(sample);
  }
  const Weights fitted = fit(samples, {0, 0, std::vector<double>(5), {}}, {});
  for (std::size_t k = 0; k < truth.size(); ++k) CHECK(fitted.pieces[k] == doctest::Approx(truth[k]).epsilon(0.15));
  CHECK(expected_log_tilings(samples.front(), fitted) == doctest::Approx(std::log(1000)).epsilon(0.05));
}
