#include <algorithm>

#include "render/search_tree.hpp"
#include "search/recorder.hpp"
#include "tesselle/tree.hpp"

namespace tesselle {

std::vector<std::string> search_tree_views() { return render::tree_view_names(); }

SearchTree search_tree(const SearchRequest& request, const SearchTreeStyle& style, const std::stop_token& stop) {
  const render::TreeView view = render::tree_view_named(style.view);
  RecordingLimits limits;
  if (style.depth) limits.max_depth = *style.depth;
  const Recording recording = record(request, limits, stop);
  return {recording_json(recording), tree_svg({folded(recording, style.depth.value_or(~0u), style.max_nodes)}, view)};
}

}  // namespace tesselle
