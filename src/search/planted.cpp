#include "search/planted.hpp"

#include <fmt/format.h>

#include "tesselle/formats.hpp"
#include "tesselle/record.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

void require_solves(const Puzzle& puzzle, const Solution& planted) {
  const Verdict verdict = verify(puzzle, planted);
  if (!verdict.solves())
    throw InternalError(fmt::format("the planted board of {} is not a solution: {}", puzzle.name, summary(verdict)));
}

/// A planted solution as a file that says where it comes from.
std::string planted_json(const Puzzle& puzzle, const Solution& planted, std::uint64_t seed) {
  require_solves(puzzle, planted);
  SolutionRecord record = verified_record(puzzle, planted);
  record.engine = "generate";
  record.seed = seed;
  return write_solution_json(puzzle, record) + "\n";
}

}  // namespace

std::optional<packing::PlantedBoard> plant_eternity_board(const packing::EternityRecipe& recipe, std::stop_token stop) {
  SearchRequest request;
  request.puzzle = share(packing::planting_ground(recipe));
  request.engine = "tile";
  request.threads = 1;  // the first tiling of one tree: the same board on every machine
  std::optional<Solution> tiling;
  const auto keep = [&](const Event& event) {
    if (const auto* found = std::get_if<SolutionFound>(&event)) tiling = found->record.solution;
  };
  const Finished finished = search(request, keep, std::move(stop));
  if (finished.status == Status::exhausted)
    throw UsageError(fmt::format("generate: no {} of the 770 pieces tile this region", recipe.pieces));
  if (!tiling) return std::nullopt;
  auto board = packing::planted_board(recipe, *request.puzzle, *tiling);
  require_solves(board.puzzle, board.planted);
  return board;
}

Puzzle eternity_with_spare_pieces(int pieces) {
  Puzzle puzzle = load_puzzle("eternity1");
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  const int spare = static_cast<int>(body.pieces.size()) - pieces;
  if (pieces < packing::fewest_eternity_pieces || spare < 0)
    throw UsageError(fmt::format("generate: found {} pieces, expected {} to {} of Eternity's own", pieces,
                                 packing::fewest_eternity_pieces, body.pieces.size()));
  body.region = packing::eternity_region(pieces);
  if (spare > 0)
    for (PackingPiece& piece : body.pieces) piece.min_copies = 0;
  puzzle.name = fmt::format("eternity-own-{}", pieces);
  puzzle.title = fmt::format("A smaller Eternity: the area of {} pieces, of its own {}", pieces, body.pieces.size());
  return puzzle;
}

GeneratedPuzzle generate_edge(const edge::InstanceRecipe& recipe) {
  const edge::Instance instance = edge::generate_instance(recipe);
  return {write_toml(instance.puzzle), planted_json(instance.puzzle, instance.planted, recipe.seed)};
}

std::optional<GeneratedPuzzle> generate_eternity(const packing::EternityRecipe& recipe, Planting planting,
                                                 std::stop_token stop) {
  if (planting == Planting::none) return GeneratedPuzzle{write_toml(packing::eternity_board(recipe))};
  const auto board = plant_eternity_board(recipe, std::move(stop));
  if (!board) return std::nullopt;
  return GeneratedPuzzle{write_toml(board->puzzle), planted_json(board->puzzle, board->planted, recipe.seed)};
}

}  // namespace tesselle
