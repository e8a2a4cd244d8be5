#include "puzzle/piece_sets.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace tesselle {
namespace {

/// A piece drawn with '#' on '.', rows y = 0, 1, … separated by '/'.
/// Square and hexagon: the column is x. Cube: layers z = 0, 1, … separated by a blank.
/// Triangle: a row is a strip of triangles, up and down in turn, so the column is 2x + z.
struct Drawing {
  std::string_view name, art;
};

// Golomb's names for the pentominoes; D. Goodger's letters (Polyform Puzzler) where a set has no older ones,
// with a digit where his list has several pieces of one letter.

constexpr Drawing monomino[] = {{"O", "#"}};
constexpr Drawing domino[] = {{"I", "##"}};
constexpr Drawing trominoes[] = {{"I", "###"}, {"V", "##/#."}};
constexpr Drawing tetrominoes[] = {{"I", "####"}, {"L", "###/#.."}, {"O", "##/##"}, {"S", ".##/##."}, {"T", "###/.#."}};
constexpr Drawing one_sided_tetrominoes[] = {{"I", "####"},    {"J", "#../###"}, {"L", "..#/###"}, {"O", "##/##"},
                                             {"S", ".##/##."}, {"T", "###/.#."}, {"Z", "##./.##"}};
constexpr Drawing pentominoes[] = {{"F", ".##/##./.#."}, {"I", "#####"},       {"L", "####/#..."},
                                   {"N", "###./..##"},   {"P", "##/##/#."},    {"T", "###/.#./.#."},
                                   {"U", "#.#/###"},     {"V", "#../#../###"}, {"W", "#../##./.##"},
                                   {"X", ".#./###/.#."}, {"Y", "####/.#.."},   {"Z", "##./.#./.##"}};
/// The mirror images of those six that no rotation brings back.
constexpr Drawing mirrored_pentominoes[] = {{"F'", "##./.##/.#."}, {"L'", "####/...#"}, {"N'", ".###/##.."},
                                            {"P'", "##/##/.#"},    {"Y'", "####/..#."}, {"Z'", ".##/.#./##."}};
constexpr Drawing hexominoes[] = {
    {"A", "#../##./###"},     {"C", "####/#..#"},       {"D", "####/.##."},       {"E", ".##/##./.##"},
    {"F", "..#./####/...#"},  {"F1", ".#../####/...#"}, {"F2", "..#./###./..##"}, {"F3", ".#../##../.###"},
    {"G", ".###/##.#"},       {"H", "#.#/###/#.."},     {"I", "######"},          {"J", "###/#.#/..#"},
    {"K", "##./###/.#."},     {"L", "#####/#...."},     {"M", "#.../###./..##"},  {"N", "###./.###"},
    {"N1", "####./...##"},    {"O", "###/###"},         {"P", "####/..##"},       {"Q", ".##/##./##."},
    {"R", "#../###/##."},     {"S", "..###/###.."},     {"T", "...#/####/...#"},  {"T1", ".#../.#../####"},
    {"U", "####/#.#."},       {"V", "#.../#.../####"},  {"W", "#.../##../.###"},  {"W1", "##../.##./..##"},
    {"W2", "##../.###/..#."}, {"X", ".#../####/.#.."},  {"X1", ".#../####/..#."}, {"Y", "...#./#####"},
    {"Y1", "..#../#####"},    {"Z", "...#/####/#..."},  {"Z1", ".###/.#../##.."}};

constexpr Drawing tetracubes[] = {{"I", "####"},  {"L", "###/..#"},     {"T", "###/.#."},     {"S", "##./.##"},
                                  {"O", "##/##"}, {"B", "##/#. ../#."}, {"P", "##/#. #./.."}, {"A", "##/#. .#/.."}};
constexpr Drawing bent_pentacubes[] = {
    {"L1", "###/..# #../..."},   {"L2", "###/..# .#./..."},   {"L3", "###/..# ..#/..."}, {"L4", "###/..# .../..#"},
    {"J1", "#../... ###/..#"},   {"J2", ".#./... ###/..#"},   {"J4", ".../..# ###/..#"}, {"N1", "#../... ##./.##"},
    {"N2", ".#./... ##./.##"},   {"S1", "##./.## #../..."},   {"S2", "##./.## .#./..."}, {"T1", "#./##/#. ../#./.."},
    {"T2", "#./##/#. ../.#/.."}, {"V1", "../##/.# #./#./.."}, {"V2", "##./.#. .../.##"}, {"Q", "##/## #./.."},
    {"A", "##/.# #./.#"}};
constexpr Drawing soma[] = {{"V", "##/#."},       {"L", "###/#.."},     {"T", "#./##/#."},   {"Z", ".#/##/#."},
                            {"A", "##/#. .#/.."}, {"B", ".#/.. ##/#."}, {"P", "##/#. #./.."}};
constexpr Drawing bedlam[] = {{"F", ".#./###/..#"},     {"X", ".#./###/.#."},     {"W", "##./.##/..#"},
                              {"M", ".#./### .../.#."}, {"B", ".#./### .#./..."}, {"H", ".#./### .../#.."},
                              {"L", "..#/### .../#.."}, {"S", "#../### #../..."}, {"C", "#../### .../#.."},
                              {"E", ".##/##. .../#.."}, {"I", ".##/##. .../.#."}, {"T", ".##/.#. .../##."},
                              {"Z", "##/#. ../#."}};

constexpr Drawing tetriamonds[] = {{"C", "...#/###."}, {"I", "####"}, {"T", "###/#.."}};
constexpr Drawing pentiamonds[] = {{"C", ".#.#/###."}, {"I", "#####"}, {"L", "####/..#."}, {"P", "####/#..."}};
constexpr Drawing hexiamonds[] = {{"C", "####/..##"},      {"E", "...#./#####"}, {"F", "####/#.#."},
                                  {"G", "####/.##."},      {"H", "...##/####."}, {"I", "######"},
                                  {"J", ".#.../#####"},    {"O", ".###/###."},   {"P", "#####/..#.."},
                                  {"S", ".#../####/..#."}, {"V", "####/##.."},   {"X", "...#/####/#..."}};

constexpr Drawing trihexes[] = {{"A", "##/#."}, {"I", "###"}, {"V", "##/.#"}};
constexpr Drawing tetrahexes[] = {{"I", "####"},    {"J", "###/..#"}, {"O", "##/##"},      {"P", "###/.#."},
                                  {"S", "##./.##"}, {"U", ".##/#.#"}, {"Y", "..#/##./.#."}};
constexpr Drawing pentahexes[] = {
    {"A", "..#/###/.#."}, {"B", "###/.##"},       {"C", ".###/#..#"},   {"D", "###/##."},     {"E", "####/.#.."},
    {"F", "###/#.#"},     {"G", "##.#/.##."},     {"H", "##./.##/#.."}, {"I", "#####"},       {"J", "####/...#"},
    {"L", "###/..#/..#"}, {"N", "###./..##"},     {"P", "####/..#."},   {"Q", ".#./###/..#"}, {"R", "###/..#/.#."},
    {"S", "#../###/..#"}, {"T", "..#/###/..#"},   {"U", ".##/#.#/#.."}, {"V", "###/#../#.."}, {"W", "##./.##/..#"},
    {"X", "..#/###/#.."}, {"Y", "...#/###./..#."}};

std::vector<Cell> cells_of(LatticeKind kind, std::string_view art) {
  std::vector<Cell> cells;
  int column = 0, row = 0, layer = 0;
  for (const char mark : art) {
    if (mark == '#')
      cells.push_back(kind == LatticeKind::triangle ? Cell{column / 2, row, column % 2} : Cell{column, row, layer});
    ++column;
    if (mark == '/') ++row, column = 0;
    if (mark == ' ') ++layer, row = column = 0;
  }
  return normalised(Lattice::of(kind), std::move(cells));
}

enum class Sided { one, two };

PieceSet draw(std::string name, LatticeKind kind, Sided sided,
              std::initializer_list<std::span<const Drawing>> drawings) {
  PieceSet set{std::move(name), kind, {}};
  for (const auto& part : drawings)
    for (const Drawing& drawing : part) {
      PackingPiece& piece = set.pieces.emplace_back();
      piece.name = drawing.name;
      piece.cells = cells_of(kind, drawing.art);
      piece.turn_over = sided == Sided::two;
    }
  return set;
}

const std::vector<PieceSet>& all_sets() {
  using enum LatticeKind;
  using enum Sided;
  static const std::vector<PieceSet> sets = {
      draw("monomino", square, two, {monomino}),
      draw("domino", square, two, {domino}),
      draw("trominoes", square, two, {trominoes}),
      draw("tetrominoes", square, two, {tetrominoes}),
      draw("one-sided-tetrominoes", square, one, {one_sided_tetrominoes}),
      draw("pentominoes", square, two, {pentominoes}),
      draw("one-sided-pentominoes", square, one, {pentominoes, mirrored_pentominoes}),
      draw("hexominoes", square, two, {hexominoes}),
      draw("tricubes", cube, one, {trominoes}),
      draw("tetracubes", cube, one, {tetracubes}),
      draw("solid-pentominoes", cube, one, {pentominoes}),
      draw("pentacubes", cube, one, {pentominoes, bent_pentacubes}),
      draw("soma", cube, one, {soma}),
      draw("bedlam", cube, one, {bedlam}),
      draw("tetriamonds", triangle, two, {tetriamonds}),
      draw("pentiamonds", triangle, two, {pentiamonds}),
      draw("hexiamonds", triangle, two, {hexiamonds}),
      draw("trihexes", hexagon, two, {trihexes}),
      draw("tetrahexes", hexagon, two, {tetrahexes}),
      draw("pentahexes", hexagon, two, {pentahexes}),
  };
  return sets;
}

}  // namespace

const PieceSet* find_piece_set(std::string_view name) {
  const auto& sets = all_sets();
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const PieceSet& set) { return set.name == name; });
  return found == sets.end() ? nullptr : &*found;
}

std::vector<std::string> piece_set_names() {
  std::vector<std::string> set_names;
  for (const PieceSet& set : all_sets()) set_names.push_back(set.name);
  return set_names;
}

}  // namespace tesselle
