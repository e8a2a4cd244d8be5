#include "packing/finals/batch.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tesselle::packing::finals {

Batch::Batch(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model, double reach,
             bool list_largest, unsigned slots)
    : drafter_(drafter), model_(model), values_(mean_values(data.regions)), reach_(reach), slots_(slots) {
  for (const RegionFinals& region : data.regions) {
    regions_.push_back({region.hexagon, region.values, {}, 0, 0});
    if (pieces_of(drafter, region.hexagon) >= pieces_of(drafter, regions_[last_].hexagon)) last_ = regions_.size() - 1;
  }
  if (list_largest) last_ = regions_.size();
}

std::size_t Batch::room_for(std::span<const RestToDeal> rests, std::size_t max) {
  std::vector<char> any(rests.empty() ? 0 : rests.front().left.size());
  std::size_t count = 0;
  for (; count < std::min({rests.size(), max, ListLimits::max_groups}); ++count) {
    for (std::size_t piece = 0; piece < any.size(); ++piece) any[piece] |= rests[count].left[piece];
    if (count > 0 && std::count(any.begin(), any.end(), 1) > static_cast<std::ptrdiff_t>(FinalsData::max_pool)) break;
  }
  return count;
}

void Batch::begin(std::vector<RestToDeal> rests) {
  rests_ = std::move(rests);
  lister_.reset();
  lists_ = {};
  lists_.regions = regions_;
  for (std::size_t piece = 0; piece < values_.size(); ++piece)
    if (std::any_of(rests_.begin(), rests_.end(), [&](const RestToDeal& rest) { return rest.left[piece] != 0; }))
      lists_.pool.push_back(static_cast<std::uint16_t>(piece));
  std::stable_sort(lists_.pool.begin(), lists_.pool.end(), [&](auto a, auto b) { return values_[a] < values_[b]; });
  set_limits();
}

void Batch::set_limits() {
  limits_ = {};
  limits_.values = values_;
  for (const RestToDeal& rest : rests_) {
    limits_.groups.push_back(rest.left);
    limits_.group_weights.push_back(std::exp(rest.log_deals - rests_.front().log_deals));
  }
  if (reach_ == 0) return;
  limits_.model = &model_;
  limits_.reach = reach_;
}

RegionFinals* Batch::next_to_list() {
  for (std::size_t r = 0; r < lists_.regions.size(); ++r)
    if (r != last_ && !lists_.regions[r].listed()) return &lists_.regions[r];
  return nullptr;
}

bool Batch::listed() const {
  for (std::size_t r = 0; r < lists_.regions.size(); ++r)
    if (r != last_ && !lists_.regions[r].listed()) return false;
  return !rests_.empty();
}

std::uint64_t Batch::work(const ParallelFor& parallel) {
  RegionFinals* region = next_to_list();
  if (region == nullptr) return 0;
  if (!lister_) lister_ = make_lister(drafter_, lists_, *region, slots_, limits_);
  const std::uint64_t before = lister_->nodes();
  lister_->work(parallel);
  const std::uint64_t nodes = lister_->nodes() - before;
  if (lister_->done()) lister_.reset();
  return nodes;
}

void Batch::save(ByteWriter& out) const {
  out.number(rests_.size());
  for (const RestToDeal& rest : rests_) {
    out.array(std::span(rest.left));
    out.number(std::bit_cast<std::uint64_t>(rest.log_deals));
  }
  if (rests_.empty()) return;
  if (lister_) lister_->settle();
  add_to(out, lists_);
}

void Batch::restore(ByteReader& in) {
  std::vector<RestToDeal> rests(in.number(ListLimits::max_groups));
  for (RestToDeal& rest : rests) {
    rest.left = in.array<char>();
    rest.log_deals = std::bit_cast<double>(in.number());
    if (rest.left.size() != values_.size() || !std::isfinite(rest.log_deals)) in.refuse();
  }
  if (room_for(rests, rests.size()) != rests.size()) in.refuse();
  if (rests.empty()) return;
  begin(std::move(rests));
  FinalsData lists = take_from(in, drafter_);
  if (lists.pool != lists_.pool || lists.regions.size() != regions_.size()) in.refuse();
  for (std::size_t r = 0; r < regions_.size(); ++r)
    if (lists.regions[r].hexagon != regions_[r].hexagon || lists.regions[r].values != regions_[r].values) in.refuse();
  lists_ = std::move(lists);
}

}  // namespace tesselle::packing::finals
