#include <fmt/format.h>

#include "render/search_tree.hpp"
#include "search/recorder.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/recording.hpp"

namespace tesselle {

std::string search_tree_svg(const SearchRequest& request, const SearchTreeStyle& style, const std::stop_token& stop) {
  const auto view = render::tree_views().find(style.view);
  if (view == render::tree_views().end())
    throw UsageError(fmt::format("view: found '{}', expected auto, upright, radial, flame or depths", style.view));
  RecordingLimits limits;
  if (style.depth) limits.max_depth = *style.depth;
  return tree_svg({folded(record(request, limits, stop), limits.max_depth, style.max_nodes)}, view->second);
}

}  // namespace tesselle
