#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/readable.hpp"
#include "engine/dives.hpp"
#include "engine/probes.hpp"
#include "packing/generate/eternity.hpp"
#include "polyform/forms.hpp"
#include "render/svg.hpp"
#include "run/registry.hpp"
#include "search/packing_estimate.hpp"
#include "search/planted.hpp"
#include "study/eternity1_prospect.hpp"
#include "study/measurement.hpp"
#include "study/study.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using packing::FitModel;

/// The numbers in Cazenave's account of how Selby and Riordan solved Eternity.
namespace cazenave {
constexpr std::uint64_t polydrafters[] = {0, 6, 14, 64, 237, 1014, 4124, 17705};                 // from size 1
constexpr std::uint64_t polydudes[] = {0, 3, 1, 9, 15, 59, 152, 517, 1547, 5064, 16123, 52630};  // from size 1
constexpr std::uint64_t suitable = 770;
constexpr int pieces = 209;
}  // namespace cazenave

std::string equal_or_differs(std::uint64_t ours, std::uint64_t theirs) { return ours == theirs ? "equal" : "differs"; }

Table polydrafter_table(const Context& context) {
  using namespace polyform;
  Table table{"Table 1: polydrafters",
              {"half triangles", "published", "without holes", "", "all", "one-sided", "fixed"}};
  for (int size = 2; size <= (context.quick ? 7 : 8) && !context.stopped(); ++size) {
    context.working(fmt::format("polydrafters of size {}", size));
    const auto number = [&](Sameness sameness, bool hole_free) {
      return enumerate({LatticeKind::drafter, size, sameness, Selection::all, hole_free}, {}, context.stop).forms;
    };
    const std::uint64_t theirs = cazenave::polydrafters[size - 1], ours = number(Sameness::free, true);
    table.rows.push_back({std::to_string(size), grouped(theirs), grouped(ours), equal_or_differs(ours, theirs),
                          grouped(number(Sameness::free, false)), grouped(number(Sameness::one_sided, false)),
                          grouped(number(Sameness::fixed, false))});
  }
  table.notes = {
      "The published numbers are those of shapes without holes, up to rotation and reflection. The shapes are made of "
      "half triangles of the triangular lattice, each triangle empty, half or whole; halves that touch along any "
      "length are joined."};
  return table;
}

Table polydude_table(const Context& context) {
  using namespace polyform;
  Table table{"Table 2: polydudes", {"half triangles", "published", "ours, on the lattice", "ours, as polygons", ""}};
  for (int size = 2; size <= (context.quick ? 10 : 12) && !context.stopped(); ++size) {
    context.working(fmt::format("polydudes of size {}", size));
    const FormCount count =
        enumerate({LatticeKind::drafter, size, Sameness::free, Selection::dudes, true}, {}, context.stop);
    const std::uint64_t theirs = cazenave::polydudes[size - 1];
    table.rows.push_back({std::to_string(size), grouped(theirs), grouped(count.forms), grouped(count.polygons),
                          equal_or_differs(count.polygons, theirs)});
  }
  table.notes = {
      "A dude here: no hole, no interior angle of 30 or 330 degrees, no hypotenuse against a short leg. Cazenave says "
      "\"no angle of 30 degrees and no empty triangle\". The last detail of the original definition is not known, and "
      "from size 8 on the numbers differ by up to half a per cent.",
      "Two forms on the lattice can be the same polygon: some polygons can be moved by half an edge."};
  return table;
}

Table suitable_table(const Context& context) {
  Table table{"Table 3: from the dudes of size 12 to Eternity's 770", {"rule", "left"}};
  context.working("the rules that leave 770 pieces");
  const auto account = polyform::account_of_suitable(12, context.stop);
  for (const auto& step : account.steps) table.rows.push_back({step.rule, grouped(step.left)});
  table.notes = {
      fmt::format("Cazenave only says that {} pieces have suitable properties. These rules were found by looking for "
                  "what Eternity's 209 pieces have in common; they leave exactly this number, all 209 among them.",
                  cazenave::suitable)};
  return table;
}

// --- the model -----------------------------------------------------------------------------------------------------

Table fit_table(const Context& context, std::vector<Picture>& pictures) {
  Table table{"Table 4: ways to cover a site, met along dives into Eternity",
              {"pieces placed", "states", "ways per site", "p (ways per piece left)", "dead ends"}};
  context.working("dives into Eternity");
  const Puzzle eternity = load_puzzle("eternity1");
  const EngineInfo& tile = engine_named("tile", Family::packing);
  const auto engine = tile.make(eternity, {.goal = Goal::count, .options = Options(tile.options)});
  DiveSettings settings;
  settings.dives = context.quick ? 10 : 25;
  const auto curve = dive(*engine, settings, context.stop);
  const auto fit = packing::fit_curve(curve, cazenave::pieces, cazenave::pieces);
  for (const auto& stretch : fit.stretches) {
    const double left = cazenave::pieces - (stretch.first + stretch.last) / 2.0;
    table.rows.push_back({fmt::format("{} to {}", stretch.first, stretch.last), grouped(stretch.samples),
                          fmt::format("{:.1f}", stretch.p * left), fmt::format("{:.4f}", stretch.p),
                          fmt::format("{:.0f} %", 100.0 * stretch.dead / stretch.samples)});
  }
  if (!fit.stretches.empty()) {
    table.notes = {
        fmt::format("The site is the most constrained one, as engine `tile` chooses it. States are those that a random "
                    "dive meets first at each depth, dead ends included. Continued to the end with the last stretch, "
                    "the product is 10^{:.0f} tilings, as with p = {:.4f} throughout. That is too many, because the "
                    "end, where little room is left, is the hard part and no dive gets there. Table 5 measures it.",
                    fit.log10_tilings(), fit.model().p)};
    pictures.push_back({"eternity1-fit.svg", table.title,
                        render::document(render::chart_picture(fit_chart(fit)), "fit probability", 16)});
  }
  return table;
}

ProbedTree probed_tilings(const Puzzle& puzzle, std::uint32_t probes, const std::stop_token& stop) {
  const EngineInfo& tile = engine_named("tile", Family::packing);
  const auto engine = tile.make(puzzle, {.goal = Goal::count, .options = Options(tile.options)});
  return probe_tree(
      *engine, {.probes = probes, .seed = 1, .groups = 5}, [](const Solution&) { return 1; }, stop);
}

struct SizeMeasurement {
  std::vector<packing::SizedFit> fits;
  packing::SizeLaw law() const { return packing::size_law(fits); }
};

Table size_table(const Context& context, SizeMeasurement& measurement) {
  Table table{
      "Table 5: tilings of small regions with all 209 pieces to choose from",
      {"region, in pieces", "tilings", "± (95 %)", "p that gives this number", "tilings of n by n pieces, by this p"}};
  std::vector<int> without;
  for (const int size : {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28}) {
    if (context.stopped()) break;
    context.working(fmt::format("tilings of {} pieces' area", size));
    const ProbedTree tree = probed_tilings(eternity_with_spare_pieces(size), context.quick ? 600 : 3000, context.stop);
    if (!tree.complete) break;
    if (tree.solutions_seen < 3) {
      without.push_back(size);
      continue;
    }
    const double p = packing::fit_of_tilings(tree.solutions, cazenave::pieces, size);
    measurement.fits.push_back({size, p});
    table.rows.push_back({std::to_string(size), fmt::format("{:.3g}", tree.solutions),
                          fmt::format("{:.2g}", 1.96 * tree.solutions_error), fmt::format("{:.4f}", p),
                          fmt::format("10^{:.1f}", FitModel{p}.log10_tilings(size))});
  }
  table.notes = {
      "By random probes of the tree of `tile` on dodecagons of that area. Selby and Riordan tiled regions of size 24 "
      "with 90 pieces: 40 000 tilings where there are 4·10^21 ways to choose 24 pieces, so 10^-17 for 24 pieces on 24, "
      "which is p = 0.020.",
      "The smaller the region, the more of it is rim, and the harder it is to tile. The scatter comes from the shapes, "
      "which differ too."};
  if (!without.empty())
    table.notes.push_back(
        fmt::format("Left out because fewer than three probes met a tiling: {}.", fmt::join(without, ", ")));
  return table;
}

Table model_table(const SizeMeasurement& measurement, std::vector<Picture>& pictures) {
  const packing::SizeLaw law = measurement.law();
  const FitModel inside = law.inside();
  Table table{"Table 6: the published model and ours", {"", "published", "ours, p by size", "ours, without a rim"}};
  const auto power = [](double exponent) { return fmt::format("10^{:.0f}", exponent); };
  const auto size = [](std::optional<int> found) { return found ? std::to_string(*found) : "none"; };
  table.rows = {
      {"p on 24 pieces", "0.020", fmt::format("{:.4f}", law.at(24).p), ""},
      {"p on 209 pieces", "≈ 0.03", fmt::format("{:.4f}", law.at(cazenave::pieces).p), fmt::format("{:.4f}", inside.p)},
      {"24 pieces on 24", "10^-17", fmt::format("10^{:.1f}", law.log10_tilings(24)), ""},
      {"critical size", "≈ 75", size(law.critical_size()), size(inside.critical_size())},
      {"tilings of Eternity", "10^95",
       fmt::format("{} ± {:.0f}", power(law.log10_tilings(cazenave::pieces)), law.log10_error(cazenave::pieces)),
       power(inside.log10_tilings(cazenave::pieces))}};
  table.notes = {
      fmt::format("Ours: table 5 extrapolated by p = exp({:.3f} - {:.2f}/√n), as the rim grows like √n; ± is a 95 % "
                  "interval of the exponent from the scatter of table 5 alone.",
                  law.intercept, law.slope),
      fmt::format(
          "Why they differ: at 24 pieces, where both measure, they agree. The published model then takes one p for all "
          "sizes. Its 10^95 is exact for p = 0.0364 and its 75 for p = 0.0348, nearly twice the 0.020 measured on 24 "
          "pieces. Our p grows with the size, as the rim counts for less and less: {:.4f} on 75 pieces, {:.4f} on 209. "
          "So we expect fewer tilings of boards of middle size, and the critical size is larger. How far p goes on "
          "growing is extrapolated from 28 pieces to 209 and not well known.",
          law.at(75).p, law.at(cazenave::pieces).p)};
  render::Chart chart =
      size_chart({{"p of 209 pieces", law.at(cazenave::pieces)}, {"published: 10^95", {0.0364}}}, cazenave::pieces);
  render::Series by_size{"p by size", {}};
  for (int n = 2; n <= cazenave::pieces; ++n) by_size.points.push_back({static_cast<double>(n), law.log10_tilings(n)});
  chart.series.push_back(std::move(by_size));
  const int critical = law.critical_size().value_or(0);
  chart.mark = Point{static_cast<double>(critical), 0};
  chart.mark_label = fmt::format("critical size {}", critical);
  pictures.push_back({"eternity1-tilings.svg", table.title,
                      render::document(render::chart_picture(chart), "expected tilings by size", 16)});
  return table;
}

// --- hardness ------------------------------------------------------------------------------------------------------

constexpr int hard_region = 10;
constexpr std::uint64_t hard_region_nodes = 2'000'000;

struct Decided {
  int boards = 0, solved = 0, undecided = 0;
  std::vector<double> nodes;

  double median() {
    std::sort(nodes.begin(), nodes.end());
    return nodes.empty() ? 0 : nodes[nodes.size() / 2];
  }
  double mean() const {
    double sum = 0;
    for (const double n : nodes) sum += n;
    return nodes.empty() ? 0 : sum / static_cast<double>(nodes.size());
  }
};

/// Is there a tiling at all? Asked on several boards.
Decided decide_boards(int spare, int boards, const Context& context) {
  Decided result;
  for (int seed = 1; seed <= boards && !context.stopped(); ++seed) {
    const Puzzle puzzle = packing::eternity_board({hard_region, spare, static_cast<std::uint64_t>(seed)});
    const Measurement m = measure(puzzle, {.engine = "tile", .solutions = 1, .nodes = hard_region_nodes}, context.stop);
    ++result.boards;
    result.solved += m.solutions > 0;
    result.undecided += !m.ended;
    result.nodes.push_back(static_cast<double>(m.nodes));
  }
  return result;
}

Table hardness_table(const Context& context, std::vector<Picture>& pictures) {
  Table table{fmt::format("Table 7: is there a tiling? Boards of {} pieces' area, more and more pieces to choose from",
                          hard_region),
              {"pieces", "boards", "solved", "undecided", "nodes, median", "nodes, mean"}};
  render::Chart chart{"Deciding whether there is a tiling",
                      "pieces to choose from",
                      "nodes",
                      {{"nodes, mean", {}}, {"nodes, median", {}}},
                      true};
  render::Chart solved{"Boards with a tiling", "pieces to choose from", "share", {{"share", {}}}};
  for (int pieces = 20; pieces <= 150 && !context.stopped(); pieces += 10) {
    context.working(fmt::format("boards with {} pieces", pieces));
    Decided decided = decide_boards(pieces - hard_region, context.quick ? 8 : 25, context);
    if (decided.boards == 0) break;
    const double median = decided.median(), mean = decided.mean();
    table.rows.push_back({std::to_string(pieces), std::to_string(decided.boards), std::to_string(decided.solved),
                          std::to_string(decided.undecided), grouped(static_cast<std::uint64_t>(median)),
                          grouped(static_cast<std::uint64_t>(mean))});
    chart.series[0].points.push_back({static_cast<double>(pieces), std::log10(std::max(1.0, mean))});
    chart.series[1].points.push_back({static_cast<double>(pieces), std::log10(std::max(1.0, median))});
    solved.series[0].points.push_back({static_cast<double>(pieces), 1.0 * decided.solved / decided.boards});
  }
  table.notes = {
      fmt::format("Boards of `tesselle generate eternity1 --pieces {} --spare K`, seeds 1, 2, …. `tile` searches until "
                  "it has a tiling or everything is searched, for at most {} nodes.",
                  hard_region, grouped(hard_region_nodes)),
      "With few pieces the search ends soon, without a tiling; with many it finds one soon. The peak is between them, "
      "where most boards begin to have one: the critical size of the model, as a number of pieces."};
  solved.y_low = 0, solved.y_high = 1;
  const auto charts = render::stacked({render::chart_picture(chart), render::chart_picture(solved)}, 30);
  pictures.push_back({"eternity1-hardness.svg", table.title, render::document(charts, "hardness", 16)});
  return table;
}

/// Nodes of the whole tree for each solution there is, by the law: what it takes to find one.
double log10_work(const packing::SizeLaw& law, int pieces) {
  const FitModel model = law.at(pieces);
  double nodes = 0;
  for (const double log10 : model.log10_nodes_per_depth(pieces, pieces)) nodes = std::max(nodes, log10);
  return nodes - std::max(0.0, model.log10_tilings(pieces));
}

Table work_table(const Context& context, const SizeMeasurement& measurement, std::vector<Picture>& pictures) {
  const packing::SizeLaw law = measurement.law();
  Table table{"Table 8: boards of n pieces for n pieces' area",
              {"n", "tree, nodes by probes", "tree, by the model", "tilings, by the model",
               "nodes for one tiling, by the model"}};
  render::Chart chart{
      "What plain search has to do",
      "n pieces for n pieces' area",
      "nodes",
      {{"nodes for one tiling, by the model", {}}, {"tree, by probes", {}, render::Series::Drawn::dots}},
      true};
  for (const int n : {8, 12, 16, 20, 24, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150, 209}) {
    if (context.stopped()) break;
    std::string probed;
    if (n <= 30) {
      context.working(fmt::format("the tree of a board of {} pieces", n));
      const ProbedTree tree = probed_tilings(packing::eternity_board({n, 0, 1}), 500, context.stop);
      probed = fmt::format("{:.2g}", tree.nodes);
      chart.series[1].points.push_back({static_cast<double>(n), std::log10(std::max(1.0, tree.nodes))});
    }
    const auto depths = law.at(n).log10_nodes_per_depth(n, n);
    table.rows.push_back(
        {std::to_string(n), probed, fmt::format("10^{:.1f}", *std::max_element(depths.begin(), depths.end())),
         fmt::format("10^{:.1f}", law.log10_tilings(n)), fmt::format("10^{:.1f}", log10_work(law, n))});
  }
  for (int n = 4; n <= cazenave::pieces; ++n)
    chart.series[0].points.push_back({static_cast<double>(n), log10_work(law, n)});
  int hardest = 4;
  for (int n = 4; n <= cazenave::pieces; ++n)
    if (log10_work(law, n) > log10_work(law, hardest)) hardest = n;
  chart.mark = Point{static_cast<double>(hardest), 0};
  chart.mark_label = fmt::format("hardest: {}", hardest);
  table.notes = {fmt::format("The model has its peak at {} pieces, at the critical size. Smaller boards have smaller "
                             "trees; larger ones have so many tilings that the search can stop early (and can choose "
                             "how to begin).",
                             hardest),
                 "Probes: one board of each size, seed 1."};
  pictures.push_back(
      {"eternity1-work.svg", table.title, render::document(render::chart_picture(chart), "work by size", 16)});
  return table;
}

Report run_eternity1_study(const Context& context) {
  Report report;
  report.title = "Eternity's pieces and how hard such puzzles are: published numbers, measured again";
  report.preface = {
      "T. Cazenave's account of how A. Selby and O. Riordan solved Eternity in 2000 counts polydrafters and models how "
      "many tilings a puzzle with a given number of pieces has. Here are its numbers with ours beside them. Made by "
      "`tesselle study eternity1 --markdown FILE`; seeds are fixed, so a second run gives the same tables."};
  if (context.quick) report.preface.push_back("`--quick`: fewer probes, dives and boards.");
  SizeMeasurement sizes;
  const auto add = [&](const char* number, auto&& make) {
    if (context.wants(number) && !context.stopped()) report.tables.push_back(make());
  };
  add("1", [&] { return polydrafter_table(context); });
  add("2", [&] { return polydude_table(context); });
  add("3", [&] { return suitable_table(context); });
  add("4", [&] { return fit_table(context, report.pictures); });
  if (context.wants("5") || context.wants("6") || context.wants("8")) {
    Table measured = size_table(context, sizes);
    add("5", [&] { return measured; });
    if (sizes.fits.size() >= 2) add("6", [&] { return model_table(sizes, report.pictures); });
  }
  add("7", [&] { return hardness_table(context, report.pictures); });
  if (sizes.fits.size() >= 2) add("8", [&] { return work_table(context, sizes, report.pictures); });
  add("9", [&] { return eternity1_prospect_table(context); });
  return report;
}

}  // namespace

Study eternity1_study() {
  return {
      "eternity1",
      "polydrafters, the 770 pieces, how hard such puzzles are, and how far beam search is from a tiling (Selby and "
      "Riordan 2000, as told by Cazenave)",
      run_eternity1_study};
}

}  // namespace tesselle::study
