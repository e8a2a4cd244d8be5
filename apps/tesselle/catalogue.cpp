#include "search/catalogue.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "reporter.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

struct CatalogueOptions : RunOptions {
  CatalogueFilters filters;
  std::optional<std::string> pdf, svg, html, only;
};

CatalogueRequest catalogue_request(const CatalogueOptions& options) {
  if (!options.pdf && !options.svg && !options.html)
    throw UsageError("catalogue: say where to draw: --pdf FILE, --svg FOLDER or --html FOLDER");
  CatalogueRequest request;
  request.search = request_from(options, Goal::all);
  request.filters = options.filters;
  request.filters.composed = options.only.has_value();
  if (options.pdf) request.pdf = *options.pdf;
  if (options.svg) request.svg_folder = *options.svg;
  if (options.html) request.html_folder = *options.html;
  return request;
}

std::optional<std::string> page_of(const CatalogueOptions& options) {
  if (!options.html) return std::nullopt;
  return (std::filesystem::path(*options.html) / "index.html").string();
}

int draw_catalogue(const CatalogueOptions& options) {
  const CatalogueRequest request = catalogue_request(options);
  const Subscriber report = make_reporter(*request.search.puzzle, {.json = options.json, .quiet = options.quiet});
  const CatalogueResult result = make_catalogue(request, report, stop_on_signals());
  const std::string& up_to = result.finished.distinct_up_to;
  if (!options.json)
    fmt::print("{}{} drawn of {} found{}\n",
               result.complete ? "" : "Incomplete: ", counted(result.catalogue.entries.size(), "solution"),
               grouped(result.found), result.distinct && up_to != "nothing" ? ", distinct up to " + up_to : "");
  for (const auto& file : {options.pdf, options.svg, page_of(options)})
    if (file) say_written(*file, options.quiet || options.json);
  return result.complete ? answer_of(result.finished).exit_code : exit_codes::limit;
}

}  // namespace

void add_catalogue(Command program) {
  auto options = std::make_shared<CatalogueOptions>();
  Command command = program.subcommand("catalogue", "draw every solution, numbered, in a PDF or on SVG pages");
  add_run_options(command, *options, {Goal::all});
  command.option("--pdf", options->pdf, "write one PDF file").value("FILE");
  command.option("--svg", options->svg, "write the pages as SVG files into this folder").value("FOLDER");
  command.option("--html", options->html, "write a page into this folder to look through all solutions, with filters")
      .value("FOLDER");
  command.option("--only", options->only, "draw only such solutions: composed").one_of({"composed"});
  command.option("--first", options->filters.first, "draw at most this many, after the other filters").positive();
  command.option("--every", options->filters.every, "draw every Nth").value("N").positive();
  command
      .option("--piece-at", options->filters.pieces_at,
              "draw only solutions in which (in one of their symmetric copies) this piece covers this cell: X=3,2 "
              "(edge-matching: 12=B3)")
      .value("PIECE=CELL");
  command.on_run([options] { return draw_catalogue(*options); });
}

}  // namespace tesselle
