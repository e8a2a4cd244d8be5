#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "search/data_convert.hpp"
#include "terminal.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct ConvertOptions {
  std::string puzzle;
  std::optional<std::string> solution, out;
  ReadOptions reading;
  ConvertChoice writing;
};

int convert(const ConvertOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle, options.reading);
  std::optional<SolutionRecord> solution;
  if (options.solution) solution = load_solution(puzzle, *options.solution);
  const Converted result = converted(puzzle, options.writing, solution);
  if (!result.note.empty()) tell("note: {}\n", result.note);
  if (!options.out) {
    print_contents(result.text);
    return exit_codes::answered;
  }
  write_file_atomically(*options.out, result.text);
  say_written(*options.out);
  return exit_codes::answered;
}

}  // namespace

void add_convert(Command program) {
  auto options = std::make_shared<ConvertOptions>();
  Command command = program.subcommand("convert", "write a puzzle or a solution in another format");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.argument("solution", options->solution, "a board: a file, a link, or - for standard input").value("S");
  command
      .option("--to", options->writing.format,
              "puzzles: toml, nswe (n, then North South West East), nesw (w h, then North East South West), "
              "list (pieces alone), csv, letters (the giraffe's), eternity2dev (JSON), xmpuzzle (BurrTools), "
              "def (polycube), dlx (Knuth's exact cover), ascii; "
              "solutions: json, address, edges, csv, course (INF6102), eternity2dev, xmpuzzle, def")
      .suggest(convert_formats())
      .show_default();
  command.option("--out", options->out, "write to this file instead of the terminal").value("FILE");
  command.option("--to-sides", options->writing.sides, "list, csv: the order of the sides to write").value("ORDER");
  command.flag("--numbered", options->writing.numbered, "list: write the number of each piece too");
  command
      .option("--sides", options->reading.sides,
              "reading a list that does not say it: the order of the sides, such as nesw, bltr or nswe")
      .value("ORDER");
  command.option("--board", options->reading.board, "reading a list that does not say it: the size of the board")
      .value("WxH");
  command
      .option("--pairs", options->reading.pairs,
              "reading a list of letters: HB (first letters of the two halves), HO-BO,HM-BM, or same")
      .value("PAIRS");
  command.on_run([options] { return convert(*options); });
}

}  // namespace tesselle
