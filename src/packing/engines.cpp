#include "packing/engines.hpp"

#include "packing/dlx/dlx.hpp"

namespace tesselle {

std::vector<EngineInfo> packing_engines() {
  return {
      dlx_engine(),
  };
}

}  // namespace tesselle
