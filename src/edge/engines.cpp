#include "edge/engines.hpp"

#include "edge/backtrack/backtrack.hpp"
#include "edge/greedy/greedy.hpp"
#include "edge/ils/ils.hpp"
#include "edge/lns/lns.hpp"
#include "edge/scan/scan.hpp"
#include "edge/schedule/schedule.hpp"
#include "edge/smart/smart.hpp"
#include "edge/swap/swap.hpp"

namespace tesselle {

std::vector<EngineInfo> edge_engines() {
  return {
      backtrack_engine(),
      scan_engine(),
      smart_engine(),
      greedy_engine(),
      swap_engine(),
      ils_engine(),
      lns_engine(),
      schedule_engine(),
  };
}

}  // namespace tesselle
