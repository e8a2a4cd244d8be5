
#include "base/hash.hpp"
#include "base/json.hpp"
#include "search/estimate.hpp"
#include "tesselle/events.hpp"

namespace tesselle {
namespace {

Json tree_json(const Estimate& estimate, const ExpectedTree& tree) {
  return {{"nodes_per_depth", tree.nodes_per_depth}, {"nodes", tree.nodes},
          {"nodes_error", tree.nodes_error},         {"solutions", tree.solutions},
          {"solutions_error", tree.solutions_error}, {"seconds", estimate.seconds(tree)}};
}

Json fit_json(const ExpectedFit& fit) {
  Json stretches = Json::list();
  for (const auto& s : fit.stretches)
    stretches.push_back({{"first", s.first}, {"last", s.last}, {"p", s.p}, {"states", s.states}, {"dead", s.dead}});
  return {{"engine", fit.engine},
          {"pieces", fit.pieces},
          {"region", fit.region},
          {"p", fit.p},
          {"log10_tilings", fit.log10_tilings},
          {"critical_size", fit.critical_size.value_or(0)},
          {"stretches", stretches}};
}

void add_edge_keys(const Estimate& estimate, Json& json) {
  json["order"] = estimate.order;
  json["model"] = tree_json(estimate, *estimate.model);
  json["probed"]["groups"] = estimate.probed.groups;
  json["probed"]["groups_at_end"] = estimate.probed.groups_at_end;
  if (estimate.real)
    json["real"] = {{"name", estimate.real->name}, {"nodes_per_depth", estimate.real->nodes_per_depth}};
}

void add_packing_keys(const Estimate& estimate, Json& json) {
  json["speed"] = estimate.nodes_per_second;
  json["probed"]["solutions_seen"] = estimate.probed.solutions_seen;
  json["probed"]["exact"] = estimate.probed.exact;
  json["probed"]["complete"] = estimate.complete;
  if (estimate.fit) json["model"] = fit_json(*estimate.fit);
}

}  // namespace

std::string estimate_json(const Puzzle& puzzle, const Estimate& estimate) {
  Json json = {{"event", "estimate"},
               {"puzzle", puzzle.name},
               {"hash", hex64(puzzle_hash(puzzle))},
               {"engine", estimate.engine},
               {"symmetry", estimate.reduced ? "distinct" : "all"},
               {"probes", estimate.probes},
               {"seed", estimate.seed},
               {"nodes_per_second", estimate.nodes_per_second},
               {"complete", estimate.complete},
               {"probed", tree_json(estimate, estimate.probed)}};
  if (puzzle.family() == Family::edge)
    add_edge_keys(estimate, json);
  else
    add_packing_keys(estimate, json);
  json["remarks"] = estimate.remarks;
  json["version"] = version();
  return json.dump();
}

}  // namespace tesselle
