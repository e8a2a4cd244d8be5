#include <fmt/format.h>

#include "base/hash.hpp"
#include "commands.hpp"
#include "search/puzzle_facts.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct PuzzlesOptions {
  std::optional<std::string> name;
  bool json = false;
};

template <class Value>
void print_fact(const char* name, const Value& value) {
  fmt::print("{:<14}{}\n", name, value);
}

void print_body_facts(const EdgeFacts& facts, std::size_t hints) {
  print_fact("board", fmt::format("{} x {}", facts.width, facts.height));
  print_fact("pieces", fmt::format("{}, {} different", facts.pieces, facts.different_pieces));
  if (const auto& types = facts.types)
    print_fact("types", fmt::format("{} corners, {} edges, {} inner", types->corners, types->edges, types->inner));
  print_fact("colours", fmt::format("{}{}", facts.colours, facts.types ? " and the frame" : ", no frame"));
  print_fact("matching", facts.matching == Matching::same ? "same colours" : "complementary halves");
  print_fact("hints", hints);
  print_fact("perfect score", facts.perfect_score);
}

void print_body_facts(const PackingFacts& facts, std::size_t hints) {
  print_fact("lattice", facts.lattice);
  print_fact("region", fmt::format("{} cells, {} more may stay empty", facts.region_cells, facts.optional_cells));
  print_fact("pieces", fmt::format("{} of {} shapes, {} cells in all", facts.pieces, facts.shapes, facts.piece_cells));
  print_fact("hints", hints);
}

void print_puzzle_facts(const PuzzleFacts& facts) {
  print_fact("name", facts.name);
  print_fact("title", facts.title);
  print_fact("family", family_name(facts.family));
  std::visit([&](const auto& body) { print_body_facts(body, facts.hints); }, facts.body);
  print_fact("symmetries", fmt::format("{} ({})", facts.symmetries, facts.distinct_up_to));
  print_fact("hash", hex64(facts.hash));
  print_fact("source", facts.source);
}

void print_puzzle_list(bool json) {
  for (const std::string& name : library_names()) {
    const Puzzle puzzle = load_puzzle(name);
    if (json)
      fmt::print("{}\n", listing_json(puzzle));
    else
      fmt::print("{:<28}{:<9}{}\n", name, family_name(puzzle.family()), puzzle.title);
  }
}

int print_puzzles(const PuzzlesOptions& options) {
  if (!options.name)
    print_puzzle_list(options.json);
  else if (const PuzzleFacts facts = facts_of(load_puzzle(*options.name)); options.json)
    fmt::print("{}\n", facts_json(facts));
  else
    print_puzzle_facts(facts);
  return exit_codes::answered;
}

}  // namespace

void add_puzzles(Command program) {
  auto options = std::make_shared<PuzzlesOptions>();
  Command command = program.subcommand("puzzles", "list the built-in puzzles, or the facts about one");
  command.argument("name", options->name, "a built-in puzzle's name or a file");
  command.flag("--json", options->json, "print as JSON");
  command.on_run([options] { return print_puzzles(*options); });
}

}  // namespace tesselle
