#include "support/samples.hpp"

#include <algorithm>
#include <utility>

#include "support/examples.hpp"

namespace tesselle::testing {
namespace {

Colour colour(int number) { return Colour(static_cast<std::size_t>(number)); }

EdgePuzzle edge_body(int width, int height, const std::vector<std::array<int, 4>>& pieces) {
  EdgePuzzle body;
  body.width = width;
  body.height = height;
  int last = 1;
  for (const auto& [north, east, south, west] : pieces) {
    body.pieces.push_back({colour(north), colour(east), colour(south), colour(west)});
    last = std::max({last, north, east, south, west});
  }
  for (int c = 0; c <= (last | 1); ++c) {
    body.colours.push_back(std::to_string(c));
    body.mate.push_back(colour(c));
  }
  return body;
}

Puzzle named(std::string name, std::variant<EdgePuzzle, PackingPuzzle> body) {
  Puzzle puzzle;
  puzzle.name = std::move(name);
  puzzle.body = std::move(body);
  return puzzle;
}

}  // namespace

Puzzle edge_sample(std::string name, int width, int height, std::optional<int> frame,
                   const std::vector<std::array<int, 4>>& pieces) {
  EdgePuzzle body = edge_body(width, height, pieces);
  if (frame) body.frame = colour(*frame);
  return named(std::move(name), std::move(body));
}

Puzzle complement_sample(std::string name, int width, int height, const std::vector<std::array<int, 4>>& pieces) {
  EdgePuzzle body = edge_body(width, height, pieces);
  body.matching = Matching::complement;
  for (std::size_t c = 0; c < body.mate.size(); ++c) body.mate[c] = Colour(c ^ 1);
  return named(std::move(name), std::move(body));
}

Puzzle with_hint(Puzzle puzzle, int square, int piece, int rotation) {
  std::get<EdgePuzzle>(puzzle.body)
      .hints.push_back({Square(static_cast<std::size_t>(square)),
                        {PieceId(static_cast<std::size_t>(piece)), static_cast<std::uint8_t>(rotation)}});
  puzzle.name += "-hinted";
  return puzzle;
}

Puzzle four_corners() {
  return edge_sample("four-corners", 2, 2, 0, {{0, 1, 2, 0}, {0, 0, 3, 1}, {2, 4, 0, 0}, {3, 0, 0, 4}});
}

Puzzle four_twins() {
  return edge_sample("four-twins", 2, 2, 0, {{0, 1, 1, 0}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 1, 0, 0}});
}

PackingPiece shape(std::string name, std::string_view drawing, int min_copies, int max_copies) {
  PackingPiece piece = piece_of_cells(LatticeKind::square, std::move(name), drawn_cells(drawing));
  piece.min_copies = min_copies;
  piece.max_copies = max_copies;
  return piece;
}

Puzzle packing_sample(std::string name, std::string_view region, std::vector<PackingPiece> pieces) {
  Puzzle puzzle = packing_puzzle(std::move(name), LatticeKind::square, drawn_cells(region), std::move(pieces));
  std::get<PackingPuzzle>(puzzle.body).optional_cells = drawn_cells(region, '+');
  return puzzle;
}

Puzzle domino_box(int width, int height, int min_copies, int max_copies) {
  return packing_puzzle("dominoes", LatticeKind::square, box_cells(width, height),
                        {shape("domino", "##", min_copies, max_copies)});
}

std::vector<Puzzle> edge_samples() {
  const Puzzle one_cell = edge_sample("one-cell", 1, 1, std::nullopt, {{0, 1, 2, 3}});
  const Puzzle lone_pair = complement_sample("lone-pair", 2, 1, {{4, 0, 4, 4}, {4, 4, 4, 1}});
  return {four_corners(),
          four_twins(),
          with_hint(four_corners(), 3, 0, 2),
          giraffe(),
          with_hint(giraffe(), 4, 1, 1),
          framed_3x3(),
          lone_pair,
          one_cell,
          with_hint(one_cell, 0, 0, 1),
          with_hint(with_hint(lone_pair, 0, 0, 0), 1, 1, 0),
          with_hint(with_hint(lone_pair, 0, 0, 1), 1, 1, 0),
          edge_sample("hopeless-row", 3, 1, std::nullopt, {{0, 1, 0, 2}, {3, 3, 3, 3}, {0, 1, 0, 2}})};
}

std::vector<Puzzle> packing_samples() {
  return {
      pentominoes_in(3, 20),
      domino_box(4, 4, 8, 8),
      domino_box(4, 3, 0, PackingPiece::unlimited),
      domino_box(3, 3, 0, PackingPiece::unlimited),
      packing_sample("loose-end", "##+/#+.", {shape("I", "##", 1, 2), shape("dot", "#", 0, 3)}),
      packing_sample("spare", "###/###", {shape("I", "###", 0), shape("L", "##/#.", 0, 2), shape("O", "##/##", 0)})};
}

}  // namespace tesselle::testing
