#include "packing/engines.hpp"

#include "packing/cover/cover.hpp"
#include "packing/dlx/dlx.hpp"

namespace tesselle {

std::vector<EngineInfo> packing_engines() {
  return {
      cover_engine(),
      dlx_engine(),
  };
}

}  // namespace tesselle
