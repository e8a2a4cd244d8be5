#include "generate_eternity.hpp"

#include <fmt/format.h>

#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "tesselle/formats.hpp"
#include "run/registry.hpp"
#include "run_options.hpp"
#include "signals.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

struct FirstSolution final : SolutionSink {
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}
  Flow offer(const Solution& solution, std::uint64_t) override {
    found = solution;
    return Flow::stop;
  }
  std::optional<Solution> found;
};

}  // namespace

std::optional<packing::PlantedBoard> plant_eternity_board(const packing::EternityRecipe& recipe) {
  const Puzzle ground = packing::planting_ground(recipe);
  const EngineInfo& tile = engine_named("tile", Family::packing);
  const auto engine = tile.make(ground, {.goal = Goal::first, .options = Options(tile.options)});
  FirstSolution sink;
  Advance state = Advance::running;
  while (state == Advance::running && !sink.found && !stop_on_signals()) state = engine->advance({100'000}, sink);
  if (stop_on_signals()) return std::nullopt;
  if (!sink.found) throw UsageError(fmt::format("generate: no {} of the 770 pieces tile this region", recipe.pieces));
  auto planted = packing::planted_board(recipe, ground, *sink.found);
  if (const Verdict verdict = verify(planted.puzzle, planted.planted); !verdict.solves())
    throw InternalError(fmt::format("a planted tiling is none: {}", summary(verdict)));
  return planted;
}

int generate_eternity(const EternityOptions& options) {
  if (!options.solution) {
    const Puzzle puzzle = packing::eternity_board(options.recipe);
    const std::string text = write_toml(puzzle);
    options.out ? write_file_atomically(*options.out, text) : fmt::print("{}", text);
    return exit_codes::answered;
  }
  const auto board = plant_eternity_board(options.recipe);
  if (!board) return exit_codes::limit;
  const std::string text = write_toml(board->puzzle);
  options.out ? write_file_atomically(*options.out, text) : fmt::print("{}", text);
  SolutionRecord record;
  record.puzzle = board->puzzle.name;
  record.hash = puzzle_hash(board->puzzle);
  record.solution = board->planted;
  record.score = record.max_score = options.recipe.pieces;
  record.engine = "generate";
  record.seed = options.recipe.seed;
  write_file_atomically(*options.solution, write_solution_json(board->puzzle, record) + "\n");
  return exit_codes::answered;
}

}  // namespace tesselle
