#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/library_facts.hpp"
#include "search/puzzle_facts.hpp"
#include "terminal.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct PuzzlesOptions {
  std::optional<std::string> name;
  bool json = false;
};

template <class Value>
void print_fact(const char* name, const Value& value) {
  print_text("{:<14}{}\n", name, value);
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
  const std::string box = facts.box.empty() ? "" : fmt::format("{}, ", fmt::join(facts.box, " x "));
  print_fact("region", fmt::format("{}{}, {} more may stay empty", box, counted(facts.region_cells, "cell"),
                                   grouped(facts.optional_cells)));
  print_fact("pieces", fmt::format("{} of {} shapes, {} cells in all", facts.pieces, facts.shapes, facts.piece_cells));
  print_fact("hints", hints);
}

/// "12, 3 up to rotations"
std::string known_text(const PuzzleFacts& facts) {
  const auto& [all, distinct] = facts.known;
  if (all == 0u || distinct == 0u) return "none";
  const bool same = facts.symmetries == 1;
  const std::string classes =
      distinct && !same ? fmt::format("{} up to {}", grouped(*distinct), facts.distinct_up_to) : "";
  const std::string boards = all ? grouped(*all) : "";
  if (boards.empty() && classes.empty()) return "not known";
  return boards.empty() || classes.empty() ? boards + classes : boards + ", " + classes;
}

void print_puzzle_facts(const PuzzleFacts& facts) {
  print_fact("name", facts.name);
  print_fact("title", facts.title);
  print_fact("family", family_name(facts.family));
  std::visit([&](const auto& body) { print_body_facts(body, facts.hints); }, facts.body);
  print_fact("solutions", known_text(facts));
  if (facts.hardness)
    print_fact("how hard", fmt::format("{}: {}", hardness_name(*facts.hardness), hardness_meaning(*facts.hardness)));
  print_fact("symmetries",
             facts.symmetries == 1 ? "none" : fmt::format("{} ({})", facts.symmetries, facts.distinct_up_to));
  print_fact("hash", hex64(facts.hash));
  print_fact("source", facts.source);
}

/// Up to symmetry where that is known; a star says that symmetric ones are included.
std::string solutions_cell(const KnownSolutions& known) {
  if (known.all == 0u || known.distinct == 0u) return "none";
  if (known.distinct) return grouped(*known.distinct);
  return known.all ? grouped(*known.all) + " *" : "?";
}

std::size_t pieces_of(const PuzzleFacts& facts) {
  return std::visit([](const auto& body) { return body.pieces; }, facts.body);
}

void print_puzzle_table() {
  std::string group;
  for (const PuzzleFacts& facts : library_list()) {
    if (facts.group != group)
      print_text("{}{:<30}{:<12}{:>6}{:>15}   {}\n", group.empty() ? "" : "\n", facts.group, "size", "pieces",
                 "solutions", "how hard");
    group = facts.group;
    const std::size_t pieces = pieces_of(facts);
    print_text("  {:<28}{:<12}{:>6}{:>15}   {}\n", facts.name, size_text(facts), pieces == 0 ? "any" : grouped(pieces),
               solutions_cell(facts.known), hardness_name(facts.hardness.value_or(Hardness::unsolved)));
  }
  print_text("\nsolutions  up to symmetry (*: symmetric ones included; ?: not known)\n");
  for (const Hardness hardness : {Hardness::seconds, Hardness::minutes, Hardness::weeks, Hardness::unsolved})
    print_text("{:<11}{}\n", hardness_name(hardness), hardness_meaning(hardness));
  print_text("\ntesselle puzzles NAME tells more about a puzzle, tesselle show NAME draws it.\n");
}

void print_puzzle_list(bool json) {
  if (!json) return print_puzzle_table();
  for (const PuzzleFacts& facts : library_list()) fmt::print("{}\n", facts_json(facts));
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
  command.argument("name", options->name, "a built-in puzzle's name or a file").suggest(library_names());
  command.flag("--json", options->json, "print as JSON");
  command.on_run([options] { return print_puzzles(*options); });
}

}  // namespace tesselle
