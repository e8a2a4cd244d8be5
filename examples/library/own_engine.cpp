// An engine of one's own, registered from outside the library: it places pieces row by row in a random order and takes
// back what does not fit. The run does the rest: limits, verification, events.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

#include <tesselle/engine.hpp>
#include <tesselle/search.hpp>

namespace {

using namespace tesselle;

/// Depth-first, one cell after the other. `tried[d]` is the candidate (piece and rotation) that cell d holds or would
/// try next, so that the search can be left after any node and taken up again.
class RandomRows : public Engine {
 public:
  RandomRows(const EdgePuzzle& puzzle, const EngineConfig& config) : puzzle_(puzzle), pieces_(puzzle.pieces.size()) {
    std::iota(pieces_.begin(), pieces_.end(), std::size_t{0});
    if (config.options.flag("shuffle")) {
      std::mt19937_64 random(config.seed);
      std::shuffle(pieces_.begin(), pieces_.end(), random);
    }
    used_.resize(pieces_.size());
    board_.cells.resize(puzzle.cell_count());
    tried_.assign(puzzle.cell_count() + 1, 0);
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      if (!next_node()) return Advance::exhausted;
      if (depth_ < board_.cells.size()) continue;
      const Flow flow = sink.found([this] { return Solution{board_}; });
      if (flow == Flow::stop) break;
    }
    return Advance::running;
  }

  EngineProgress progress() const override { return {nodes_, static_cast<int>(depth_), std::nullopt}; }

 private:
  /// Makes the next placement; false if everything was tried.
  bool next_node() {
    for (;;) {
      if (depth_ < board_.cells.size() && place_next()) return true;
      if (depth_ == 0) return false;
      --depth_;
      used_[board_.cells[depth_]->piece.index()] = false;
      board_.cells[depth_].reset();
    }
  }

  bool place_next() {
    for (std::size_t& candidate = tried_[depth_]; candidate < 4 * pieces_.size();) {
      const Placed placed{PieceId(pieces_[candidate / 4]), static_cast<std::uint8_t>(candidate % 4)};
      ++candidate;
      if (used_[placed.piece.index()] || !fits(Square(depth_), placed)) continue;
      used_[placed.piece.index()] = true;
      board_.cells[depth_] = placed;
      tried_[++depth_] = 0;
      ++nodes_;
      return true;
    }
    return false;
  }

  /// North and west are filled already, east and south only matter on the rim.
  bool fits(Square square, Placed placed) const {
    const Sides sides = rotated(puzzle_.pieces[placed.piece.index()], placed.rotation);
    for (const Side side : all_sides) {
      const Colour shown = sides[static_cast<std::size_t>(side)];
      const auto next = neighbour(puzzle_, square, side);
      if (!next && puzzle_.frame && shown != *puzzle_.frame) return false;
      if (!next || !board_.cells[next->index()]) continue;
      const Placed other = *board_.cells[next->index()];
      const Sides facing = rotated(puzzle_.pieces[other.piece.index()], other.rotation);
      if (!puzzle_.fits(shown, facing[static_cast<std::size_t>(opposite(side))])) return false;
    }
    return true;
  }

  const EdgePuzzle puzzle_;
  std::vector<std::size_t> pieces_;  // in the order they are tried
  std::vector<bool> used_;
  EdgeBoard board_;
  std::vector<std::size_t> tried_;  // by depth
  std::size_t depth_ = 0;
  std::uint64_t nodes_ = 0;
};

EngineInfo random_rows() {
  EngineInfo info;
  info.name = "random-rows";
  info.family = Family::edge;
  info.abilities = abilities_of<RandomRows>();
  info.summary = "row by row, pieces in a random order";
  info.options = {{"shuffle", true, "try pieces in a random order"}};
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    if (!puzzle.edge().hints.empty()) throw UsageError("random-rows: takes no hints");
    return std::make_unique<RandomRows>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) try {
  register_engine(random_rows());
  SearchRequest request;
  request.puzzle = share(load_puzzle(argc > 1 ? argv[1] : "girafe"));
  request.goal = Goal::count;
  request.engine = "random-rows";
  request.threads = 1;
  const Finished finished = search(request);
  std::cout << finished.solutions << " solutions, engine " << finished.engine << '\n';
  return answer_of(finished).exit_code;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
