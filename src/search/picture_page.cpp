#include "search/picture_page.hpp"

#include <fmt/format.h>

#include <map>

#include "base/readable.hpp"
#include "render/edge_view.hpp"
#include "render/packing_scene.hpp"
#include "render/svg.hpp"
#include "search/puzzle_facts.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

using render::escaped;

constexpr std::string_view page_style =
    R"(:root{color-scheme:light dark;--paper:#fdfdfb;--ink:#24262c;--faint:#666a73;--line:#d9dbe0}
@media (prefers-color-scheme:dark){:root{--paper:#1b1d22;--ink:#e8e8e6;--faint:#a2a6b0;--line:#3a3d45}}
body{margin:2rem auto;padding:0 1rem;max-width:70rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p{margin:.3rem 0}.faint{color:var(--faint)}
figure{margin:1.5rem 0;padding:.5rem;background:#fff;border:1px solid var(--line);border-radius:8px;text-align:center}
svg{max-width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.5rem;margin:0}dt{color:var(--faint)}dd{margin:0}
ul.legend{list-style:none;padding:0;columns:12rem;margin:0}
ul.legend li{break-inside:avoid}
.swatch{display:inline-block;width:1em;height:1em;margin-right:.5em;border:1px solid var(--line);border-radius:3px;vertical-align:-.15em}
)";

std::string fact(std::string_view name, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, escaped(value));
}

std::string body_facts_rows(const EdgeFacts& facts) {
  std::string rows = fact("board", fmt::format("{} × {}", facts.width, facts.height));
  rows += fact("pieces", fmt::format("{}, {} different", grouped(facts.pieces), grouped(facts.different_pieces)));
  rows += fact("colours", fmt::format("{}{}", facts.colours, facts.types ? " and the frame" : ", no frame"));
  rows += fact("matching", facts.matching == Matching::same ? "same colours" : "halves that belong together");
  return rows + fact("perfect score", grouped(static_cast<std::uint64_t>(facts.perfect_score)));
}

std::string body_facts_rows(const PackingFacts& facts) {
  std::string region = counted(facts.region_cells, "cell");
  if (facts.optional_cells > 0) region += fmt::format(", {} more may stay empty", grouped(facts.optional_cells));
  return fact("lattice", facts.lattice) + fact("region", region) +
         fact("pieces", fmt::format("{} of {}", grouped(facts.pieces), counted(facts.shapes, "shape")));
}

std::string facts_list(const Puzzle& puzzle) {
  const PuzzleFacts facts = facts_of(puzzle);
  std::string rows = std::visit([](const auto& body) { return body_facts_rows(body); }, facts.body);
  if (facts.hints > 0) rows += fact("hints", grouped(facts.hints));
  return "<h2>The puzzle</h2>\n<dl>\n" + rows + fact("source", facts.source) + "</dl>\n";
}

std::string score_line(const Puzzle& puzzle, const Verdict& verdict) {
  const bool edge = puzzle.family() == Family::edge;
  const std::string shortfall = counted(static_cast<std::uint64_t>(verdict.conflicts), edge ? "conflict" : "cell");
  return fmt::format("<p><strong>Score {} of {}</strong>, {}{}: {}.</p>\n", verdict.score, verdict.max_score, shortfall,
                     edge ? "" : " not covered", verdict.solves() ? "this is a solution" : "this is not a solution");
}

std::string what_is_wrong(const Verdict& verdict) {
  std::string lines;
  for (const auto* list : {&verdict.faults, &verdict.shortfalls})
    for (const Fault& fault : *list) lines += fmt::format("<li>{}</li>\n", escaped(fault.what));
  return lines.empty() ? "" : "<h2>What is wrong (the first few)</h2>\n<ul>\n" + lines + "</ul>\n";
}

std::string legend_entry(render::Rgb colour, const std::string& words) {
  return fmt::format("<li><span class=\"swatch\" style=\"background:{}\"></span>{}</li>\n", render::hex(colour),
                     escaped(words));
}

std::string edge_legend(const EdgePuzzle& puzzle) {
  const render::EdgeView view(puzzle, nullptr);
  std::map<std::size_t, std::string> names;  // by hue: colours that fit together share one
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c) {
    const render::SideStyle style = view.style(Colour(c));
    if (style.half == render::SideStyle::Half::frame) continue;
    std::string& name = names[style.hue];
    name += (name.empty() ? "" : " fits ") + view.label(Colour(c));
  }
  std::string entries;
  for (const auto& [hue, name] : names) entries += legend_entry(render::palette(hue), name);
  if (puzzle.frame) entries += legend_entry(render::frame_grey, "frame");
  entries += legend_entry(render::conflict_red, "sides that do not fit");
  return entries + (puzzle.hints.empty() ? "" : legend_entry(render::white, "dot in a corner: a hint"));
}

std::string packing_legend(const Puzzle& puzzle, const Solution* board, const PictureStyle& style) {
  if (!style.shades.empty()) return {};  // the colours mean something else
  std::map<PieceId, render::Shape> shapes;
  const PackingLayout* layout = board == nullptr ? nullptr : &board->packing();
  for (const render::Shape& shape : render::scene_of(puzzle.packing(), layout).shapes)
    shapes.emplace(shape.piece, shape);
  for (const auto& left : render::tray_of(puzzle.packing(), layout)) shapes.emplace(left.shape.piece, left.shape);
  std::string entries;
  for (const auto& [piece, shape] : shapes) {
    const std::string number = std::to_string(piece.index() + 1);
    entries += legend_entry(shape.colour, shape.name == number ? number : number + ": " + shape.name);
  }
  return entries;
}

}  // namespace

std::string html_page(const Puzzle& puzzle, const Solution* board, PictureStyle style) {
  style.numbers = true;
  const std::string title = escaped(puzzle.title.empty() ? puzzle.name : puzzle.title);
  const std::string legend =
      puzzle.family() == Family::edge ? edge_legend(puzzle.edge()) : packing_legend(puzzle, board, style);
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
  page += fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", title, page_style);
  page += fmt::format("<h1>{}</h1>\n<p class=\"faint\">{}</p>\n", title, escaped(puzzle.name));
  const Verdict verdict = board == nullptr ? Verdict{} : verify(puzzle, *board);
  if (board != nullptr) page += score_line(puzzle, verdict);
  const std::string svg = render_svg(puzzle, board, style);
  page += "<figure>\n" + svg.substr(svg.find("<svg")) + "</figure>\n" + what_is_wrong(verdict) + facts_list(puzzle);
  if (!legend.empty()) page += "<h2>Colours</h2>\n<ul class=\"legend\">\n" + legend + "</ul>\n";
  return page + "</body>\n</html>\n";
}

}  // namespace tesselle
