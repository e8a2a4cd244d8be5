#include "render/search_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "render/edge_svg.hpp"
#include "render/packing_svg.hpp"
#include "render/text.hpp"
#include "render/tree_parts.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::render {
namespace {

constexpr double max_upright_slots = 64;

TreeView view_for(const Recording& recording, TreeView view) {
  if (view != TreeView::automatic) return view;
  return slots_of(recording).total <= max_upright_slots ? TreeView::upright : TreeView::radial;
}

std::optional<std::uint32_t> first_solution(const Recording& recording) {
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (recording.nodes[n].kind == RecordedNode::Kind::solution) return n;
  return std::nullopt;
}

Picture tree_without_heading(const Recording& recording, TreeView chosen) {
  if (chosen == TreeView::upright) return upright_tree(recording);
  return chosen == TreeView::radial ? radial_tree(recording) : flame_view(recording);
}

/// Large trees are looked at from afar: their lettering is larger.
Picture tree_top(const Recording& recording, bool in_a_row, double lettering) {
  return enlarged(stacked({tree_heading(recording), tree_legend(recording, in_a_row)}, 4), lettering);
}

/// Empty if no solution is drawn.
Picture first_solution_picture(const Recording& recording, double size, double lettering) {
  const auto solved = first_solution(recording);
  if (!solved) return {};
  return captioned(board_picture(recording, *solved, size), "the first solution", 12 * lettering);
}

const std::map<std::string, TreeView> named_tree_views = {{"auto", TreeView::automatic},
                                                          {"upright", TreeView::upright},
                                                          {"radial", TreeView::radial},
                                                          {"flame", TreeView::flame},
                                                          {"depths", TreeView::depths}};

}  // namespace

std::vector<std::string> tree_view_names() {
  std::vector<std::string> names;
  for (const auto& [name, view] : named_tree_views) names.push_back(name);
  return names;
}

TreeView tree_view_named(const std::string& name) {
  const auto found = named_tree_views.find(name);
  if (found == named_tree_views.end())
    throw UsageError(fmt::format("no view '{}', expected one of {}", name, fmt::join(tree_view_names(), ", ")));
  return found->second;
}

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
  const Picture body = tree_without_heading(recording, chosen);
  if (chosen == TreeView::flame) return stacked({tree_top(recording, true, 1), body}, 16);
  const bool round = chosen == TreeView::radial, free_corners = round && body.width > 1350;
  const double lettering = std::max(1.0, body.width / 1400);
  const Picture top = tree_top(recording, !free_corners, free_corners ? lettering : 1);
  const Picture board =
      first_solution_picture(recording, free_corners ? 0.13 * body.width : 130, free_corners ? lettering : 1);
  Picture page;
  page.width = std::max(body.width, top.width + 30 + board.width);
  // A circle leaves its corners free: a large one for everything, a small one for a part of the board.
  const double corner = round ? 0.1 * body.width : 0;
  const double down = free_corners ? 0 : std::max(top.height + 16, board.height + 16 - corner);
  page.height = down + body.height;
  page.add(body, round ? (page.width - body.width) / 2 : 0, down);
  page.add(board, page.width - board.width, 0);
  page.add(top, 0, 0);
  return page;
}

Picture compared_trees(const std::vector<Recording>& recordings, TreeView view) {
  if (view == TreeView::depths) return depths_view(recordings);
  std::vector<Picture> trees;
  bool wide = false;
  for (const Recording& recording : recordings) {
    trees.push_back(tree_without_heading(recording, view_for(recording, view)));
    wide = wide || trees.back().width > 1.4 * trees.back().height;
  }
  const auto arranged = [&] { return wide ? stacked(trees, 40) : flow(trees, 1e9, 40); };
  const double lettering = std::max(1.0, arranged().width / 1700);
  for (std::size_t r = 0; r < recordings.size(); ++r)
    trees[r] = stacked({tree_top(recordings[r], wide, lettering), trees[r]}, 16);
  return arranged();
}

}  // namespace tesselle::render

namespace tesselle {
std::string tree_title(const std::vector<Recording>& recordings) {
  std::string title = "The search tree of " + recordings.front().title();
  for (std::size_t r = 1; r < recordings.size(); ++r) title += " and of " + recordings[r].title();
  return title;
}

std::string tree_svg(const std::vector<Recording>& recordings, render::TreeView view) {
  const render::Picture picture = recordings.size() == 1 ? render::tree_picture(recordings.front(), view)
                                                         : render::compared_trees(recordings, view);
  return render::document(picture, tree_title(recordings), 22);
}

}  // namespace tesselle
