#include "edge/engines.hpp"

namespace tesselle {

std::vector<EngineInfo> edge_engines() {
  return {
  };
}

}  // namespace tesselle
