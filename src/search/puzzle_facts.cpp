#include "search/puzzle_facts.hpp"

#include <algorithm>
#include <set>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle {
namespace {

EdgeFacts::Types types_of(const EdgePuzzle& puzzle) {
  EdgeFacts::Types types;
  for (const Sides& sides : puzzle.pieces) {
    const auto frames = std::count(sides.begin(), sides.end(), *puzzle.frame);
    ++(frames == 2 ? types.corners : frames == 1 ? types.edges : types.inner);
  }
  return types;
}

EdgeFacts body_facts(const EdgePuzzle& puzzle) {
  std::set<Colour> used;
  for (const Sides& sides : puzzle.pieces) used.insert(sides.begin(), sides.end());
  if (puzzle.frame) used.erase(*puzzle.frame);
  EdgeFacts facts;
  facts.width = puzzle.width;
  facts.height = puzzle.height;
  facts.pieces = puzzle.pieces.size();
  facts.different_pieces = piece_kinds(puzzle).shape.size();
  if (puzzle.frame) facts.types = types_of(puzzle);
  facts.colours = used.size();
  facts.matching = puzzle.matching;
  facts.perfect_score = puzzle.inner_edges();
  return facts;
}

PackingFacts body_facts(const PackingPuzzle& puzzle) {
  PackingFacts facts;
  facts.lattice = puzzle.grid().name();
  facts.region_cells = puzzle.region.size();
  facts.optional_cells = puzzle.optional_cells.size();
  facts.shapes = puzzle.pieces.size();
  for (const PackingPiece& piece : puzzle.pieces) {
    if (piece.max_copies == PackingPiece::unlimited) continue;
    facts.pieces += static_cast<std::size_t>(piece.max_copies);
    facts.piece_cells += static_cast<std::size_t>(piece.max_copies) * piece.cells.size();
  }
  return facts;
}

Json listed(const std::string& name, Family family, const std::string& title) {
  return {{"event", "puzzle"}, {"name", name}, {"family", family_name(family)}, {"title", title}};
}

Json body_json(const EdgeFacts& facts) {
  Json json = {{"width", facts.width},
               {"height", facts.height},
               {"pieces", facts.pieces},
               {"different_pieces", facts.different_pieces},
               {"types", nullptr},
               {"colours", facts.colours},
               {"frame", facts.types.has_value()},
               {"matching", facts.matching == Matching::same ? "same" : "complement"},
               {"perfect_score", facts.perfect_score}};
  if (facts.types)
    json["types"] = {{"corners", facts.types->corners}, {"edges", facts.types->edges}, {"inner", facts.types->inner}};
  return json;
}

Json body_json(const PackingFacts& facts) {
  return {{"lattice", facts.lattice},
          {"region_cells", facts.region_cells},
          {"optional_cells", facts.optional_cells},
          {"pieces", facts.pieces},
          {"shapes", facts.shapes},
          {"piece_cells", facts.piece_cells}};
}

}  // namespace

PuzzleFacts facts_of(const Puzzle& puzzle) {
  const SymmetryGroup group(puzzle);
  PuzzleFacts facts;
  facts.name = puzzle.name;
  facts.title = puzzle.title;
  facts.source = puzzle.source;
  facts.family = puzzle.family();
  facts.hash = puzzle_hash(puzzle);
  facts.hints = std::visit([](const auto& body) { return body.hints.size(); }, puzzle.body);
  facts.symmetries = group.order();
  facts.distinct_up_to = group.description();
  if (puzzle.family() == Family::edge)
    facts.body = body_facts(puzzle.edge());
  else
    facts.body = body_facts(puzzle.packing());
  return facts;
}

std::string facts_json(const PuzzleFacts& facts) {
  Json json = listed(facts.name, facts.family, facts.title);
  json.update(std::visit([](const auto& body) { return body_json(body); }, facts.body));
  json["hints"] = facts.hints;
  json["symmetries"] = facts.symmetries;
  json["distinct_up_to"] = facts.distinct_up_to;
  json["hash"] = hex64(facts.hash);
  json["source"] = facts.source;
  return json.dump();
}

std::string listing_json(const Puzzle& puzzle) { return listed(puzzle.name, puzzle.family(), puzzle.title).dump(); }

}  // namespace tesselle
