#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "packing/finals/finals_data.hpp"

namespace tesselle::packing::finals {

/// Ways to give some of the regions disjoint sets of the pieces chosen, counted in the lists and expected by the
/// values.
struct CalibrationRow {
  std::vector<std::size_t> regions;  ///< one, two, or all
  std::uint64_t counted = 0;
  double expected = 0;
};

struct Calibration {
  std::size_t pieces = 0;   ///< chosen at a time
  std::size_t choices = 0;  ///< made
  std::vector<CalibrationRow> rows;
};

/// Does the expectation hold? Chooses `pieces` of the pool at random, `choices` times, and adds up. The lists must be
/// complete. Regions that take more pieces than are chosen are left out. Pieces may be left over, so there is no factor
/// for parities.
Calibration calibrate(const PackingPuzzle& drafter, const FinalsData& data, std::size_t pieces, std::size_t choices,
                      std::uint64_t seed, const std::stop_token& stop = {});

}  // namespace tesselle::packing::finals
