#include "packing/engines.hpp"

namespace tesselle {

std::vector<EngineInfo> packing_engines() {
  return {
  };
}

}  // namespace tesselle
