#include "edge/finals/finals.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tesselle/errors.hpp"
#include "commands.hpp"
#include "tesselle/formats.hpp"
#include "reporter.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

using namespace edge;

struct FinalsBuildOptions {
  std::string puzzle, out;
  std::size_t cells = 0;
  std::uint64_t most = 50'000'000;
  bool json = false;
};

struct FinalsInfoOptions {
  std::string puzzle, file;
  bool json = false;
};

void print_finals(const Finals& finals, const Puzzle& puzzle, bool json) {
  if (json)
    fmt::print("{}\n", nlohmann::json{{"puzzle", puzzle.name},
                                      {"cells", finals.tail_cells()},
                                      {"finals", finals.size()},
                                      {"bytes", finals.bytes()}}
                           .dump());
  else
    fmt::print("{}: {} finals of the last {} cells, {} bytes in memory\n", puzzle.name, grouped(finals.size()),
               finals.tail_cells(), grouped(finals.bytes()));
}

const EdgePuzzle& edge_of(const Puzzle& puzzle) {
  if (puzzle.family() != Family::edge) throw UsageError("finals: made for edge puzzles, this is a packing puzzle");
  return puzzle.edge();
}

int build(const FinalsBuildOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  check_writable(options.out);
  const auto finals = Finals::build(edge_of(puzzle), options.cells, options.most, stop_on_signals());
  if (!finals) {
    fmt::print(stderr, "tesselle: stopped, {} was not written\n", options.out);
    return exit_codes::limit;
  }
  finals->save(options.out, puzzle);
  print_finals(*finals, puzzle, options.json);
  return exit_codes::answered;
}

int info(const FinalsInfoOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  edge_of(puzzle);
  print_finals(Finals::load(options.file, puzzle), puzzle, options.json);
  return exit_codes::answered;
}

}  // namespace

void add_finals(Command program) {
  Command finals = program.subcommand("finals", "all endings of an edge-matching board, for --engine meet --finals");
  finals.require_subcommand();

  auto for_build = std::make_shared<FinalsBuildOptions>();
  Command build_command = finals.subcommand("build", "write every filling of the last cells to one file");
  build_command.argument("puzzle", for_build->puzzle, "a built-in puzzle or a file").required();
  build_command.option("--cells", for_build->cells, "how many cells at the end").required().positive();
  build_command.option("--out", for_build->out, "the file to write").required().value("FILE");
  build_command.option("--most", for_build->most, "give up if there are more").show_default();
  build_command.flag("--json", for_build->json, "JSON on stdout");
  build_command.on_run([for_build] { return build(*for_build); });

  auto for_info = std::make_shared<FinalsInfoOptions>();
  Command info_command = finals.subcommand("info", "what a file holds");
  info_command.argument("puzzle", for_info->puzzle, "a built-in puzzle or a file").required();
  info_command.argument("file", for_info->file, "a file made by finals build").required();
  info_command.flag("--json", for_info->json, "JSON on stdout");
  info_command.on_run([for_info] { return info(*for_info); });
}

}  // namespace tesselle
