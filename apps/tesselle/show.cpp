#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "run_options.hpp"
#include "search/picture_page.hpp"
#include "search/pictures.hpp"

namespace tesselle {
namespace {

struct ShowOptions {
  std::string puzzle;
  std::optional<std::string> solution, svg, png, html, animation, tileability;
  std::string colour = "auto";
  bool numbers = false;

  bool to_file() const { return svg || png || html || animation; }
};

void write_text(const std::string& file, const std::string& text) {
  write_file_atomically(file, text);
  say_written(file);
}

void write_pictures(const Puzzle& puzzle, const Solution* board, const ShowOptions& options) {
  PictureStyle style = picture_style(puzzle, options.tileability);
  style.numbers = options.numbers;
  if (options.animation) write_text(*options.animation, animated_svg(puzzle, board, style));
  if (options.svg) write_text(*options.svg, render_svg(puzzle, board, style));
  if (options.html) write_text(*options.html, html_page(puzzle, board, style));
  if (!options.png) return;
  write_png(*options.png, render_svg(puzzle, board, style));
  say_written(*options.png);
}

int show(const ShowOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  std::optional<Solution> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution).solution;
  const Solution* board = solution ? &*solution : nullptr;
  TerminalStyle style = drawing_style(options.colour);
  style.numbers = options.numbers;
  if (options.to_file())
    write_pictures(puzzle, board, options);
  else
    fmt::print("{}", render_terminal(puzzle, board, style));
  return exit_codes::answered;
}

}  // namespace

void add_show(Command program) {
  auto options = std::make_shared<ShowOptions>();
  Command command = program.subcommand("show", "draw a puzzle, or a solution of it");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command
      .argument("solution", options->solution, "a solution file: JSON or a board address; FILE#17 is its 17th solution")
      .value("S");
  command.flag("--numbers", options->numbers, "show the numbers of the pieces");
  command.option("--svg", options->svg, "write a picture as SVG").value("FILE");
  command.option("--png", options->png, "write a picture as PNG").value("FILE");
  command.option("--html", options->html, "write a page: picture, facts, score, legend").value("FILE");
  command
      .option("--animation", options->animation,
              "write an animated SVG: the pieces appear one after the other (not for solids)")
      .value("FILE");
  command
      .option("--tileability", options->tileability,
              "colour pieces in pictures from hard (red) to easy (blue) by a model: shipped, or a file")
      .value("MODEL");
  add_colour_option(command, options->colour);
  command.on_run([options] { return show(*options); });
}

}  // namespace tesselle
