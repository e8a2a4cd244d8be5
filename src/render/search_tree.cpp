#include "render/search_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "base/readable.hpp"
#include "render/chart.hpp"
#include "render/edge_svg.hpp"
#include "render/packing_svg.hpp"
#include "render/text.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::render {
namespace {

using NodeKind = RecordedNode::Kind;

constexpr Rgb path_green = {22, 128, 72}, branch_grey = {170, 176, 187}, dead_grey = {216, 219, 225},
              dead_ink = {120, 126, 138}, short_amber = {222, 158, 54};
constexpr double page_width = 1240, widest_slot = 40, narrowest_slot = 15;

bool has_triangle(const RecordedNode& node) { return node.hidden > 0; }

/// A colour was used up, rather than no piece fitting: the two main reasons look different.
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

std::string tip_words(const Recording& recording, const RecordedNode& node) {
  std::string words = fmt::format("node {}: {}", grouped(node.number), recording.words_of(node));
  if (node.kind == NodeKind::solution) words += ": a solution";
  if (node.kind == NodeKind::dead_end) words += ": dead end, " + recording.reasons[node.reason];
  if (node.hidden > 0) words += fmt::format(": {} more below", grouped(node.hidden));
  return words;
}

std::string tip(const Recording& recording, const RecordedNode& node) {
  return element("title", {}, escaped(tip_words(recording, node)));
}

/// Leaves one after the other, each as wide as it needs, inner nodes above the middle of their children. Nodes are in
/// the order of the walk, so children follow their parents.
struct Slots {
  std::vector<double> at;
  double total = 0;
};
Slots slots_of(const Recording& recording) {
  const std::size_t count = recording.nodes.size();
  Slots slots{std::vector<double>(count), 0};
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

std::size_t leaf_count(const Recording& recording) {
  std::vector<bool> has_child(recording.nodes.size());
  for (std::size_t n = 1; n < recording.nodes.size(); ++n) has_child[recording.nodes[n].parent] = true;
  return static_cast<std::size_t>(std::count(has_child.begin(), has_child.end(), false));
}

// --- Parts that all views share -----------------------------------------------------------------------------------

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

Picture heading(const Recording& recording, double width) {
  Picture picture;
  picture.width = width;
  picture.height = 50;
  picture.body = text(0, 12, recording.title(), {17, ink, "start", "bold"}) +
                 text(0, 34, facts_line(recording), {12.5, faint_ink, "start"}) + "\n";
  return picture;
}

struct LegendEntry {
  std::string drawing;  // around the origin, 12 wide
  std::string words;
};

std::string dot(Rgb fill, Rgb stroke, double radius) {
  return element("circle", {{"r", radius}, {"fill", fill}, {"stroke", stroke}, {"stroke-width", 1.2}});
}

std::string triangle(double x, double y, double size, Rgb fill) {
  return element(
      "path",
      {{"d", fmt::format("M{} {}l{} {}h{}z", number(x), number(y), number(-size / 2), number(size), number(size))},
       {"fill", fill},
       {"stroke", dead_ink},
       {"stroke-width", 0.7}});
}

Picture legend(const Recording& recording, bool in_a_row) {
  std::vector<LegendEntry> entries = {
      {element("path", {{"d", "M-8 0H8"}, {"stroke", path_green}, {"stroke-width", 3.4}}) +
           dot(path_green, path_green, 4),
       "way to a solution"}};
  std::size_t shortages = 0, dead = 0, folded_nodes = 0;
  for (const RecordedNode& node : recording.nodes) {
    folded_nodes += has_triangle(node);
    if (node.kind != NodeKind::dead_end) continue;
    ++(is_shortage(recording, node) ? shortages : dead);
  }
  if (recording.solutions == 0) entries.clear();
  if (dead > 0)
    entries.push_back({dot(dead_grey, dead_ink, 4), fmt::format("dead end: no piece fits ({})", grouped(dead))});
  if (shortages > 0)
    entries.push_back({dot(lighter(short_amber, 45), darker(short_amber, 20), 4),
                       fmt::format("dead end: a colour is used up ({})", grouped(shortages))});
  if (folded_nodes > 0) entries.push_back({triangle(0, -6, 12, dead_grey), "more nodes that are not drawn"});
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

// --- Branches -----------------------------------------------------------------------------------------------------

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

std::string branches(const Recording& recording, const TreeLayout& layout, double fine, double bold) {
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

// --- Upright ------------------------------------------------------------------------------------------------------

std::string upright_node(const Recording& recording, const TreeLayout& layout, std::uint32_t n, bool on_path) {
  const RecordedNode& node = recording.nodes[n];
  const Point at = layout.at[n];
  const double radius = std::clamp(layout.slot * 0.42, 5.0, 12.0);
  const Rgb fill = n == 0 ? ink : node_colour(recording, node);
  const Rgb rim = on_path ? path_green : node.kind == NodeKind::dead_end ? branch_grey : darker(fill, 40);
  std::string drawing = element(
      "circle",
      {{"cx", at.x}, {"cy", at.y}, {"r", radius}, {"fill", fill}, {"stroke", rim}, {"stroke-width", on_path ? 3 : 1.1}},
      tip(recording, node));
  const std::string label = node_label(recording, node);
  const double size = std::min(radius * 1.15, 2.6 * radius / std::max<double>(1.4, static_cast<double>(length(label))));
  if (n != 0 && size > 3.5)
    drawing += text(at.x, at.y, label, {size, node.kind == NodeKind::dead_end ? dead_ink : readable_on(fill)});
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
    const double edge = std::clamp(layout.slot * 1.5, 16.0, 40.0), y = at.y + radius + 3;
    return triangle(at.x, y, edge, fill) + text(at.x, y + edge + 7, grouped(node.hidden), {9, ink}) + "\n";
  }
  const Point beneath = {at.x, at.y + radius + 4};
  if (node.kind == NodeKind::dead_end)
    return hanging_words(beneath, recording.reasons[node.reason], size, dead_ink) + "\n";
  if (node.kind == NodeKind::solution) return hanging_words(beneath, "solution", size + 1, path_green) + "\n";
  return {};
}

/// The cell that all nodes of a depth fill, if there is one; "" if they differ.
std::vector<std::string> cells_by_depth(const Recording& recording) {
  std::vector<std::set<std::string>> cells(deepest(recording) + 1);
  for (const RecordedNode& node : recording.nodes)
    if (node.depth > 0) cells[node.depth].insert(node.added.size() == 1 ? recording.cell_label(node.added[0]) : "");
  std::vector<std::string> names;
  for (const auto& set : cells) names.push_back(set.size() == 1 ? *set.begin() : "");
  return names;
}

/// How far down the words below the leaves reach.
double lowest_words(const Recording& recording, const TreeLayout& layout) {
  double lowest = layout.height;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    const bool dead = node.kind == NodeKind::dead_end, solved = node.kind == NodeKind::solution;
    const double letters = dead ? static_cast<double>(length(recording.reasons[node.reason])) : solved ? 8 : 0;
    lowest = std::max(lowest, layout.at[n].y + 24 + 5.2 * letters);
  }
  return lowest;
}

Picture upright_picture(const Recording& recording) {
  const double slots = slots_of(recording).total;
  const double slot = std::clamp(page_width / std::max(slots, 1.0), narrowest_slot, widest_slot), margin = 54;
  TreeLayout layout = upright_layout(recording, slot, std::clamp(2.4 * slot, 54.0, 84.0));
  for (Point& at : layout.at) at.x += margin;
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
  picture.body += branches(recording, layout, 1.2, 3.4);
  const std::vector<bool> on_path = recording.on_solution_path();
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    picture.body += upright_node(recording, layout, n, on_path[n]) + below_node(recording, layout, n);
  return picture;
}

// --- Radial -------------------------------------------------------------------------------------------------------

std::string radial_node(const Recording& recording, const TreeLayout& layout, std::uint32_t n, bool on_path) {
  const RecordedNode& node = recording.nodes[n];
  const Point at = layout.at[n];
  const bool dead = node.kind == NodeKind::dead_end, solved = node.kind == NodeKind::solution;
  const double radius = solved ? 5.5 : on_path ? 3.2 : dead ? 1.5 : 2.2;
  const Rgb fill = solved || on_path ? path_green
                   : dead            ? (is_shortage(recording, node) ? short_amber : Rgb{178, 183, 193})
                                     : Rgb{72, 98, 142};
  std::string drawing =
      element("circle", {{"cx", at.x}, {"cy", at.y}, {"r", radius}, {"fill", fill}}, tip(recording, node));
  if (has_triangle(node)) {
    const double angle = layout.angle[n] * 180 / std::numbers::pi - 90;
    drawing += element(
        "g", {{"transform", fmt::format("translate({} {}) rotate({})", number(at.x), number(at.y), number(angle))}},
        triangle(0, 2, 9, node.hidden_solutions > 0 ? lighter(path_green, 55) : dead_grey));
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

Picture radial_picture(const Recording& recording) {
  const TreeLayout layout = radial_layout(recording, 2.6);
  Picture picture;
  picture.width = layout.width;
  picture.height = layout.height;
  const Rings circles = rings(recording, layout);
  picture.body = circles.lines + branches(recording, layout, 0.75, 2.6);
  const std::vector<bool> on_path = recording.on_solution_path();
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (!on_path[n]) picture.body += radial_node(recording, layout, n, false);
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (on_path[n]) picture.body += radial_node(recording, layout, n, true);
  picture.body += circles.names + "\n";
  return picture;
}

// --- Flame --------------------------------------------------------------------------------------------------------

constexpr double flame_row = 26, flame_hairline = 0.5;

class FlamePainter {
 public:
  explicit FlamePainter(const Recording& recording)
      : recording_(recording),
        children_(recording.children()),
        sizes_(recording.subtree_sizes()),
        on_path_(recording.on_solution_path()) {}

  Picture paint() {
    picture_.width = page_width;
    picture_.height = flame_row * (deepest(recording_) + 1);
    bar(0, 0, page_width);
    return picture_;
  }

 private:
  void bar(std::uint32_t n, double left, double width) {
    const RecordedNode& node = recording_.nodes[n];
    const double top = flame_row * node.depth;
    rect(left, top, width, n == 0 ? lighter(ink, 80) : node_colour(recording_, node), on_path_[n],
         tip(recording_, node));
    const std::string label = n == 0 ? counted(recording_.walked, "node") : node_label(recording_, node);
    if (width > 8 + 7.5 * static_cast<double>(length(label)))
      picture_.body += text(left + width / 2, top + flame_row / 2, label, {11, ink}) + "\n";
    children_of(n, left, width / static_cast<double>(sizes_[n]));
  }

  /// Bars too thin to be seen are drawn together.
  void children_of(std::uint32_t n, double left, double share) {
    const double top = flame_row * (recording_.nodes[n].depth + 1);
    double thin_from = left;
    const auto flush = [&](double to) {
      if (to - thin_from > 0.05) rect(thin_from, top, to - thin_from, dead_grey, false, "");
    };
    for (const std::uint32_t child : children_[n]) {
      const double width = share * static_cast<double>(sizes_[child]);
      if (width >= flame_hairline) {
        flush(left);
        bar(child, left, width);
        thin_from = left + width;
      }
      left += width;
    }
    flush(left);
    if (const std::uint64_t hidden = recording_.nodes[n].hidden; hidden > 0)
      rect(left, top, share * static_cast<double>(hidden), lighter(dead_grey, 40), false,
           element("title", {}, counted(hidden, "node")));
  }

  void rect(double left, double top, double width, Rgb fill, bool on_path, const std::string& inside) {
    const double gap = width > 3 ? 0.6 : 0;
    picture_.body += element("rect",
                             {{"x", left},
                              {"y", top},
                              {"width", std::max(width - gap, 0.05)},
                              {"height", flame_row - 1.5},
                              {"fill", fill}},
                             inside) +
                     "\n";
    if (on_path)
      picture_.body += element("rect", {{"x", left},
                                        {"y", top + flame_row - 6},
                                        {"width", std::max(width - gap, 0.6)},
                                        {"height", 4.5},
                                        {"fill", path_green}}) +
                       "\n";
  }

  const Recording& recording_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::uint64_t> sizes_;
  std::vector<bool> on_path_;
  Picture picture_;
};

// --- Depths -------------------------------------------------------------------------------------------------------

Chart depths_chart(const std::vector<Recording>& recordings) {
  Chart chart{recordings.size() == 1 ? recordings[0].title() + ": nodes per depth" : "nodes per depth",
              "depth",
              "nodes",
              {},
              true};
  chart.y_low = 0;
  std::size_t depths = 0;
  for (const Recording& recording : recordings) {
    const std::vector<double> nodes(recording.nodes_per_depth.begin(), recording.nodes_per_depth.end());
    depths = std::max(depths, nodes.size());
    chart.series.push_back({recordings.size() == 1 ? counted(recording.walked, "node") : recording.title(),
                            logarithms(nodes), recordings.size() == 1 ? Series::Drawn::bars : Series::Drawn::line});
  }
  if (recordings.size() == 1) chart.series[0].colour = palette(0);
  const std::size_t step = depths / 24 + 1;
  for (std::size_t d = 0; d < depths; ++d) chart.columns.push_back(d % step == 0 ? std::to_string(d + 1) : "");
  return chart;
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

constexpr std::size_t max_upright_leaves = 110;

TreeView view_for(const Recording& recording, TreeView view) {
  if (view != TreeView::automatic) return view;
  return leaf_count(recording) <= max_upright_leaves ? TreeView::upright : TreeView::radial;
}

std::optional<std::uint32_t> first_solution(const Recording& recording) {
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    if (recording.nodes[n].kind == NodeKind::solution) return n;
  return std::nullopt;
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

TreeLayout upright_layout(const Recording& recording, double slot, double level) {
  const Slots slots = slots_of(recording);
  TreeLayout layout;
  layout.slot = slot;
  layout.width = slot * slots.total;
  layout.height = level * deepest(recording) + 24;
  for (std::size_t n = 0; n < recording.nodes.size(); ++n)
    layout.at.push_back({slot * slots.at[n], 12 + level * recording.nodes[n].depth});
  return layout;
}

TreeLayout radial_layout(const Recording& recording, double spacing) {
  const Slots slots = slots_of(recording);
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
  if (chosen == TreeView::depths) return chart_picture(depths_chart({recording}));
  Picture body = chosen == TreeView::upright  ? upright_picture(recording)
                 : chosen == TreeView::radial ? radial_picture(recording)
                                              : FlamePainter(recording).paint();
  const bool free_corners = chosen == TreeView::radial && body.width > 1000;
  const Picture top = stacked({heading(recording, 300), legend(recording, !free_corners)}, 4);
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
  if (view == TreeView::depths) return render::chart_picture(render::depths_chart(recordings));
  std::vector<Picture> pictures;
  bool wide = false;
  for (const Recording& recording : recordings) {
    pictures.push_back(render::tree_picture(recording, view));
    wide = wide || pictures.back().width > 1.4 * pictures.back().height;
  }
  return wide ? render::stacked(pictures, 40) : render::flow(pictures, 1e9, 40);
}

std::string page_title(const std::vector<Recording>& recordings) {
  std::string title = "The search tree of " + recordings.front().title();
  for (std::size_t r = 1; r < recordings.size(); ++r) title += " and of " + recordings[r].title();
  return title;
}

constexpr std::string_view outline_style =
    "body{margin:2rem;font-family:sans-serif;color:#262a33}svg{max-width:100%;height:auto}"
    "details,.leaf{margin-left:1.1em;border-left:1px solid #e2e4e9;padding-left:.5em}summary{cursor:pointer}"
    ".dead{color:#8a909c}.path{color:#168048;font-weight:bold}.count{color:#8a909c;font-size:.85em}"
    "button{font:inherit;margin-right:.6em}";

/// Nested parts that fold; those on the way to a solution are open at first.
class Outline {
 public:
  explicit Outline(const Recording& recording)
      : recording_(recording),
        children_(recording.children()),
        sizes_(recording.subtree_sizes()),
        on_path_(recording.on_solution_path()) {}

  std::string write() {
    write_node(0);
    return std::move(out_);
  }

 private:
  void write_node(std::uint32_t n) {
    const RecordedNode& node = recording_.nodes[n];
    const std::string words = render::escaped(n == 0 ? "start" : recording_.words_of(node));
    if (children_[n].empty()) {
      std::string end = node.kind == RecordedNode::Kind::solution ? ": solution" : "";
      if (node.kind == RecordedNode::Kind::dead_end) end = ": " + render::escaped(recording_.reasons[node.reason]);
      if (node.hidden > 0) end = fmt::format(": {} more", counted(node.hidden, "node"));
      out_ += fmt::format("<div class=\"leaf {}\">{}{}</div>\n", marker(n), words, end);
      return;
    }
    out_ += fmt::format("<details{}><summary class=\"{}\">{} <span class=\"count\">{}</span></summary>\n",
                        n == 0 || on_path_[n] ? " open" : "", marker(n), words, counted(sizes_[n] - 1, "node"));
    for (const std::uint32_t child : children_[n]) write_node(child);
    out_ += "</details>\n";
  }

  const char* marker(std::uint32_t n) const {
    if (on_path_[n]) return "path";
    return recording_.nodes[n].kind == RecordedNode::Kind::dead_end ? "dead" : "";
  }

  const Recording& recording_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::uint64_t> sizes_;
  std::vector<bool> on_path_;
  std::string out_;
};

}  // namespace

std::string tree_svg(const std::vector<Recording>& recordings, TreeView view) {
  return render::document(trees_picture(recordings, view), page_title(recordings), 22);
}

std::string tree_html(const std::vector<Recording>& recordings, TreeView view) {
  std::string svg = tree_svg(recordings, view);
  svg.erase(0, svg.find("<svg"));
  std::string outlines;
  for (const Recording& recording : recordings)
    outlines += fmt::format("<h2>{}</h2>\n{}", render::escaped(recording.title()), Outline(recording).write());
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{}</title>\n<style>{}</style>\n{}\n"
      "<p><button onclick=\"document.querySelectorAll('details').forEach(d=>d.open=true)\">unfold all</button>"
      "<button onclick=\"document.querySelectorAll('details').forEach(d=>d.open=false)\">fold all</button></p>\n"
      "{}</html>\n",
      render::escaped(page_title(recordings)), outline_style, svg, outlines);
}

std::string tree_dot(const Recording& recording) {
  const auto quoted = [](std::string words) {
    std::string out;
    for (const char c : words) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return "\"" + out + "\"";
  };
  const std::vector<bool> on_path = recording.on_solution_path();
  std::string dot = fmt::format(
      "digraph search {{\n  label={}; labelloc=t; fontname=sans;\n  node [shape=circle, fontname=sans, fontsize=10, "
      "style=filled, fillcolor=white];\n  edge [arrowhead=none];\n  0 [label=\"start\"];\n",
      quoted(recording.title()));
  for (std::uint32_t n = 1; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    const bool dead = node.kind == RecordedNode::Kind::dead_end;
    const std::string label =
        node.added.empty() ? "" : recording.cell_label(node.added[0]) + " " + recording.piece_label(node.added[0]);
    dot += fmt::format("  {} [label={}{}{}{}];\n  {} -> {}{};\n", n, quoted(label),
                       dead ? ", fillcolor=gray85, tooltip=" + quoted(recording.reasons[node.reason]) : "",
                       node.kind == RecordedNode::Kind::solution ? ", fillcolor=palegreen, penwidth=3" : "",
                       node.hidden > 0 ? fmt::format(", xlabel=\"{}\"", node.hidden) : "", node.parent, n,
                       on_path[n] ? " [penwidth=3]" : "");
    if (node.hidden > 0)
      dot += fmt::format("  h{} [shape=triangle, label=\"{}\"];\n  {} -> h{};\n", n, node.hidden, n, n);
  }
  return dot + "}\n";
}

}  // namespace tesselle
