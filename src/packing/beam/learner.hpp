#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/parallel.hpp"
#include "packing/tileability/fit.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing::beam {

struct LearnSettings {
  std::size_t searches = 8;        ///< beam searches per round
  std::size_t width = 100;         ///< of their beams
  double noise = 0.6;              ///< of their scores, so that no two meet the same states
  int smallest = 8, largest = 24;  ///< sizes of the regions that are tiled, in pieces
  int samples_per_search = 34;
  double tilings = 10;                 ///< spare pieces: enough for about this many tilings of a region
  std::uint64_t node_limit = 150'000;  ///< for one region
  std::uint64_t seed = 1;
};

/// Learns a model in rounds: search with the model so far, tile regions that the searches met with spare pieces, fit.
/// Half of the searches are real ones, whose regions are tiled with the pieces left and the easiest others; the rest
/// have two copies of every piece, so that even a poor model gets them to small regions, which are tiled with any
/// pieces.
class Learner {
 public:
  virtual ~Learner() = default;
  /// Searches and tiles; adds to the samples. `stop` ends it early, and what was found until then is kept.
  virtual void search(const ParallelFor& parallel, const std::stop_token& stop = {}) = 0;
  /// Fits the model to all samples.
  virtual void fit() = 0;

  virtual const tileability::Model& model() const = 0;
  virtual const std::vector<tileability::Sample>& samples() const = 0;
  virtual void add(std::vector<tileability::Sample> samples) = 0;
  virtual double log_likelihood() const = 0;
  virtual std::uint64_t nodes() const = 0;
};

/// Throws UsageError if the puzzle cannot be tiled by the tile engine or has too many pieces.
std::unique_ptr<Learner> make_learner(const Puzzle& puzzle, tileability::Model start, const LearnSettings& settings);

/// Samples as text, one line each, so that learning can go on later.
std::string write_samples(const std::vector<tileability::Sample>& samples);
/// Throws InputError with the place.
std::vector<tileability::Sample> read_samples(std::string_view text, const std::string& file);

}  // namespace tesselle::packing::beam
