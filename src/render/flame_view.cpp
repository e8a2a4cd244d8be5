#include <algorithm>

#include "base/readable.hpp"
#include "render/text.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

constexpr double flame_row = 26, flame_hairline = 0.5;

class FlamePainter {
 public:
  explicit FlamePainter(const Recording& recording)
      : recording_(recording),
        children_(recording.children()),
        sizes_(recording.subtree_sizes()),
        on_path_(recording.on_solution_path()) {}

  Picture paint() {
    picture_.width = tree_page_width;
    picture_.height = flame_row * (deepest(recording_) + 1);
    bar(0, 0, tree_page_width);
    return picture_;
  }

 private:
  void bar(std::uint32_t n, double left, double width) {
    const RecordedNode& node = recording_.nodes[n];
    const double top = flame_row * node.depth;
    rect(left, top, width, n == 0 ? lighter(ink, 80) : node_colour(recording_, node), on_path_[n],
         node_tip(recording_, node));
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

}  // namespace

Picture flame_view(const Recording& recording) { return FlamePainter(recording).paint(); }

}  // namespace tesselle::render
