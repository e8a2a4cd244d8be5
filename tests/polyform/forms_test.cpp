#include "polyform/forms.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "polyform/holes.hpp"
#include "puzzle/piece_sets.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::polyform;

namespace {

std::uint64_t number_of(LatticeKind lattice, int size, Sameness sameness, bool hole_free = false) {
  return enumerate({lattice, size, sameness, Selection::all, hole_free}, {}, {}).forms;
}

void check_sequence(LatticeKind lattice, Sameness sameness, bool hole_free, const std::vector<std::uint64_t>& known) {
  for (std::size_t n = 0; n < known.size(); ++n) {
    CAPTURE(Lattice::of(lattice).name());
    CAPTURE(n + 1);
    CHECK(number_of(lattice, static_cast<int>(n) + 1, sameness, hole_free) == known[n]);
  }
}

using Cells = std::vector<Cell>;

/// Slow and plain: every way to add a half triangle to every smaller shape, all images compared.
std::set<Cells> polydrafters_by_adding(int size) {
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  const auto half = [](int x, int y, int down, int first) {
    Cells cells;
    for (int k = 0; k < 3; ++k) cells.push_back({x, y, 6 * down + (first + k) % 6});
    return cells;
  };
  const auto smallest = [&](const Cells& cells) {
    Cells best;
    for (int g = 0; g < lattice.symmetry_count(); ++g) {
      Cells image = normalised(lattice, placed(lattice, cells, g, {}));
      if (best.empty() || image < best) best = std::move(image);
    }
    return best;
  };
  const auto is_made_of_halves = [](const Cells& cells) {
    std::map<std::array<int, 3>, int> masks;
    for (const Cell& c : cells) masks[{c.x, c.y, c.z / 6}] |= 1 << c.z % 6;
    return std::all_of(masks.begin(), masks.end(), [](const auto& entry) {
      const std::set<int> allowed = {7, 14, 28, 56, 49, 35, 63};
      return allowed.count(entry.second) == 1;
    });
  };
  std::set<Cells> shapes = {smallest(half(0, 0, 0, 0))};
  for (int n = 2; n <= size; ++n) {
    std::set<Cells> larger;
    for (const Cells& shape : shapes)
      for (int x = -1; x <= n; ++x)
        for (int y = -1; y <= n; ++y)
          for (int z = 0; z < 12; ++z) {
            std::set<Cell> cells(shape.begin(), shape.end());
            for (const Cell& c : half(x, y, z / 6, z % 6)) cells.insert(c);
            const Cells grown(cells.begin(), cells.end());
            if (grown.size() == shape.size() + 3 && is_connected(lattice, grown) && is_made_of_halves(grown))
              larger.insert(smallest(grown));
          }
    shapes = std::move(larger);
  }
  return shapes;
}

}  // namespace

TEST_CASE("known sequences: free, one-sided and fixed") {
  using enum LatticeKind;
  using enum Sameness;
  check_sequence(square, Sameness::free, false, {1, 1, 2, 5, 12, 35, 108, 369, 1285});           // A000105
  check_sequence(square, one_sided, false, {1, 1, 2, 7, 18, 60, 196, 704, 2500});                // A000988
  check_sequence(square, fixed, false, {1, 2, 6, 19, 63, 216, 760, 2725, 9910});                 // A001168
  check_sequence(triangle, Sameness::free, false, {1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186});  // A000577
  check_sequence(triangle, one_sided, false, {1, 1, 1, 4, 6, 19, 43, 120, 307, 866});            // A006534
  check_sequence(triangle, fixed, false, {2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053});           // A001420
  check_sequence(hexagon, Sameness::free, false, {1, 1, 3, 7, 22, 82, 333, 1448});               // A000228
  check_sequence(hexagon, one_sided, false, {1, 1, 3, 10, 33, 147, 620, 2821});                  // A006535
  check_sequence(hexagon, fixed, false, {1, 3, 11, 44, 186, 814, 3652, 16689});                  // A001207
  check_sequence(cube, Sameness::free, false, {1, 1, 2, 7, 23, 112, 607});                       // A038119
  check_sequence(cube, one_sided, false, {1, 1, 2, 8, 29, 166, 1023});                           // A000162
  check_sequence(cube, fixed, false, {1, 3, 15, 86, 534, 3481, 23502});                          // A001931
}

TEST_CASE("known sequences without holes") {
  using enum LatticeKind;
  check_sequence(square, Sameness::free, true, {1, 1, 2, 5, 12, 35, 107, 363, 1248});           // A000104
  check_sequence(triangle, Sameness::free, true, {1, 1, 1, 3, 4, 12, 24, 66, 159, 444, 1161});  // A070765
  check_sequence(hexagon, Sameness::free, true, {1, 1, 3, 7, 22, 81, 331, 1435});               // A018190
}

TEST_CASE("polydrafters: the published numbers are those without holes") {
  check_sequence(LatticeKind::drafter, Sameness::free, true, {1, 6, 14, 64, 237, 1014, 4124});
  check_sequence(LatticeKind::drafter, Sameness::free, false, {1, 6, 14, 64, 237, 1025, 4254});
}

TEST_CASE("polydrafters: the same shapes as by adding half triangles in every way") {
  const auto forms = all_forms({LatticeKind::drafter, 4, Sameness::free, Selection::all, false});
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  std::set<Cells> ours;
  for (const Cells& form : forms) {
    Cells best;
    for (int g = 0; g < lattice.symmetry_count(); ++g) {
      Cells image = normalised(lattice, placed(lattice, form, g, {}));
      if (best.empty() || image < best) best = std::move(image);
    }
    ours.insert(best);
  }
  CHECK(ours == polydrafters_by_adding(4));
}

TEST_CASE("dudes: forms on the lattice, and as polygons") {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> known = {{3, 3},   {1, 1},     {9, 9},     {15, 15},
                                                                      {60, 59}, {152, 152}, {518, 515}, {1554, 1554}};
  for (std::size_t n = 0; n < known.size(); ++n) {
    const FormCount count =
        enumerate({LatticeKind::drafter, static_cast<int>(n) + 2, Sameness::free, Selection::dudes, false}, {}, {});
    CAPTURE(n + 2);
    CHECK(count.forms == known[n].first);
    CHECK(count.polygons == known[n].second);
  }
}

TEST_CASE("the 770 suitable pieces hold all of Eternity's") {
  const auto forms = all_forms({LatticeKind::drafter, 12, Sameness::free, Selection::suitable, false});
  CHECK(forms.size() == 770);
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  const std::set<Cells> known(forms.begin(), forms.end());
  const Puzzle eternity = load_puzzle("eternity1");
  for (const PackingPiece& piece : eternity.packing().pieces) {
    int images = 0;
    for (int g = 0; g < lattice.symmetry_count(); ++g)
      images += known.count(normalised(lattice, placed(lattice, piece.cells, g, {}))) > 0;
    CAPTURE(piece.name);
    CHECK(images == 1);
  }
}

TEST_CASE("the forms are the pieces of the named sets") {
  for (const auto& [name, lattice, size] :
       {std::tuple{"pentominoes", LatticeKind::square, 5}, std::tuple{"hexiamonds", LatticeKind::triangle, 6},
        std::tuple{"pentahexes", LatticeKind::hexagon, 5}}) {
    const auto forms = all_forms({lattice, size, Sameness::free, Selection::all, false});
    PackingPuzzle puzzle;
    puzzle.lattice = lattice;
    puzzle.pieces = find_piece_set(name)->pieces;
    for (const Cells& cells : forms) puzzle.pieces.emplace_back().cells = cells;
    const auto classes = congruence_classes(puzzle);
    CAPTURE(name);
    CHECK(std::set<int>(classes.begin(), classes.end()).size() == forms.size());
    CHECK(classes.size() == 2 * forms.size());
  }
}

TEST_CASE("holes") {
  const Lattice& square = Lattice::of(LatticeKind::square);
  const Cells ring = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {1, 2, 0}, {2, 0, 0}, {2, 1, 0}};
  CHECK(has_hole(square, ring));  // touches the outside in a point only
  CHECK(!has_hole(square, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {1, 2, 0}, {2, 0, 0}}));
  Cells shell;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      for (int z = 0; z < 3; ++z)
        if (x != 1 || y != 1 || z != 1) shell.push_back({x, y, z});
  CHECK(has_hole(Lattice::of(LatticeKind::cube), shell));
  shell.erase(std::find(shell.begin(), shell.end(), Cell{1, 1, 0}));
  CHECK(!has_hole(Lattice::of(LatticeKind::cube), shell));
}

TEST_CASE("refusals, and stopping") {
  CHECK_THROWS_AS(enumerate({LatticeKind::square, 0, Sameness::free, Selection::all, false}, {}, {}), UsageError);
  CHECK_THROWS_AS(enumerate({LatticeKind::square, 25, Sameness::free, Selection::all, false}, {}, {}), UsageError);
  CHECK_THROWS_AS(enumerate({LatticeKind::square, 5, Sameness::free, Selection::dudes, false}, {}, {}), UsageError);
  std::stop_source stop;
  std::uint64_t calls = 0;
  const FormCount count = enumerate({LatticeKind::square, 20, Sameness::free, Selection::all, false}, {},
                                    stop.get_token(), [&](const FormProgress& p) {
                                      if (++calls == 3 || p.units == 0) stop.request_stop();
                                    });
  CHECK(!count.complete);
  CHECK(calls == 3);
}
