#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "render/solid_model.hpp"
#include "run_options.hpp"
#include "search/picture_page.hpp"
#include "search/pictures.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

struct ShowOptions {
  std::string puzzle;
  std::optional<std::string> solution, svg, png, html, animation, tileability;
  std::string colour = "auto";
  bool numbers = false, assembly = false;
  std::optional<std::string> stl, three_mf;
  SolidOptions solid;

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

const PackingPuzzle& solid_puzzle(const Puzzle& puzzle) {
  if (puzzle.family() != Family::packing) throw UsageError("--stl, --3mf and --assembly are for packing puzzles");
  return puzzle.packing();
}

void write_solids(const Puzzle& puzzle, const Solution* board, const ShowOptions& options) {
  const PackingPuzzle& body = solid_puzzle(puzzle);  // before the board is taken for one of such a puzzle
  const auto meshes = solid_meshes(body, board ? &board->packing() : nullptr, options.solid);
  if (options.stl) write_text(*options.stl, stl_file(meshes));
  if (options.three_mf) write_text(*options.three_mf, three_mf_file(meshes));
}

std::string direction_words(Cell direction) {
  const char* axis = direction.x != 0 ? "x" : direction.y != 0 ? "y" : "z";
  return fmt::format("{}{}", direction.x + direction.y + direction.z > 0 ? "+" : "-", axis);
}

void print_assembly(const Puzzle& puzzle, const Solution* board) {
  const PackingPuzzle& body = solid_puzzle(puzzle);
  if (board == nullptr) throw UsageError("--assembly needs a solution");
  const auto& placements = board->packing().placements;
  const auto name = [&](std::size_t p) { return body.pieces[placements[p].piece.index()].name; };
  const Assembly assembly = assembly_order(body, board->packing());
  std::size_t step = 0;
  for (const AssemblyMove& move : assembly.moves)
    print_text("{:>3}. {} moves in along {}\n", ++step, name(move.placement), direction_words(move.direction));
  if (assembly.possible()) return;
  std::string locked;
  for (const std::size_t p : assembly.locked) locked += (locked.empty() ? "" : ", ") + name(p);
  print_text("These pieces cannot be moved in one by one along straight lines: {}\n", locked);
}

int show(const ShowOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  std::optional<Solution> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution).solution;
  const Solution* board = solution ? &*solution : nullptr;
  if (options.stl || options.three_mf) write_solids(puzzle, board, options);
  if (options.assembly) print_assembly(puzzle, board);
  TerminalStyle style = drawing_style(options.colour);
  style.numbers = options.numbers;
  if (options.to_file())
    write_pictures(puzzle, board, options);
  else if (!options.assembly && !options.stl && !options.three_mf)
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
  command.option("--stl", options->stl, "pieces of cubes for 3-D printing, as STL; with a solution, assembled")
      .value("FILE");
  command.option("--3mf", options->three_mf, "the same as 3MF, one object per piece").value("FILE");
  command.option("--cube", options->solid.size, "with --stl, --3mf: side of a cube in millimetres")
      .range(0.1, 1000.0)
      .show_default();
  command.option("--clearance", options->solid.clearance, "with --stl, --3mf: gap between pieces in millimetres")
      .range(0.0, 100.0)
      .show_default();
  command.option("--bevel", options->solid.bevel, "with --stl, --3mf: bevel along the edges in millimetres")
      .range(0.0, 100.0)
      .show_default();
  command.flag("--assembly", options->assembly, "the order in which the pieces of a solution can be moved in");
  add_colour_option(command, options->colour);
  command.on_run([options] { return show(*options); });
}

}  // namespace tesselle
