#include <algorithm>
#include <map>
#include <numeric>

#include "study/opening_results.hpp"
#include "study/smartforce.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::study::smartforce {
namespace {

constexpr std::size_t openings_wanted = 1000;

/// As if the openings had been searched in this order.
Ranking::Order walked(const std::vector<UnitResult>& results, const std::vector<std::size_t>& order,
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

/// The places in the set of its openings ranked anew by domains.
std::vector<std::size_t> order_by_domains(const OpeningSet& set) {
  std::map<std::vector<std::uint32_t>, std::size_t> number;
  for (std::size_t i = 0; i < set.openings.size(); ++i) number[set.openings[i].position.choices] = i;
  OpeningSet again = set;
  rank_openings(again, OpeningRank::domains);
  std::vector<std::size_t> order;
  for (const Opening& opening : again.openings) order.push_back(number.at(opening.position.choices));
  return order;
}

}  // namespace

std::optional<OpeningSet> openings_of(const Trial& trial, const std::stop_token& stop) {
  SearchRequest request;
  request.puzzle = share(trial.puzzle);
  request.engine = "scan";
  request.symmetry = Symmetry::distinct;
  return build_openings(std::move(request), {.count = openings_wanted}, stop);
}

std::optional<Ranking> ranking_of(const Trial& trial, double limit, const std::stop_token& stop) {
  Ranking ranking;
  ranking.trial = &trial;
  CpuLimit cpu(limit, stop);
  std::optional<OpeningSet> built;
  try {
    built = openings_of(trial, stop);
  } catch (const UsageError&) {
    return std::nullopt;
  }
  if (!built) return std::nullopt;
  const OpeningSet& set = *built;
  ranking.before_seconds = cpu.used();
  ranking.openings = set.openings.size();

  OpeningResults openings(set);
  solve_openings(set, openings, {.threads = 1}, cpu.subscriber(), cpu.token());
  const UnitTotals totals = openings.totals();
  if (!openings.all_done() || totals.solutions == 0) return std::nullopt;
  ranking.nodes = totals.nodes;

  const auto walk = [&](const std::vector<std::size_t>& order) {
    return walked(openings.results(), order, ranking.nodes, totals.solutions);
  };
  std::vector<std::size_t> order(set.openings.size());
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

}  // namespace tesselle::study::smartforce
