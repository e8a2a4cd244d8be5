#include <fmt/format.h>

#include <charconv>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "edge/generate/generate.hpp"
#include "formats/formats.hpp"
#include "generate_eternity.hpp"

namespace tesselle {
namespace {

struct GenerateOptions {
  std::string size = "6x6";
  int border_colours = 0, inner_colours = 0;
  std::uint64_t seed = 1;
  std::optional<std::string> out, solution;
};

void parse_size(const std::string& text, edge::InstanceRecipe& recipe) {
  const auto cross = text.find('x');
  const auto number = [&](std::string_view part, int& value) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc{} && end == part.data() + part.size();
  };
  const std::string_view view = text;
  if (cross == std::string::npos || !number(view.substr(0, cross), recipe.width) ||
      !number(view.substr(cross + 1), recipe.height))
    throw UsageError(fmt::format("--size: found '{}', expected width x height such as 6x6", text));
}

int generate(const GenerateOptions& options) {
  edge::InstanceRecipe recipe;
  parse_size(options.size, recipe);
  recipe.border_colours = options.border_colours;
  recipe.inner_colours = options.inner_colours;
  recipe.seed = options.seed;
  const edge::Instance instance = edge::generate_instance(recipe);

  const std::string text = write_toml(instance.puzzle);
  if (options.out)
    write_file_atomically(*options.out, text);
  else
    fmt::print("{}", text);
  if (options.solution) {
    SolutionRecord record;
    record.puzzle = instance.puzzle.name;
    record.hash = puzzle_hash(instance.puzzle);
    record.solution = instance.planted;
    record.score = record.max_score = instance.puzzle.edge().inner_edges();
    record.engine = "generate";
    record.seed = recipe.seed;
    write_file_atomically(*options.solution, write_solution_json(instance.puzzle, record) + "\n");
  }
  return exit_codes::answered;
}

void add_generate_eternity(Command generate_command) {
  auto options = std::make_shared<EternityOptions>();
  Command command = generate_command.subcommand(
      "eternity1", "make a board of Eternity's kind: a dodecagon, pieces drawn from the 770 suitable ones");
  command.option("--pieces", options->recipe.pieces, "the region has the area of so many")
      .range(packing::fewest_eternity_pieces, packing::max_eternity_pieces)
      .show_default();
  command.option("--spare", options->recipe.spare, "further pieces, that will be left over")
      .non_negative()
      .show_default();
  command.option("--seed", options->recipe.seed, "seed; the same seed gives the same board").show_default();
  command.option("--out", options->out, "write the puzzle to this file instead of the terminal").value("FILE");
  command
      .option("--solution", options->solution,
              "plant a solution, and write it to this file; without it nothing promises that there is one")
      .value("FILE");
  command.on_run([options] { return generate_eternity(*options); });
}

}  // namespace

void add_generate(Command program) {
  auto options = std::make_shared<GenerateOptions>();
  Command command = program.subcommand(
      "generate", "make an edge-matching instance with unique pieces and balanced colours, or a board like Eternity's");
  command.option("--size", options->size, "width x height").show_default();
  command
      .option("--border-colours", options->border_colours,
              "colours of the border ring (default: the official puzzle's share)")
      .positive();
  command.option("--inner-colours", options->inner_colours, "colours of all other edges (default: likewise)")
      .positive();
  command.option("--seed", options->seed, "seed; the same seed gives the same instance").show_default();
  command.option("--out", options->out, "write the puzzle to this file instead of the terminal").value("FILE");
  command.option("--solution", options->solution, "also write the planted solution, to this file").value("FILE");
  command.on_run([options] { return generate(*options); });
  add_generate_eternity(command);
}

}  // namespace tesselle
