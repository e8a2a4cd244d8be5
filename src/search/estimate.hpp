#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What a search has to expect, asked before it is started. Only `puzzle` must be set.
struct EstimateRequest {
  std::shared_ptr<const Puzzle> puzzle;
  std::optional<std::uint32_t> probes{};  ///< of the tree; by default 10 000, for packing what takes a few seconds
  std::uint64_t seed = 1;
  std::optional<double> nodes_per_second{};  ///< for the time; by default measured in a short search

  // Edge-matching.
  std::string order = "rowscan";               ///< the path over the board, one of estimate_orders()
  bool real = false;                           ///< search the whole tree too, if it is not too large
  std::optional<std::filesystem::path> run{};  ///< the profile of a run to compare with (`count --profile FILE`)

  // Packing.
  std::string engine = "auto";  ///< whose tree is probed
};

/// What a model or a sample says about a search tree.
struct ExpectedTree {
  std::vector<double> nodes_per_depth;  ///< index 0: first placements
  double nodes = 0, nodes_error = 0;    ///< the error is the standard error, 0 where there is none
  double solutions = 0, solutions_error = 0;
};

/// By random probes, which go down in groups.
struct SampledTree : ExpectedTree {
  // Edge-matching.
  std::uint32_t groups = 0, groups_at_end = 0;  ///< all, and those that reached a solution
  // Packing.
  std::uint64_t solutions_seen = 0, nodes_walked = 0;  ///< by the probes themselves
  bool exact = false;                                  ///< the probes walked every node
};

/// Puzzles of many similar pieces: with k pieces left, a site can be covered in k p ways (Selby and Riordan 2000).
struct ExpectedFit {
  struct Stretch {
    int first = 0, last = 0;  ///< pieces on the board
    double p = 0;
    std::uint32_t states = 0, dead = 0;  ///< states looked at; of these, dead ends
  };
  std::string engine;  ///< that it was measured with
  int pieces = 0;      ///< that there are
  int region = 0;      ///< that the region takes
  double p = 0;        ///< of all stretches
  double log10_tilings = 0;
  std::optional<int> critical_size;           ///< from this size on, n pieces are expected to tile n pieces' area
  std::vector<double> log10_nodes_per_depth;  ///< by the model
  std::vector<Stretch> stretches;
};

/// A real search, for comparison.
struct RealTree {
  std::string name;  ///< "real search", "run of scan, unfinished"
  std::vector<double> nodes_per_depth;
};

struct Estimate {
  std::string engine;    ///< whose tree this is about
  std::string order;     ///< edge-matching: its path over the board
  bool reduced = false;  ///< the tree has one board per symmetry class
  std::uint32_t probes = 0;
  std::uint64_t seed = 1;
  double nodes_per_second = 0;
  SampledTree probed;
  std::optional<ExpectedTree> model{};  ///< edge-matching: from colour statistics alone
  std::optional<ExpectedFit> fit{};     ///< packing: only for pieces of equal size
  std::optional<RealTree> real{};
  std::vector<std::string> remarks{};  ///< what a reader of the numbers must know
  bool complete = true;                ///< false: stopped, the numbers come from fewer probes

  double seconds(const ExpectedTree& tree) const { return tree.nodes / nodes_per_second; }
};

/// Takes a few seconds; if it is stopped, it returns what was found so far. Throws UsageError for what the puzzle's
/// family does not have, InputError if the run's profile cannot be read or is of another puzzle.
Estimate estimate(const EstimateRequest& request, std::stop_token stop = {});

/// The paths over an edge-matching board that can be estimated.
const std::vector<std::string>& estimate_orders();

/// One line of JSON, without the newline: "event": "estimate".
std::string estimate_json(const Puzzle& puzzle, const Estimate& estimate);

/// Its curves as one SVG document: nodes per depth; for packing also the fit by depth and expected tilings by size.
std::string estimate_svg(const Puzzle& puzzle, const Estimate& estimate);

}  // namespace tesselle
