#include "packing/engines.hpp"

#include "packing/beam/beam_engine.hpp"
#include "packing/cover/cover.hpp"
#include "packing/dlx/dlx.hpp"
#include "packing/fill/fill.hpp"
#include "packing/finals/finals_engine.hpp"
#include "packing/frontier/frontier.hpp"
#include "packing/interval/interval.hpp"
#include "packing/pack/pack.hpp"
#include "packing/sat/sat.hpp"
#include "packing/tile/tile.hpp"

namespace tesselle {

std::vector<EngineInfo> packing_engines() {
  return {
      cover_engine(),          fill_engine(),     dlx_engine(),         tile_engine(),     packing_beam_engine(),
      packing_finals_engine(), frontier_engine(), packing_sat_engine(), interval_engine(), pack_engine(),
  };
}

}  // namespace tesselle
