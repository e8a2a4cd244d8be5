#include "packing/interval/constraints.hpp"

#include <immintrin.h>

#include <algorithm>

namespace tesselle::packing::interval {
namespace {

__m128i as_lanes(const std::int8_t* poses) { return _mm_load_si128(reinterpret_cast<const __m128i*>(poses)); }

/// 255 where the bit is not set.
__m128i other_lanes(unsigned bits) {
  const __m128i bit = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201u));
  const __m128i spread = _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(bits)),
                                          _mm_set_epi64x(0x0101010101010101, 0x0000000000000000));
  return _mm_cmpeq_epi8(_mm_and_si128(spread, bit), _mm_setzero_si128());
}

/// Unsigned.
int smallest_lane(__m128i lanes) {
  const __m128i pairs = _mm_min_epu8(lanes, _mm_srli_epi16(lanes, 8));
  return _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(255)))) & 255;
}

/// Of numbers up to 255 by numbers up to 128, without the processor's slow division.
struct Reciprocals {
  std::array<std::uint32_t, max_cells + 1> of{};
  constexpr Reciprocals() {
    for (std::uint32_t divisor = 1; divisor <= max_cells; ++divisor) of[divisor] = 65536 / divisor + 1;
  }
};
constexpr Reciprocals reciprocals;
int divided(int number, int divisor) {
  return static_cast<int>(static_cast<std::uint32_t>(number) * reciprocals.of[static_cast<std::size_t>(divisor)] >> 16);
}

}  // namespace

bool shrink(Interval& interval, int low, int high) {
  low = std::max<int>(low, interval.low);
  high = std::min<int>(high, interval.high);
  if (low > high) return false;
  interval = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  return true;
}

bool narrow_point(PointBox& point, const std::array<int, 3>& strides) {
  int low = 0, high = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    low += strides[k] * point.axis[k].low;
    high += strides[k] * point.axis[k].high;
  }
  if (!shrink(point.number, low, high)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval old = point.axis[k];
    if (old.fixed()) continue;  // the number has been fitted to it
    const int least = point.number.low - (high - strides[k] * old.high);
    const int most = point.number.high - (low - strides[k] * old.low);
    if (most < 0) return false;
    if (!shrink(point.axis[k], least <= 0 ? 0 : divided(least + strides[k] - 1, strides[k]), divided(most, strides[k])))
      return false;
  }
  return true;
}

bool narrow_order(std::span<PointBox> points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (!shrink(points[i].number, points[i - 1].number.low + 1, points[i].number.high)) return false;
  for (std::size_t i = points.size() - 1; i > 0; --i)
    if (!shrink(points[i - 1].number, points[i - 1].number.low, points[i].number.high - 1)) return false;
  return true;
}

PoseTable::PoseTable(const std::vector<Pose>& poses, std::size_t points) : poses_(poses.size()) {
  for (std::size_t first = 0; first < poses.size(); first += block) {
    auto& table = blocks_.emplace_back(3 * points);
    for (std::size_t lane = 0; lane < block && first + lane < poses.size(); ++lane)
      for (std::size_t i = 0; i < points; ++i)
        for (std::size_t k = 0; k < 3; ++k)
          table[3 * i + k].pose[lane] = static_cast<std::int8_t>(poses[first + lane].points[i][k]);
  }
}

/// Coordinates are below 128: signed bytes hold them and their differences.
bool narrow_placement(std::span<PointBox> points, const PoseTable& poses, std::uint64_t& possible) {
  std::array<std::array<int, 3>, max_cells> lowest, highest;
  std::fill_n(lowest.begin(), points.size(), std::array{127, 127, 127});
  std::fill_n(highest.begin(), points.size(), std::array{-1, -1, -1});
  for (std::size_t b = 0; b < poses.blocks_.size(); ++b) {
    const unsigned shift = static_cast<unsigned>(b * PoseTable::block);
    const auto asked = static_cast<unsigned>(possible >> shift) & 0xffffu;
    if (asked == 0) continue;
    const auto at = [&](std::size_t i, std::size_t k) { return as_lanes(poses.blocks_[b][3 * i + k].pose.data()); };
    __m128i from[3], to[3];  // how far each pose may be moved
    __m128i stuck = _mm_setzero_si128();
    for (std::size_t k = 0; k < 3; ++k) {
      from[k] = _mm_setzero_si128();
      to[k] = _mm_set1_epi8(127);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Interval interval = points[i].axis[k];
        from[k] = _mm_max_epi8(from[k], _mm_sub_epi8(_mm_set1_epi8(static_cast<char>(interval.low)), at(i, k)));
        to[k] = _mm_min_epi8(to[k], _mm_sub_epi8(_mm_set1_epi8(static_cast<char>(interval.high)), at(i, k)));
      }
      stuck = _mm_or_si128(stuck, _mm_cmpgt_epi8(from[k], to[k]));
    }
    const unsigned left = asked & ~static_cast<unsigned>(_mm_movemask_epi8(stuck));
    possible &= ~(std::uint64_t{asked & ~left} << shift);
    if (left == 0) continue;
    const __m128i out = other_lanes(left);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const __m128i low = _mm_or_si128(_mm_add_epi8(from[k], at(i, k)), out);
        const __m128i high = _mm_or_si128(_mm_sub_epi8(_mm_set1_epi8(127), _mm_add_epi8(to[k], at(i, k))), out);
        lowest[i][k] = std::min(lowest[i][k], smallest_lane(low));
        highest[i][k] = std::max(highest[i][k], 127 - smallest_lane(high));
      }
  }
  if (possible == 0) return false;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (!shrink(points[i].axis[k], lowest[i][k], highest[i][k])) return false;
  return true;
}

}  // namespace tesselle::packing::interval
