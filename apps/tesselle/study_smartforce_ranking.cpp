#include <algorithm>
#include <map>
#include <numeric>

#include "base/effort.hpp"
#include "tesselle/errors.hpp"
#include "run/openings.hpp"
#include "run/registry.hpp"
#include "study_smartforce.hpp"

namespace tesselle::smartforce {
namespace {

constexpr std::size_t openings_wanted = 1000;

/// Walks the results in this order.
Ranking::Order walked(const std::vector<OpeningResult>& results, const std::vector<std::size_t>& order,
                      std::uint64_t all_nodes, std::uint64_t all_solutions) {
  Ranking::Order walk;
  std::uint64_t nodes = 0, solutions = 0, early = 0;
  for (const std::size_t opening : order) {
    nodes += results[opening].nodes;
    if (solutions == 0 && results[opening].solutions > 0) walk.to_first = nodes;
    solutions += results[opening].solutions;
    if (nodes * 10 <= all_nodes) early = solutions;
  }
  walk.after_a_tenth = static_cast<double>(early) / static_cast<double>(all_solutions);
  return walk;
}

/// Where the openings of a set, ranked anew by domains, are in it.
std::vector<std::size_t> order_by_domains(const OpeningSet& set) {
  std::map<std::vector<std::uint32_t>, std::size_t> number;
  for (std::size_t i = 0; i < set.openings.size(); ++i) number[set.openings[i].position.choices] = i;
  OpeningSet again = set;
  tesselle::rank_openings(again, OpeningRank::domains);
  std::vector<std::size_t> order;
  for (const Opening& opening : again.openings) order.push_back(number.at(opening.position.choices));
  return order;
}

}  // namespace

std::optional<Ranking> rank_openings(const Trial& trial, double limit, const std::function<bool()>& stopped) {
  RunRequest request;
  request.puzzle = &trial.puzzle;
  request.engine = &engine_named("scan", Family::edge);
  request.config.goal = Goal::count;
  request.config.symmetry = SearchSymmetry::reduced;
  request.config.options = Options(request.engine->options);
  Ranking ranking;
  ranking.trial = &trial;
  const EffortMeter effort;
  OpeningSet set;
  try {
    set = *build_openings(request, {.count = openings_wanted});
  } catch (const UsageError&) {
    return std::nullopt;
  }
  ranking.before_seconds = effort.cpu_seconds();
  ranking.openings = set.openings.size();

  std::vector<OpeningResult> results(set.openings.size());
  std::atomic<bool> stop = false;
  std::uint64_t solutions = 0;
  const bool all = solve_openings(set, std::vector<bool>(results.size(), false), 1, stop, [&](const OpeningResult& r) {
    results[r.opening] = r;
    ranking.nodes += r.nodes;
    solutions += r.solutions;
    stop = stopped() || effort.cpu_seconds() > limit;
  });
  if (!all || solutions == 0) return std::nullopt;

  const auto walk = [&](const std::vector<std::size_t>& order) {
    return walked(results, order, ranking.nodes, solutions);
  };
  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  ranking.largest = walk(order);
  ranking.smallest = walk({order.rbegin(), order.rend()});
  const std::vector<std::size_t> by_domains = order_by_domains(set);
  ranking.widest = walk(by_domains);
  ranking.narrowest = walk({by_domains.rbegin(), by_domains.rend()});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return set.openings[a].position.choices < set.openings[b].position.choices;
  });
  ranking.plain = walk(order);
  return ranking;
}

}  // namespace tesselle::smartforce
