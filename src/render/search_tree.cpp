#include "render/search_tree.hpp"

#include <algorithm>

#include "render/edge_svg.hpp"
#include "render/packing_svg.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

std::size_t leaf_count(const Recording& recording) {
  std::vector<bool> has_child(recording.nodes.size());
  for (std::size_t n = 1; n < recording.nodes.size(); ++n) has_child[recording.nodes[n].parent] = true;
  return static_cast<std::size_t>(std::count(has_child.begin(), has_child.end(), false));
}

constexpr std::size_t max_upright_leaves = 110;

TreeView view_for(const Recording& recording, TreeView view) {
  if (view != TreeView::automatic) return view;
  return leaf_count(recording) <= max_upright_leaves ? TreeView::upright : TreeView::radial;
}

std::optional<std::uint32_t> first_solution(const Recording& recording) {
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (recording.nodes[n].kind == RecordedNode::Kind::solution) return n;
  return std::nullopt;
}

}  // namespace

Picture board_picture(const Recording& recording, std::uint32_t node, double size) {
  const Solution board = recording.solution_of(node);
  const Puzzle& puzzle = *recording.puzzle;
  if (puzzle.family() == Family::edge) {
    const EdgeView view(puzzle.edge(), &board.edge());
    return edge_board(view, (size - 31) / std::max(view.columns(), view.rows()));
  }
  const Scene scene = scene_of(puzzle.packing(), &board.packing());
  const Box frame = bounds_of(scene.grid(), scene.board);
  if (scene.lattice == LatticeKind::cube) return cube_solid(scene, size / (frame.width() + frame.height()));
  return flat_board(scene, frame, size / std::max(frame.width(), frame.height()));
}

Picture tree_picture(const Recording& recording, TreeView view) {
  const TreeView chosen = view_for(recording, view);
  if (chosen == TreeView::depths) return depths_view({recording});
  Picture body = chosen == TreeView::upright  ? upright_tree(recording)
                 : chosen == TreeView::radial ? radial_tree(recording)
                                              : flame_view(recording);
  const bool free_corners = chosen == TreeView::radial && body.width > 1000;
  const Picture top = stacked({tree_heading(recording), tree_legend(recording, !free_corners)}, 4);
  if (free_corners) {
    if (const auto solved = first_solution(recording)) {
      const Picture board = captioned(board_picture(recording, *solved, 0.13 * body.width), "the first solution", 12);
      body.add(board, body.width - board.width, 0);
    }
    body.add(top, 0, 0);
    return body;
  }
  return stacked({top, body}, 16);
}

}  // namespace tesselle::render

namespace tesselle {
namespace {

using render::Picture;
using render::TreeView;

Picture trees_picture(const std::vector<Recording>& recordings, TreeView view) {
  if (view == TreeView::depths) return render::depths_view(recordings);
  std::vector<Picture> pictures;
  bool wide = false;
  for (const Recording& recording : recordings) {
    pictures.push_back(render::tree_picture(recording, view));
    wide = wide || pictures.back().width > 1.4 * pictures.back().height;
  }
  return wide ? render::stacked(pictures, 40) : render::flow(pictures, 1e9, 40);
}

}  // namespace

std::string tree_title(const std::vector<Recording>& recordings) {
  std::string title = "The search tree of " + recordings.front().title();
  for (std::size_t r = 1; r < recordings.size(); ++r) title += " and of " + recordings[r].title();
  return title;
}

std::string tree_svg(const std::vector<Recording>& recordings, TreeView view) {
  return render::document(trees_picture(recordings, view), tree_title(recordings), 22);
}

}  // namespace tesselle
