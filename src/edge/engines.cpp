#include "edge/engines.hpp"

#include "edge/backtrack/backtrack.hpp"
#include "edge/scan/scan.hpp"
#include "edge/schedule/schedule.hpp"

namespace tesselle {

std::vector<EngineInfo> edge_engines() {
  return {
      backtrack_engine(),
      scan_engine(),
      schedule_engine(),
  };
}

}  // namespace tesselle
