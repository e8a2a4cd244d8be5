#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// The searches that regions to learn from are taken from.
struct LearnSearches {
  std::size_t searches = 8;        ///< per round
  std::size_t width = 100;         ///< of their beams
  double noise = 0.6;              ///< of their scores
  int smallest = 8, largest = 24;  ///< regions that are tiled, in pieces
  std::uint64_t seed = 1;
};

/// How a tileability model is learned, in rounds: search with the model so far, tile regions that the searches met,
/// fit the model to all samples. docs/tileability.md explains the model.
struct LearnRequest : LearnSearches {
  std::string start = "plain";                     ///< the model to begin with: "plain", "shipped" or a file
  std::filesystem::path out;                       ///< the model, written after every round
  std::optional<std::filesystem::path> samples{};  ///< kept there; learning begins with those in it
  int rounds = 10;
  std::optional<double> seconds{};  ///< no new round after this time
  unsigned threads = 0;             ///< 0: as many as this process may use
};

struct LearnRound {
  int round = 0;
  std::size_t samples = 0;    ///< so far
  std::uint64_t nodes = 0;    ///< so far
  double log_likelihood = 0;  ///< per sample
  double seconds = 0;
};

struct RankedPiece {
  std::string piece;
  double value = 0;  ///< the lower, the harder
};

/// What is known of a model.
struct ModelSummary {
  std::string puzzle;               ///< what it was learned from
  std::vector<RankedPiece> pieces;  ///< hardest first
  std::size_t corner_kinds = 0, middle_kinds = 0;
};

struct Learned {
  ModelSummary model;
  std::size_t samples = 0;  ///< 0: no region of the wanted size was tiled, so the model is the one it began with
};

/// Model and samples are written even if it is stopped: the searches of the round end early, and what they found is
/// fitted as usual. Throws UsageError for puzzles that engine tile cannot search.
Learned learn_tileability(const Puzzle& puzzle, const LearnRequest& request,
                          const std::function<void(const LearnRound&)>& on_round = {},
                          const std::stop_token& stop = {});

/// "shipped", "plain", or a file. Throws InputError.
ModelSummary read_tileability(const std::string& model);

}  // namespace tesselle
