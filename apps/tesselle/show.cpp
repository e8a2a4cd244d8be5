#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "packing/tileability/model.hpp"
#include "render/render.hpp"
#include "run_options.hpp"

extern char** environ;

namespace tesselle {
namespace {

struct ShowOptions {
  std::string puzzle;
  std::optional<std::string> solution, svg, png, html, animation, tileability;
  std::string colour = "auto";
};

/// librsvg's converter draws the SVG; it is a program of its own so that plain runs need no graphics libraries.
void write_png(const std::string& path, const std::string& svg) {
  const std::string source = path + ".svg.tmp";
  write_file_atomically(source, svg);
  const std::array<const char*, 6> arguments = {"rsvg-convert", "-o", path.c_str(), source.c_str(), nullptr, nullptr};
  pid_t child = 0;
  int status = 1;
  const int failed =
      ::posix_spawnp(&child, arguments[0], nullptr, nullptr, const_cast<char* const*>(arguments.data()), environ);
  if (failed == 0) ::waitpid(child, &status, 0);
  std::filesystem::remove(source);
  if (failed != 0 || status != 0)
    throw UsageError("--png needs the program rsvg-convert (Debian package librsvg2-bin) and a writable file");
}

std::string html_page(const Puzzle& puzzle, const std::string& svg) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{}</title>\n"
      "<style>body{{margin:2rem;font-family:sans-serif}}svg{{max-width:100%;height:auto}}</style>\n"
      "{}\n</html>\n",
      puzzle.name, svg);
}

constexpr double animation_pace = 0.15;  // seconds per piece

PictureStyle style_for(const Puzzle& puzzle, const ShowOptions& options) {
  PictureStyle style;
  if (!options.tileability) return style;
  if (puzzle.family() != Family::packing) throw UsageError("--tileability is about packing puzzles");
  style.shades =
      packing::tileability::ease_ranks(packing::tileability::model_named(*options.tileability), puzzle.packing());
  return style;
}

std::string animation_of(const Puzzle& puzzle, const Solution* board, PictureStyle style) {
  if (puzzle.family() != Family::packing || puzzle.packing().lattice == LatticeKind::cube || board == nullptr)
    throw UsageError("--animation needs a board of a flat packing puzzle");
  style.seconds_per_piece = animation_pace;
  return render_svg(puzzle, board, style);
}

int show(const ShowOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  std::optional<Solution> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution).solution;
  const Solution* board = solution ? &*solution : nullptr;

  const bool to_file = options.svg || options.png || options.html || options.animation;
  if (to_file) {
    const PictureStyle style = style_for(puzzle, options);
    const std::string svg = render_svg(puzzle, board, style);
    if (options.animation) write_file_atomically(*options.animation, animation_of(puzzle, board, style));
    if (options.svg) write_file_atomically(*options.svg, svg);
    if (options.png) write_png(*options.png, svg);
    if (options.html) write_file_atomically(*options.html, html_page(puzzle, svg));
    return exit_codes::answered;
  }
  const bool colour = use_colour(options.colour, STDOUT_FILENO);
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
