#include <fmt/format.h>

#include "base/readable.hpp"
#include "render/search_tree.hpp"

namespace tesselle {

std::string tree_dot(const Recording& recording) {
  const auto quoted = [](std::string_view words) {
    std::string out;
    for (const char c : printable(words)) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
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
