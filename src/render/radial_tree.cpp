#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/readable.hpp"
#include "render/text.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

constexpr double radial_margin = 24, fold_gap = 3, least_label = 4.2;
constexpr double names_angle = 0.24;  // left free at the top for the names of the rings

/// What a node has for itself on its ring: no more than its leaves have, so that nothing on the rays beside it is
/// covered, and no neighbour.
std::vector<double> room_on_rings(const Recording& recording, const TreeLayout& layout) {
  std::vector<double> room(recording.nodes.size());
  std::vector<std::vector<std::uint32_t>> rings(layout.radius.size());
  for (std::uint32_t n = static_cast<std::uint32_t>(recording.nodes.size()); n-- > 0;) {
    const RecordedNode& node = recording.nodes[n];
    const bool is_leaf = room[n] == 0;
    room[n] += has_triangle(node) ? 2 : is_leaf ? 1 : 0;
    if (n > 0) room[node.parent] += room[n];
    rings[node.depth].push_back(n);
  }
  for (std::uint32_t n = 0; n < recording.nodes.size(); ++n)
    room[n] *= layout.slot * layout.radius[recording.nodes[n].depth];
  for (std::size_t d = 1; d < rings.size(); ++d)
    for (std::size_t i = 1; i < rings[d].size(); ++i) {
      const std::uint32_t a = rings[d][i], b = rings[d][i - 1];
      const double gap = layout.radius[d] * (layout.angle[b] - layout.angle[a]);
      room[a] = std::min(room[a], gap);
      room[b] = std::min(room[b], gap);
    }
  return room;
}

/// Nodes, triangles and words of a tree, by the room that there is for them.
class RadialPainter {
 public:
  RadialPainter(const Recording& recording, const TreeLayout& layout)
      : recording_(recording),
        layout_(layout),
        room_(room_on_rings(recording, layout)),
        on_path_(recording.on_solution_path()) {}

  /// Nodes on the way to a solution are over the others.
  std::string paint() const {
    std::string others, path;
    for (std::uint32_t n = 0; n < recording_.nodes.size(); ++n)
      (on_path_[n] ? path : others) += triangle(n) + node(n) + words(n) + "\n";
    return others + path;
  }

  /// How far out the words reach.
  double reach() const {
    double reach = layout_.radius.back() + radial_margin;
    for (std::uint32_t n = 0; n < recording_.nodes.size(); ++n) {
      const Note note = note_of(n);
      if (note.size > 0)
        reach = std::max(reach, note.from + 0.62 * note.size * static_cast<double>(length(note.words)) + 4);
    }
    return reach;
  }

 private:
  /// What is written along the ray of a leaf.
  struct Note {
    std::string words;
    double from = 0, angle = 0, size = 0;  // size 0: there is no room
    Rgb colour{};
  };

  bool is_leaf_fold(std::uint32_t n) const { return layout_.fold_angle[n] == layout_.angle[n]; }
  double ring(std::uint32_t n) const { return layout_.radius[recording_.nodes[n].depth]; }

  double node_radius(std::uint32_t n) const {
    const RecordedNode& node = recording_.nodes[n];
    const bool dead = node.kind == RecordedNode::Kind::dead_end, solved = node.kind == RecordedNode::Kind::solution;
    const double least = n == 0 ? 5 : solved ? 5.5 : on_path_[n] ? 3.2 : dead ? 1.5 : 2.2;
    const double possible = std::min(0.46 * room_[n], 8.5);
    return n != 0 && possible >= least_label ? possible : least;
  }

  std::string node(std::uint32_t n) const {
    const RecordedNode& node = recording_.nodes[n];
    const Point at = layout_.at[n];
    const double radius = node_radius(n);
    const bool dead = node.kind == RecordedNode::Kind::dead_end;
    if (radius >= least_label && n != 0 && !recording_.nodes[n].added.empty() && radius <= 0.5 * room_[n])
      return labelled_node(n, radius);
    const Rgb fill = n == 0        ? ink
                     : on_path_[n] ? path_green
                     : dead        ? (is_shortage(recording_, node) ? short_amber : Rgb{178, 183, 193})
                                   : Rgb{72, 98, 142};
    return element("circle", {{"cx", at.x}, {"cy", at.y}, {"r", radius}, {"fill", fill}}, node_tip(recording_, node));
  }

  std::string labelled_node(std::uint32_t n, double radius) const {
    const RecordedNode& node = recording_.nodes[n];
    const Point at = layout_.at[n];
    const bool dead = node.kind == RecordedNode::Kind::dead_end;
    const Rgb fill = node_colour(recording_, node);
    const std::string label = node_label(recording_, node);
    const double size = std::min(1.2 * radius, 2.6 * radius / std::max(1.4, static_cast<double>(length(label))));
    return element("circle",
                   {{"cx", at.x},
                    {"cy", at.y},
                    {"r", radius},
                    {"fill", fill},
                    {"stroke", on_path_[n] ? path_green
                               : dead      ? branch_grey
                                           : darker(fill, 40)},
                    {"stroke-width", on_path_[n] ? 2.4 : 0.9}},
                   node_tip(recording_, node)) +
           text(at.x, at.y, label, {size, dead ? dead_ink : readable_on(fill)});
  }

  double triangle_size(std::uint32_t n) const {
    return std::clamp(1.7 * layout_.slot * (is_leaf_fold(n) ? ring(n) : tip_radius(n)), 5.0, 15.0);
  }
  double tip_radius(std::uint32_t n) const {
    if (is_leaf_fold(n)) return ring(n) + node_radius(n) + fold_gap;
    return std::hypot(layout_.fold[n].x - layout_.at[0].x, layout_.fold[n].y - layout_.at[0].y);
  }

  std::string triangle(std::uint32_t n) const {
    const RecordedNode& node = recording_.nodes[n];
    if (!has_triangle(node)) return {};
    const double angle = layout_.fold_angle[n], r = tip_radius(n);
    const Point tip = {layout_.at[0].x + r * std::cos(angle), layout_.at[0].y + r * std::sin(angle)};
    return element(
        "g",
        {{"transform", fmt::format("translate({} {}) rotate({})", number(tip.x), number(tip.y),
                                   number(angle * 180 / std::numbers::pi - 90))}},
        fold_triangle(0, 0, triangle_size(n), node.hidden_solutions > 0 ? lighter(path_green, 55) : dead_grey));
  }

  Note note_of(std::uint32_t n) const {
    const RecordedNode& node = recording_.nodes[n];
    const bool dead = node.kind == RecordedNode::Kind::dead_end, solved = node.kind == RecordedNode::Kind::solution;
    Note note{{}, ring(n) + node_radius(n) + 3, layout_.angle[n], 0, dead_ink};
    double slots = 1;
    if (has_triangle(node)) {
      note = {grouped(node.hidden), tip_radius(n) + triangle_size(n) + 3, layout_.fold_angle[n], 0, ink};
      slots = 2;
    } else if (dead) {
      note.words = recording_.reasons[node.reason];
    } else if (solved) {
      note.words = "solution";
      note.colour = path_green;
    } else {
      return note;
    }
    const double room = 0.92 * slots * layout_.slot * note.from;
    const double legible = 5.5 * std::max(1.0, layout_.radius.back() / 600);  // large trees are looked at from afar
    if (room >= legible) note.size = std::min(room, 1.5 * legible);
    return note;
  }

  std::string words(std::uint32_t n) const {
    const Note note = note_of(n);
    if (note.size == 0) return {};
    const Point centre = layout_.at[0];
    const Point at = {centre.x + note.from * std::cos(note.angle), centre.y + note.from * std::sin(note.angle)};
    const bool left = std::cos(note.angle) < 0;  // there they are read towards the centre
    const double turned = note.angle * 180 / std::numbers::pi + (left ? 180 : 0);
    return element(
        "g", {{"transform", fmt::format("translate({} {}) rotate({})", number(at.x), number(at.y), number(turned))}},
        text(0, 0, note.words, {note.size, note.colour, left ? "end" : "start"}));
  }

  const Recording& recording_;
  const TreeLayout& layout_;
  std::vector<double> room_;
  std::vector<bool> on_path_;
};

/// The rings, and what they stand for, which is written over everything else.
struct Rings {
  std::string lines, names;
};
Rings rings(const Recording& recording, const TreeLayout& layout) {
  const double lettering = std::max(1.0, layout.width / 1400);
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
    const double y = centre.y - layout.radius[d], half = lettering * (3.6 * static_cast<double>(length(name)) + 4);
    drawn.names += element("rect", {{"x", centre.x - half},
                                    {"y", y - 8 * lettering},
                                    {"width", 2 * half},
                                    {"height", 16 * lettering},
                                    {"rx", 7 * lettering},
                                    {"fill", white},
                                    {"fill-opacity", 0.9}}) +
                   text(centre.x, y, name, {12 * lettering, faint_ink, "middle", "bold"});
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

/// Rings with hardly any nodes are close together, the others evenly spaced up to the ring that needs most, then as
/// close as can be read.
std::vector<double> ring_radii(const std::vector<std::vector<double>>& by_depth, double turn, double spacing) {
  constexpr double closest = 42, close = 20;
  constexpr std::size_t few = 3;
  double largest = 0;
  std::size_t crowded = 1;
  for (std::size_t d = 1; d < by_depth.size(); ++d)
    if (const double needed = needed_radius(by_depth[d], turn, spacing); needed > 1.02 * largest)
      largest = needed, crowded = d;
  std::size_t sparse = 0;  // rings at the beginning
  while (sparse + 1 < crowded && by_depth[sparse + 1].size() <= few) ++sparse;
  const double rest = largest - close * static_cast<double>(sparse);
  const double step = std::max(closest, rest / static_cast<double>(crowded - sparse));
  std::vector<double> radii = {0};
  for (std::size_t d = 1; d < by_depth.size(); ++d)
    radii.push_back(radii.back() + (d <= sparse ? close : d <= crowded ? step : closest));
  return radii;
}

void move_by(TreeLayout& layout, double distance) {
  for (auto* points : {&layout.at, &layout.fold})
    for (Point& p : *points) p = {p.x + distance, p.y + distance};
  layout.width += 2 * distance;
  layout.height += 2 * distance;
}

}  // namespace

TreeLayout radial_layout(const Recording& recording, double spacing) {
  const LeafSlots slots = slots_of(recording);
  TreeLayout layout;
  const double turn = (2 * std::numbers::pi - names_angle) / std::max(slots.total, 2.0);
  const auto angle_of = [&](double slot) { return turn * slot + names_angle / 2 - std::numbers::pi / 2; };
  std::vector<std::vector<double>> by_depth(deepest_node(recording) + 1);
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    layout.angle.push_back(angle_of(slots.at[n]));
    layout.fold_angle.push_back(angle_of(slots.fold[n]));
    by_depth[recording.nodes[n].depth].push_back(slots.at[n]);
  }
  layout.radius = ring_radii(by_depth, turn, spacing);
  const double half = layout.radius.back() + radial_margin;
  layout.width = layout.height = 2 * half;
  layout.slot = turn;
  const auto point = [&](double r, double angle) {
    return Point{half + r * std::cos(angle), half + r * std::sin(angle)};
  };
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    const std::uint32_t depth = recording.nodes[n].depth;
    const double r = layout.radius[depth];
    const double next = depth + 1 < layout.radius.size() ? layout.radius[depth + 1] : r + 42;
    layout.at.push_back(point(r, layout.angle[n]));
    layout.fold.push_back(point(r + 0.4 * (next - r), layout.fold_angle[n]));
  }
  return layout;
}

Picture radial_tree(const Recording& recording) {
  constexpr double usual_radius = 440, finest = 2.6, widest = 19;
  const double share = 2 * std::numbers::pi * usual_radius / std::max(slots_of(recording).total, 1.0);
  TreeLayout layout = radial_layout(recording, std::clamp(share, finest, widest));
  move_by(layout, RadialPainter(recording, layout).reach() - layout.width / 2);
  Picture picture;
  picture.width = layout.width;
  picture.height = layout.height;
  const Rings circles = rings(recording, layout);
  picture.body = circles.lines + tree_branches(recording, layout, 0.75, 2.6) +
                 RadialPainter(recording, layout).paint() + circles.names + "\n";
  return picture;
}

}  // namespace tesselle::render
