#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/search.hpp"

namespace tesselle {

/// How a tree is drawn.
struct SearchTreeStyle {
  std::string view = "auto";             ///< one of search_tree_views()
  std::size_t max_nodes = 3000;          ///< drawn, the depths near the root first; triangles stand for the rest
  std::optional<std::uint32_t> depth{};  ///< deeper nodes are counted, not kept
};

/// "auto", "upright", "radial", "flame", "depths"
std::vector<std::string> search_tree_views();

/// A search that was walked node by node: as JSON (docs/tree-and-film.md lists the keys) and as a picture.
struct SearchTree {
  std::string json, svg;
};

/// Goal first stops at the first solution, all walks everything, both within limits.nodes. Engine "auto" takes the
/// plain one of the family. Throws UsageError if the engine does not walk a tree, or if the tree is too large to be
/// kept.
SearchTree search_tree(const SearchRequest& request, const SearchTreeStyle& style = {},
                       const std::stop_token& stop = {});

}  // namespace tesselle
