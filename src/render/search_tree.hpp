#pragma once

#include <string>
#include <vector>

#include "render/recording.hpp"
#include "render/svg.hpp"

namespace tesselle::render {

/// Where the nodes of a recording are drawn.
struct TreeLayout {
  double width = 0, height = 0;
  std::vector<Point> at;      ///< by node
  std::vector<Point> fold;    ///< by node: the tip of the triangle, if it has one
  std::vector<double> angle;  ///< radial layouts: by node
  std::vector<double> fold_angle;
  std::vector<double> radius;  ///< radial layouts: by depth
  double slot = 0;             ///< what a leaf has for itself; radial layouts: as an angle
  bool radial() const { return !radius.empty(); }
};
/// Top down, the root above the middle of its leaves.
TreeLayout upright_layout(const Recording& recording, double slot, double level);
/// The root in the middle; rings are as far out as the nodes on them need.
TreeLayout radial_layout(const Recording& recording, double spacing);

enum class TreeView {
  automatic,  ///< upright while it fits on a page, else radial
  upright,
  radial,
  flame,  ///< one bar per node, as wide as its share of all nodes
  depths  ///< how many nodes there are at each depth
};

/// The views by name: "auto" for automatic, the others as they are called here. Throws UsageError for other names.
std::vector<std::string> tree_view_names();
TreeView tree_view_named(const std::string& name);

/// The tree of a search with its title and legend: the way to solutions is bold, dead ends are grey, what was left out
/// is a triangle with its number of nodes.
Picture tree_picture(const Recording& recording, TreeView view);
/// Several, drawn to the same scale.
Picture compared_trees(const std::vector<Recording>& recordings, TreeView view);

/// A small picture of a node's board.
Picture board_picture(const Recording& recording, std::uint32_t node, double size);

}  // namespace tesselle::render

namespace tesselle {

/// "The search tree of girafe, engine backtrack"
std::string tree_title(const std::vector<Recording>& recordings);
/// One or more searches side by side, as one SVG document.
std::string tree_svg(const std::vector<Recording>& recordings, render::TreeView view);
/// The same with an outline of each tree that can be folded and unfolded.
std::string tree_html(const std::vector<Recording>& recordings, render::TreeView view);
/// For Graphviz.
std::string tree_dot(const Recording& recording);

}  // namespace tesselle
