#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "edge/corolla_data/build.hpp"
#include "support/draw.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::testing {
namespace {

using namespace edge::corollas;

/// The same cells together, whatever the names.
void check_same_division(const ZoneMap& map, const std::vector<int>& figure) {
  REQUIRE(map.zone.size() == figure.size());
  for (std::size_t a = 0; a < figure.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK((map.zone[a] == map.zone[b]) == (figure[a] == figure[b]));
    }
}

using Patch = std::vector<Sides>;  ///< what the cells of a patch show

/// Every way to place single pieces on a patch of the board so that they fit, by trying all of them.
class BruteForce {
 public:
  BruteForce(const EdgePuzzle& puzzle, std::vector<std::uint32_t> cells) : puzzle_(puzzle), cells_(std::move(cells)) {
    std::ptrdiff_t framed = 0;
    for (const Sides& sides : puzzle.pieces)
      if (puzzle.frame) framed += std::count(sides.begin(), sides.end(), *puzzle.frame);
    frame_is_scarce_ = framed <= 2 * (puzzle.width + puzzle.height);
    used_.resize(puzzle.pieces.size());
    lay(0);
  }
  const std::set<Patch>& found() const { return found_; }

 private:
  void lay(std::size_t at) {
    if (at == cells_.size()) {
      found_.insert(laid_);
      return;
    }
    for (std::size_t piece = 0; piece < puzzle_.pieces.size(); ++piece)
      for (int rotation = 0; rotation < 4 && !used_[piece]; ++rotation) {
        laid_.push_back(rotated(puzzle_.pieces[piece], rotation));
        used_[piece] = true;
        if (last_fits()) lay(at + 1);
        used_[piece] = false;
        laid_.pop_back();
      }
  }

  bool last_fits() const {
    const std::size_t at = laid_.size() - 1;
    for (const Side side : all_sides) {
      const Colour colour = laid_[at][static_cast<std::size_t>(side)];
      const auto beside = neighbour(puzzle_, Square(cells_[at]), side);
      if (!beside && puzzle_.frame && colour != *puzzle_.frame) return false;
      if (beside && puzzle_.frame && colour == *puzzle_.frame && frame_is_scarce_) return false;
      for (std::size_t other = 0; beside && other < at; ++other)
        if (cells_[other] == beside->value &&
            !puzzle_.fits(colour, laid_[other][static_cast<std::size_t>(opposite(side))]))
          return false;
    }
    return true;
  }

  const EdgePuzzle& puzzle_;
  std::vector<std::uint32_t> cells_;
  std::vector<bool> used_;
  bool frame_is_scarce_ = false;
  Patch laid_;
  std::set<Patch> found_;
};

void build(const Puzzle& puzzle, const std::string& path, const BuildSettings& settings) {
  REQUIRE(build_corollas(puzzle, path, settings, {}, [](const BuildProgress&) {}) == BuildEnd::built);
}

/// The file's fillings as placed around a cell of the board.
std::multiset<Patch> fillings_around(const CorollaFile& file, std::size_t cell) {
  std::multiset<Patch> result;
  file.for_each_filling(file.map().zone[cell], [&](std::span<const Value> filling) {
    Patch patch;
    for (const Value value : filling)
      patch.push_back(file.pieces()[file.pieces().turned(value, file.map().turn[cell])].sides);
    result.insert(patch);
  });
  return result;
}

Puzzle small_puzzle(std::uint64_t seed) {
  Rng rng(seed);
  return random_edge_puzzle(rng, {.max_cells = 9});
}

}  // namespace

TEST_CASE("corollas: a 7x7 board has S1's zones for radius 1") {
  const ZoneMap map(7, 7, 1);
  CHECK(map.zones.size() == 7);
  const std::vector<int> figure_35 = {1, 2, 4, 4, 4, 3, 1,  //
                                      3, 5, 6, 6, 6, 5, 2,  //
                                      4, 6, 7, 7, 7, 6, 4,  //
                                      4, 6, 7, 7, 7, 6, 4,  //
                                      4, 6, 7, 7, 7, 6, 4,  //
                                      2, 5, 6, 6, 6, 5, 3,  //
                                      1, 3, 4, 4, 4, 2, 1};
  check_same_division(map, figure_35);
  for (std::size_t cell = 0; cell < figure_35.size(); ++cell)
    CHECK(map.zone[cell] + 1 == static_cast<unsigned>(figure_35[cell]));
}

TEST_CASE("corollas: and 13 for radius 2, the mirror pair that S1 prints as one zone apart") {
  const ZoneMap map(7, 7, 2);
  CHECK(map.zones.size() == 13);
  const std::vector<int> figure_36 = {1, 2,  4,  9,  6,  3,  1,  //
                                      3, 5,  7,  11, 10, 5,  2,  //
                                      6, 10, 8,  12, 8,  7,  4,  //
                                      9, 11, 12, 13, 12, 11, 9,  //
                                      4, 7,  8,  12, 8,  10, 6,  //
                                      2, 5,  10, 11, 7,  5,  3,  //
                                      1, 3,  6,  9,  4,  2,  1};
  check_same_division(map, figure_36);
}

TEST_CASE("corollas: a zone begins with the patch of the zone that encloses it") {
  for (const auto& [width, height] : {std::pair(7, 7), {6, 4}, {5, 1}, {2, 3}, {1, 1}})
    for (int radius = 1; radius <= 4; ++radius) {
      const ZoneMap outer(width, height, radius), inner(width, height, radius - 1);
      for (std::size_t cell = 0; cell < outer.cell_count(); ++cell) {
        const auto large = outer.around(cell), small = inner.around(cell);
        REQUIRE(small.size() <= large.size());
        CHECK(std::is_permutation(small.begin(), small.end(), large.begin()));
        for (std::size_t other = 0; other < cell; ++other)
          if (outer.zone[cell] == outer.zone[other]) CHECK(inner.zone[cell] == inner.zone[other]);
      }
    }
}

TEST_CASE("corollas: all fillings around every cell are those of brute force") {
  const TemporaryFolder folder;
  std::size_t fillings = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Puzzle puzzle = small_puzzle(seed);
    CAPTURE(describe(puzzle));
    for (int radius = 1; radius <= 2; ++radius) {
      CAPTURE(radius);
      const ZoneMap map(puzzle.edge().width, puzzle.edge().height, radius);
      const bool too_many_pieces = map.around(map.cell_count() / 2).size() > 5 && puzzle.edge().mate.size() < 5;
      if (too_many_pieces) continue;
      build(puzzle, folder.file("c"), {.radius = radius, .threads = 2});
      const CorollaFile file(folder.file("c"));
      for (std::size_t cell = 0; cell < map.cell_count(); ++cell) {
        const BruteForce expected(puzzle.edge(), file.map().around(cell));
        const auto found = fillings_around(file, cell);
        CHECK(found == std::multiset<Patch>(expected.found().begin(), expected.found().end()));
        fillings += found.size();
      }
    }
  }
  CHECK(fillings > 2000);
}

TEST_CASE("corollas: counts per centre and frontier side add up to the fillings, kept or not") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("owen-4x4");
  build(puzzle, folder.file("all"), {.radius = 1});
  build(puzzle, folder.file("counts"), {.radius = 1, .threads = 2, .store_limit = 0});
  build(puzzle, folder.file("capped"), {.radius = 1, .count_limit = 3});
  const CorollaFile all(folder.file("all")), counts(folder.file("counts")), capped(folder.file("capped"));
  CHECK(counts.size() < all.size());
  const auto in_memory = count_corollas(all.pieces(), all.map(), 1'000'000);
  for (std::size_t z = 0; z < all.map().zones.size(); ++z) {
    std::vector<std::uint64_t> seen(all.pieces().value_count());
    std::map<std::tuple<Value, std::size_t, unsigned>, std::uint64_t> sides;
    all.for_each_filling(z, [&](std::span<const Value> filling) {
      ++seen[filling[0]];
      for (std::size_t f = 0; f < all.map().zones[z].frontier.size(); ++f) {
        const FrontierSide& side = all.map().zones[z].frontier[f];
        ++sides[{filling[0], f, all.pieces().colour(filling[side.cell], side.side)}];
      }
    });
    CHECK(all.counts(z) == seen);
    CHECK(counts.counts(z) == seen);
    CHECK(in_memory[z] == seen);
    for (const CentreRecord& centre : counts.contents().zones[z].centres)
      for (const SideCount& side : centre.sides) CHECK(side.count == sides[{centre.centre, side.side, side.colour}]);
    CHECK_FALSE(counts.contents().zones[z].fillings_kept);
    CHECK_THROWS_AS(counts.for_each_filling(z, [](std::span<const Value>) {}), InputError);
    for (const CentreRecord& centre : capped.contents().zones[z].centres) {
      CHECK(centre.fillings <= 3);
      CHECK(centre.all == (centre.fillings < 3));
    }
  }
}

TEST_CASE("corollas: hints play no part, other pieces do") {
  const TemporaryFolder folder;
  build(load_puzzle("owen-4x4"), folder.file("c"), {});
  const CorollaFile file(folder.file("c"));
  EdgePuzzle puzzle = load_puzzle("owen-4x4").edge();
  puzzle.hints.push_back({Square(0), {PieceId(0), 3}});
  CHECK_NOTHROW(file.check_is_for(puzzle));
  std::swap(puzzle.pieces[3], puzzle.pieces[4]);
  CHECK_THROWS_AS(file.check_is_for(puzzle), InputError);
}

TEST_CASE("corollas: damaged, shortened, lengthened, foreign and outdated files are refused") {
  const TemporaryFolder folder;
  build(load_puzzle("owen-3x3"), folder.file("c"), {});
  const std::string good = read_text(folder.file("c"));
  const auto refused = [&](const std::string& bytes, const std::string& reason) {
    write_text(folder.file("bad"), bytes);
    try {
      const CorollaFile file(folder.file("bad"));
    } catch (const InputError& error) {
      CAPTURE(error.what());
      return std::string(error.what()).find(reason) != std::string::npos;
    }
    return false;
  };
  CHECK_FALSE(refused(good, ""));
  for (std::size_t at = 0; at < good.size(); at += at < 64 ? 1 : 7) {
    CAPTURE(at);
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    CHECK_UNARY(refused(damaged, ""));
    CHECK_UNARY(refused(good.substr(0, at), ""));
  }
  CHECK_UNARY(refused(good + "x", "damaged"));
  CHECK_UNARY(refused("", "is not a corollas file"));
  CHECK_UNARY(refused("[board]\nwidth = 3 and something longer than a header", "is not a corollas file"));
  std::string outdated = good;
  outdated[8] = 0;
  CHECK_UNARY(refused(outdated, "version 0"));
  CHECK_THROWS_AS(CorollaFile(folder.path()), InputError);
  CHECK_THROWS_AS(CorollaFile(folder.file("missing")), InputError);
}

TEST_CASE("corollas: a build that is stopped leaves nothing") {
  const TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  CHECK(build_corollas(load_puzzle("owen-5x5"), folder.file("c"), {}, stop.get_token(), [](const BuildProgress&) {}) ==
        BuildEnd::stopped);
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK_THROWS_AS(CorollaFileWriter(folder.file("no/such/folder")), InputError);
}

}  // namespace tesselle::testing
