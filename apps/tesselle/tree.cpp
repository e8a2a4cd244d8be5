#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "recording_options.hpp"
#include "render/search_tree.hpp"
#include "search/pictures.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t usual_max_nodes = 3000;

struct TreeOptions : RecordingOptions {
  std::optional<std::string> svg, png, dot, json_file, html, compare;
  std::string view = "auto";
  std::optional<std::uint64_t> max_nodes;
};

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts = {""};
  for (const char c : list)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// What is compared is an engine if one has that name, else an order.
SearchRequest compared_request(const TreeOptions& options, const std::string& name) {
  SearchRequest request = recording_request(options);
  const bool is_engine = std::any_of(engines().begin(), engines().end(), [&](const EngineDescription& engine) {
    return engine.name == name && engine.family == request.puzzle->family();
  });
  if (is_engine)
    request.engine = name;
  else
    request.options["order"] = name;
  return request;
}

std::vector<SearchRequest> tree_requests(const TreeOptions& options) {
  std::vector<SearchRequest> requests;
  for (const std::string& name : options.compare ? parts_of(*options.compare) : std::vector<std::string>())
    requests.push_back(compared_request(options, name));
  if (requests.empty()) requests.push_back(recording_request(options));
  return requests;
}

void print_tree_facts(const Recording& recording) {
  print_text("{}: {}, {}{}\n", recording.title(), counted(recording.walked, "node"),
             counted(recording.solutions, "solution"), recording.complete ? "" : " (not walked to the end)");
  for (std::size_t d = 0; d < recording.nodes_per_depth.size(); ++d)
    print_text("  depth {:>3} {:>12}\n", d + 1, grouped(recording.nodes_per_depth[d]));
  std::map<std::string, std::uint64_t> reasons;
  for (const RecordedNode& node : recording.nodes)
    if (node.kind == RecordedNode::Kind::dead_end) ++reasons[kind_of_reason(recording.reasons[node.reason])];
  for (const auto& [reason, times] : reasons)
    print_text("  {:>9} dead end{}: {}\n", grouped(times), times == 1 ? "" : "s", reason);
}

void write_tree_files(const std::vector<Recording>& recordings, const TreeOptions& options) {
  std::vector<Recording> drawn;
  // Those that are compared share what may be drawn, so that the larger of two is drawn larger.
  const std::uint64_t max_nodes = options.max_nodes.value_or(usual_max_nodes * recordings.size());
  for (const Recording& recording : recordings)
    drawn.push_back(folded(recording, options.depth.value_or(~0u), max_nodes));
  const render::TreeView view = render::tree_view_named(options.view);
  if (options.svg) write_file_atomically(*options.svg, tree_svg(drawn, view));
  if (options.png) write_png(*options.png, tree_svg(drawn, view));
  if (options.html) write_file_atomically(*options.html, tree_html(drawn, view));
  if (options.dot) write_file_atomically(*options.dot, tree_dot(drawn.front()));
  std::string json;
  for (const Recording& recording : recordings) json += recording_json(recording) + "\n";
  if (options.json_file) write_file_atomically(*options.json_file, json);
}

/// Among orders that are compared, the usual one has a name too.
void name_order(Recording& recording, const SearchRequest& request) {
  const auto order = request.options.find("order");
  const bool named = std::any_of(recording.options.begin(), recording.options.end(),
                                 [](const auto& option) { return option.first == "order"; });
  if (order != request.options.end() && !named) recording.options.emplace_back("order", order->second);
}

/// Before the search, not after it.
void require_tree_files(const TreeOptions& options) {
  for (const auto* file : {&options.svg, &options.png, &options.html, &options.dot, &options.json_file})
    if (*file) require_writable(**file);
}

int draw_tree(const TreeOptions& options) {
  if (options.dot && options.compare) throw UsageError("tree: --dot writes one tree; leave out --compare");
  require_tree_files(options);
  std::vector<Recording> recordings;
  for (const SearchRequest& request : tree_requests(options)) {
    recordings.push_back(record(request, recording_limits(options), stop_on_signals()));
    if (options.compare) name_order(recordings.back(), request);
  }
  write_tree_files(recordings, options);
  for (const Recording& recording : recordings) print_tree_facts(recording);
  return exit_codes::answered;
}

}  // namespace

void add_tree(Command program) {
  auto options = std::make_shared<TreeOptions>();
  Command command = program.subcommand("tree", "the search as a tree: one node per placement, dead ends and why");
  add_recording_options(command, *options);
  command.option("--svg", options->svg, "write a picture as SVG").value("FILE");
  command.option("--png", options->png, "write a picture as PNG").value("FILE");
  command.option("--html", options->html, "write a page with the picture and an outline that folds").value("FILE");
  command.option("--dot", options->dot, "write the tree for Graphviz").value("FILE");
  command.option("--json", options->json_file, "write the tree as JSON").value("FILE");
  command
      .option("--view", options->view,
              "upright or radial trees; flame: bars as wide as their share of the nodes; depths: nodes per depth")
      .one_of(render::tree_view_names())
      .show_default();
  command
      .option("--max", options->max_nodes,
              "draw at most about this many nodes, the depths near the root first; triangles stand for the rest "
              "(default 3000 times the number of trees)")
      .positive();
  command.option("--compare", options->compare, "orders or engines side by side: rowscan,spiral-in or backtrack,smart")
      .value("A,B");
  command.on_run([options] { return draw_tree(*options); });
}

}  // namespace tesselle
