#include "tesselle/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct EstimateOptions {
  std::string puzzle;
  EstimateRequest request;
  std::optional<unsigned> probes;
  std::optional<std::string> plot, run;
  bool json = false;
};

constexpr std::size_t max_depths_printed = 40;  // of more, every tenth

std::string with_interval(double value, double error) {
  return error > 0 ? fmt::format("{:.4g} ± {:.2g} (95 %)", value, 1.96 * error) : fmt::format("{:.4g}", value);
}

std::string readable_power(double log10) {
  return std::abs(log10) < 5 ? fmt::format("{:.3g}", std::pow(10, log10)) : fmt::format("10^{:.1f}", log10);
}

/// A sample that saw no solution does not tell that there is none.
std::string expected_solutions(const ExpectedTree& tree, std::uint32_t groups, std::uint32_t groups_at_end) {
  if (groups > 0 && groups_at_end == 0) return "no probe reached the end";
  std::string text = with_interval(tree.solutions, tree.solutions_error) + " solutions";
  if (groups_at_end < groups)
    text += fmt::format(" (only {} of {} groups of probes reached the end)", groups_at_end, groups);
  return text;
}

void print_sums(const char* name, const Estimate& e, const ExpectedTree& tree, const std::string& nodes,
                const std::string& solutions) {
  fmt::print("{}: {} nodes, {}, about {} at {:.3g} nodes per second\n", name, nodes, solutions,
             readable_seconds(e.seconds(tree)), e.nodes_per_second);
}

void print_edge_estimate(const Estimate& e) {
  const std::vector<double> real = e.real ? e.real->nodes_per_depth : std::vector<double>();
  fmt::print("{:>6} {:>12} {:>12}{}\n", "depth", "model", "probes", e.real ? "         real" : "");
  for (std::size_t d = 0; d < e.probed.nodes_per_depth.size(); ++d)
    fmt::print("{:>6} {:>12.4g} {:>12.4g}{}\n", d + 1, e.model->nodes_per_depth[d], e.probed.nodes_per_depth[d],
               d < real.size() ? fmt::format(" {:>12.0f}", real[d]) : "");
  print_sums("model ", e, *e.model, with_interval(e.model->nodes, e.model->nodes_error),
             expected_solutions(*e.model, 0, 0));
  print_sums("probes", e, e.probed, with_interval(e.probed.nodes, e.probed.nodes_error),
             expected_solutions(e.probed, e.probed.groups, e.probed.groups_at_end));
}

void print_packing_depths(const Estimate& e) {
  const std::vector<double>& nodes = e.probed.nodes_per_depth;
  const std::vector<double> model = e.fit ? e.fit->log10_nodes_per_depth : std::vector<double>();
  fmt::print("{:>6} {:>12} {:>12}{}\n", "depth", "probes", "branching", model.empty() ? "" : "        model");
  const std::size_t depths = std::max(nodes.size(), model.size()), step = depths > max_depths_printed ? 10 : 1;
  for (std::size_t d = 0; d < depths; d += d == 0 && step > 1 ? step - 1 : step) {
    const std::string probed = d < nodes.size() ? fmt::format("{:.4g}", nodes[d]) : "";
    const std::string branching = d < nodes.size() ? fmt::format("{:.2f}", nodes[d] / (d == 0 ? 1 : nodes[d - 1])) : "";
    fmt::print("{:>6} {:>12} {:>12} {:>12}\n", d + 1, probed, branching,
               d < model.size() ? readable_power(model[d]) : "");
  }
}

void print_fit(const ExpectedFit& fit) {
  fmt::print("\nfit probability, by dives into the tree of {} (ways to cover a site, per piece left):\n", fit.engine);
  fmt::print("{:>15} {:>9} {:>9} {:>10}\n", "pieces placed", "states", "p", "dead ends");
  for (const auto& stretch : fit.stretches)
    fmt::print("{:>15} {:>9} {:>9.4f} {:>8.0f} %\n", fmt::format("{} to {}", stretch.first, stretch.last),
               stretch.states, stretch.p, 100.0 * stretch.dead / stretch.states);
  fmt::print("model : p = {:.4f}; {} pieces tile {} in about {} ways{}\n", fit.p, fit.pieces, fit.region,
             readable_power(fit.log10_tilings),
             fit.critical_size ? fmt::format("; critical size {}", *fit.critical_size) : "");
}

void print_packing_estimate(const Estimate& e) {
  const SampledTree& tree = e.probed;
  const auto number = [&](double value, double error) {
    return tree.exact ? grouped(static_cast<std::uint64_t>(std::llround(value))) + " (exactly)"
                      : fmt::format("{:.4g} ± {:.2g} (95 %)", value, 1.96 * error);
  };
  fmt::print("engine {}{}, {} probes, {} nodes walked\n", e.engine, e.reduced ? ", one board per symmetry class" : "",
             grouped(e.probes), grouped(tree.nodes_walked));
  print_packing_depths(e);
  if (e.fit) print_fit(*e.fit);
  print_sums("probes", e, tree, number(tree.nodes, tree.nodes_error),
             number(tree.solutions, tree.solutions_error) + " solutions");
  if (!tree.exact && tree.solutions_seen == 0)
    fmt::print("no probe met a solution: there may be none, or they are rarer than 1 in {:.2g} of the last nodes\n",
               static_cast<double>(e.probes));
}

int print_estimate(EstimateOptions& options) {
  EstimateRequest& request = options.request;
  if (options.plot) require_writable(*options.plot);
  request.puzzle = std::make_shared<const Puzzle>(load_puzzle(options.puzzle));
  if (options.probes) request.probes = *options.probes;
  if (options.run) request.run = *options.run;
  const Estimate result = estimate(request, stop_on_signals());
  const bool nothing_known = !result.complete && result.probed.nodes_per_depth.empty();
  if (options.json)
    fmt::print("{}\n", estimate_json(*request.puzzle, result));
  else if (nothing_known)
    fmt::print("stopped before anything was known\n");
  else if (request.puzzle->family() == Family::edge)
    print_edge_estimate(result);
  else
    print_packing_estimate(result);
  if (!options.json && !result.complete && !nothing_known) fmt::print("stopped: these numbers are not complete\n");
  for (const std::string& remark : result.remarks) tell("{}\n", remark);
  if (options.plot && !nothing_known) {
    write_file_atomically(*options.plot, estimate_svg(*request.puzzle, result));
    say_written(*options.plot);
  }
  return result.complete ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_estimate(Command program) {
  auto options = std::make_shared<EstimateOptions>();
  EstimateRequest& request = options->request;
  Command command = program.subcommand("estimate", "expected nodes per depth, solutions and time, before you start");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--order", request.order, "the path over the board").one_of(estimate_orders()).show_default();
  command
      .option("--probes", options->probes,
              "random probes of the tree (default: 10000; packing puzzles: what takes a few seconds)")
      .range(1u, 10'000'000u);
  command.option("--seed", request.seed, "seed of the probes").show_default();
  command.option("--speed", request.nodes_per_second, "nodes per second, for the time (default: a short run tells)")
      .range(1.0, 1e15);
  Option real =
      command.flag("--real", request.real, "also search the whole tree, if it is not too large, and show its profile");
  command.option("--run", options->run, "show the profile of a run beside it, from count --profile FILE")
      .value("FILE")
      .excludes(real);
  command.flag("--json", options->json, "print one JSON object");
  command.option("--plot", options->plot, "draw nodes per depth, as SVG").value("FILE");
  command.option("--engine", request.engine, "packing puzzles: whose tree is probed").show_default();
  command.on_run([options] { return print_estimate(*options); });
}

}  // namespace tesselle
