#include "edge/generate/generate.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge;

TEST_CASE("generated instances obey S1's two laws and the planted board solves them") {
  for (const auto& [width, height] : {std::pair{4, 4}, {5, 5}, {7, 4}, {8, 8}, {16, 16}, {2, 2}, {2, 5}})
    for (const std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(width);
      CAPTURE(height);
      InstanceRecipe recipe{width, height, 0, 0, seed};
      if (width * height < 16) recipe.inner_colours = width + height < 5 ? 1 : 3;
      const Instance instance = generate_instance(recipe);
      const EdgePuzzle& puzzle = instance.puzzle.edge();
      CHECK(verify(instance.puzzle, instance.planted).solves());

      const PieceKinds kinds = piece_kinds(puzzle);
      CHECK(kinds.shape.size() == puzzle.pieces.size());
      CHECK(std::count(kinds.rotations.begin(), kinds.rotations.end(), 4) == std::ssize(kinds.rotations));

      std::map<Colour, int> sides;
      for (const Sides& piece : puzzle.pieces)
        for (const Colour colour : piece) ++sides[colour];
      CHECK(sides[Colour(0)] == 2 * (width + height));
    }
}

TEST_CASE("colours are balanced, and border colours stay on the ring") {
  const Instance instance = generate_instance({9, 9, 3, 8, 5});
  std::map<Colour, int> sides;
  for (const Sides& piece : instance.puzzle.edge().pieces) {
    const bool border = std::count(piece.begin(), piece.end(), Colour(0)) > 0;
    for (const Colour colour : piece) {
      ++sides[colour];
      if (!border) CHECK(colour.value > 3);
    }
  }
  const auto spread = [&](std::size_t from, std::size_t to) {
    int low = 1 << 30, high = 0;
    for (std::size_t c = from; c <= to; ++c)
      low = std::min(low, sides[Colour(c)]), high = std::max(high, sides[Colour(c)]);
    return high - low;
  };
  CHECK(spread(1, 3) <= 2);
  CHECK(spread(4, 11) <= 2);
}

TEST_CASE("the same seed gives the same instance, another seed another one") {
  CHECK(generate_instance({6, 6, 0, 0, 7}).puzzle == generate_instance({6, 6, 0, 0, 7}).puzzle);
  CHECK(puzzle_hash(generate_instance({6, 6, 0, 0, 7}).puzzle) !=
        puzzle_hash(generate_instance({6, 6, 0, 0, 8}).puzzle));
}

TEST_CASE("the official puzzle's numbers of colours at its size") {
  const InstanceRecipe recipe = with_default_colours({16, 16, 0, 0, 1});
  CHECK(recipe.border_colours == 5);
  CHECK(recipe.inner_colours == 17);
}

TEST_CASE("impossible requests are refused by name") {
  CHECK_THROWS_WITH_AS(generate_instance({1, 6, 0, 0, 1}), doctest::Contains("1x6"), UsageError);
  CHECK_THROWS_WITH_AS(generate_instance({6, 6, 1, 4, 1}), doctest::Contains("corners"), UsageError);
  CHECK_THROWS_WITH_AS(generate_instance({16, 16, 5, 3, 1}), doctest::Contains("inner pieces"), UsageError);
  CHECK_THROWS_WITH_AS(generate_instance({4, 4, 40, 4, 1}), doctest::Contains("ring"), UsageError);
  CHECK_THROWS_WITH_AS(generate_instance({4, 4, 2, 99, 1}), doctest::Contains("inner edges"), UsageError);
}
