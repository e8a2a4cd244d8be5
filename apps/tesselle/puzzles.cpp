#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/hash.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

struct PuzzlesOptions {
  std::optional<std::string> name;
  bool json = false;
};

int frame_sides(const EdgePuzzle& puzzle, const Sides& sides) {
  return static_cast<int>(std::count(sides.begin(), sides.end(), *puzzle.frame));
}

std::string piece_types(const EdgePuzzle& puzzle) {
  int corners = 0, edges = 0;
  for (const Sides& sides : puzzle.pieces) {
    corners += frame_sides(puzzle, sides) == 2;
    edges += frame_sides(puzzle, sides) == 1;
  }
  const int inner = static_cast<int>(puzzle.pieces.size()) - corners - edges;
  return fmt::format("{} corners, {} edges, {} inner", corners, edges, inner);
}

Facts facts(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  std::set<Colour> used;
  for (const Sides& sides : puzzle.pieces) used.insert(sides.begin(), sides.end());
  if (puzzle.frame) used.erase(*puzzle.frame);
  Facts facts = {{"board", fmt::format("{} x {}", puzzle.width, puzzle.height)},
                 {"pieces", fmt::format("{}, {} different", puzzle.pieces.size(), kinds.shape.size())}};
  if (puzzle.frame) facts.emplace_back("types", piece_types(puzzle));
  facts.emplace_back("colours", fmt::format("{}{}", used.size(), puzzle.frame ? " and the frame" : ", no frame"));
  facts.emplace_back("matching", puzzle.matching == Matching::same ? "same colours" : "complementary halves");
  facts.emplace_back("hints", std::to_string(puzzle.hints.size()));
  facts.emplace_back("perfect score", std::to_string(puzzle.inner_edges()));
  return facts;
}

Facts facts(const PackingPuzzle& puzzle) {
  std::size_t pieces = 0, area = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    if (piece.max_copies == PackingPiece::unlimited) continue;
    pieces += static_cast<std::size_t>(piece.max_copies);
    area += static_cast<std::size_t>(piece.max_copies) * piece.cells.size();
  }
  return {
      {"lattice", std::string(puzzle.grid().name())},
      {"region", fmt::format("{} cells, {} more may stay empty", puzzle.region.size(), puzzle.optional_cells.size())},
      {"pieces", fmt::format("{} of {} shapes, {} cells in all", pieces, puzzle.pieces.size(), area)},
      {"hints", std::to_string(puzzle.hints.size())}};
}

Facts facts(const Puzzle& puzzle) {
  Facts all = {{"name", puzzle.name}, {"title", puzzle.title}, {"family", std::string(family_name(puzzle.family()))}};
  for (auto& fact : std::visit([](const auto& body) { return facts(body); }, puzzle.body)) all.push_back(fact);
  const SymmetryGroup group(puzzle);
  all.emplace_back("symmetries", fmt::format("{} ({})", group.order(), group.description()));
  all.emplace_back("hash", hex64(puzzle_hash(puzzle)));
  all.emplace_back("source", puzzle.source);
  return all;
}

void print_facts(const Puzzle& puzzle, bool json) {
  nlohmann::ordered_json object;
  for (const auto& [key, value] : facts(puzzle)) {
    object[key] = value;
    if (!json) fmt::print("{:<14}{}\n", key, value);
  }
  if (json) fmt::print("{}\n", object.dump());
}

void print_list(bool json) {
  for (const std::string& name : library_names()) {
    const Puzzle puzzle = load_puzzle(name);
    const nlohmann::ordered_json object = {
        {"name", name}, {"family", family_name(puzzle.family())}, {"title", puzzle.title}};
    if (json)
      fmt::print("{}\n", object.dump());
    else
      fmt::print("{:<28}{:<9}{}\n", name, family_name(puzzle.family()), puzzle.title);
  }
}

}  // namespace

void add_puzzles(Command program) {
  auto options = std::make_shared<PuzzlesOptions>();
  Command command = program.subcommand("puzzles", "list the built-in puzzles, or the facts about one");
  command.argument("name", options->name, "a built-in puzzle's name or a file");
  command.flag("--json", options->json, "print as JSON");
  command.on_run([options] {
    if (options->name)
      print_facts(load_puzzle(*options->name), options->json);
    else
      print_list(options->json);
    return exit_codes::answered;
  });
}

}  // namespace tesselle
