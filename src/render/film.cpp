#include "render/film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "base/readable.hpp"
#include "render/edge_svg.hpp"
#include "render/film_page.hpp"
#include "render/packing_drawing.hpp"
#include "render/packing_svg.hpp"
#include "render/search_tree.hpp"
#include "render/text.hpp"

namespace tesselle {

std::vector<std::uint32_t> film_moments(const Recording& recording, const FilmCut& cut) {
  std::vector<std::uint32_t> moments;
  if (cut.last_descent) {
    std::uint32_t end = static_cast<std::uint32_t>(recording.nodes.size() - 1);
    for (std::uint32_t n = end; n > 0; --n)
      if (recording.nodes[n].kind == RecordedNode::Kind::solution) {
        end = n;
        break;
      }
    for (; end != 0; end = recording.nodes[end].parent) moments.push_back(end);
    moments.push_back(0);
    std::reverse(moments.begin(), moments.end());
    return moments;
  }
  for (std::uint32_t n = 1; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    if (node.number < cut.from || node.number > cut.to) continue;
    if (moments.empty()) moments.push_back(node.parent);
    if (recording.shape == Recording::Shape::tree)
      while (moments.back() != node.parent) moments.push_back(recording.nodes[moments.back()].parent);
    moments.push_back(n);
  }
  if (moments.empty()) moments.push_back(0);
  if (cut.every <= 1) return moments;
  std::vector<std::uint32_t> kept;
  for (std::size_t m = 0; m < moments.size(); ++m)
    if (m % cut.every == 0 || m + 1 == moments.size()) kept.push_back(moments[m]);
  return kept;
}

}  // namespace tesselle

namespace tesselle::render {
namespace {

constexpr double stage_size = 440, tree_size = 440, film_gap = 36, caption_height = 74;
constexpr Rgb film_green = {22, 128, 72}, film_grey = {198, 203, 212};

FilmStage edge_stage(const Recording& recording) {
  const EdgePuzzle& puzzle = recording.puzzle->edge();
  const EdgeBoard empty{std::vector<std::optional<Placed>>(puzzle.cell_count())};
  const EdgeView view(puzzle, &empty);
  const double cell = std::clamp(stage_size / std::max(view.columns(), view.rows()), 16.0, 130.0);
  constexpr double margin = 26;  // of edge_board
  FilmStage stage{edge_board(view, cell), {}};
  for (std::uint32_t p = 0; p < recording.placements.size(); ++p) {
    const EdgeHint& there = std::get<EdgeHint>(recording.placements[p]);
    const std::string name = fmt::format("piece-{}-{}", there.placed.piece.index() + 1, there.placed.rotation);
    if (!stage.ground.definitions.contains(name)) {
      const Picture piece = edge_piece(view, there.placed, cell);
      stage.ground.definitions.insert(piece.definitions.begin(), piece.definitions.end());
      stage.ground.definitions[name] = element("g", {{"id", name}}, piece.body);
    }
    stage.sprites.push_back({p, element("use", {{"href", "#" + name},
                                                {"x", margin + cell * puzzle.column(there.square)},
                                                {"y", margin + cell * puzzle.row(there.square)}})});
  }
  return stage;
}

Scene alone(const Recording& recording, const Scene& ground, std::uint32_t placement) {
  const PackingLayout layout{{std::get<PackingPlacement>(recording.placements[placement])}};
  Scene single;
  single.lattice = ground.lattice;
  single.shapes = scene_of(recording.puzzle->packing(), &layout).shapes;
  return single;
}

FilmStage packing_stage(const Recording& recording) {
  const PackingLayout nothing;
  const Scene ground = scene_of(recording.puzzle->packing(), &nothing);
  const Box frame = bounds_of(ground.grid(), ground.board);
  FilmStage stage;
  if (ground.lattice != LatticeKind::cube) {
    const double unit = std::clamp(stage_size / std::max(frame.width(), frame.height()), 3.0, 60.0);
    stage.ground = flat_board(ground, frame, unit);
    for (std::uint32_t p = 0; p < recording.placements.size(); ++p)
      stage.sprites.push_back({p, flat_board(alone(recording, ground, p), frame, unit).body});
    return stage;
  }
  const Drawing box = solid_ground(ground, 1);
  const double unit = std::clamp(stage_size / std::max(box.width - 4, box.height - 4), 4.0, 90.0);
  stage.ground = picture_of(solid_ground(ground, unit));
  std::vector<std::pair<int, Sprite>> cells;
  for (std::uint32_t p = 0; p < recording.placements.size(); ++p)
    for (const Shape& shape : alone(recording, ground, p).shapes)
      for (SolidCell& cell : solid_cells(shape, ground, unit))
        cells.push_back({cell.nearness, {p, picture_of(cell.drawing).body}});
  std::stable_sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [nearness, sprite] : cells) stage.sprites.push_back(std::move(sprite));
  return stage;
}

/// The nodes of the tree in a square, by the layout that the tree's own picture has.
std::vector<Point> small_tree(const Recording& recording, double size) {
  const std::vector<std::vector<std::uint32_t>> children = recording.children();
  const auto leaves = std::count_if(children.begin(), children.end(), [](const auto& list) { return list.empty(); });
  const TreeLayout layout = leaves > 110 ? radial_layout(recording, 2.6) : upright_layout(recording, 10, 40);
  std::vector<Point> at;
  for (const Point& p : layout.at)
    at.push_back({size * p.x / std::max(layout.width, 1.0), size * p.y / std::max(layout.height, 1.0)});
  return at;
}

std::string moment_words(const Recording& recording, const std::vector<std::uint32_t>& moments, std::size_t m) {
  const RecordedNode& node = recording.nodes[moments[m]];
  if (recording.shape == Recording::Shape::boards) return recording.captions[moments[m]];
  if (m > 0 && moments[m - 1] > moments[m]) return "taken back: " + recording.words_of(recording.nodes[moments[m - 1]]);
  return moments[m] == 0 ? "start" : recording.words_of(node);
}

std::string outcome_words(const Recording& recording, const RecordedNode& node) {
  if (recording.shape == Recording::Shape::boards) return {};
  if (node.kind == RecordedNode::Kind::solution) return "solution";
  return node.kind == RecordedNode::Kind::dead_end ? "dead end: " + recording.reasons[node.reason] : "";
}

std::string shortened(std::string words) {
  constexpr std::size_t longest = 96;
  return words.size() <= longest ? words : words.substr(0, longest - 1) + "…";
}

Picture captions_at(const Recording& recording, const std::vector<std::uint32_t>& moments, std::size_t m) {
  const RecordedNode& node = recording.nodes[moments[m]];
  std::uint64_t made = 0;
  for (std::size_t k = m + 1; k-- > 0 && made == 0;) made = recording.nodes[moments[k]].number;
  if (m > 0 && moments[m - 1] > moments[m]) made = std::max(made, recording.nodes[moments[m - 1]].number);
  const bool solved = node.kind == RecordedNode::Kind::solution;
  Picture picture;
  picture.body = text(0, 8, fmt::format("node {}", grouped(made)), {15, ink, "start", "bold"}) +
                 text(130, 8, shortened(moment_words(recording, moments, m)), {13, ink, "start"}) +
                 text(130, 28, outcome_words(recording, node),
                      {13, solved ? film_green : faint_ink, "start", solved ? "bold" : "normal"});
  return picture;
}

std::string line_to_parent(const Recording& recording, const std::vector<Point>& at, std::uint32_t n) {
  const Point a = at[recording.nodes[n].parent], b = at[n];
  return fmt::format("M{} {}L{} {}", number(a.x), number(a.y), number(b.x), number(b.y));
}

Rgb twig_colour(const RecordedNode& node) {
  return node.kind == RecordedNode::Kind::solution   ? film_green
         : node.kind == RecordedNode::Kind::dead_end ? film_grey
                                                     : Rgb{120, 138, 168};
}

std::string twig(const Recording& recording, const std::vector<Point>& at, std::uint32_t n, std::string_view inside) {
  const RecordedNode& node = recording.nodes[n];
  const Rgb colour = twig_colour(node);
  const bool solved = node.kind == RecordedNode::Kind::solution;
  return element("g", {},
                 std::string(inside) +
                     element("path", {{"d", line_to_parent(recording, at, n)},
                                      {"stroke", colour},
                                      {"stroke-width", solved ? 2.4 : 1}}) +
                     element("circle", {{"cx", at[n].x}, {"cy", at[n].y}, {"r", solved ? 4 : 1.8}, {"fill", colour}})) +
         "\n";
}

double film_width(const FilmStage& stage, bool with_tree) {
  return stage.ground.width + (with_tree ? film_gap + tree_size : 0);
}
double film_height(const FilmStage& stage, bool with_tree) {
  return std::max(stage.ground.height, with_tree ? tree_size : 0.0) + caption_height;
}

bool has_tree(const Recording& recording) { return recording.shape == Recording::Shape::tree; }

std::uint32_t max_depth(const Recording& recording) {
  std::uint32_t depth = 1;
  for (const RecordedNode& node : recording.nodes) depth = std::max(depth, node.depth);
  return depth;
}

// --- Animated SVG -------------------------------------------------------------------------------------------------

/// Shows what it is put into during some of the moments. `shown` are pairs [from, to).
class Clock {
 public:
  Clock(std::size_t moments, double per_second)
      : moments_(static_cast<double>(moments)), duration_(number(moments_ / per_second) + "s") {}

  std::string visible(const std::vector<std::pair<std::size_t, std::size_t>>& shown) const {
    std::string values = "hidden", times = "0";
    const auto put = [&](std::size_t moment, const char* value) {
      if (moment == 0) {
        values = value;
        return;
      }
      values += fmt::format(";{}", value);
      times += fmt::format(";{:.5f}", static_cast<double>(moment) / moments_);
    };
    for (const auto& [from, to] : shown) {
      put(from, "visible");
      if (static_cast<double>(to) < moments_) put(to, "hidden");
    }
    return animation("visibility", values, times);
  }

  std::string animation(std::string_view attribute, std::string_view values, std::string_view times) const {
    return element("animate", {{"attributeName", attribute},
                               {"calcMode", "discrete"},
                               {"dur", duration_},
                               {"repeatCount", "indefinite"},
                               {"values", values},
                               {"keyTimes", times}});
  }

 private:
  double moments_;
  std::string duration_;
};

using Spans = std::vector<std::pair<std::size_t, std::size_t>>;

std::vector<Spans> placement_spans(const Recording& recording, const std::vector<std::uint32_t>& moments) {
  std::vector<Spans> spans(recording.placements.size());
  for (std::size_t m = 0; m < moments.size(); ++m)
    for (const std::uint32_t p : recording.board_of(moments[m])) {
      if (!spans[p].empty() && spans[p].back().second == m)
        spans[p].back().second = m + 1;
      else
        spans[p].push_back({m, m + 1});
    }
  return spans;
}

std::string timed_group(const Clock& clock, const Spans& spans, std::size_t moments, std::string_view content) {
  const bool at_end = !spans.empty() && spans.back().second == moments;
  return element("g", {{"visibility", at_end ? "visible" : "hidden"}}, clock.visible(spans) + std::string(content)) +
         "\n";
}

std::string animated_tree(const Recording& recording, const std::vector<std::uint32_t>& moments, const Clock& clock,
                          const std::vector<Point>& at) {
  std::vector<std::size_t> first(recording.nodes.size(), moments.size());
  std::vector<Spans> on_way(recording.nodes.size());
  for (std::size_t m = 0; m < moments.size(); ++m)
    for (std::uint32_t n = moments[m]; n != 0; n = recording.nodes[n].parent) {
      first[n] = std::min(first[n], m);
      if (!on_way[n].empty() && on_way[n].back().second == m)
        on_way[n].back().second = m + 1;
      else
        on_way[n].push_back({m, m + 1});
    }
  std::string twigs, way;
  for (std::uint32_t n = 1; n < recording.nodes.size(); ++n) {
    if (first[n] == moments.size()) continue;
    twigs += twig(recording, at, n, clock.visible({{first[n], moments.size()}}));
    way += timed_group(
        clock, on_way[n], moments.size(),
        element("path",
                {{"d", line_to_parent(recording, at, n)}, {"stroke", Rgb{226, 110, 30}}, {"stroke-width", 2.6}}));
  }
  return twigs + way;
}

/// How deep the search is; `inside` may animate it.
std::string depth_bar(double width, double filled, std::string_view inside) {
  return element("rect", {{"width", width}, {"height", 7}, {"rx", 3.5}, {"fill", empty_paper}}) +
         element("rect", {{"width", filled}, {"height", 7}, {"rx", 3.5}, {"fill", Rgb{226, 110, 30}}}, inside);
}

std::string animated_depth_bar(const Recording& recording, const std::vector<std::uint32_t>& moments,
                               const Clock& clock, double width) {
  const double step = width / max_depth(recording);
  std::string widths, times;
  for (std::size_t m = 0; m < moments.size(); ++m) {
    widths += fmt::format("{}{}", m == 0 ? "" : ";", number(step * recording.nodes[moments[m]].depth));
    times += fmt::format("{}{:.5f}", m == 0 ? "" : ";", static_cast<double>(m) / static_cast<double>(moments.size()));
  }
  return depth_bar(width, step * recording.nodes[moments.back()].depth, clock.animation("width", widths, times));
}

}  // namespace

FilmStage film_stage(const Recording& recording) {
  return recording.puzzle->family() == Family::edge ? edge_stage(recording) : packing_stage(recording);
}

FilmStills::FilmStills(const Recording& recording, const std::vector<std::uint32_t>& moments)
    : recording_(recording), moments_(moments), stage_(film_stage(recording)), at_(small_tree(recording, tree_size)) {}

std::string FilmStills::still(std::size_t moment) const {
  const bool with_tree = has_tree(recording_);
  Picture picture;
  picture.width = film_width(stage_, with_tree);
  picture.height = film_height(stage_, with_tree);
  picture.add(stage_.ground, 0, 0);
  std::vector<bool> there(recording_.placements.size());
  for (const std::uint32_t p : recording_.board_of(moments_[moment])) there[p] = true;
  for (const Sprite& sprite : stage_.sprites)
    if (there[sprite.placement]) picture.body += sprite.drawing + "\n";
  const std::uint32_t newest =
      *std::max_element(moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(moment) + 1);
  std::string tree;
  for (std::uint32_t n = 1; with_tree && n <= newest; ++n) tree += twig(recording_, at_, n, "");
  for (std::uint32_t n = moments_[moment]; with_tree && n != 0; n = recording_.nodes[n].parent)
    tree += element("path",
                    {{"d", line_to_parent(recording_, at_, n)}, {"stroke", Rgb{226, 110, 30}}, {"stroke-width", 2.6}});
  if (!tree.empty()) picture.body += translated(stage_.ground.width + film_gap, 0, tree);
  const double top = picture.height - caption_height, width = picture.width;
  const double share = static_cast<double>(recording_.nodes[moments_[moment]].depth) / max_depth(recording_);
  if (with_tree) picture.body += translated(0, top + 12, depth_bar(width, width * share, ""));
  picture.add(captions_at(recording_, moments_, moment), 0, top + 32);
  return document(picture, recording_.title(), 18);
}

}  // namespace tesselle::render

namespace tesselle {

std::string film_svg(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second) {
  using namespace render;
  std::vector<std::uint32_t> held = moments;  // the last moment stays for two seconds
  held.insert(held.end(), static_cast<std::size_t>(std::lround(2 * per_second)), moments.back());
  const Clock clock(held.size(), per_second);
  const FilmStage stage = film_stage(recording);
  const bool with_tree = has_tree(recording);
  Picture picture;
  picture.width = film_width(stage, with_tree);
  picture.height = film_height(stage, with_tree);
  picture.add(stage.ground, 0, 0);
  const std::vector<Spans> spans = placement_spans(recording, held);
  for (const Sprite& sprite : stage.sprites)
    if (!spans[sprite.placement].empty())
      picture.body += timed_group(clock, spans[sprite.placement], held.size(), sprite.drawing);
  if (with_tree) {
    const auto at = small_tree(recording, tree_size);
    picture.body += translated(stage.ground.width + film_gap, 0, animated_tree(recording, held, clock, at));
  }
  const double top = picture.height - caption_height;
  if (with_tree) picture.body += translated(0, top + 12, animated_depth_bar(recording, held, clock, picture.width));
  for (std::size_t m = 0; m < moments.size(); ++m) {
    const std::size_t end = m + 1 == moments.size() ? held.size() : m + 1;
    picture.body +=
        translated(0, top + 32, timed_group(clock, {{m, end}}, held.size(), captions_at(recording, moments, m).body));
  }
  return document(picture, recording.title(), 18);
}

namespace {

/// Everything that the page's script needs. Lists by node are kept apart, because names would be most of the file.
Json film_data(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second) {
  Json parent = Json::list(), depth = Json::list(), kind = Json::list(), reason = Json::list(), made = Json::list();
  Json added = Json::list(), removed = Json::object(), x = Json::list(), y = Json::list(), words = Json::list();
  const auto at = render::small_tree(recording, 1000);
  for (std::size_t n = 0; n < recording.nodes.size(); ++n) {
    const RecordedNode& node = recording.nodes[n];
    parent.push_back(node.parent);
    depth.push_back(node.depth);
    kind.push_back(static_cast<int>(node.kind));
    reason.push_back(node.reason);
    made.push_back(node.number);
    added.push_back(Json(node.added));
    if (!node.removed.empty()) removed[std::to_string(n)] = Json(node.removed);
    x.push_back(std::lround(at[n].x));
    y.push_back(std::lround(at[n].y));
  }
  for (std::uint32_t p = 0; p < recording.placements.size(); ++p) words.push_back(recording.words(p));
  Json data = {{"parent", parent}, {"depth", depth},     {"kind", kind}, {"reason", reason}, {"number", made},
               {"added", added},   {"removed", removed}, {"x", x},       {"y", y},           {"words", words}};
  data["reasons"] = Json(recording.reasons);
  data["captions"] = Json(recording.captions);
  data["moments"] = Json(moments);
  data["tree"] = render::has_tree(recording);
  data["rate"] = per_second;
  return data;
}

}  // namespace

std::string film_html(const Recording& recording, const std::vector<std::uint32_t>& moments, double per_second) {
  render::FilmStage stage = render::film_stage(recording);
  for (const render::Sprite& sprite : stage.sprites)
    stage.ground.body +=
        render::element("g", {{"class", fmt::format("p{}", sprite.placement)}, {"display", "none"}}, sprite.drawing) +
        "\n";
  std::string svg = render::document(stage.ground, recording.title(), 6);
  svg.erase(0, svg.find("<svg"));
  const std::string data = render::in_script(film_data(recording, moments, per_second).dump());
  std::string page(render::film_page);
  const auto put = [&](const std::string& mark, const std::string& value) {
    page.replace(page.find(mark), mark.size(), value);
  };
  put("@TITLE@", render::escaped(recording.title()));
  put("@HEADING@", render::escaped(recording.title()));
  put("@BOARD@", svg);
  put("@DATA@", data);
  return page;
}

}  // namespace tesselle
