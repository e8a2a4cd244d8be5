#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "search/data_sizes.hpp"
#include "search/planted.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

struct GeneratedFiles {
  std::optional<std::string> out, solution;
};

struct GenerateOptions : GeneratedFiles {
  std::string size = "6x6";
  edge::InstanceRecipe recipe;
};

struct EternityOptions : GeneratedFiles {
  packing::EternityRecipe recipe;
  bool own_pieces = false;
};

int write_generated(const GeneratedPuzzle& generated, const GeneratedFiles& files) {
  if (files.out) {
    write_file_atomically(*files.out, generated.puzzle);
    say_written(*files.out);
  } else {
    fmt::print("{}", generated.puzzle);
  }
  if (files.solution) {
    write_file_atomically(*files.solution, *generated.solution);
    say_written(*files.solution);
  }
  return exit_codes::answered;
}

int generate_for_edges(GenerateOptions options) {
  const BoardSize size = parse_board_size(options.size);
  options.recipe.width = size.width;
  options.recipe.height = size.height;
  return write_generated(generate_edge(options.recipe), options);
}

int generate_like_eternity(const EternityOptions& options) {
  require_folder(options.out);
  require_folder(options.solution);
  if (options.own_pieces)
    return write_generated({write_toml(eternity_with_spare_pieces(options.recipe.pieces))}, options);
  const auto generated =
      generate_eternity(options.recipe, options.solution ? Planting::planted : Planting::none, stop_on_signals());
  return generated ? write_generated(*generated, options) : exit_codes::limit;
}

/// The option for the solution.
Option add_generated_files(Command command, GeneratedFiles& files, const char* about_solution) {
  command.option("--out", files.out, "write the puzzle to this file instead of the terminal").value("FILE");
  return command.option("--solution", files.solution, about_solution).value("FILE");
}

void add_generate_eternity(Command generate) {
  auto options = std::make_shared<EternityOptions>();
  Command command = generate.subcommand(
      "eternity1", "make a board like Eternity's: a dodecagon, and pieces drawn from the 770 suitable ones");
  command.option("--pieces", options->recipe.pieces, "the region has the area of this many pieces")
      .range(packing::fewest_eternity_pieces, packing::max_eternity_pieces)
      .show_default();
  Option own = command.flag("--own-pieces", options->own_pieces,
                            "take Eternity's own 209 pieces instead; those that do not fit are left over");
  command.option("--spare", options->recipe.spare, "extra pieces, which will be left over")
      .non_negative()
      .show_default()
      .excludes(own);
  command.option("--seed", options->recipe.seed, "seed; the same seed gives the same board")
      .show_default()
      .excludes(own);
  add_generated_files(command, *options,
                      "plant a solution and write it to this file; without it, the board may have no solution")
      .excludes(own);
  command.on_run([options] { return generate_like_eternity(*options); });
}

}  // namespace

void add_generate(Command program) {
  auto options = std::make_shared<GenerateOptions>();
  Command command = program.subcommand("generate", "make an edge-matching puzzle, or a board like Eternity's");
  command.option("--size", options->size, "width x height").show_default();
  command
      .option("--border-colours", options->recipe.border_colours,
              "colours of the border ring (default: in proportion to the official puzzle)")
      .positive();
  command.option("--inner-colours", options->recipe.inner_colours, "colours of all other edges (default: likewise)")
      .positive();
  command.option("--seed", options->recipe.seed, "seed; the same seed gives the same puzzle").show_default();
  add_generated_files(command, *options, "also write the planted solution, to this file");
  command.on_run([options] { return generate_for_edges(*options); });
  add_generate_eternity(command);
}

}  // namespace tesselle
