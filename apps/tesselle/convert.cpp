#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "search/data_convert.hpp"
#include "terminal.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct ConvertOptions {
  std::string puzzle, to = "toml";
  std::optional<std::string> solution, out;
};

int convert(const ConvertOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  std::optional<SolutionRecord> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution);
  const std::string text = converted(puzzle, options.to, solution);
  if (!options.out) {
    fmt::print("{}", text);
    return exit_codes::answered;
  }
  write_file_atomically(*options.out, text);
  say_written(*options.out);
  return exit_codes::answered;
}

}  // namespace

void add_convert(Command program) {
  auto options = std::make_shared<ConvertOptions>();
  Command command = program.subcommand("convert", "write a puzzle or a solution in another format");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.argument("solution", options->solution, "a solution file: JSON or a board address").value("S");
  command
      .option("--to", options->to,
              "puzzles: toml, nswe (n, then North South West East), nesw (w h, then North East South West), "
              "xmpuzzle (BurrTools), def (polycube), dlx (Knuth's exact cover), ascii; "
              "solutions: json, address, xmpuzzle, def")
      .suggest(convert_formats())
      .show_default();
  command.option("--out", options->out, "write to this file instead of the terminal").value("FILE");
  command.on_run([options] { return convert(*options); });
}

}  // namespace tesselle
