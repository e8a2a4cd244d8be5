#include "edge/engines.hpp"

#include "edge/anneal/anneal.hpp"
#include "edge/backtrack/backtrack.hpp"
#include "edge/beam/beam.hpp"
#include "edge/corolla/corolla.hpp"
#include "edge/greedy/greedy.hpp"
#include "edge/ils/ils.hpp"
#include "edge/lns/lns.hpp"
#include "edge/meet/meet.hpp"
#include "edge/memo/memo.hpp"
#include "edge/repair/repair.hpp"
#include "edge/sat/sat.hpp"
#include "edge/scan/scan.hpp"
#include "edge/schedule/schedule.hpp"
#include "edge/smart/smart.hpp"
#include "edge/swap/swap.hpp"
#include "edge/tabu/tabu.hpp"

namespace tesselle {

std::vector<EngineInfo> edge_engines() {
  return {
      backtrack_engine(), scan_engine(),     smart_engine(),  edge_sat_engine(),  memo_engine(), meet_engine(),
      corolla_engine(),   greedy_engine(),   swap_engine(),   ils_engine(),       lns_engine(),  anneal_engine(),
      tabu_engine(),      schedule_engine(), repair_engine(), edge_beam_engine(),
  };
}

}  // namespace tesselle
