#include "packing/dlx/dlx.hpp"

#include "engine/tree_search.hpp"
#include "packing/dlx/cover_space.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_dlx(const Puzzle& puzzle, const EngineConfig&) {
  return std::make_unique<TreeSearch<packing::CoverSpace>>(packing::CoverSpace(puzzle.packing()));
}

}  // namespace

EngineInfo dlx_engine() {
  EngineInfo info;
  info.name = "dlx";
  info.family = Family::packing;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<packing::CoverSpace>>();
  info.summary = "exact cover with dancing links, fewest candidates first: the yardstick";
  info.factory = make_dlx;
  return info;
}

}  // namespace tesselle
