#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;

namespace {

/// How many sides a piece turns to the rim.
std::ptrdiff_t rim_sides(const EdgePuzzle& puzzle, const Sides& sides) {
  return std::count(sides.begin(), sides.end(), *puzzle.frame);
}

/// Pieces with 0, 1 and 2 rim sides: inner, edge and corner pieces.
std::array<int, 3> piece_types(const EdgePuzzle& puzzle) {
  std::array<int, 3> count{};
  for (const Sides& sides : puzzle.pieces) ++count[static_cast<std::size_t>(rim_sides(puzzle, sides))];
  return count;
}

std::map<std::size_t, int> sides_per_colour(const EdgePuzzle& puzzle) {
  std::map<std::size_t, int> count;
  for (const Sides& sides : puzzle.pieces)
    for (const Colour colour : sides) ++count[colour.index()];
  return count;
}

/// Colours on edges inside the border ring, and colours on all other inner edges.
struct RingAndInside {
  std::set<Colour> ring, inside;
};

RingAndInside ring_and_inside(const EdgePuzzle& puzzle) {
  RingAndInside result;
  for (const Sides& sides : puzzle.pieces)
    for (std::size_t i = 0; i < 4; ++i) {
      if (sides[i] == *puzzle.frame) continue;
      const bool beside_rim = sides[(i + 1) % 4] == *puzzle.frame || sides[(i + 3) % 4] == *puzzle.frame;
      (beside_rim ? result.ring : result.inside).insert(sides[i]);
    }
  return result;
}

bool disjoint(const std::set<Colour>& a, const std::set<Colour>& b) {
  return std::none_of(a.begin(), a.end(), [&](Colour colour) { return b.count(colour) > 0; });
}

std::vector<Sides> sorted_shapes(const EdgePuzzle& puzzle) {
  auto shapes = piece_kinds(puzzle).shape;
  std::sort(shapes.begin(), shapes.end());
  return shapes;
}

/// Fills the top-left corner of a board, row by row; sides that look into the board may not show the frame.
class CornerCensus {
 public:
  CornerCensus(const EdgePuzzle& puzzle, int width, int height)
      : puzzle_(puzzle),
        width_(width),
        height_(height),
        candidates_(puzzle.colours.size() * puzzle.colours.size()),
        used_(puzzle.pieces.size()) {
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
      for (int r = 0; r < 4; ++r) {
        const Sides sides = rotated(puzzle.pieces[p], r);
        candidates_[pair(sides[0], sides[3])].push_back({p, sides});
      }
    shown_.resize(static_cast<std::size_t>(width * height));
  }

  /// Allows only one piece in the corner: on a square board, one solution of each four.
  CornerCensus& fix_corner() {
    candidates_[pair(*puzzle_.frame, *puzzle_.frame)].resize(1);
    return *this;
  }

  long count() { return fill(0, 0); }

 private:
  struct Candidate {
    std::size_t piece;
    Sides sides;
  };

  std::size_t pair(Colour north, Colour west) const { return north.index() * puzzle_.colours.size() + west.index(); }

  const Sides& shown(int row, int column) const { return shown_[static_cast<std::size_t>(row * width_ + column)]; }

  /// On a side of the whole board's rim exactly the frame, elsewhere anything else.
  bool rim_agrees(Colour colour, bool on_rim) const { return (colour == *puzzle_.frame) == on_rim; }

  long fill(int row, int column) {
    if (column == width_) return fill(row + 1, 0);
    if (row == height_) return 1;
    const Colour north = row == 0 ? *puzzle_.frame : shown(row - 1, column)[2];
    const Colour west = column == 0 ? *puzzle_.frame : shown(row, column - 1)[1];
    long found = 0;
    for (const auto& [piece, sides] : candidates_[pair(north, west)]) {
      if (used_[piece] || !rim_agrees(sides[1], column + 1 == puzzle_.width) ||
          !rim_agrees(sides[2], row + 1 == puzzle_.height))
        continue;
      used_[piece] = true;
      shown_[static_cast<std::size_t>(row * width_ + column)] = sides;
      found += fill(row, column + 1);
      used_[piece] = false;
    }
    return found;
  }

  const EdgePuzzle& puzzle_;
  int width_, height_;
  std::vector<std::vector<Candidate>> candidates_;  // by north and west colour
  std::vector<char> used_;
  std::vector<Sides> shown_;
};

long corner_fillings(const EdgePuzzle& puzzle, int width, int height) {
  return CornerCensus(puzzle, width, height).count();
}

/// Solutions of a puzzle without frame, twins told apart.
long solutions_without_frame(const EdgePuzzle& puzzle, std::vector<Sides>& shown, std::vector<char>& used) {
  if (shown.size() == puzzle.cell_count()) return 1;
  const Square here(shown.size());
  long found = 0;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    for (int r = 0; r < 4; ++r) {
      const Sides sides = rotated(puzzle.pieces[p], r);
      const auto meets = [&](Side side) {
        const auto other = neighbour(puzzle, here, side);
        return !other || puzzle.fits(sides[static_cast<std::size_t>(side)],
                                     shown[other->index()][static_cast<std::size_t>(opposite(side))]);
      };
      if (used[p] || !meets(Side::north) || !meets(Side::west)) continue;
      used[p] = true;
      shown.push_back(sides);
      found += solutions_without_frame(puzzle, shown, used);
      shown.pop_back();
      used[p] = false;
    }
  return found;
}

struct Framed {
  std::string name;
  int width, height;
  std::size_t ring_colours, inner_colours;
  std::size_t kinds;  // pieces that differ up to rotation: all of them where S1's first law holds
};

const Framed framed[] = {
    {"clue1", 6, 6, 4, 3, 28},
    {"clue2", 12, 6, 4, 4, 46},
    {"clue3", 6, 6, 5, 4, 29},
    {"clue4", 12, 6, 5, 4, 51},
    {"eternity2", 16, 16, 5, 17, 256},
    {"eternity2-centre", 16, 16, 5, 17, 256},
    {"eternity2-clues", 16, 16, 5, 17, 256},
    {"inf6102-a", 4, 4, 9, 7, 16},
    {"inf6102-b", 7, 7, 3, 5, 46},
    {"inf6102-c", 8, 8, 8, 8, 64},
    {"inf6102-d", 9, 9, 4, 9, 81},
    {"inf6102-e", 10, 10, 4, 10, 100},
    {"inf6102-complete", 16, 16, 5, 17, 256},
    {"meta-10x10", 10, 10, 4, 10, 100},
    {"meta-12x12", 12, 12, 4, 12, 144},
    {"meta-14x14", 14, 14, 5, 15, 196},
    {"meta-16x16", 16, 16, 5, 17, 256},
    {"owen-3x3", 3, 3, 2, 2, 9},
    {"owen-4x4", 4, 4, 2, 3, 16},
    {"owen-5x5", 5, 5, 3, 4, 25},
    {"owen-6x5", 6, 5, 3, 5, 30},
    {"owen-6x6", 6, 6, 3, 5, 36},
    {"owen-7x7", 7, 7, 3, 6, 49},
    {"owen-8x8", 8, 8, 3, 8, 64},
    {"owen-9x9", 9, 9, 4, 9, 81},
    {"owen-10x10", 10, 10, 4, 10, 100},
};

/// The best-known board of the prize competition: 467 of 480, by Louis Verhaard.
constexpr const char* verhaard_467 =
    "https://e2.bucas.name/#puzzle=Louis_Verhaard_467&board_w=16&board_h=16&board_edges="
    "abeaacsbabpcafubacrfadpcaftdabtfafjbaemfaboeacvbaencafoeadofaabd"
    "endasvpnphtvuqlhlvmqpsuvhwustqqwjhhwmrmhopprvwppnspwoqwsoqnqbaeq"
    "dufaplouthjllsnhuvusuwovuwswqlhwhjummlljwvvlrnkvpgnnwvjgmtrveadt"
    "fqfaovjqjnnvnsnnuhlsmorhsujohhruunhhlqttvvitkvwvntovjtrurwhtdafw"
    "fhbajqphnouqnpmollkprqwljklqrvwkhnlvtmqniommwmsookqmrwpkokuwfack"
    "bjfapjijuoujmnlokounwuiolkvuwhqklghhqmqgmupmsrtuqpqrpjppuhsjcabh"
    "fhcaiqphunrqlktnuvtkijvvvomjqtjohustqrlupnqrtkknqtjkpjttshvjbach"
    "crbaphkrrphhtwhptwvwvwlwmulwjsiusphslmtpqhwmkprhjnmptqvnvprqcacp"
    "bteakvrthunvhwkuvlrwlwollmnwijjmhukjtmsuwuhmrhoumkqhvkokrvmkcafv"
    "epcarsjpntkskmttrwmmoklwnhskjnthkpgnskpphvrkoknvqjskovmjmujvfafu"
    "cnfajronkmnrtrsmmorrlugosgrutrkgglorplulrlslnkolsmwkmsomjgisfafg"
    "fqeaosnqnplsstoprqrtgtnqrgrtkoggoiqouksissskoiiswquioriqilirfael"
    "epdanigpllkiogllringnjmirijjggjiqiigsouislgoijjlurijilpriwileadw"
    "dhdagimhkkgilqikngwqmtlgjistjnviiomnuvgogsgvjwgsinqwpgtniiwgdadi"
    "dgdampqggmspiwpmwvgwlgvvsqugvgtqmkiggrjkgtmrgigtqwoitgiwwstgdads"
    "dcaaqeacseaepbaegbabveabueaeteaeibaejbabmdabgcadocacidactcaddaac";

}  // namespace

TEST_CASE("framed puzzles have the right pieces for their board") {
  for (const Framed& expected : framed) {
    CAPTURE(expected.name);
    const Puzzle puzzle = load_puzzle(expected.name);
    REQUIRE(puzzle.family() == Family::edge);
    const EdgePuzzle& edge = puzzle.edge();
    CHECK(edge.width == expected.width);
    CHECK(edge.height == expected.height);
    CHECK(edge.matching == Matching::same);
    REQUIRE(edge.frame == Colour(0));
    CHECK(edge.pieces.size() == edge.cell_count());
    const int rim = 2 * (expected.width - 2) + 2 * (expected.height - 2);
    CHECK(piece_types(edge) == std::array<int, 3>{(expected.width - 2) * (expected.height - 2), rim, 4});
    for (const auto& [colour, count] : sides_per_colour(edge)) CHECK(count % 2 == 0);
  }
}

TEST_CASE("S1's two laws: pieces differ, and the border ring has colours of its own") {
  for (const Framed& expected : framed) {
    CAPTURE(expected.name);
    const EdgePuzzle edge = load_puzzle(expected.name).edge();
    CHECK(piece_kinds(edge).shape.size() == expected.kinds);
    const auto [ring, inside] = ring_and_inside(edge);
    CHECK(ring.size() == expected.ring_colours);
    CHECK(inside.size() == expected.inner_colours);
    CHECK(disjoint(ring, inside) == (expected.name != "inf6102-a"));
  }
}

TEST_CASE("Eternity II's colours occur as often as they should, and no piece is symmetric") {
  const EdgePuzzle edge = load_puzzle("eternity2").edge();
  auto count = sides_per_colour(edge);
  REQUIRE(count.size() == 23);
  REQUIRE(edge.colours.size() == 23);
  CHECK(count[0] == 64);
  for (std::size_t colour = 1; colour <= 22; ++colour)
    CHECK(count[colour] == (colour <= 5 ? 24 : colour <= 10 ? 48 : 50));
  for (const int rotations : piece_kinds(edge).rotations) CHECK(rotations == 4);
}

TEST_CASE("Eternity II: the 3x3 corner has the published number of fillings") {
  EdgePuzzle edge = load_puzzle("eternity2").edge();
  CHECK(corner_fillings(edge, 3, 3) == 2'633'221);
  edge.pieces.erase(edge.pieces.begin() + 138);
  CHECK(corner_fillings(edge, 3, 3) == 2'582'369);
}

TEST_CASE("Eternity II's clues lie where the rules put them and show the sides they should") {
  struct Clue {
    const char* square;
    std::size_t piece;
    Sides shown;
  };
  const auto sides = [](std::size_t n, std::size_t e, std::size_t s, std::size_t w) {
    return Sides{Colour(n), Colour(e), Colour(s), Colour(w)};
  };
  const Clue clues[] = {{"C3", 208, sides(22, 11, 12, 13)},
                        {"C14", 255, sides(22, 18, 22, 20)},
                        {"I8", 139, sides(8, 9, 9, 12)},
                        {"N3", 181, sides(20, 9, 21, 12)},
                        {"N14", 249, sides(16, 21, 15, 17)}};
  const EdgePuzzle all = load_puzzle("eternity2-clues").edge(), centre = load_puzzle("eternity2-centre").edge();
  REQUIRE(all.hints.size() == 5);
  for (const Clue& clue : clues) {
    const auto hint = std::find_if(all.hints.begin(), all.hints.end(),
                                   [&](const EdgeHint& h) { return square_name(all, h.square) == clue.square; });
    REQUIRE(hint != all.hints.end());
    CHECK(hint->placed.piece == PieceId(clue.piece - 1));
    CHECK(rotated(all.pieces[hint->placed.piece.index()], hint->placed.rotation) == clue.shown);
  }
  REQUIRE(centre.hints.size() == 1);
  CHECK(centre.hints[0] == all.hints[2]);
  CHECK(square_name(centre, centre.hints[0].square) == "I8");
  CHECK(load_puzzle("eternity2").edge().hints.empty());
  CHECK(all.pieces == centre.pieces);
}

TEST_CASE("a published board of 467 reads and scores as published") {
  const Puzzle puzzle = load_puzzle("eternity2-centre");
  const EdgeBoard board = read_board_address(puzzle, verhaard_467, "address");
  const Verdict verdict = verify(puzzle, Solution{board});
  CHECK(verdict.legal());
  CHECK(verdict.complete);
  CHECK(verdict.score == 467);
  CHECK(verdict.max_score == 480);
  CHECK(verdict.conflicts == 13);
  CHECK_FALSE(verify(load_puzzle("eternity2-clues"), Solution{board}).legal());
}

TEST_CASE("some benchmarks are others under another name") {
  const auto pieces = [](const char* name) { return load_puzzle(name).edge().pieces; };
  CHECK(pieces("inf6102-d") == pieces("owen-9x9"));
  CHECK(pieces("inf6102-e") == pieces("owen-10x10"));

  constexpr std::size_t official_colour[23] = {0,  1, 6,  11, 16, 4, 9, 14, 19, 2,  7, 12,
                                               17, 5, 10, 15, 20, 3, 8, 13, 18, 21, 22};
  EdgePuzzle complete = load_puzzle("inf6102-complete").edge();
  for (Sides& sides : complete.pieces)
    for (Colour& colour : sides) colour = Colour(official_colour[colour.index()]);
  CHECK(sorted_shapes(complete) == sorted_shapes(load_puzzle("eternity2").edge()));
}

TEST_CASE("Owen's 6x6 has its published 260 solutions, 65 with one corner fixed") {
  const EdgePuzzle edge = load_puzzle("owen-6x6").edge();
  CHECK(CornerCensus(edge, 6, 6).fix_corner().count() == 65);
}

TEST_CASE("Owen's smaller boards have solutions, as many as our own census found") {
  struct Known {
    std::string name;
    long solutions;
  };
  for (const auto& [name, solutions] : {Known{"owen-3x3", 16}, {"owen-4x4", 36}, {"owen-5x5", 16}, {"owen-6x5", 4}}) {
    CAPTURE(name);
    const EdgePuzzle edge = load_puzzle(name).edge();
    CHECK(corner_fillings(edge, edge.width, edge.height) == solutions);
  }
}

TEST_CASE("the giraffe puzzle: heads fit legs of the same colour, no frame, two twins") {
  const EdgePuzzle girafe = load_puzzle("girafe").edge();
  CHECK(girafe.width == 3);
  CHECK(girafe.height == 3);
  CHECK(girafe.matching == Matching::complement);
  CHECK_FALSE(girafe.frame);
  REQUIRE(girafe.colours.size() == 8);
  for (std::size_t c = 0; c < 8; ++c) {
    const std::string& name = girafe.colours[c];
    const std::string& mate = girafe.colours[girafe.mate[c].index()];
    CHECK(name[1] == mate[1]);
    CHECK((name[0] == 'H') == (mate[0] == 'B'));
  }
  CHECK(girafe.pieces[0] == girafe.pieces[1]);
  CHECK(piece_kinds(girafe).shape.size() == 8);

  // The source lists the sides anticlockwise from the right.
  std::string spelled;
  for (const Side side : {Side::east, Side::north, Side::west, Side::south})
    spelled += girafe.colours[girafe.pieces[7][static_cast<std::size_t>(side)].index()];
  CHECK(spelled == "HVHMBBBO");
}

TEST_CASE("the giraffe puzzle has solutions, counted with the twins told apart and in all four rotations") {
  const EdgePuzzle girafe = load_puzzle("girafe").edge();
  std::vector<Sides> shown;
  std::vector<char> used(9);
  CHECK(solutions_without_frame(girafe, shown, used) == 4 * 2 * 3);
}
