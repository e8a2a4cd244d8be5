#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/draw.hpp"
#include "support/random_puzzles.hpp"

namespace tesselle::testing {
namespace {

double log_factorial(int n) { return std::lgamma(n + 1.0); }

/// Logarithm of the number of boards one expects by chance: ways to place the pieces, each inner edge matching
/// once in `colours` times. Pieces of a framed board can only go to their own kind of cell.
double log_expected(const EdgePuzzle& puzzle, int colours) {
  const int width = puzzle.width, height = puzzle.height, cells = width * height;
  const int inside = puzzle.frame ? std::max(width - 2, 0) * std::max(height - 2, 0) : cells;
  const int corners = puzzle.frame ? std::min(4, cells - inside) : 0;
  const double ways =
      log_factorial(corners) + log_factorial(cells - inside - corners) + log_factorial(inside) + inside * std::log(4.0);
  return ways - puzzle.inner_edges() * std::log(static_cast<double>(colours));
}

/// Few enough colours that there are several boards now and then, enough that brute force ends soon.
int draw_colours(Rng& rng, const EdgePuzzle& puzzle) {
  int colours = 1;
  while (log_expected(puzzle, colours) > std::log(300.0) && colours < 12) ++colours;
  return colours + between(rng, 0, 2);
}

/// Draws one puzzle. The planted board is kept as the sides that each cell shows.
class EdgeMaker {
 public:
  EdgeMaker(Rng& rng, const EdgeRecipe& recipe) : rng_(rng), recipe_(recipe) {}

  Planted make() {
    draw_board();
    draw_palette();
    const Making making = recipe_.making.value_or(draw_making());
    if (making == Making::unplanned)
      for (std::size_t s = 0; s < puzzle_.cell_count(); ++s) shown_.push_back(random_sides());
    else
      colour_the_board();
    cut();
    draw_hints();
    if (making == Making::perturbed) perturb();
    Planted planted{{"random", "A random edge-matching puzzle", "drawn by a test", puzzle_}, std::nullopt};
    if (making == Making::planted) planted.solution = Solution{board_};
    return planted;
  }

 private:
  Making draw_making() {
    if (one_in(rng_, 2)) return Making::planted;
    return one_in(rng_, 3) ? Making::unplanned : Making::perturbed;
  }

  void draw_board() {
    do {
      puzzle_.width = recipe_.width.value_or(between(rng_, 1, 4));
      puzzle_.height = recipe_.height.value_or(between(rng_, 1, 4));
    } while (!(recipe_.width && recipe_.height) && puzzle_.width * puzzle_.height > recipe_.max_cells);
    puzzle_.matching = recipe_.matching.value_or(one_in(rng_, 2) ? Matching::same : Matching::complement);
    if (recipe_.framed.value_or(one_in(rng_, 2))) puzzle_.frame = Colour(0);
  }

  void draw_palette() {
    const int count = recipe_.colours.value_or(draw_colours(rng_, puzzle_));
    const std::size_t first = puzzle_.frame ? 1 : 0;
    const bool paired = puzzle_.matching == Matching::complement;
    if (puzzle_.frame) puzzle_.mate.push_back(*puzzle_.frame);
    for (std::size_t c = 0; c < static_cast<std::size_t>(count) * (paired ? 2 : 1); ++c) {
      inner_.push_back(Colour(first + c));
      puzzle_.mate.push_back(Colour(first + (paired ? c ^ 1u : c)));
    }
    // Now and then the frame colour may show inside as well: nothing forbids it.
    if (puzzle_.frame && one_in(rng_, 6)) inner_.push_back(*puzzle_.frame);
    for (std::size_t c = 0; c < puzzle_.mate.size(); ++c) puzzle_.colours.push_back(std::to_string(c));
  }

  Colour rim_colour() { return puzzle_.frame ? *puzzle_.frame : pick(rng_, inner_); }

  Sides random_sides() {
    Sides sides;
    for (Colour& colour : sides) colour = puzzle_.frame && one_in(rng_, 3) ? *puzzle_.frame : pick(rng_, inner_);
    return sides;
  }

  void colour_the_board() {
    shown_.resize(puzzle_.cell_count());
    for (std::size_t s = 0; s < shown_.size(); ++s)
      for (const Side side : all_sides) {
        const auto other = neighbour(puzzle_, Square(s), side);
        const auto here = static_cast<std::size_t>(side), there = static_cast<std::size_t>(opposite(side));
        if (!other) shown_[s][here] = rim_colour();
        if (!other || other->index() < s) continue;
        shown_[s][here] = pick(rng_, inner_);
        shown_[other->index()][there] = puzzle_.mate_of(shown_[s][here]);
      }
  }

  /// Turns the cells into a shuffled list of pieces, each turned somehow, and remembers where they came from.
  void cut() {
    std::vector<std::size_t> cells(shown_.size());
    std::iota(cells.begin(), cells.end(), std::size_t{0});
    rng_.shuffle(std::span(cells));
    board_.cells.resize(shown_.size());
    for (const std::size_t s : cells) {
      const int turn = between(rng_, 0, 3);
      board_.cells[s] = Placed{PieceId(puzzle_.pieces.size()), static_cast<std::uint8_t>((4 - turn) & 3)};
      puzzle_.pieces.push_back(rotated(shown_[s], turn));
    }
  }

  void draw_hints() {
    if (recipe_.max_hints == 0 || !one_in(rng_, 3)) return;
    std::vector<std::size_t> cells(shown_.size());
    std::iota(cells.begin(), cells.end(), std::size_t{0});
    rng_.shuffle(std::span(cells));
    cells.resize(std::min(cells.size(), static_cast<std::size_t>(between(rng_, 1, recipe_.max_hints))));
    for (const std::size_t s : cells) puzzle_.hints.push_back({Square(s), *board_.cells[s]});
  }

  void perturb() {
    auto& piece = puzzle_.pieces[rng_.below(static_cast<std::uint32_t>(puzzle_.pieces.size()))];
    if (one_in(rng_, 2))
      std::swap(piece[0], piece[1 + rng_.below(2)]);
    else
      piece[rng_.below(4)] = pick(rng_, inner_);
  }

  Rng& rng_;
  const EdgeRecipe& recipe_;
  EdgePuzzle puzzle_;
  std::vector<Colour> inner_;  // colours that inner edges may have
  std::vector<Sides> shown_;   // per cell
  EdgeBoard board_;
};

}  // namespace

Planted planted_edge_puzzle(Rng& rng, const EdgeRecipe& recipe) { return EdgeMaker(rng, recipe).make(); }

Puzzle random_edge_puzzle(Rng& rng, const EdgeRecipe& recipe) { return planted_edge_puzzle(rng, recipe).puzzle; }

}  // namespace tesselle::testing
