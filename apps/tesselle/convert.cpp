#include <fmt/format.h>

#include <map>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "verify/verify.hpp"

namespace tesselle {
namespace {

struct ConvertOptions {
  std::string puzzle, to = "toml";
  std::optional<std::string> solution, out;
};

using PuzzleWriter = std::string (*)(const Puzzle&);
const std::map<std::string, PuzzleWriter> puzzle_writers = {
    {"toml", write_toml},
    {"nswe", write_plain_nswe},
    {"nesw", write_plain_nesw},
    {"xmpuzzle", [](const Puzzle& puzzle) { return write_xmpuzzle(puzzle); }},
    {"def", [](const Puzzle& puzzle) { return write_polycube(puzzle); }},
    {"dlx", write_knuth},
    {"ascii", write_ascii}};

/// The verifier is asked first: programs that read these files trust what they say.
std::string packed(const Puzzle& puzzle, const Solution& solution, const std::string& format) {
  const Verdict verdict = verify(puzzle, solution);
  if (!verdict.solves()) throw UsageError(fmt::format("--to {}: not a solution: {}", format, summary(verdict)));
  return format == "def" ? write_polycube(puzzle, &solution) : write_xmpuzzle(puzzle, &solution);
}

std::string convert_solution(const Puzzle& puzzle, const ConvertOptions& options) {
  const SolutionRecord record = load_solution(puzzle, *options.solution);
  if (options.to == "json") return write_solution_json(puzzle, record) + "\n";
  const bool packing = puzzle.family() == Family::packing;
  if (packing && (options.to == "def" || options.to == "xmpuzzle")) return packed(puzzle, record.solution, options.to);
  if (options.to != "address") throw UsageError("--to: a solution can be written as json, address, xmpuzzle or def");
  if (puzzle.family() != Family::edge) throw UsageError("--to address: only edge-matching boards have an address");
  return write_board_address(puzzle, record.solution.edge()) + "\n";
}

std::string convert_puzzle(const Puzzle& puzzle, const ConvertOptions& options) {
  const auto writer = puzzle_writers.find(options.to);
  if (writer == puzzle_writers.end())
    throw UsageError("--to: a puzzle can be written as toml, nswe, nesw, xmpuzzle, def, dlx or ascii");
  return writer->second(puzzle);
}

int convert(const ConvertOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  const std::string text = options.solution ? convert_solution(puzzle, options) : convert_puzzle(puzzle, options);
  if (options.out)
    write_file_atomically(*options.out, text);
  else
    fmt::print("{}", text);
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
      .show_default();
  command.option("--out", options->out, "write to this file instead of the terminal").value("FILE");
  command.on_run([options] { return convert(*options); });
}

}  // namespace tesselle
