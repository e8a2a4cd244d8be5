#include "packing/engines.hpp"

#include "packing/dlx/dlx.hpp"
#include "packing/tile/tile.hpp"

namespace tesselle {

std::vector<EngineInfo> packing_engines() {
  return {
      dlx_engine(),
      tile_engine(),
  };
}

}  // namespace tesselle
