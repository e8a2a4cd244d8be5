#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Finals of a packing puzzle: regions of its board and the sets of pieces that tile them; engine finals reads them
/// from a file. docs/engines/finals-packing.md tells what they are good for.
struct PackingFinalsRequest {
  std::filesystem::path out;                      ///< an existing file is continued
  std::optional<std::filesystem::path> shapes{};  ///< a file of regions; without one they are proposed
  int regions = 3;                                ///< to be proposed
  int smallest = 16, largest = 18;                ///< their sizes, in pieces
  std::size_t pool = 64;                          ///< the easiest pieces, of which sets are listed
  std::size_t samples = 5000;                     ///< tilings of a region that values are learned from
  std::string model = "shipped";                  ///< tileability model
  std::uint64_t seed = 1;                         ///< of the proposal
  unsigned threads = 0;                           ///< 0: as many as this process may use
};

struct FinalsRegionSummary {
  std::array<int, 6> sides{};
  int pieces = 0;
  int symmetries = 1;
  double hardest = 0, easiest = 0;          ///< values of pieces
  std::uint64_t sets = 0;                   ///< listed so far
  std::uint64_t parts_done = 0, parts = 0;  ///< of the list
  int parity = 0;                           ///< conditions that all its sets have in common
};

struct PackingFinalsSummary {
  std::string puzzle;
  std::size_t pool = 0;
  bool learned = false, listed = false;
  std::vector<FinalsRegionSummary> regions;
};

/// Called whenever the file was written, about once a minute.
using OnPackingFinals = std::function<void(const PackingFinalsSummary&)>;

/// Chooses regions and learns what each piece is worth in them. Stopped early, the file holds the regions learned so
/// far; stopped while they are chosen, there is none, and nullopt is returned. Throws UsageError if the puzzle has no
/// finals of this kind, InputError if a file is damaged or another puzzle's.
std::optional<PackingFinalsSummary> learn_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                                         const OnPackingFinals& on_progress = {},
                                                         const std::stop_token& stop = {});
/// The same, then lists the sets. Stopped early, the file holds what is listed so far, and a second call goes on.
std::optional<PackingFinalsSummary> build_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                                         const OnPackingFinals& on_progress = {},
                                                         const std::stop_token& stop = {});
PackingFinalsSummary read_packing_finals(const Puzzle& puzzle, const std::filesystem::path& file);

struct FinalsForecastRequest {
  std::filesystem::path file;  ///< made by finals learn or finals build
  std::size_t pool = 0;        ///< the easiest pieces; 0: those that the file's sets are made of
  std::size_t width = 1000;    ///< of the beam
  int runs = 1;                ///< with different seeds
  double rest_weight = 1.5, finals_weight = 3, outside = 3;  ///< as the engine's options
  std::string model = "shipped";
  std::uint64_t seed = 1;
  unsigned threads = 1;  ///< 0: as many as this process may use
};

/// What rounds of engine finals lead to; sums over the runs.
struct FinalsForecast {
  std::string puzzle;
  std::size_t pool = 0, width = 0;
  int runs = 0;
  std::uint64_t nodes = 0, rests_tiled = 0, rests_usable = 0;
  double expected = 0;       ///< tilings
  double best_share = 0;     ///< of one run's expectation: that of its best rest, mean over the runs
  double parity_factor = 1;  ///< in `expected`; known once there are lists
  double cpu_seconds = 0;
  /// CPU time until one tiling is expected; nullopt if none ever is.
  std::optional<double> cpu_hours_per_tiling() const;
};

/// Needs values of pieces, no lists. Throws as read_packing_finals().
FinalsForecast forecast_packing_finals(const Puzzle& puzzle, const FinalsForecastRequest& request,
                                       const std::stop_token& stop = {});
/// One line: {"event": "finals_forecast", …}.
std::string finals_forecast_json(const FinalsForecast& forecast);

struct FinalsCheckRequest {
  std::filesystem::path file;  ///< made by finals build, complete
  std::size_t pieces = 0;      ///< chosen at random from the pool; 0: all of it
  std::size_t choices = 1;
  std::uint64_t seed = 1;
};

/// Counts in the lists beside the numbers that the values of pieces give.
struct FinalsCheck {
  struct Row {
    std::vector<std::size_t> regions;  ///< that get disjoint sets, from 1
    std::uint64_t counted = 0;
    double expected = 0;
  };
  std::string puzzle;
  std::size_t pieces = 0, choices = 0;
  std::vector<Row> rows;
};

/// Throws as read_packing_finals(), and UsageError if the lists are not complete.
FinalsCheck check_packing_finals(const Puzzle& puzzle, const FinalsCheckRequest& request,
                                 const std::stop_token& stop = {});
/// One line: {"event": "finals_check", …}.
std::string finals_check_json(const FinalsCheck& check);

/// One line: {"event": "packing_finals", …}.
std::string packing_finals_json(const PackingFinalsSummary& summary);

}  // namespace tesselle
