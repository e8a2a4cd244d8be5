#pragma once

#include <functional>
#include <stop_token>

#include "edge/corolla_data/corolla_file.hpp"

namespace tesselle::edge::corollas {

struct BuildSettings {
  int radius = 1;
  unsigned threads = 1;
  /// Of a zone whose fillings take more bytes than this (before compression) only counts are kept.
  std::uint64_t store_limit = std::uint64_t{64} << 20;
  /// Counting with one centre stops here.
  std::uint64_t count_limit = 100'000'000;
};

struct BuildProgress {
  std::size_t zone = 0, zones = 0;
  std::size_t centres_done = 0, centres = 0;
};

enum class BuildEnd { built, stopped };

/// Grows the corollas of every zone and writes them, zone by zone, the centres of a zone in parallel. Memory: per
/// thread a block of fillings and the counts of one centre, besides the counts that go into the file.
/// When `stop` is requested no file is left. `progress` is called from the worker threads, one at a time.
BuildEnd build_corollas(const Puzzle& puzzle, const std::filesystem::path& path, const BuildSettings& settings,
                        const std::stop_token& stop, const std::function<void(const BuildProgress&)>& progress);

/// The counts alone, in memory: per zone and value. Counting with one centre stops at `count_limit`.
std::vector<std::vector<std::uint64_t>> count_corollas(const PatchPieces& pieces, const ZoneMap& map,
                                                       std::uint64_t count_limit);

}  // namespace tesselle::edge::corollas
