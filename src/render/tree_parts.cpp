#include "render/tree_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/readable.hpp"
#include "render/text.hpp"

namespace tesselle::render {
namespace {

using NodeKind = RecordedNode::Kind;

std::string tip_words(const Recording& recording, const RecordedNode& node) {
  std::string words = fmt::format("node {}: {}", grouped(node.number), recording.words_of(node));
  if (node.kind == NodeKind::solution) words += ": a solution";
  if (node.kind == NodeKind::dead_end) words += ": dead end, " + recording.reasons[node.reason];
  if (node.hidden > 0) words += fmt::format(": {} more below", grouped(node.hidden));
  return words;
}

std::size_t count_kind(const Recording& recording, NodeKind kind) {
  return static_cast<std::size_t>(std::count_if(recording.nodes.begin(), recording.nodes.end(),
                                                [&](const RecordedNode& node) { return node.kind == kind; }));
}

std::string facts_line(const Recording& recording) {
  std::string text = counted(recording.walked, "node");
  text += ", " + counted(recording.solutions, "solution");
  const bool all_kept = std::none_of(recording.nodes.begin(), recording.nodes.end(), has_triangle);
  if (all_kept) text += ", " + counted(count_kind(recording, NodeKind::dead_end), "dead end");
  if (!recording.complete) text += recording.solutions > 0 ? "; stopped there" : "; unfinished";
  return text;
}

struct LegendEntry {
  std::string drawing;  // around the origin, 12 wide
  std::string words;
};

std::string legend_dot(Rgb fill, Rgb stroke, double radius) {
  return element("circle", {{"r", radius}, {"fill", fill}, {"stroke", stroke}, {"stroke-width", 1.2}});
}

struct PolarPoint {
  double radius, angle;
};

/// Between the rings: first along the parent's ray, then along the node's own. Wide turns go round the centre.
std::string ring_branch(Point centre, PolarPoint a, PolarPoint b) {
  const auto point = [&](double radius, double angle) {
    return number(centre.x + radius * std::cos(angle)) + " " + number(centre.y + radius * std::sin(angle));
  };
  if (a.radius == 0) return fmt::format("M{}L{}", point(0, 0), point(b.radius, b.angle));
  const double turn = b.angle - a.angle, middle = (a.radius + b.radius) / 2;
  if (std::abs(turn) < 0.7)
    return fmt::format("M{}C{} {} {}", point(a.radius, a.angle), point(middle, a.angle), point(middle, b.angle),
                       point(b.radius, b.angle));
  std::string path = "M" + point(a.radius, a.angle);
  const int steps = 6 + static_cast<int>(std::abs(turn) / 0.12);
  for (int i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps, eased = t * t * t * (t * (6 * t - 15) + 10);
    path += "L" + point(a.radius + t * (b.radius - a.radius), a.angle + eased * turn);
  }
  return path;
}

std::string branch(const TreeLayout& layout, const Recording& recording, std::uint32_t n) {
  const RecordedNode& node = recording.nodes[n];
  const Point a = layout.at[node.parent], b = layout.at[n];
  const auto point = [](Point p) { return number(p.x) + " " + number(p.y); };
  if (!layout.radial()) {
    const double middle = (a.y + b.y) / 2;
    return fmt::format("M{}C{} {} {}", point(a), point({a.x, middle}), point({b.x, middle}), point(b));
  }
  return ring_branch(layout.at[0], {layout.radius[recording.nodes[node.parent].depth], layout.angle[node.parent]},
                     {layout.radius[node.depth], layout.angle[n]});
}

/// To the triangle of a node: only if it is not just below.
std::string fold_branch(const TreeLayout& layout, const Recording& recording, std::uint32_t n) {
  const Point a = layout.at[n], b = layout.fold[n];
  if (layout.radial()) {
    if (layout.angle[n] == layout.fold_angle[n]) return {};
    return ring_branch(layout.at[0], {layout.radius[recording.nodes[n].depth], layout.angle[n]},
                       {std::hypot(b.x - layout.at[0].x, b.y - layout.at[0].y), layout.fold_angle[n]});
  }
  if (a.x == b.x) return {};
  const double middle = (a.y + b.y) / 2;
  return fmt::format("M{} {}C{} {} {} {} {} {}", number(a.x), number(a.y), number(a.x), number(middle), number(b.x),
                     number(middle), number(b.x), number(b.y));
}

std::string strokes(const std::string& data, std::string_view colour, double width) {
  if (data.empty()) return {};
  return element("path", {{"d", data},
                          {"fill", "none"},
                          {"stroke", colour},
                          {"stroke-width", width},
                          {"stroke-linecap", "round"}}) +
         "\n";
}

/// By node: the colour of the main branch that it is on, so that these can be told apart.
std::vector<Rgb> branch_tints(const Recording& recording, const TreeLayout& layout) {
  std::vector<Rgb> tints(recording.nodes.size(), branch_grey);
  if (!layout.radial()) return tints;
  const auto children = recording.children();
  std::uint32_t fork = 0;  // the first node with a choice
  while (children[fork].size() == 1) fork = children[fork][0];
  std::set<std::string> pieces;
  for (const std::uint32_t n : children[fork]) pieces.insert(node_label(recording, recording.nodes[n]));
  std::size_t branch_number = 0;
  for (std::uint32_t n = 1; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    const bool begins = node.parent == fork;
    const Rgb own = pieces.size() < 3 ? lighter(palette(branch_number), 35) : node_colour(recording, node);
    branch_number += begins;
    tints[n] = begins ? mixed(own, branch_grey, 35) : tints[node.parent];
  }
  return tints;
}

}  // namespace

bool has_triangle(const RecordedNode& node) { return node.hidden > 0; }

bool is_shortage(const Recording& recording, const RecordedNode& node) {
  const std::string& reason = recording.reasons[node.reason];
  return reason.find("used up") != std::string::npos || reason.find("no place left for") != std::string::npos;
}

Rgb node_colour(const Recording& recording, const RecordedNode& node) {
  if (node.kind == NodeKind::dead_end) return is_shortage(recording, node) ? lighter(short_amber, 45) : dead_grey;
  if (node.added.empty()) return white;
  const auto& any = recording.placements[node.added.front()];
  const auto* edge = std::get_if<EdgeHint>(&any);
  const PieceId piece = edge ? edge->placed.piece : std::get<PackingPlacement>(any).piece;
  return lighter(palette(piece.index()), 35);
}

std::string node_label(const Recording& recording, const RecordedNode& node) {
  return node.added.empty() ? "" : recording.piece_label(node.added.front()) + (node.added.size() > 1 ? "+" : "");
}

std::string node_tip(const Recording& recording, const RecordedNode& node) {
  return element("title", {}, escaped(tip_words(recording, node)));
}

/// Nodes are in the order of the walk: children follow their parents, and the subtree of a node is complete when a node
/// comes that is no deeper.
LeafSlots slots_of(const Recording& recording) {
  const std::size_t count = recording.nodes.size();
  constexpr double leaf = 1, triangle = 2;
  LeafSlots slots{std::vector<double>(count), std::vector<double>(count), 0};
  std::vector<bool> has_child(count);
  for (std::size_t n = 1; n < count; ++n) has_child[recording.nodes[n].parent] = true;
  const auto take = [&](double width) {
    slots.total += width;
    return slots.total - width / 2;
  };
  std::vector<std::size_t> open;  // the way to the last node
  const auto close_down_to = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back())
      if (has_child[open.back()] && has_triangle(recording.nodes[open.back()]))
        slots.fold[open.back()] = take(triangle);
  };
  for (std::size_t n = 0; n < count; ++n) {
    close_down_to(recording.nodes[n].depth);
    open.push_back(n);
    if (!has_child[n]) slots.at[n] = slots.fold[n] = take(has_triangle(recording.nodes[n]) ? triangle : leaf);
  }
  close_down_to(0);
  std::vector<double> first(count, -1), last(count, -1);
  for (std::size_t n = count; n-- > 0;) {
    if (has_child[n]) slots.at[n] = (first[n] + last[n]) / 2;
    if (n == 0) break;
    const std::uint32_t parent = recording.nodes[n].parent;
    first[parent] = slots.at[n];
    if (last[parent] < 0) last[parent] = slots.at[n];
  }
  return slots;
}

std::uint32_t deepest(const Recording& recording) {
  std::uint32_t depth = 0;
  for (const RecordedNode& node : recording.nodes) depth = std::max(depth, node.depth + has_triangle(node));
  return depth;
}

std::uint32_t deepest_node(const Recording& recording) {
  std::uint32_t depth = 0;
  for (const RecordedNode& node : recording.nodes) depth = std::max(depth, node.depth);
  return depth;
}

std::vector<std::string> cells_by_depth(const Recording& recording) {
  std::vector<std::set<std::string>> cells(deepest(recording) + 1);
  for (const RecordedNode& node : recording.nodes)
    if (node.depth > 0) cells[node.depth].insert(node.added.size() == 1 ? recording.cell_label(node.added[0]) : "");
  std::vector<std::string> names;
  for (const auto& set : cells) names.push_back(set.size() == 1 ? *set.begin() : "");
  return names;
}

std::string fold_triangle(double x, double y, double size, Rgb fill) {
  return element(
      "path",
      {{"d", fmt::format("M{} {}l{} {}h{}z", number(x), number(y), number(-size / 2), number(size), number(size))},
       {"fill", fill},
       {"stroke", dead_ink},
       {"stroke-width", 0.7}});
}

std::string tree_branches(const Recording& recording, const TreeLayout& layout, double fine, double bold) {
  const std::vector<bool> on_path = recording.on_solution_path();
  const std::vector<Rgb> tints = branch_tints(recording, layout);
  std::map<std::string, std::string> dead, alive;
  std::string path, drawing;
  for (std::uint32_t n = 1; n < recording.nodes.size(); ++n) {
    const bool is_dead = recording.nodes[n].kind == NodeKind::dead_end;
    std::string& data = on_path[n] ? path : (is_dead ? dead : alive)[hex(is_dead ? lighter(tints[n], 40) : tints[n])];
    data += branch(layout, recording, n);
  }
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (has_triangle(recording.nodes[n])) alive[hex(tints[n])] += fold_branch(layout, recording, n);
  for (const auto& list : {dead, alive})
    for (const auto& [colour, data] : list) drawing += strokes(data, colour, fine);
  return drawing + strokes(path, hex(path_green), bold);
}

Picture tree_heading(const Recording& recording) {
  Picture picture;
  picture.width = 300;
  picture.height = 50;
  picture.body = text(0, 12, recording.title(), {17, ink, "start", "bold"}) +
                 text(0, 34, facts_line(recording), {12.5, faint_ink, "start"}) + "\n";
  return picture;
}

Picture tree_legend(const Recording& recording, bool in_a_row) {
  std::vector<LegendEntry> entries = {
      {element("path", {{"d", "M-8 0H8"}, {"stroke", path_green}, {"stroke-width", 3.4}}) +
           legend_dot(path_green, path_green, 4),
       "way to a solution"}};
  std::size_t folded_nodes = 0;
  std::map<std::pair<bool, std::string>, std::size_t> reasons;  // grey ones first
  for (const RecordedNode& node : recording.nodes) {
    folded_nodes += has_triangle(node);
    if (node.kind != NodeKind::dead_end) continue;
    ++reasons[{is_shortage(recording, node), kind_of_reason(recording.reasons[node.reason])}];
  }
  if (recording.solutions == 0) entries.clear();
  for (const auto& [reason, times] : reasons) {
    const Rgb fill = reason.first ? lighter(short_amber, 45) : dead_grey;
    const Rgb rim = reason.first ? darker(short_amber, 20) : dead_ink;
    entries.push_back({legend_dot(fill, rim, 4), fmt::format("dead end: {} ({})", reason.second, grouped(times))});
  }
  if (folded_nodes > 0)
    entries.push_back({fold_triangle(0, -6, 12, dead_grey), "more nodes that are not drawn, and how many"});
  std::vector<Picture> pictures;
  for (const LegendEntry& entry : entries) {
    Picture picture;
    picture.body = translated(8, 8, entry.drawing) + text(24, 8, entry.words, {11.5, ink, "start"}) + "\n";
    picture.width = 44 + 7.2 * static_cast<double>(length(entry.words));
    picture.height = 16;
    pictures.push_back(std::move(picture));
  }
  return in_a_row ? flow(pictures, 1e9, 0) : stacked(pictures, 5);
}

}  // namespace tesselle::render
