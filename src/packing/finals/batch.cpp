#include "packing/finals/batch.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace tesselle::packing::finals {

Batch::Batch(const PackingPuzzle& drafter, const FinalsData& data, double tolerance, unsigned slots)
    : drafter_(drafter), values_(mean_values(data.regions)), tolerance_(tolerance), slots_(slots) {
  for (const RegionFinals& region : data.regions) regions_.push_back({region.hexagon, region.values, {}, 0, 0});
}

std::size_t Batch::room_for(std::span<const std::vector<char>> lefts, std::size_t max) {
  std::vector<char> any(lefts.empty() ? 0 : lefts.front().size());
  std::size_t count = 0;
  for (; count < std::min({lefts.size(), max, ListLimits::max_groups}); ++count) {
    for (std::size_t piece = 0; piece < any.size(); ++piece) any[piece] |= lefts[count][piece];
    if (count > 0 && std::count(any.begin(), any.end(), 1) > static_cast<std::ptrdiff_t>(FinalsData::max_pool)) break;
  }
  return count;
}

void Batch::begin(std::vector<std::vector<char>> lefts) {
  lefts_ = std::move(lefts);
  lister_.reset();
  lists_ = {};
  lists_.regions = regions_;
  for (std::size_t piece = 0; piece < values_.size(); ++piece)
    if (std::any_of(lefts_.begin(), lefts_.end(), [&](const auto& left) { return left[piece] != 0; }))
      lists_.pool.push_back(static_cast<std::uint16_t>(piece));
  std::stable_sort(lists_.pool.begin(), lists_.pool.end(), [&](auto a, auto b) { return values_[a] < values_[b]; });
  set_limits();
}

/// A random deal gives a region k of the n pieces left: their values add up to k times the mean, with a standard
/// deviation of that of the pieces times the root of k (1 - k/n).
void Batch::set_limits() {
  limits_ = {};
  limits_.groups = lefts_;
  double sum = 0, squares = 0, count = 0;
  for (const auto& left : lefts_)
    for (std::size_t piece = 0; piece < left.size(); ++piece)
      if (left[piece]) {
        sum += values_[piece];
        squares += values_[piece] * values_[piece];
        ++count;
      }
  const double mean = sum / count, deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
  for (const double value : values_) limits_.excess.push_back(value - mean);
  double k = 0;
  for (const RegionFinals& region : regions_) k = std::max<double>(k, pieces_of(drafter_, region.hexagon));
  const double n = count / static_cast<double>(lefts_.size());
  if (tolerance_ > 0) limits_.ceiling = tolerance_ * deviation * std::sqrt(k * std::max(0.0, 1 - k / n));
}

std::uint64_t Batch::work(const ParallelFor& parallel) {
  const auto region =
      std::find_if(lists_.regions.begin(), lists_.regions.end(), [](const auto& r) { return !r.listed(); });
  if (region == lists_.regions.end()) return 0;
  if (!lister_) lister_ = make_lister(drafter_, lists_, *region, slots_, limits_);
  const std::uint64_t before = lister_->nodes();
  lister_->work(parallel);
  const std::uint64_t nodes = lister_->nodes() - before;
  if (lister_->done()) lister_.reset();
  return nodes;
}

double Batch::covered(std::size_t rest) const {
  if (std::isinf(limits_.ceiling)) return 1;
  constexpr int deals = 2000;
  std::vector<std::uint16_t> pieces;
  for (const std::uint16_t piece : lists_.pool)
    if (lefts_[rest][piece]) pieces.push_back(piece);
  Rng rng(1);
  int allowed = 0;
  for (int deal = 0; deal < deals; ++deal) {
    rng.shuffle(std::span(pieces));
    std::size_t next = 0;
    bool fits = true;
    for (const RegionFinals& region : regions_) {
      double excess = 0;
      for (int i = pieces_of(drafter_, region.hexagon); i > 0 && next < pieces.size(); --i) {
        excess += limits_.excess[pieces[next++]];
        fits = fits && excess <= limits_.ceiling;
      }
    }
    allowed += fits;
  }
  return static_cast<double>(allowed) / deals;
}

void Batch::save(ByteWriter& out) const {
  out.number(lefts_.size());
  for (const auto& left : lefts_) out.array(std::span(left));
  if (lefts_.empty()) return;
  if (lister_) lister_->settle();
  add_to(out, lists_);
}

void Batch::restore(ByteReader& in) {
  std::vector<std::vector<char>> lefts(in.number(ListLimits::max_groups));
  for (auto& left : lefts) {
    left = in.array<char>();
    if (left.size() != values_.size()) in.refuse();
  }
  if (room_for(lefts, lefts.size()) != lefts.size()) in.refuse();
  if (lefts.empty()) return;
  begin(std::move(lefts));
  FinalsData lists = take_from(in, drafter_);
  if (lists.pool != lists_.pool || lists.regions.size() != regions_.size()) in.refuse();
  for (std::size_t r = 0; r < regions_.size(); ++r)
    if (lists.regions[r].hexagon != regions_[r].hexagon) in.refuse();
  lists_ = std::move(lists);
}

}  // namespace tesselle::packing::finals
