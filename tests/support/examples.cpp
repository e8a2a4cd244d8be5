#include "support/examples.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesselle::testing {
namespace {

using Drawn = std::pair<const char*, const char*>;

constexpr Drawn pentomino_drawings[] = {{"F", ".##/##/.#"}, {"I", "#####"},     {"L", "####/#"},   {"P", "##/##/#"},
                                        {"N", "##/.###"},   {"T", "###/.#/.#"}, {"U", "#.#/###"},  {"V", "#/#/###"},
                                        {"W", "#/##/.##"},  {"X", ".#/###/.#"}, {"Y", "..#/####"}, {"Z", "##/.#/.##"}};

constexpr Drawn soma_drawings[] = {{"V", "##/#"},    {"L", "###/#"},   {"T", "###/.#"}, {"Z", "##/.##"},
                                   {"a", "##/#|.#"}, {"b", ".#|##/#"}, {"p", "##/#|#"}};

constexpr Drawn bedlam_drawings[] = {{"F", ".#/###/..#"}, {"X", ".#/###/.#"}, {"W", "##/.##/..#"}, {"M", ".#/###|/.#"},
                                     {"B", ".#/###|.#"},  {"H", ".#/###|/#"}, {"L", "..#/###|/#"}, {"S", "#/###|#"},
                                     {"C", "#/###|/#"},   {"E", ".##/##|/#"}, {"I", ".##/##|/.#"}, {"T", ".##/.#|/##"},
                                     {"Z", "##/#|/#"}};

template <std::size_t N>
std::vector<PackingPiece> drawn_pieces(LatticeKind lattice, const Drawn (&drawings)[N]) {
  std::vector<PackingPiece> pieces;
  for (const auto& [name, drawing] : drawings) pieces.push_back(piece_of_cells(lattice, name, drawn_cells(drawing)));
  return pieces;
}

void number_colours(EdgePuzzle& puzzle, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) {
    puzzle.colours.push_back(std::to_string(c));
    puzzle.mate.push_back(Colour(c));
  }
}

}  // namespace

std::vector<Cell> box_cells(int width, int height, int depth) {
  std::vector<Cell> cells;
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y)
      for (int z = 0; z < depth; ++z) cells.push_back({x, y, z});
  return cells;
}

std::vector<Cell> drawn_cells(std::string_view drawing, char letter) {
  std::vector<Cell> cells;
  Cell at;
  for (const char c : drawing) {
    if (c == '|') {
      at = {0, 0, at.z + 1};
    } else if (c == '/' || c == '\n') {
      at = {0, at.y + 1, at.z};
    } else {
      if (c == letter) cells.push_back(at);
      ++at.x;
    }
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

PackingPiece piece_of_cells(LatticeKind lattice, std::string name, std::vector<Cell> cells) {
  PackingPiece piece;
  piece.name = std::move(name);
  piece.cells = normalised(Lattice::of(lattice), std::move(cells));
  piece.turn_over = lattice != LatticeKind::cube;
  return piece;
}

Puzzle packing_puzzle(std::string name, LatticeKind lattice, std::vector<Cell> region,
                      std::vector<PackingPiece> pieces) {
  PackingPuzzle body;
  body.lattice = lattice;
  body.region = std::move(region);
  std::sort(body.region.begin(), body.region.end());
  body.pieces = std::move(pieces);
  return {std::move(name), "A packing puzzle", "written for a test", std::move(body)};
}

PackingPlacement lying_on(const PackingPuzzle& puzzle, PieceId piece, std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  const PackingPiece& shape = puzzle.pieces[piece.index()];
  for (const Orientation& way : distinct_orientations(puzzle, shape)) {
    const Cell shift = cells.front() - placed(puzzle.grid(), shape.cells, way.symmetry, {}).front();
    if (shift.z != 0 && puzzle.lattice != LatticeKind::cube) continue;
    if (placed(puzzle.grid(), shape.cells, way.symmetry, shift) == cells) return {piece, way.symmetry, shift};
  }
  throw std::runtime_error("piece " + shape.name + " cannot lie there");
}

PackingLayout drawn_layout(const PackingPuzzle& puzzle, std::string_view drawing) {
  PackingLayout layout;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    layout.placements.push_back(lying_on(puzzle, PieceId(p), drawn_cells(drawing, puzzle.pieces[p].name.front())));
  return layout;
}

std::vector<PackingPiece> pentominoes(LatticeKind lattice) { return drawn_pieces(lattice, pentomino_drawings); }

Puzzle pentominoes_in(int width, int height) {
  return packing_puzzle("pentominoes", LatticeKind::square, box_cells(width, height), pentominoes(LatticeKind::square));
}

Puzzle pentominoes_in(int width, int height, int depth) {
  return packing_puzzle("pentominoes", LatticeKind::cube, box_cells(width, height, depth),
                        pentominoes(LatticeKind::cube));
}

std::string_view pentominoes_6x10_drawing() {
  return "FIIIII/FFFNNN/TFNNLL/TTTZZL/TWWZVL/WWZZVL/WXVVVY/XXXPYY/UXUPPY/UUUPPY";
}

Puzzle soma() {
  return packing_puzzle("soma", LatticeKind::cube, box_cells(3, 3, 3), drawn_pieces(LatticeKind::cube, soma_drawings));
}

std::string_view soma_drawing() { return "VLL/aZb/abb|VZL/VZb/aap|TZL/TTp/Tpp"; }

Puzzle bedlam() {
  return packing_puzzle("bedlam", LatticeKind::cube, box_cells(4, 4, 4),
                        drawn_pieces(LatticeKind::cube, bedlam_drawings));
}

Puzzle dominoes_in(int width, int height) {
  PackingPiece domino = piece_of_cells(LatticeKind::square, "domino", box_cells(1, 2));
  domino.min_copies = domino.max_copies = width * height / 2;
  return packing_puzzle("dominoes", LatticeKind::square, box_cells(width, height), {domino});
}

Puzzle giraffe() {
  EdgePuzzle puzzle;
  puzzle.width = puzzle.height = 3;
  puzzle.matching = Matching::complement;
  puzzle.colours = {"HM", "BM", "HO", "BO", "HB", "BB", "HV", "BV"};
  for (std::size_t c = 0; c < 8; ++c) puzzle.mate.push_back(Colour(c ^ 1u));
  enum { HM, BM, HO, BO, HB, BB, HV, BV };
  puzzle.pieces = {sides(BB, HO, HM, BV), sides(BB, HO, HM, BV), sides(BM, HB, HO, BV),
                   sides(BB, HM, HB, BV), sides(BO, BM, HV, HB), sides(BM, HV, HM, BO),
                   sides(BV, BM, HO, HB), sides(HM, HV, BO, BB), sides(HO, BM, BB, HV)};
  return {"girafe", "The giraffe puzzle", "X. Dupré", puzzle};
}

Puzzle framed_3x3() {
  EdgePuzzle puzzle;
  puzzle.width = puzzle.height = 3;
  puzzle.frame = Colour(0);
  number_colours(puzzle, 6);
  puzzle.pieces = {sides(0, 1, 2, 0), sides(0, 3, 4, 1), sides(0, 0, 1, 3), sides(2, 5, 3, 0), sides(4, 4, 5, 5),
                   sides(1, 0, 2, 4), sides(3, 2, 0, 0), sides(5, 5, 0, 2), sides(2, 0, 0, 5)};
  return {"framed", "A framed 3x3 board", "written for a test", puzzle};
}

EdgeBoard pieces_in_order(const EdgePuzzle& puzzle) {
  EdgeBoard board;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) board.cells.push_back(Placed{PieceId(p), 0});
  return board;
}

}  // namespace tesselle::testing
