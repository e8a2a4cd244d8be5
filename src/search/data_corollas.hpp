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

/// A corolla is a piece with a filling of the cells around it. A zone is all cells of the board around which the cells
/// look the same up to rotation; corollas are kept in a file zone by zone. Engines smart and corolla read it.
struct CorollasRequest {
  int radius = 1;  ///< a corolla has the cells at most this far from its centre
  unsigned threads = 0;
  std::uint64_t store_limit = std::uint64_t{64} << 20;  ///< bytes; of a zone that takes more only counts are kept
  std::uint64_t count_limit = 100'000'000;              ///< per centre
};
constexpr int max_corolla_radius = 6;

struct CorollasProgress {
  std::size_t zone = 0, zones = 0;  ///< zone: from 1
  std::size_t centres_done = 0, centres = 0;
};

/// How many corollas show a colour on a side of the frontier.
struct CorollaSideCount {
  std::uint16_t side = 0;  ///< of CorollaZone::frontier
  std::uint16_t colour = 0;
  std::uint64_t corollas = 0;
};

/// A piece and how it is turned, in the centre of a zone.
struct CorollaCentre {
  std::string pieces;  ///< its number; twins, which have the same corollas, as "3=17"
  int rotation = 0;    ///< clockwise quarter turns
  std::array<int, 4> sides{};
  std::uint64_t corollas = 0;
  bool all = true;  ///< false: counting stopped at the limit
  std::vector<CorollaSideCount> frontier;
};

struct CorollaZone {
  std::size_t cells = 0;                               ///< of the board
  std::size_t patch = 0;                               ///< cells of a corolla
  std::vector<std::string> frontier;                   ///< sides behind which the board goes on, such as "(+0,+1) east"
  std::size_t centres_found = 0, centres_allowed = 0;  ///< symmetric copies included
  std::uint64_t corollas = 0;                          ///< symmetric copies included
  bool all = true, fillings_kept = true;
  std::vector<std::uint64_t> per_piece;  ///< as CorollasSummary::pieces
  std::vector<CorollaCentre> centres;    ///< of those that the zone's symmetry turns into one another, one
};

struct CorollasSummary {
  std::string puzzle;
  int radius = 1, width = 0, height = 0;
  std::vector<std::uint32_t> zone_of_cell;  ///< from 1, row by row
  std::vector<std::string> pieces;          ///< as CorollaCentre::pieces
  std::vector<CorollaZone> zones;
  std::uint64_t bytes = 0;  ///< of the file

  std::uint64_t corollas() const;
  bool all() const;
  std::size_t zones_counted_only() const;
};

/// Grows all corollas of the puzzle and writes them to the file. Throws UsageError for a packing puzzle. nullopt if
/// stopped; then there is no file. `progress` is called from the worker threads, one at a time.
std::optional<CorollasSummary> build_corollas(const Puzzle& puzzle, const std::filesystem::path& file,
                                              const CorollasRequest& request,
                                              const std::function<void(const CorollasProgress&)>& progress = {},
                                              const std::stop_token& stop = {});

/// Throws InputError if it is not a corollas file, or damaged.
CorollasSummary read_corollas(const std::filesystem::path& file);
/// Counted from 1. Throws UsageError if there is no such zone.
const CorollaZone& zone_of(const CorollasSummary& summary, std::size_t zone, const std::string& option = "--zone");

/// What was built, as one line {"event": "built", …}; what a file holds, as a line {"event": "corollas", …} and a line
/// {"event": "zone", …} for each zone.
std::string corollas_built_json(const CorollasSummary& summary, double seconds);
std::vector<std::string> corollas_json(const CorollasSummary& summary);

}  // namespace tesselle
