#include "edge/meet/ring_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/log_gamma.hpp"

namespace tesselle::edge::meet {
namespace {

/// Ways to choose `k` of `n` in order.
double arrangements(double n, double k) { return k > n ? 0 : std::exp(log_gamma(n + 1) - log_gamma(n - k + 1)); }

/// How many different ones among `drawn` from `kinds`.
double different(double drawn, double kinds) { return kinds * -std::expm1(-drawn / kinds); }

/// How often two sides fit.
template <class Key>
double chance(const std::map<Key, double>& shown, const std::map<Key, double>& asked) {
  double fitting = 0, total = 0;
  for (const auto& [colour, count] : shown) {
    total += count;
    if (const auto other = asked.find(colour); other != asked.end()) fitting += count * other->second;
  }
  return total > 0 ? fitting / (total * total) : 1;
}

class Expectation {
 public:
  explicit Expectation(const RingPuzzle& ring)
      : columns_(ring.columns()),
        inner_(ring.words.pieces),
        border_(static_cast<double>(ring.border.size())),
        side_counts_(ring.mate.size()) {
    std::map<Colour, double> from, asks;
    for (const auto* list : {&ring.border, &ring.corners})
      for (const auto& piece : *list) ++from[piece.from], ++asks[piece.asks];
    fits_on_ring_ = chance(from, asks);
    for (const auto& piece : ring.border) ++side_counts_[piece.side];
    std::map<unsigned, double> shown, asked;
    for (const auto& piece : ring.inner) ++shown[piece.shown[0]], ++asked[piece.asked[0]];
    fits_inside_ = chance(shown, asked);
  }

  /// With given corners.
  double chains(double rows) const {
    return arrangements(border_, columns_ + 2 * rows) * std::pow(fits_on_ring_, columns_ + 1 + 2 * rows);
  }
  /// Inside one chain.
  double fillings(double rows) const {
    return arrangements(inner_, columns_ * rows) * std::pow(4, columns_ * rows) *
           std::pow(fits_inside_, (2 * columns_ + 1) * rows);
  }
  /// Under one filling of some rows, with both ends open.
  double open_rows(double rows) const {
    return arrangements(inner_ - columns_ * rows, columns_) * std::pow(4, columns_) *
           std::pow(fits_inside_, 2 * columns_ - 1);
  }
  /// Different sides among this many chains.
  double sides(double number, unsigned rows) const {
    return different(number, kinds_of_sides(static_cast<std::size_t>(columns_) + 2 * rows));
  }
  /// Fillings of all rows inside the chains around this many rows, with this many pairs of corners, if they come in
  /// parts.
  double words(unsigned rows, double corners, double parts) const {
    double sum = 0;
    for (unsigned row = 1; row <= rows; ++row) sum += parts * sides(corners * chains(row) / parts, row) * fillings(row);
    return sum;
  }

  RingSplit split(unsigned stem_rows, unsigned bottom_rows, bool fixed_in_bottom, double memory) const {
    const double stem_corners = fixed_in_bottom ? 6 : 3, bottom_corners = 9 - stem_corners;
    RingSplit split{stem_rows, bottom_rows, fixed_in_bottom};
    const double stems = stem_corners * chains(stem_rows), bottoms = bottom_corners * chains(bottom_rows);
    const double marked = sides(bottoms, bottom_rows) * fillings(bottom_rows);
    split.bytes = bottoms * bytes_per_chain + marked * bytes_per_word;
    split.parts = std::max(1.0, std::ceil(split.bytes / memory));
    split.chains = stems * std::min(split.parts, parts_of_a_stem) + bottoms;
    split.bottom_words = words(bottom_rows, bottom_corners, split.parts);
    split.top_words =
        words(stem_rows, stem_corners, 1) * std::min(split.parts, parts_of_a_stem) +
        ends_of_stems(stems, stem_rows, split.parts) * fillings(stem_rows) * open_rows(stem_rows) / colour_pairs();
    return split;
  }

 private:
  /// A stem comes up in each part whose pieces of the top half it has but for two.
  static constexpr double parts_of_a_stem = 16;

  double colour_pairs() const { return static_cast<double>(side_counts_.size() * side_counts_.size()); }
  /// Pairs of colours beside the last row of the top halves, once for stems that are alike.
  double ends_of_stems(double stems, unsigned rows, double parts) const {
    const double left = border_ - columns_ - 2 * rows;
    const double ends = stems * left * (left - 1) * fits_on_ring_ * fits_on_ring_;
    return std::min(ends, parts * different(ends, sides(stems, rows) * colour_pairs()));
  }

  /// As many kinds as would, if equally frequent, be alike as often as the sides of two random rows of border pieces:
  /// the sum of squares of how often each sequence of sides comes, as a product of polynomials, one per colour.
  double kinds_of_sides(std::size_t length) const {
    std::vector<double> squares(length + 1, 0);  // per length, over the number of orders
    squares[0] = 1;
    for (const double count : side_counts_)
      for (std::size_t total = length; total > 0; --total)
        for (std::size_t of_it = 1; of_it <= total; ++of_it) {
          const auto k = static_cast<double>(of_it);
          squares[total] += squares[total - of_it] * std::pow(arrangements(count, k), 2) / std::tgamma(k + 1);
        }
    const auto n = static_cast<double>(length);
    const double alike = squares[length] * std::tgamma(n + 1);
    return alike > 0 ? std::pow(arrangements(border_, n), 2) / alike : 1;
  }

  double columns_, inner_, border_;
  std::vector<double> side_counts_;  ///< border pieces per colour that they ask of the inside
  double fits_on_ring_ = 1, fits_inside_ = 1;
};

}  // namespace

std::string RingSplit::text() const {
  return fmt::format(
      "top halves of {} inner rows meet bottom halves of {}, a corner fixed in the {}: about {:.2g} and {:.2g} "
      "fillings "
      "expected, {:.2g} MB, {:.0f} part{}",
      stem_rows + 1, bottom_rows, fixed_in_bottom ? "bottom" : "top", top_words, bottom_words, bytes / (1 << 20), parts,
      parts > 1 ? "s" : "");
}

RingSplit choose_split(const RingPuzzle& ring, std::size_t memory) {
  const Expectation expectation(ring);
  const auto rows = static_cast<unsigned>(ring.height - 2);
  std::optional<RingSplit> best;
  for (unsigned bottom = 0; bottom < rows; ++bottom) {
    const unsigned stem = rows - 1 - bottom;
    if (!ring.holds_sides_of(std::max(stem, bottom))) continue;
    for (const bool fixed_in_bottom : {false, true}) {
      const RingSplit split = expectation.split(stem, bottom, fixed_in_bottom, static_cast<double>(memory));
      if (!best || split.work() < best->work()) best = split;
    }
  }
  return best.value();
}

}  // namespace tesselle::edge::meet
