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
  std::size_t samples = 1000;                     ///< sets of a region that values are learned from
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
/// far. Throws UsageError if the puzzle has no finals of this kind, InputError if a file is damaged or another
/// puzzle's.
PackingFinalsSummary learn_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                          const OnPackingFinals& on_progress = {}, const std::stop_token& stop = {});
/// The same, then lists the sets. Stopped early, the file holds what is listed so far, and a second call goes on.
PackingFinalsSummary build_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                          const OnPackingFinals& on_progress = {}, const std::stop_token& stop = {});
PackingFinalsSummary read_packing_finals(const Puzzle& puzzle, const std::filesystem::path& file);

/// One line: {"event": "packing_finals", …}.
std::string packing_finals_json(const PackingFinalsSummary& summary);

}  // namespace tesselle
