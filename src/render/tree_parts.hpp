#pragma once

#include <string>
#include <vector>

#include "render/search_tree.hpp"

/// What the views of a search tree have in common.
namespace tesselle::render {

inline constexpr Rgb path_green = {22, 128, 72}, branch_grey = {170, 176, 187}, dead_grey = {216, 219, 225},
                     dead_ink = {120, 126, 138}, short_amber = {222, 158, 54};
inline constexpr double tree_page_width = 1240;

/// Are there nodes below that are not drawn? A triangle stands for them.
bool has_triangle(const RecordedNode& node);
/// Something has run out (a colour is used up, a piece has no place) rather than a cell that nothing fits: the two main
/// reasons look different.
bool is_shortage(const Recording& recording, const RecordedNode& node);
Rgb node_colour(const Recording& recording, const RecordedNode& node);
std::string node_label(const Recording& recording, const RecordedNode& node);
/// What is shown when the pointer rests on a node.
std::string node_tip(const Recording& recording, const RecordedNode& node);

/// Leaves one after the other, each as wide as it needs, inner nodes above the middle of their children. A triangle is
/// below its node, or beside its children if some of them are drawn.
struct LeafSlots {
  std::vector<double> at;    ///< by node
  std::vector<double> fold;  ///< by node: its triangle, if it has one
  double total = 0;
};
LeafSlots slots_of(const Recording& recording);
/// Triangles included.
std::uint32_t deepest(const Recording& recording);
/// Without triangles.
std::uint32_t deepest_node(const Recording& recording);
/// The cell that all nodes of a depth fill, if there is one; "" if they differ.
std::vector<std::string> cells_by_depth(const Recording& recording);

std::string fold_triangle(double x, double y, double size, Rgb fill);
std::string tree_branches(const Recording& recording, const TreeLayout& layout, double fine, double bold);

Picture tree_heading(const Recording& recording);
Picture tree_legend(const Recording& recording, bool in_a_row);

// The views, without heading.
Picture upright_tree(const Recording& recording);
Picture radial_tree(const Recording& recording);
Picture flame_view(const Recording& recording);
/// Of one or more searches, whole.
Picture depths_view(const std::vector<Recording>& recordings);

}  // namespace tesselle::render
