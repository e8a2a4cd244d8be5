#include "packing/finals/preparation.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::packing::finals {
namespace {

/// A whole list says more about the pieces of the pool than the sample that they were learned from.
void fit_values_to_sets(const FinalsData& data, RegionFinals& region, int pieces) {
  const std::size_t words = data.words(), count = data.sets_of(region);
  if (count == 0) return;
  std::vector<double> seen(data.pool.size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t bit = 0; bit < seen.size(); ++bit)
      seen[bit] += static_cast<double>(region.sets[i * words + bit / 64] >> bit % 64 & 1);
  const auto total = static_cast<double>(count);
  const auto values = values_from_counts(seen, total, std::log(total), pieces);
  for (std::size_t bit = 0; bit < seen.size(); ++bit) region.values[data.pool[bit]] = values[bit];
}

}  // namespace

Preparation::Preparation(const PackingPuzzle& drafter, FinalsData& data, const ValueSettings& settings,
                         std::size_t pool, unsigned slots)
    : drafter_(drafter), data_(data), settings_(settings), pool_(std::min(pool, FinalsData::max_pool)), slots_(slots) {}

std::uint64_t Preparation::work(const ParallelFor& parallel) {
  return data_.learned() ? list(parallel) : learn(parallel);
}

RegionFinals* Preparation::first_not_learned() {
  const auto region =
      std::find_if(data_.regions.begin(), data_.regions.end(), [](const auto& r) { return r.values.empty(); });
  return region == data_.regions.end() ? nullptr : &*region;
}

std::uint64_t Preparation::learn(const ParallelFor& parallel) {
  RegionFinals& region = *first_not_learned();
  if (!learner_) learner_ = std::make_unique<ValueLearner>(drafter_, region.hexagon, settings_, slots_);
  const std::uint64_t nodes = learner_->work(parallel);
  if (learner_->done()) {
    region.values = learner_->values();
    learner_.reset();
  }
  return nodes;
}

std::uint64_t Preparation::list(const ParallelFor& parallel) {
  if (data_.pool.empty()) data_.pool = easiest_pieces(data_.regions, pool_);
  const auto region =
      std::find_if(data_.regions.begin(), data_.regions.end(), [](const auto& r) { return !r.listed(); });
  if (!lister_) lister_ = make_lister(drafter_, data_, *region, slots_);
  const std::uint64_t before = lister_->nodes();
  lister_->work(parallel);
  const std::uint64_t nodes = lister_->nodes() - before;
  if (lister_->done()) {
    lister_.reset();
    fit_values_to_sets(data_, *region, pieces_of(drafter_, region->hexagon));
  }
  return nodes;
}

void Preparation::settle() {
  if (lister_) lister_->settle();
}

void Preparation::save(ByteWriter& out) const {
  out.number(learner_ != nullptr);
  if (learner_) learner_->save(out);
}

void Preparation::restore(ByteReader& in) {
  learner_.reset();
  lister_.reset();
  if (in.number(1) == 0) return;
  RegionFinals* region = first_not_learned();
  if (region == nullptr) in.refuse();
  learner_ = std::make_unique<ValueLearner>(drafter_, region->hexagon, settings_, slots_);
  learner_->restore(in);
}

}  // namespace tesselle::packing::finals
