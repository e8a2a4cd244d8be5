#include "edge/engines.hpp"

#include "edge/backtrack/backtrack.hpp"

namespace tesselle {

std::vector<EngineInfo> edge_engines() {
  return {
      backtrack_engine(),
  };
}

}  // namespace tesselle
