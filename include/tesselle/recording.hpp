#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "tesselle/search.hpp"

namespace tesselle {

struct SearchTreeStyle {
  std::string view = "auto";             ///< auto, upright, radial, flame or depths
  std::optional<std::uint32_t> depth{};  ///< deeper nodes are counted but not drawn
  std::size_t max_nodes = 6000;          ///< draw about this many; triangles stand for the rest
};

/// The tree that an engine walks, as one SVG document: a node per placement, dead ends with their reason, the way to a
/// solution bold. The goal decides where it ends: at the first solution, or with the whole tree; limits.nodes may end
/// it before. Throws UsageError if the engine does not walk a tree, if the search is too large (100 000 nodes), or if
/// there is no such view.
std::string search_tree_svg(const SearchRequest& request, const SearchTreeStyle& style = {},
                            const std::stop_token& stop = {});

}  // namespace tesselle
