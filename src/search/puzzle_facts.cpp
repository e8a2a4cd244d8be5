#include "search/puzzle_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/readable.hpp"
#include "puzzle/symmetry.hpp"
#include "search/library_facts.hpp"

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

/// Empty if the region is not a box.
std::vector<int> box_of(const PackingPuzzle& puzzle) {
  const bool cubes = puzzle.lattice == LatticeKind::cube;
  if (!cubes && puzzle.lattice != LatticeKind::square) return {};
  Cell low = puzzle.region.front(), high = low;
  for (const Cell& cell : puzzle.region) {
    low = {std::min(low.x, cell.x), std::min(low.y, cell.y), std::min(low.z, cell.z)};
    high = {std::max(high.x, cell.x), std::max(high.y, cell.y), std::max(high.z, cell.z)};
  }
  const Cell sides = high - low + Cell{1, 1, 1};
  const auto volume = static_cast<std::int64_t>(sides.x) * sides.y * sides.z;
  if (volume != static_cast<std::int64_t>(puzzle.region.size())) return {};
  return cubes ? std::vector{sides.x, sides.y, sides.z} : std::vector{sides.x, sides.y};
}

PackingFacts body_facts(const PackingPuzzle& puzzle) {
  PackingFacts facts;
  facts.lattice = puzzle.grid().name();
  facts.box = box_of(puzzle);
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

std::string size_of_body(const EdgeFacts& facts) { return fmt::format("{}x{}", facts.width, facts.height); }
std::string size_of_body(const PackingFacts& facts) {
  return facts.box.empty() ? counted(facts.region_cells, "cell") : fmt::format("{}", fmt::join(facts.box, "x"));
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
          {"box", facts.box.empty() ? Json(nullptr) : Json(facts.box)},
          {"region_cells", facts.region_cells},
          {"optional_cells", facts.optional_cells},
          {"pieces", facts.pieces},
          {"shapes", facts.shapes},
          {"piece_cells", facts.piece_cells}};
}

}  // namespace

std::string_view hardness_name(Hardness hardness) {
  constexpr std::string_view names[] = {"seconds", "minutes", "weeks", "unsolved"};
  return names[static_cast<std::size_t>(hardness)];
}

std::string_view hardness_meaning(Hardness hardness) {
  constexpr std::string_view meanings[] = {
      "tesselle solve answers within a minute", "tesselle solve answers within an hour",
      "solved by others, with weeks of computing or more", "no solution is known to us; try tesselle optimise"};
  return meanings[static_cast<std::size_t>(hardness)];
}

std::string size_text(const PuzzleFacts& facts) {
  return std::visit([](const auto& body) { return size_of_body(body); }, facts.body);
}

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
  if (const auto known = library_facts(puzzle)) {
    facts.group = known->group;
    facts.known = known->solutions;
    facts.hardness = known->hardness;
  }
  return facts;
}

std::string facts_json(const PuzzleFacts& facts) {
  Json json = {{"event", "puzzle"},
               {"name", facts.name},
               {"family", family_name(facts.family)},
               {"title", facts.title},
               {"group", facts.group.empty() ? Json(nullptr) : Json(facts.group)}};
  json.update(std::visit([](const auto& body) { return body_json(body); }, facts.body));
  json["hints"] = facts.hints;
  json["symmetries"] = facts.symmetries;
  json["distinct_up_to"] = facts.distinct_up_to;
  json["known_solutions"] = facts.known.all;
  json["known_distinct"] = facts.known.distinct;
  json["hardness"] = facts.hardness ? Json(hardness_name(*facts.hardness)) : Json(nullptr);
  json["hash"] = hex64(facts.hash);
  json["source"] = facts.source;
  return json.dump();
}

}  // namespace tesselle
