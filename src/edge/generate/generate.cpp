#include "edge/generate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "base/rng.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge {
namespace {

constexpr int official_side = 16, official_border_colours = 5, official_inner_colours = 17;
constexpr int smallest_side = 2, largest_side = 64, max_generated_colours = 500;
constexpr int repair_rounds = 200'000;

/// A board of coloured edges. Edges of one kind (ring or inner) hold a balanced set of that kind's colours, so
/// exchanging the colours of two edges of a kind keeps the balance.
class ColouredBoard {
 public:
  ColouredBoard(const InstanceRecipe& recipe, Rng& rng) : recipe_(recipe), rng_(rng) {
    for (int row = 0; row < recipe.height; ++row)
      for (int column = 0; column < recipe.width; ++column) {
        if (column + 1 < recipe.width) add_edge(row == 0 || row + 1 == recipe.height);
        if (row + 1 < recipe.height) add_edge(column == 0 || column + 1 == recipe.width);
      }
    deal(ring_, 1, recipe.border_colours);
    deal(inner_, 1 + recipe.border_colours, recipe.inner_colours);
    number_edges();
  }

  /// Exchanges colours of edges until no two pieces are alike and none is symmetric. False if it does not succeed.
  bool repair() {
    for (int round = 0; round < repair_rounds; ++round) {
      const auto bad = bad_pieces();
      if (bad.empty()) return true;
      try_exchange(bad[rng_.below(static_cast<std::uint32_t>(bad.size()))], bad.size());
    }
    return false;
  }

  Sides piece(int cell) const {
    Sides sides;
    for (std::size_t s = 0; s < 4; ++s) {
      const int edge = edge_of_[static_cast<std::size_t>(cell) * 4 + s];
      sides[s] = edge < 0 ? Colour(0) : Colour(static_cast<std::size_t>(colour_[static_cast<std::size_t>(edge)]));
    }
    return sides;
  }

 private:
  void add_edge(bool ring) {
    (ring ? ring_ : inner_).push_back(static_cast<int>(colour_.size()));
    is_ring_.push_back(ring);
    colour_.push_back(0);
  }

  void deal(const std::vector<int>& edges, int first, int count) {
    std::vector<int> colours;
    for (std::size_t i = 0; i < edges.size(); ++i) colours.push_back(first + static_cast<int>(i) % count);
    rng_.shuffle(std::span(colours));
    for (std::size_t i = 0; i < edges.size(); ++i) colour_[static_cast<std::size_t>(edges[i])] = colours[i];
  }

  /// edge_of_[cell * 4 + side], -1 on the rim; numbered in the order the constructor added them.
  void number_edges() {
    const int width = recipe_.width, height = recipe_.height;
    edge_of_.assign(static_cast<std::size_t>(width * height) * 4, -1);
    const auto at = [&](int row, int column, Side side) -> int& {
      return edge_of_[static_cast<std::size_t>(row * width + column) * 4 + static_cast<std::size_t>(side)];
    };
    int edge = 0;
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        if (column + 1 < width) at(row, column, Side::east) = at(row, column + 1, Side::west) = edge++;
        if (row + 1 < height) at(row, column, Side::south) = at(row + 1, column, Side::north) = edge++;
      }
  }

  std::vector<int> bad_pieces() const {
    std::map<Sides, std::vector<int>> alike;
    std::vector<int> bad;
    for (int cell = 0; cell < recipe_.width * recipe_.height; ++cell) {
      const Sides sides = piece(cell);
      if (sides == rotated(sides, 2)) bad.push_back(cell);
      Sides smallest = sides;
      for (int r = 1; r < 4; ++r) smallest = std::min(smallest, rotated(sides, r));
      alike[smallest].push_back(cell);
    }
    for (const auto& [sides, cells] : alike)
      if (cells.size() > 1) bad.insert(bad.end(), cells.begin(), cells.end());
    return bad;
  }

  void try_exchange(int cell, std::size_t badness) {
    const int one = edge_of_[static_cast<std::size_t>(cell) * 4 + rng_.below(4)];
    if (one < 0) return;
    const auto& kind = is_ring_[static_cast<std::size_t>(one)] ? ring_ : inner_;
    const int other = kind[rng_.below(static_cast<std::uint32_t>(kind.size()))];
    auto& a = colour_[static_cast<std::size_t>(one)];
    auto& b = colour_[static_cast<std::size_t>(other)];
    std::swap(a, b);
    if (bad_pieces().size() > badness) std::swap(a, b);
  }

  const InstanceRecipe& recipe_;
  Rng& rng_;
  std::vector<int> ring_, inner_;  // edge numbers
  std::vector<bool> is_ring_;
  std::vector<int> colour_;
  std::vector<int> edge_of_;
};

void require(bool possible, const std::string& why) {
  if (!possible) throw UsageError("generate: " + why);
}

void check(const InstanceRecipe& r) {
  require(std::min(r.width, r.height) >= smallest_side && std::max(r.width, r.height) <= largest_side,
          fmt::format("a board of {}x{} is not possible, sides go from {} to {}", r.width, r.height, smallest_side,
                      largest_side));
  const bool colours_in_range = std::min(r.border_colours, r.inner_colours) >= 1 &&
                                std::max(r.border_colours, r.inner_colours) <= max_generated_colours;
  require(colours_in_range, fmt::format("the numbers of colours go from 1 to {}", max_generated_colours));
  const std::int64_t b = r.border_colours, c = r.inner_colours;
  const int edge_pieces = 2 * (r.width - 2) + 2 * (r.height - 2), inner_pieces = (r.width - 2) * (r.height - 2);
  const int ring_edges = 2 * (r.width - 1) + 2 * (r.height - 1);
  const int inner_edges = r.width * (r.height - 1) + r.height * (r.width - 1) - ring_edges;
  require(b <= ring_edges, fmt::format("{} border colours, but only {} edges on the ring", b, ring_edges));
  require(inner_edges == 0 || c <= inner_edges,
          fmt::format("{} inner colours, but only {} inner edges", c, inner_edges));
  require(b * b >= 4, fmt::format("4 different corners need at least 2 border colours, found {}", b));
  require(b * b * c >= edge_pieces,
          fmt::format("{} border and {} inner colours make {} different edge pieces, {} are needed", b, c, b * b * c,
                      edge_pieces));
  const std::int64_t inner_kinds = (c * c * c * c - c * c) / 4;
  require(inner_kinds >= inner_pieces,
          fmt::format("{} inner colours make {} different inner pieces without symmetry, {} are needed", c, inner_kinds,
                      inner_pieces));
}

/// Deals the pieces out in random order and turn, and remembers where each came from.
Instance cut_and_shuffle(const InstanceRecipe& recipe, const ColouredBoard& board, Rng& rng) {
  const int cells = recipe.width * recipe.height;
  std::vector<int> order(static_cast<std::size_t>(cells));
  for (int cell = 0; cell < cells; ++cell) order[static_cast<std::size_t>(cell)] = cell;
  rng.shuffle(std::span(order));

  EdgePuzzle puzzle;
  puzzle.width = recipe.width;
  puzzle.height = recipe.height;
  puzzle.frame = Colour(0);
  for (std::size_t c = 0; c <= static_cast<std::size_t>(recipe.border_colours + recipe.inner_colours); ++c) {
    puzzle.colours.push_back(std::to_string(c));
    puzzle.mate.push_back(Colour(c));
  }
  EdgeBoard planted;
  planted.cells.resize(static_cast<std::size_t>(cells));
  for (std::size_t p = 0; p < order.size(); ++p) {
    const int turn = static_cast<int>(rng.below(4));
    puzzle.pieces.push_back(rotated(board.piece(order[p]), turn));
    planted.cells[static_cast<std::size_t>(order[p])] = Placed{PieceId(p), static_cast<std::uint8_t>((4 - turn) & 3)};
  }
  Instance instance;
  instance.puzzle.name = fmt::format("generated-{}x{}-{}-{}-{}", recipe.width, recipe.height, recipe.border_colours,
                                     recipe.inner_colours, recipe.seed);
  instance.puzzle.title = fmt::format("Generated {}x{}, {} border and {} inner colours, seed {}", recipe.width,
                                      recipe.height, recipe.border_colours, recipe.inner_colours, recipe.seed);
  instance.puzzle.source = "tesselle generate";
  instance.puzzle.body = std::move(puzzle);
  instance.planted.body = std::move(planted);
  return instance;
}

}  // namespace

InstanceRecipe with_default_colours(InstanceRecipe recipe) {
  const double share = std::sqrt(static_cast<double>(recipe.width) * recipe.height) / official_side;
  const auto scaled = [&](int official) { return std::max(2, static_cast<int>(std::lround(official * share))); };
  if (recipe.border_colours == 0) recipe.border_colours = scaled(official_border_colours);
  if (recipe.inner_colours == 0) recipe.inner_colours = scaled(official_inner_colours);
  return recipe;
}

Instance generate_instance(const InstanceRecipe& asked) {
  const InstanceRecipe recipe = with_default_colours(asked);
  check(recipe);
  Rng rng(recipe.seed);
  constexpr int attempts = 5;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    ColouredBoard board(recipe, rng);
    if (board.repair()) return cut_and_shuffle(recipe, board, rng);
  }
  throw UsageError(
      fmt::format("generate: no board of {}x{} with {} border and {} inner colours and unique pieces was found",
                  recipe.width, recipe.height, recipe.border_colours, recipe.inner_colours));
}

}  // namespace tesselle::edge
