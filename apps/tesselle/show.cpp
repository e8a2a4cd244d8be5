#include <fmt/format.h>
#include <unistd.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "run_options.hpp"
#include "search/pictures.hpp"

namespace tesselle {
namespace {

struct ShowOptions {
  std::string puzzle;
  std::optional<std::string> solution, svg, png, html, animation, tileability;
  std::string colour = "auto";

  bool to_file() const { return svg || png || html || animation; }
};

void write_pictures(const Puzzle& puzzle, const Solution* board, const ShowOptions& options) {
  const PictureStyle style = picture_style(puzzle, options.tileability);
  const std::string svg = render_svg(puzzle, board, style);
  if (options.animation) write_file_atomically(*options.animation, animated_svg(puzzle, board, style));
  if (options.svg) write_file_atomically(*options.svg, svg);
  if (options.png) write_png(*options.png, svg);
  if (options.html) write_file_atomically(*options.html, html_page(puzzle, svg));
}

int show(const ShowOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  std::optional<Solution> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution).solution;
  const Solution* board = solution ? &*solution : nullptr;
  const bool colour = use_colour(options.colour, STDOUT_FILENO);
  if (options.to_file())
    write_pictures(puzzle, board, options);
  else
    fmt::print("{}", render_terminal(puzzle, board, colour ? TerminalColour::truecolour : TerminalColour::none));
  return exit_codes::answered;
}

}  // namespace

void add_show(Command program) {
  auto options = std::make_shared<ShowOptions>();
  Command command = program.subcommand("show", "draw a puzzle, or a solution of it");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.argument("solution", options->solution, "a solution file: JSON or a board address").value("S");
  command.option("--svg", options->svg, "write a picture as SVG").value("FILE");
  command.option("--png", options->png, "write a picture as PNG").value("FILE");
  command.option("--html", options->html, "write a page with the picture").value("FILE");
  command
      .option("--animation", options->animation,
              "write an animated SVG: the pieces appear in the order in which they were placed")
      .value("FILE");
  command
      .option("--tileability", options->tileability,
              "colour pieces in pictures from hard (red) to easy (blue) by a model: shipped, or a file")
      .value("MODEL");
  add_colour_option(command, options->colour);
  command.on_run([options] { return show(*options); });
}

}  // namespace tesselle
