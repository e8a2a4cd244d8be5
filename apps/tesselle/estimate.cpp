#include "edge/estimate/estimate.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "render/svg.hpp"
#include "reporter.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

struct EstimateOptions {
  std::string puzzle;
  std::string order = "rowscan";
  std::uint32_t probes = 10'000;
  std::uint64_t seed = 1;
  double speed = 1e8;
  bool json = false, real = false;
  std::optional<std::string> plot;
};

struct Estimates {
  edge::TreeEstimate model, probed;
  std::vector<double> real;  ///< empty if it was not asked for, or took too long
};

constexpr std::uint64_t most_real_nodes = 200'000'000;

/// The nodes per depth of a whole search, unless it is longer than what can be done while one waits.
std::vector<double> real_profile(const Puzzle& puzzle, const EstimateOptions& options) {
  struct Ignore final : SolutionSink {
    void counted(std::uint64_t, std::uint64_t) override {}
    void improved(const Solution&) override {}
    Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }
  } sink;
  const EngineInfo& scan = engine_named("scan", Family::edge);
  EngineConfig config{.goal = Goal::count};
  config.options = Options(scan.options);
  config.options.set("order", options.order);
  const auto engine = scan.make(puzzle, config);
  if (engine->advance({most_real_nodes}, sink) != Advance::exhausted) return {};
  const auto profile = engine->statistics().nodes_per_depth;
  return {profile.begin(), profile.end()};
}

std::string with_error(double value, double error) {
  return error > 0 ? fmt::format("{:.4g} ± {:.2g} (95 %)", value, 1.96 * error) : fmt::format("{:.4g}", value);
}

void print_table(const Estimates& estimates, double speed) {
  const bool real = !estimates.real.empty();
  fmt::print("{:>6} {:>12} {:>12}{}\n", "depth", "model", "probes", real ? "         real" : "");
  for (std::size_t d = 0; d < estimates.model.per_depth.size(); ++d)
    fmt::print("{:>6} {:>12.4g} {:>12.4g}{}\n", d + 1, estimates.model.per_depth[d], estimates.probed.per_depth[d],
               d < estimates.real.size() ? fmt::format(" {:>12.0f}", estimates.real[d]) : "");
  const auto print_sums = [&](const char* name, const edge::TreeEstimate& e) {
    fmt::print("{}: {} nodes, {} solutions, about {} at {:.3g} nodes per second\n", name,
               with_error(e.nodes, e.nodes_error), with_error(e.solutions, e.solutions_error),
               readable_seconds(e.nodes / speed), speed);
  };
  print_sums("model ", estimates.model);
  print_sums("probes", estimates.probed);
}

void print_json(const Puzzle& puzzle, const Estimates& estimates, const EstimateOptions& options) {
  const auto to_json = [&](const edge::TreeEstimate& e) {
    return nlohmann::json{{"nodes_per_depth", e.per_depth},       {"nodes", e.nodes},
                          {"nodes_error", e.nodes_error},         {"solutions", e.solutions},
                          {"solutions_error", e.solutions_error}, {"seconds", e.nodes / options.speed}};
  };
  nlohmann::json line = {{"event", "estimate"},
                         {"puzzle", puzzle.name},
                         {"order", options.order},
                         {"probes", options.probes},
                         {"seed", options.seed},
                         {"model", to_json(estimates.model)},
                         {"probed", to_json(estimates.probed)}};
  if (!estimates.real.empty()) line["real"] = {{"nodes_per_depth", estimates.real}};
  fmt::print("{}\n", line.dump());
}

/// Nodes per depth, one step on the left scale for each power of ten.
class Plot {
 public:
  Plot(std::size_t depths, double most) : depths_(depths), powers_(std::max(1.0, std::ceil(std::log10(most)))) {
    picture_.width = left + wide + 10;
    picture_.height = high + 60;
    const double step = std::max(1.0, std::ceil(powers_ / 12));
    for (double power = 0; power <= powers_; power += step) {
      line(left, y(power), left + wide, y(power), "#dddddd", 1);
      picture_.body += render::text(left - 6, y(power), fmt::format("10^{:.0f}", power), {11, render::ink, "end"});
    }
    for (std::size_t d = 0; d < depths; d += std::max<std::size_t>(1, depths / 12))
      picture_.body += render::text(x(d), high + 14, std::to_string(d + 1), {11});
    picture_.body += render::text(left + wide / 2, high + 32, "pieces placed", {12});
  }

  void bars(const std::vector<double>& nodes, std::string_view colour) {
    for (std::size_t d = 0; d < nodes.size(); ++d)
      if (nodes[d] >= 1)
        line(x(d), y(0), x(d), y(std::log10(nodes[d])), colour, 0.6 * wide / static_cast<double>(depths_));
  }

  void curve(const std::vector<double>& nodes, std::string_view colour) {
    for (std::size_t d = 1; d < nodes.size(); ++d)
      if (nodes[d - 1] >= 1 && nodes[d] >= 1)
        line(x(d - 1), y(std::log10(nodes[d - 1])), x(d), y(std::log10(nodes[d])), colour, 2);
  }

  void label(double at, std::string_view words, std::string_view colour) {
    line(at, high + 50, at + 24, high + 50, colour, 3);
    picture_.body += render::text(at + 30, high + 50, words, {12, render::ink, "start"});
  }

  const render::Picture& picture() const { return picture_; }

  static constexpr double left = 60, wide = 640, high = 360;

 private:
  double x(std::size_t depth) const {
    return left + wide * (static_cast<double>(depth) + 0.5) / static_cast<double>(depths_);
  }
  double y(double power) const { return high - high * power / powers_; }
  void line(double x1, double y1, double x2, double y2, std::string_view colour, double width) {
    picture_.body += render::element(
        "line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"stroke", colour}, {"stroke-width", width}});
  }

  render::Picture picture_;
  std::size_t depths_;
  double powers_;
};

std::string draw(const Puzzle& puzzle, const Estimates& estimates) {
  double most = 10;
  for (const auto* nodes : {&estimates.model.per_depth, &estimates.probed.per_depth, &estimates.real})
    for (const double n : *nodes) most = std::max(most, n);
  Plot plot(std::max<std::size_t>(1, estimates.model.per_depth.size()), most);
  plot.bars(estimates.real, "#c8d6e5");
  plot.curve(estimates.model.per_depth, "#d35400");
  plot.curve(estimates.probed.per_depth, "#2471a3");
  plot.label(Plot::left, "model", "#d35400");
  plot.label(Plot::left + 120, "probes", "#2471a3");
  if (!estimates.real.empty()) plot.label(Plot::left + 240, "real search", "#c8d6e5");
  return render::document(plot.picture(), fmt::format("{}: nodes per depth", puzzle.name), 16);
}

int estimate(const EstimateOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  if (puzzle.family() != Family::edge) throw UsageError("estimate: made for edge puzzles, this is a packing puzzle");
  const edge::Path path = edge::path_named(puzzle.edge(), options.order);
  Estimates estimates;
  estimates.model = edge::model_tree(puzzle.edge(), path);
  estimates.probed = edge::probe_tree(puzzle.edge(), path, {.probes = options.probes, .seed = options.seed});
  if (options.real) estimates.real = real_profile(puzzle, options);
  if (options.json)
    print_json(puzzle, estimates, options);
  else
    print_table(estimates, options.speed);
  if (options.real && estimates.real.empty())
    fmt::print(stderr, "the real search is longer than {} nodes and was left out\n", grouped(most_real_nodes));
  if (options.plot) write_file_atomically(*options.plot, draw(puzzle, estimates));
  return exit_codes::answered;
}

}  // namespace

void add_estimate(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EstimateOptions>();
  CLI::App* command = app.add_subcommand("estimate", "expected nodes per depth, solutions and time, before you start");
  command->add_option("puzzle", options->puzzle, "a built-in puzzle's name or a file")->required()->type_name("P");
  command->add_option("--order", options->order, "the path over the board")
      ->check(CLI::IsMember(edge::path_names()))
      ->capture_default_str();
  command->add_option("--probes", options->probes, "random probes of the tree")
      ->check(CLI::Range(1u, 10'000'000u))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the probes")->capture_default_str();
  command->add_option("--speed", options->speed, "nodes per second, for the time")
      ->check(CLI::Range(1.0, 1e15))
      ->capture_default_str();
  command->add_flag("--real", options->real,
                    "also search the whole tree, if it is not too large, and show its profile");
  command->add_flag("--json", options->json, "print one JSON object");
  command->add_option("--plot", options->plot, "draw nodes per depth, as SVG")->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = estimate(*options); });
}

}  // namespace tesselle
