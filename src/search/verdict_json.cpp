#include "search/verdict_json.hpp"

#include "base/hash.hpp"
#include "base/json.hpp"

namespace tesselle {
namespace {

Json faults_json(const std::vector<Fault>& faults) {
  Json list = Json::list();
  for (const Fault& fault : faults) list.push_back(fault.what);
  return list;
}

}  // namespace

std::string verdict_json(const Puzzle& puzzle, const Verdict& verdict) {
  const Json json = {{"event", "verdict"},
                     {"solves", verdict.solves()},
                     {"legal", verdict.legal()},
                     {"complete", verdict.complete},
                     {"score", verdict.score},
                     {"max_score", verdict.max_score},
                     {"conflicts", verdict.conflicts},
                     {"faults", faults_json(verdict.faults)},
                     {"shortfalls", faults_json(verdict.shortfalls)},
                     {"puzzle", puzzle.name},
                     {"hash", hex64(puzzle_hash(puzzle))}};
  return json.dump();
}

std::string proof_json(const ProofVerdict& verdict) {
  const Json json = {{"event", "proof"},         {"accepted", verdict.accepted},   {"clauses", verdict.clauses},
                     {"lemmas", verdict.lemmas}, {"deletions", verdict.deletions}, {"reason", verdict.reason}};
  return json.dump();
}

}  // namespace tesselle
