#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.hpp"
#include "edge/engines.hpp"
#include "support/collect.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using testing::CollectingSink;

namespace {

constexpr int seeds = 30;

/// Colours under other numbers, other names.
Puzzle recoloured(Puzzle puzzle, Rng& rng) {
  EdgePuzzle& edge = std::get<EdgePuzzle>(puzzle.body);
  std::vector<std::size_t> number(edge.colours.size());
  std::iota(number.begin(), number.end(), std::size_t{0});
  rng.shuffle(std::span(number));
  const EdgePuzzle before = edge;
  const auto renamed = [&](Colour colour) { return Colour(number[colour.index()]); };
  for (std::size_t c = 0; c < number.size(); ++c) {
    edge.mate[number[c]] = renamed(before.mate[c]);
    edge.colours[number[c]] = "colour " + before.colours[c];
  }
  for (Sides& sides : edge.pieces)
    for (Colour& colour : sides) colour = renamed(colour);
  if (edge.frame) edge.frame = renamed(*edge.frame);
  return puzzle;
}

/// The board turned clockwise by a quarter, hints and all; the pieces stay as they are listed.
Puzzle quarter_turned(Puzzle puzzle, Rng&) {
  EdgePuzzle& edge = std::get<EdgePuzzle>(puzzle.body);
  const EdgePuzzle before = edge;
  std::swap(edge.width, edge.height);
  for (EdgeHint& hint : edge.hints) {
    hint.square = edge.square(before.column(hint.square), before.height - 1 - before.row(hint.square));
    hint.placed.rotation = static_cast<std::uint8_t>((hint.placed.rotation + 1) & 3);
  }
  return puzzle;
}

/// The pieces listed in another order, each turned somehow.
Puzzle shuffled(Puzzle puzzle, Rng& rng) {
  EdgePuzzle& edge = std::get<EdgePuzzle>(puzzle.body);
  std::vector<std::size_t> place(edge.pieces.size());
  std::iota(place.begin(), place.end(), std::size_t{0});
  rng.shuffle(std::span(place));
  const EdgePuzzle before = edge;
  std::vector<int> turn;
  for (std::size_t p = 0; p < place.size(); ++p) {
    turn.push_back(static_cast<int>(rng.below(4)));
    edge.pieces[place[p]] = rotated(before.pieces[p], turn.back());
  }
  for (EdgeHint& hint : edge.hints) {
    const std::size_t piece = hint.placed.piece.index();
    hint.placed = {PieceId(place[piece]), static_cast<std::uint8_t>((hint.placed.rotation - turn[piece]) & 3)};
  }
  return puzzle;
}

/// Conflicts after some moves, over seeds.
struct Sample {
  double mean = 0, variance_of_mean = 0;
};

Sample conflicts_of(const EngineInfo& info, const Puzzle& puzzle, std::uint64_t moves) {
  std::vector<double> values;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto engine = testing::make_engine(info, puzzle, {.goal = Goal::best, .seed = seed});
    CollectingSink sink;
    engine->advance({moves}, sink);
    values.push_back(verify(puzzle, sink.improvements.back()).conflicts);
  }
  Sample sample{std::accumulate(values.begin(), values.end(), 0.0) / seeds, 0};
  for (const double value : values) sample.variance_of_mean += (value - sample.mean) * (value - sample.mean);
  sample.variance_of_mean /= seeds * (seeds - 1);
  return sample;
}

const EngineInfo& engine(const std::vector<EngineInfo>& engines, const std::string& name) {
  return *std::find_if(engines.begin(), engines.end(), [&](const EngineInfo& info) { return info.name == name; });
}

}  // namespace

/// Seeds are fixed, so this cannot fail by chance from one day to the next; four standard errors is what unbiased
/// searches stay within, and far less than what, say, a search that prefers low numbers would differ by.
TEST_CASE("names of colours, the position of the board and the order of pieces do not change how good boards are") {
  Puzzle puzzle = load_puzzle("clue2");
  EdgePuzzle& edge = std::get<EdgePuzzle>(puzzle.body);
  const auto is_inner = [&](const Sides& sides) { return std::count(sides.begin(), sides.end(), *edge.frame) == 0; };
  const auto inner_piece = std::find_if(edge.pieces.begin(), edge.pieces.end(), is_inner) - edge.pieces.begin();
  edge.hints = {{edge.square(2, 5), {PieceId(static_cast<std::size_t>(inner_piece)), 1}}};
  Rng rng(9);
  const std::vector<Puzzle> variants = {recoloured(puzzle, rng), quarter_turned(puzzle, rng), shuffled(puzzle, rng)};
  const auto engines = edge_engines();
  const std::pair<const char*, std::uint64_t> methods[] = {{"greedy", 1},      {"swap", 150},        {"ils", 60},
                                                           {"lns", 80},        {"anneal", 50'000},   {"tabu", 150},
                                                           {"repair", 20'000}, {"schedule", 200'000}};
  for (const auto& [name, moves] : methods) {
    const Sample original = conflicts_of(engine(engines, name), puzzle, moves);
    for (const Puzzle& variant : variants) {
      CAPTURE(name);
      CAPTURE(&variant - variants.data());
      const Sample other = conflicts_of(engine(engines, name), variant, moves);
      const double error = std::sqrt(original.variance_of_mean + other.variance_of_mean);
      CHECK(std::abs(other.mean - original.mean) < 4 * error + 0.1);
    }
  }
}
