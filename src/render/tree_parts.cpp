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

std::string branch(const TreeLayout& layout, const Recording& recording, std::uint32_t n) {
  const RecordedNode& node = recording.nodes[n];
  const Point a = layout.at[node.parent], b = layout.at[n];
  const auto point = [](Point p) { return number(p.x) + " " + number(p.y); };
  if (!layout.radial()) {
    const double middle = (a.y + b.y) / 2;
    return fmt::format("M{}C{} {} {}", point(a), point({a.x, middle}), point({b.x, middle}), point(b));
  }
  // Between the rings, first along the parent's ray, then along the node's own.
  const double middle = (layout.radius[recording.nodes[node.parent].depth] + layout.radius[node.depth]) / 2;
  const Point centre = layout.at[0];
  const auto on_ring = [&](double angle) {
    return Point{centre.x + middle * std::cos(angle), centre.y + middle * std::sin(angle)};
  };
  const double from = node.parent == 0 ? layout.angle[n] : layout.angle[node.parent];
  return fmt::format("M{}C{} {} {}", point(a), point(on_ring(from)), point(on_ring(layout.angle[n])), point(b));
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
  return recording.reasons[node.reason].find("used up") != std::string::npos;
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

/// Nodes are in the order of the walk, so children follow their parents.
LeafSlots slots_of(const Recording& recording) {
  const std::size_t count = recording.nodes.size();
  LeafSlots slots{std::vector<double>(count), 0};
  std::vector<double> first(count, -1), last(count, -1);
  std::vector<bool> has_child(count);
  for (std::size_t n = 1; n < count; ++n) has_child[recording.nodes[n].parent] = true;
  for (std::size_t n = 0; n < count; ++n) {
    if (has_child[n]) continue;
    const double width = has_triangle(recording.nodes[n]) ? 2 : 1;
    first[n] = last[n] = slots.total + width / 2;
    slots.total += width;
  }
  for (std::size_t n = count; n-- > 0;) {
    slots.at[n] = (first[n] + last[n]) / 2;
    const std::uint32_t parent = recording.nodes[n].parent;
    if (n == 0) continue;
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
  std::size_t shortages = 0, dead = 0, folded_nodes = 0;
  for (const RecordedNode& node : recording.nodes) {
    folded_nodes += has_triangle(node);
    if (node.kind != NodeKind::dead_end) continue;
    ++(is_shortage(recording, node) ? shortages : dead);
  }
  if (recording.solutions == 0) entries.clear();
  if (dead > 0)
    entries.push_back({legend_dot(dead_grey, dead_ink, 4), fmt::format("dead end: no piece fits ({})", grouped(dead))});
  if (shortages > 0)
    entries.push_back({legend_dot(lighter(short_amber, 45), darker(short_amber, 20), 4),
                       fmt::format("dead end: a colour is used up ({})", grouped(shortages))});
  if (folded_nodes > 0) entries.push_back({fold_triangle(0, -6, 12, dead_grey), "more nodes that are not drawn"});
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
