#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/text.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

std::string radial_node(const Recording& recording, const TreeLayout& layout, std::uint32_t n, bool on_path) {
  const RecordedNode& node = recording.nodes[n];
  const Point at = layout.at[n];
  const bool dead = node.kind == RecordedNode::Kind::dead_end, solved = node.kind == RecordedNode::Kind::solution;
  const double radius = solved ? 5.5 : on_path ? 3.2 : dead ? 1.5 : 2.2;
  const Rgb fill = solved || on_path ? path_green
                   : dead            ? (is_shortage(recording, node) ? short_amber : Rgb{178, 183, 193})
                                     : Rgb{72, 98, 142};
  std::string drawing =
      element("circle", {{"cx", at.x}, {"cy", at.y}, {"r", radius}, {"fill", fill}}, node_tip(recording, node));
  if (has_triangle(node)) {
    const double angle = layout.angle[n] * 180 / std::numbers::pi - 90;
    drawing += element(
        "g", {{"transform", fmt::format("translate({} {}) rotate({})", number(at.x), number(at.y), number(angle))}},
        fold_triangle(0, 2, 9, node.hidden_solutions > 0 ? lighter(path_green, 55) : dead_grey));
  }
  return drawing + "\n";
}

/// The rings, and what they stand for, which is written over everything else.
struct Rings {
  std::string lines, names;
};
Rings rings(const Recording& recording, const TreeLayout& layout) {
  const std::vector<std::string> cells = cells_by_depth(recording);
  Rings drawn;
  const Point centre = layout.at[0];
  for (std::size_t d = 1; d < layout.radius.size(); ++d) {
    drawn.lines += element("circle", {{"cx", centre.x},
                                      {"cy", centre.y},
                                      {"r", layout.radius[d]},
                                      {"fill", "none"},
                                      {"stroke", lighter(branch_grey, 62)},
                                      {"stroke-width", 0.9}});
    const std::string name = d < cells.size() && !cells[d].empty() ? cells[d] : std::to_string(d);
    const double y = centre.y - layout.radius[d], half = 3.6 * static_cast<double>(length(name)) + 4;
    drawn.names += element("rect", {{"x", centre.x - half},
                                    {"y", y - 8},
                                    {"width", 2 * half},
                                    {"height", 16},
                                    {"rx", 7},
                                    {"fill", white},
                                    {"fill-opacity", 0.9}}) +
                   text(centre.x, y, name, {12, faint_ink, "middle", "bold"});
  }
  return drawn;
}

/// What a ring must measure so that nine of ten neighbours on it are `spacing` apart.
double needed_radius(const std::vector<double>& slots, double turn, double spacing) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < slots.size(); ++i) gaps.push_back(slots[i] - slots[i - 1]);
  if (gaps.empty()) return 0;
  const auto close = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 10);
  std::nth_element(gaps.begin(), close, gaps.end());
  return std::min(spacing / (turn * std::max(*close, 0.5)), 1500.0);
}

/// Evenly spaced up to the ring that needs most, then as close as can be read.
std::vector<double> ring_radii(const std::vector<std::vector<double>>& by_depth, double turn, double spacing) {
  constexpr double closest = 42;
  double largest = 0;
  std::size_t crowded = 1;
  for (std::size_t d = 1; d < by_depth.size(); ++d)
    if (const double needed = needed_radius(by_depth[d], turn, spacing); needed > 1.02 * largest)
      largest = needed, crowded = d;
  const double step = std::max(closest, largest / static_cast<double>(crowded));
  std::vector<double> radii = {0};
  for (std::size_t d = 1; d < by_depth.size(); ++d) radii.push_back(radii.back() + (d <= crowded ? step : closest));
  return radii;
}

}  // namespace

TreeLayout radial_layout(const Recording& recording, double spacing) {
  const LeafSlots slots = slots_of(recording);
  TreeLayout layout;
  const double turn = 2 * std::numbers::pi / std::max(slots.total + 1, 2.0);  // one slot is left free at the top
  std::vector<std::vector<double>> by_depth(deepest(recording) + 1);
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    layout.angle.push_back(turn * slots.at[n] - std::numbers::pi / 2);
    by_depth[recording.nodes[n].depth].push_back(slots.at[n]);
  }
  layout.radius = ring_radii(by_depth, turn, spacing);
  const double half = layout.radius.back() + 24;
  layout.width = layout.height = 2 * half;
  layout.slot = spacing;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    const double r = layout.radius[recording.nodes[n].depth];
    layout.at.push_back({half + r * std::cos(layout.angle[n]), half + r * std::sin(layout.angle[n])});
  }
  return layout;
}

Picture radial_tree(const Recording& recording) {
  const TreeLayout layout = radial_layout(recording, 2.6);
  Picture picture;
  picture.width = layout.width;
  picture.height = layout.height;
  const Rings circles = rings(recording, layout);
  picture.body = circles.lines + tree_branches(recording, layout, 0.75, 2.6);
  const std::vector<bool> on_path = recording.on_solution_path();
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (!on_path[n]) picture.body += radial_node(recording, layout, n, false);
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (on_path[n]) picture.body += radial_node(recording, layout, n, true);
  picture.body += circles.names + "\n";
  return picture;
}

}  // namespace tesselle::render
