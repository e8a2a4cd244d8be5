#include <fmt/format.h>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "render/print_pages.hpp"
#include "render/solid_model.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

struct PrintOptions {
  std::string puzzle, paper = "a4", seconds = "10s";
  std::optional<std::string> solution, pdf, svg;
  std::optional<double> size;
  bool no_booklet = false;
};

std::optional<Solution> solution_to_print(const std::shared_ptr<const Puzzle>& puzzle, const PrintOptions& options) {
  if (options.no_booklet) return std::nullopt;
  if (options.solution) return load_solution(*puzzle, *options.solution).solution;
  SearchRequest request;
  request.puzzle = puzzle;
  request.threads = 1;  // the same sheets every time
  request.limits.seconds = parse_duration(options.seconds, "--time");
  std::optional<Solution> found;
  search(
      request,
      [&](const Event& event) {
        if (const auto* solved = std::get_if<SolutionFound>(&event)) found = solved->record.solution;
      },
      stop_on_signals());
  return found;
}

/// Solid pieces are laid in an order in which they can be.
std::vector<std::size_t> laying_order(const Puzzle& puzzle, const Solution& solution) {
  std::vector<std::size_t> order;
  if (puzzle.family() == Family::packing && puzzle.packing().lattice == LatticeKind::cube)
    for (const AssemblyMove& move : assembly_order(puzzle.packing(), solution.packing()).moves)
      order.push_back(move.placement);
  return order;
}

void write_svg_sheets(const std::filesystem::path& folder, const PrintRequest& request,
                      const std::vector<render::Drawing>& sheets) {
  std::filesystem::create_directories(folder);
  for (std::size_t s = 0; s < sheets.size(); ++s)
    write_file_atomically(folder / fmt::format("sheet-{:02}.svg", s + 1), print_svg(request, sheets[s]));
}

int print_puzzle(const PrintOptions& options) {
  if (!options.pdf && !options.svg) throw UsageError("print: say where to: --pdf FILE or --svg FOLDER");
  if (options.pdf) require_writable(*options.pdf);
  if (options.svg) require_writable_folder(std::filesystem::path(*options.svg));
  const auto puzzle = share(load_puzzle(options.puzzle));
  PrintRequest request;
  request.puzzle = puzzle.get();
  request.paper = options.paper == "a4" ? a4 : letter;
  request.millimetres = options.size;
  const double cell = print_millimetres(request);
  request.solution = solution_to_print(puzzle, options);
  const bool solid = puzzle->family() == Family::packing && puzzle->packing().lattice == LatticeKind::cube;
  if (solid && !request.solution)
    throw UsageError(
        "print: pieces made of cubes cannot be cut out of paper, and no solution was found to draw (see show --stl)");
  if (request.solution) request.order = laying_order(*puzzle, *request.solution);
  const auto sheets = print_sheets(request);
  if (options.pdf) write_file_atomically(*options.pdf, print_pdf(request, sheets));
  if (options.svg) write_svg_sheets(*options.svg, request, sheets);
  fmt::print("{}: {}, {} paper, cells of {:.4g} mm, {}\n", puzzle->name, counted(sheets.size(), "sheet"), options.paper,
             cell, request.solution ? "with a solution" : "without a solution");
  return exit_codes::answered;
}

}  // namespace

void add_print(Command program) {
  auto options = std::make_shared<PrintOptions>();
  Command command = program.subcommand("print", "pieces to cut out at real size, and a solution step by step");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.argument("solution", options->solution, "a solution file for the booklet; otherwise one is searched for")
      .value("S");
  command.option("--pdf", options->pdf, "write one PDF file").value("FILE");
  command.option("--svg", options->svg, "write the sheets as SVG files into this folder").value("FOLDER");
  command.option("--paper", options->paper, "the size of a sheet").one_of({"a4", "letter"}).show_default();
  command.option("--size", options->size, "side of a cell in millimetres (default: what fits)")
      .range(4.0, 200.0)
      .value("MM");
  command.option("--time", options->seconds, "how long to search for a solution").show_default();
  command.flag("--no-booklet", options->no_booklet, "pieces and board only");
  command.on_run([options] { return print_puzzle(*options); });
}

}  // namespace tesselle
