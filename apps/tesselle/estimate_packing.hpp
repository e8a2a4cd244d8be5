#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/probes.hpp"
#include "packing/estimate/fit_model.hpp"
#include "tesselle/puzzle.hpp"
#include "render/chart.hpp"

namespace tesselle {

struct PackingEstimateOptions {
  std::string engine = "auto";
  std::optional<std::uint32_t> probes{};  ///< if not given, as many as take a few seconds
  std::uint64_t seed = 1;
  std::optional<double> speed{};  ///< nodes per second; measured if not given
  bool json = false;
  std::optional<std::string> plot{};
};

/// What probes of the search tree and dives into it say about a packing puzzle.
struct PackingEstimate {
  std::string engine;
  bool reduced = false;  ///< the tree has one board of each that are symmetric
  std::uint32_t probes = 0;
  ProbedTree probed;
  double speed = 0;
  std::string site_engine;               ///< that the fit was measured with; empty if there is no model
  std::optional<packing::FitCurve> fit;  ///< only for pieces of equal size
};

/// Stops early on Ctrl-C, with what there is.
PackingEstimate estimate_packing(const Puzzle& puzzle, const PackingEstimateOptions& options);

/// Its curves: nodes per depth, fit by depth, expected tilings by size.
std::string packing_estimate_svg(const Puzzle& puzzle, const PackingEstimate& estimate);
render::Chart fit_chart(const packing::FitCurve& fit);
struct NamedModel {
  std::string name;
  packing::FitModel model;
};
/// The critical size marked is that of the first model.
render::Chart size_chart(const std::vector<NamedModel>& models, int largest);

/// The subcommand's part for packing puzzles; returns the exit code.
int report_packing_estimate(const Puzzle& puzzle, const PackingEstimateOptions& options);

}  // namespace tesselle
