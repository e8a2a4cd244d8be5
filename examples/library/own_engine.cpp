// An engine of one's own, registered from outside the library: it fills the board row by row, tries pieces in a random
// order and takes back what leads nowhere. The run does the rest: limits, verification, events.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

#include <tesselle/engine.hpp>
#include <tesselle/search.hpp>

namespace {

using namespace tesselle;

/// Depth-first, one cell after the other. `tried_[d]` is the candidate that cell d tries next, so that the search can
/// be left after any node and taken up again.
///
/// Candidates are kinds of pieces and rotations that look different, not pieces: twins that change places, or a piece
/// with equal sides that is turned, make no new solution.
class RandomRows : public Engine {
 public:
  RandomRows(const EdgePuzzle& puzzle, const EngineConfig& config) : puzzle_(puzzle), kinds_(piece_kinds(puzzle)) {
    for (std::size_t kind = 0; kind < kinds_.members.size(); ++kind)
      for (int rotation = 0; rotation < kinds_.rotations[kind]; ++rotation) candidates_.push_back({kind, rotation});
    if (config.options.flag("shuffle")) {
      std::mt19937_64 random(config.seed);
      std::shuffle(candidates_.begin(), candidates_.end(), random);
    }
    used_.resize(kinds_.members.size());
    board_.cells.resize(puzzle.cell_count());
    tried_.resize(puzzle.cell_count() + 1);
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
  struct Candidate {
    std::size_t kind;
    int rotation;  // of the kind's shape
  };

  /// Makes the next placement; false if everything was tried.
  bool next_node() {
    for (;;) {
      if (depth_ < board_.cells.size() && place_next()) return true;
      if (depth_ == 0) return false;
      --depth_;
      --used_[kind_at(depth_)];
      board_.cells[depth_].reset();
    }
  }

  bool place_next() {
    while (tried_[depth_] < candidates_.size()) {
      const auto [kind, rotation] = candidates_[tried_[depth_]++];
      if (used_[kind] == kinds_.members[kind].size()) continue;
      if (!fits(Square(depth_), rotated(kinds_.shape[kind], rotation))) continue;
      const PieceId piece = kinds_.members[kind][used_[kind]++];
      const int turn = (kinds_.turn[piece.index()] + rotation) & 3;
      board_.cells[depth_] = Placed{piece, static_cast<std::uint8_t>(turn)};
      tried_[++depth_] = 0;
      ++nodes_;
      return true;
    }
    return false;
  }

  /// Only north and west are filled already; the others matter on the rim.
  bool fits(Square square, const Sides& sides) const {
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

  std::size_t kind_at(std::size_t cell) const {
    return static_cast<std::size_t>(kinds_.kind[board_.cells[cell]->piece.index()]);
  }

  const EdgePuzzle puzzle_;
  const PieceKinds kinds_;
  std::vector<Candidate> candidates_;  // in the order they are tried
  std::vector<std::size_t> used_;      // pieces of each kind
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
