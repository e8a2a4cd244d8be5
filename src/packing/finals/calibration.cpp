#include "packing/finals/calibration.hpp"

#include <cmath>
#include <memory>
#include <numeric>
#include <span>

#include "base/rng.hpp"
#include "packing/finals/dealer.hpp"
#include "packing/finals/expectation.hpp"

namespace tesselle::packing::finals {
namespace {

/// One row: its regions alone, and what counts and predicts their deals.
struct RowCount {
  CalibrationRow row;
  FinalsData regions;  ///< the dealer's lists are made of it
  std::unique_ptr<Dealer> dealer;
  std::unique_ptr<Expectation> expectation;
};

std::unique_ptr<RowCount> row_for(const PackingPuzzle& drafter, const FinalsData& data,
                                  std::vector<std::size_t> chosen) {
  auto row = std::make_unique<RowCount>();
  const std::vector<char> none_required(drafter.pieces.size());
  row->regions.pool = data.pool;
  for (const std::size_t r : chosen) row->regions.regions.push_back(data.regions[r]);
  row->row.regions = std::move(chosen);
  row->dealer = make_dealer(row->regions, none_required);
  row->expectation = std::make_unique<Expectation>(drafter, row->regions.regions, none_required);
  return row;
}

std::vector<std::vector<std::size_t>> one_two_or_all(std::size_t regions) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t r = 0; r < regions; ++r) groups.push_back({r});
  for (std::size_t r = 0; r < regions; ++r)
    for (std::size_t other = r + 1; other < regions; ++other) groups.push_back({r, other});
  if (regions <= 2) return groups;
  groups.emplace_back(regions);
  std::iota(groups.back().begin(), groups.back().end(), std::size_t{0});
  return groups;
}

void count(RowCount& row, const std::vector<char>& left) {
  row.row.expected += std::exp(row.expectation->log_deals(left));
  switch (row.row.regions.size()) {
    case 1:
      row.row.counted += row.dealer->sets_within(left, 0);
      break;
    case 2:
      row.row.counted += row.dealer->pairs_within(left, 0, 1);
      break;
    default:
      row.dealer->deal(left, [&](const Deal&) { return ++row.row.counted, true; });
  }
}

}  // namespace

Calibration calibrate(const PackingPuzzle& drafter, const FinalsData& data, std::size_t pieces, std::size_t choices,
                      std::uint64_t seed, const std::stop_token& stop) {
  std::vector<std::unique_ptr<RowCount>> rows;
  for (const auto& group : one_two_or_all(data.regions.size())) {
    std::size_t taken = 0;
    for (const std::size_t r : group) taken += static_cast<std::size_t>(pieces_of(drafter, data.regions[r].hexagon));
    if (taken <= pieces) rows.push_back(row_for(drafter, data, group));
  }
  Calibration result{pieces, 0, {}};
  Rng rng(seed);
  std::vector<std::uint16_t> pool = data.pool;
  for (; result.choices < choices && !stop.stop_requested(); ++result.choices) {
    rng.shuffle(std::span(pool));
    std::vector<char> left(drafter.pieces.size());
    for (std::size_t i = 0; i < pieces; ++i) left[pool[i]] = 1;
    for (const auto& row : rows) count(*row, left);
  }
  for (const auto& row : rows) result.rows.push_back(row->row);
  return result;
}

}  // namespace tesselle::packing::finals
