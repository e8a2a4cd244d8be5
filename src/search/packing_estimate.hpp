#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/probes.hpp"
#include "packing/estimate/fit_model.hpp"
#include "render/chart.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

struct PackingEstimateOptions {
  std::string engine = "auto";
  std::optional<std::uint32_t> probes{};  ///< if not given, as many as take a few seconds
  std::uint64_t seed = 1;
  std::optional<double> speed{};  ///< nodes per second; measured if not given
};

/// What probes of the search tree and dives into it say about a packing puzzle.
struct PackingEstimate {
  std::string engine;
  bool reduced = false;  ///< the tree has one board per symmetry class
  std::uint32_t probes = 0;
  ProbedTree probed;
  double speed = 0;
  std::string site_engine;               ///< that the fit was measured with; empty if there is no model
  std::optional<packing::FitCurve> fit;  ///< only for pieces of equal size
};

/// If it is stopped, it returns what was found so far. Throws UsageError if the engine does not take the puzzle.
PackingEstimate estimate_packing(const Puzzle& puzzle, const PackingEstimateOptions& options,
                                 std::stop_token stop = {});

/// The fit probability by depth, and the one p that stands for all of it.
render::Chart fit_chart(const packing::FitCurve& fit);

struct NamedModel {
  std::string name;
  packing::FitModel model;
};
/// Expected tilings by size. The critical size marked is that of the first model.
render::Chart size_chart(const std::vector<NamedModel>& models, int largest);

}  // namespace tesselle
