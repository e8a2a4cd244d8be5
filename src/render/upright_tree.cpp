#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "render/text.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

constexpr double widest_slot = 40, narrowest_slot = 15;

std::string upright_node(const Recording& recording, const TreeLayout& layout, std::uint32_t n, bool on_path) {
  const RecordedNode& node = recording.nodes[n];
  const Point at = layout.at[n];
  const double radius = std::clamp(layout.slot * 0.42, 5.0, 12.0);
  const Rgb fill = n == 0 ? ink : node_colour(recording, node);
  const Rgb rim = on_path ? path_green : node.kind == RecordedNode::Kind::dead_end ? branch_grey : darker(fill, 40);
  std::string drawing = element(
      "circle",
      {{"cx", at.x}, {"cy", at.y}, {"r", radius}, {"fill", fill}, {"stroke", rim}, {"stroke-width", on_path ? 3 : 1.1}},
      node_tip(recording, node));
  const std::string label = node_label(recording, node);
  const double size = std::min(radius * 1.15, 2.6 * radius / std::max<double>(1.4, static_cast<double>(length(label))));
  if (n != 0 && size > 3.5)
    drawing +=
        text(at.x, at.y, label, {size, node.kind == RecordedNode::Kind::dead_end ? dead_ink : readable_on(fill)});
  return drawing + "\n";
}

/// What is written below a leaf, from top to bottom.
std::string hanging_words(Point at, std::string_view words, double size, Rgb colour) {
  return element("g", {{"transform", fmt::format("translate({} {}) rotate(90)", number(at.x), number(at.y))}},
                 text(0, 0, words, {size, colour, "start"}));
}

std::string below_node(const Recording& recording, const TreeLayout& layout, std::uint32_t n) {
  const RecordedNode& node = recording.nodes[n];
  const Point at = layout.at[n];
  const double radius = std::clamp(layout.slot * 0.42, 5.0, 12.0), size = std::clamp(layout.slot * 0.55, 6.5, 9.0);
  if (has_triangle(node)) {
    const Rgb fill = node.hidden_solutions > 0 ? lighter(path_green, 55) : dead_grey;
    const double edge = std::clamp(layout.slot * 1.5, 16.0, 34.0);
    const Point tip = layout.fold[n].x == at.x ? Point{at.x, at.y + radius + 3} : layout.fold[n];
    return fold_triangle(tip.x, tip.y, edge, fill) +
           text(tip.x, tip.y + edge + 7, grouped(node.hidden), {std::min(9.0, 0.55 * layout.slot + 2), ink}) + "\n";
  }
  const Point beneath = {at.x, at.y + radius + 4};
  if (node.kind == RecordedNode::Kind::dead_end)
    return hanging_words(beneath, recording.reasons[node.reason], size, dead_ink) + "\n";
  if (node.kind == RecordedNode::Kind::solution) return hanging_words(beneath, "solution", size + 1, path_green) + "\n";
  return {};
}

/// How far down the words below the leaves reach.
double lowest_words(const Recording& recording, const TreeLayout& layout) {
  double lowest = layout.height;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    const bool dead = node.kind == RecordedNode::Kind::dead_end, solved = node.kind == RecordedNode::Kind::solution;
    const double letters = dead ? static_cast<double>(length(recording.reasons[node.reason])) : solved ? 8 : 0;
    lowest = std::max(lowest, layout.at[n].y + 24 + 5.2 * letters);
  }
  return lowest;
}

}  // namespace

TreeLayout upright_layout(const Recording& recording, double slot, double level) {
  const LeafSlots slots = slots_of(recording);
  TreeLayout layout;
  layout.slot = slot;
  layout.width = slot * slots.total;
  layout.height = level * deepest(recording) + 24;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n)
    layout.at.push_back({slot * slots.at[n], 12 + level * recording.nodes[n].depth});
  for (std::size_t n = 0; n < recording.nodes.size(); ++n)
    layout.fold.push_back({slot * slots.fold[n], layout.at[n].y + 0.55 * level});
  return layout;
}

Picture upright_tree(const Recording& recording) {
  const double slots = slots_of(recording).total;
  const double slot = std::clamp(tree_page_width / std::max(slots, 1.0), narrowest_slot, widest_slot), margin = 54;
  TreeLayout layout = upright_layout(recording, slot, std::clamp(2.4 * slot, 54.0, 84.0));
  for (auto* points : {&layout.at, &layout.fold})
    for (Point& at : *points) at.x += margin;
  Picture picture;
  picture.width = layout.width + margin + 20;
  picture.height = lowest_words(recording, layout);
  const std::vector<std::string> cells = cells_by_depth(recording);
  const double level = (layout.height - 24) / std::max(1u, deepest(recording));
  for (std::uint32_t d = 1; d < cells.size(); ++d) {
    const double y = 12 + level * d;
    picture.body +=
        element("path", {{"d", fmt::format("M{} {}H{}", number(margin - 16), number(y), number(picture.width))},
                         {"stroke", lighter(branch_grey, 70)},
                         {"stroke-width", 0.8}});
    picture.body +=
        text(0, y, cells[d].empty() ? std::to_string(d) : cells[d], {13, faint_ink, "start", "bold"}) + "\n";
  }
  picture.body += tree_branches(recording, layout, 1.2, 3.4);
  const std::vector<bool> on_path = recording.on_solution_path();
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    picture.body += upright_node(recording, layout, n, on_path[n]) + below_node(recording, layout, n);
  return picture;
}

}  // namespace tesselle::render
