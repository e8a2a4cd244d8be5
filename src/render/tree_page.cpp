#include <fmt/format.h>

#include "base/readable.hpp"
#include "render/search_tree.hpp"

namespace tesselle {
namespace {

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

std::string tree_html(const std::vector<Recording>& recordings, render::TreeView view) {
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
      render::escaped(tree_title(recordings)), outline_style, svg, outlines);
}

}  // namespace tesselle
