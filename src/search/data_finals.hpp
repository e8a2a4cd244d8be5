#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Finals are all ways to fill the last cells of an edge-matching board; engine meet reads them from a file.
struct FinalsRequest {
  std::size_t cells = 0;           ///< how many cells at the end
  std::filesystem::path out;       ///< written in one step
  std::uint64_t max = 50'000'000;  ///< more are refused
};

struct FinalsSummary {
  std::string puzzle;
  std::size_t cells = 0;
  std::uint64_t finals = 0, bytes = 0;  ///< bytes: in memory
};

struct FinalsProgress {
  std::uint64_t finals = 0;  ///< so far
  double fraction = 0;       ///< of the work, about
};

/// Throws UsageError for a packing puzzle and if there are too many. nullopt if stopped; then there is no file.
std::optional<FinalsSummary> build_finals(const Puzzle& puzzle, const FinalsRequest& request,
                                          const std::function<void(const FinalsProgress&)>& on_progress = {},
                                          const std::stop_token& stop = {});

/// Throws InputError if the file is damaged or was made for another puzzle.
FinalsSummary read_finals(const Puzzle& puzzle, const std::filesystem::path& file);

/// One line: {"event": "finals", …}.
std::string finals_json(const FinalsSummary& summary);

}  // namespace tesselle
