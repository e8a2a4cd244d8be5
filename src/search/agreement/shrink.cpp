#include "search/agreement/shrink.hpp"

#include <algorithm>
#include <functional>

#include "base/clock.hpp"
#include "search/agreement/courses.hpp"
#include "search/agreement/planted_puzzle.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

constexpr double shrinking_seconds = 20;

template <class T>
std::vector<T> without(std::vector<T> items, std::size_t which) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(which));
  return items;
}

/// Simpler versions of a case, one change each; large changes come first.
class Simpler {
 public:
  explicit Simpler(const FailingCase& from) : from_(from) {
    simplify_trial();
    if (from.planted) {
      for (Planted& smaller : smaller_planted({from.puzzle, from.planted}))
        simpler_.push_back({std::move(smaller.puzzle), from.trial, {}, std::move(smaller.solution)});
    } else if (from.puzzle.family() == Family::edge) {
      simplify_edge(from.puzzle.edge());
    } else {
      simplify_packing(from.puzzle.packing());
    }
  }
  std::vector<FailingCase> take() { return std::move(simpler_); }

 private:
  void add(Trial trial) {
    if (from_.planted) trial.course = Course::planted;
    if (trial != from_.trial) simpler_.push_back({from_.puzzle, std::move(trial), {}, from_.planted});
  }
  template <class Body>
  void add(Body body) {
    Puzzle puzzle = from_.puzzle;
    puzzle.body = std::move(body);
    simpler_.push_back({std::move(puzzle), from_.trial, {}});
  }
  template <class Change>
  void vary_trial(Change change) {
    Trial trial = from_.trial;
    change(trial);
    add(std::move(trial));
  }
  template <class Body, class Change>
  void vary(const Body& from, Change change) {
    Body body = from;
    change(body);
    if (!(body == from)) add(std::move(body));
  }

  void simplify_trial() {
    vary_trial([](Trial& trial) { trial.course = Course::straight; });
    vary_trial([](Trial& trial) { trial.course = std::min(trial.course, Course::run); });
    vary_trial([](Trial& trial) { trial.options.clear(); });
    vary_trial([](Trial& trial) { trial.threads = 1; });
    vary_trial([](Trial& trial) { trial.reduced = false; });
    vary_trial([](Trial& trial) { trial.goal = Goal::all; });
    vary_trial([](Trial& trial) { trial.slice = Trial().slice; });
    vary_trial([](Trial& trial) { trial.seed = 1; });
    for (const auto& option : from_.trial.options) vary_trial([&](Trial& trial) { trial.options.erase(option.first); });
  }

  void simplify_edge(const EdgePuzzle& from) {
    for (std::size_t h = 0; h < from.hints.size(); ++h)
      vary(from, [&](EdgePuzzle& body) { body.hints = without(from.hints, h); });
    if (from.hints.empty()) drop_lines(from);
    for (std::size_t c = 1; c < from.mate.size() && from.matching == Matching::same; ++c)
      vary(from, [&](EdgePuzzle& body) {
        for (Sides& sides : body.pieces) std::replace(sides.begin(), sides.end(), Colour(c), Colour(c - 1));
      });
    vary(from, [](EdgePuzzle& body) { body.frame.reset(); });
  }

  /// One row or column less, without the pieces that a solution has there (without a solution: the last ones).
  void drop_lines(const EdgePuzzle& from) {
    const auto known = reference_of(from_.puzzle);
    for (const bool row : {true, false}) {
      if ((row ? from.height : from.width) < 2) continue;
      std::vector<bool> dropped(from.pieces.size());
      for (int i = 0; i < (row ? from.width : from.height); ++i) {
        const Square square = row ? from.square(from.height - 1, i) : from.square(i, from.width - 1);
        if (known && !known->boards.empty())
          dropped[known->boards.begin()->second.edge().cells[square.index()]->piece.index()] = true;
        else
          dropped[dropped.size() - 1 - static_cast<std::size_t>(i)] = true;
      }
      vary(from, [&](EdgePuzzle& body) {
        --(row ? body.height : body.width);
        body.pieces.clear();
        for (std::size_t p = 0; p < from.pieces.size(); ++p)
          if (!dropped[p]) body.pieces.push_back(from.pieces[p]);
      });
    }
  }

  void simplify_packing(const PackingPuzzle& from) {
    for (std::size_t h = 0; h < from.hints.size(); ++h)
      vary(from, [&](PackingPuzzle& body) { body.hints = without(from.hints, h); });
    if (from.hints.empty()) drop_pieces(from);
    for (std::size_t c = 0; c < from.region.size(); ++c)
      vary(from, [&](PackingPuzzle& body) { body.region = without(from.region, c); });
    for (std::size_t c = 0; c < from.optional_cells.size(); ++c)
      vary(from, [&](PackingPuzzle& body) { body.optional_cells = without(from.optional_cells, c); });
    for (std::size_t p = 0; p < from.pieces.size(); ++p) simplify_piece(from, p);
  }

  void drop_pieces(const PackingPuzzle& from) {
    for (std::size_t p = 0; p < from.pieces.size(); ++p)
      vary(from, [&](PackingPuzzle& body) { body.pieces = without(from.pieces, p); });
    const auto known = reference_of(from_.puzzle);
    if (!known || known->boards.empty()) return;
    const PackingLayout& layout = known->boards.begin()->second.packing();
    for (const PackingPlacement& placement : layout.placements)
      vary(from, [&](PackingPuzzle& body) { take_out(body, placement); });
    for (std::size_t p = 0; p < from.pieces.size(); ++p)
      for (std::size_t c = 0; c < from.pieces[p].cells.size() && from.pieces[p].cells.size() > 1; ++c)
        vary(from, [&](PackingPuzzle& body) { thin_out(body, layout, PieceId(p), c); });
  }

  /// One cell of a piece, and the cells that it covers in a solution.
  static void thin_out(PackingPuzzle& body, const PackingLayout& layout, PieceId thinned, std::size_t cell) {
    PackingPiece& piece = body.pieces[thinned.index()];
    for (const auto& [used, orientation, offset] : layout.placements) {
      if (used != thinned) continue;
      const Cell there = body.grid().apply(orientation, piece.cells[cell]) + offset;
      std::erase(body.region, there);
      std::erase(body.optional_cells, there);
    }
    piece.cells = normalised(body.grid(), without(piece.cells, cell));
  }

  /// One copy of a piece, and the cells that it covers in a solution.
  static void take_out(PackingPuzzle& body, const PackingPlacement& placement) {
    PackingPiece& piece = body.pieces[placement.piece.index()];
    const auto cells = placed(body.grid(), piece.cells, placement.orientation, placement.offset);
    const auto covered = [&](const Cell& cell) { return std::binary_search(cells.begin(), cells.end(), cell); };
    std::erase_if(body.region, covered);
    std::erase_if(body.optional_cells, covered);
    if (piece.max_copies == 1) {
      body.pieces.erase(body.pieces.begin() + static_cast<std::ptrdiff_t>(placement.piece.index()));
    } else {
      piece.max_copies -= piece.max_copies == PackingPiece::unlimited ? 0 : 1;
      piece.min_copies = std::max(0, piece.min_copies - 1);
    }
  }

  void simplify_piece(const PackingPuzzle& from, std::size_t p) {
    const auto vary_piece = [&](const std::function<void(PackingPiece&)>& change) {
      vary(from, [&](PackingPuzzle& body) { change(body.pieces[p]); });
    };
    vary_piece([](PackingPiece& piece) { piece.min_copies = piece.max_copies = 1; });
    vary_piece([](PackingPiece& piece) { piece.max_copies = std::max(piece.min_copies, 1); });
    vary_piece([](PackingPiece& piece) { piece.orientations.reset(); });
    for (std::size_t c = 0; from.hints.empty() && c < from.pieces[p].cells.size(); ++c)
      vary_piece([&](PackingPiece& piece) {
        piece.cells = without(piece.cells, c);
        if (!piece.cells.empty()) piece.cells = normalised(from.grid(), piece.cells);
      });
  }

  const FailingCase& from_;
  std::vector<FailingCase> simpler_;
};

/// Does a file hold exactly this puzzle? Whatever a reader refuses is not a puzzle.
bool is_proper(const Puzzle& puzzle) {
  try {
    return read_toml(write_toml(puzzle), "shrunk.toml").body == puzzle.body;
  } catch (const std::exception&) {
    return false;
  }
}

/// Does it fail, in whatever way? With threads it may take a few attempts.
bool still_fails(FailingCase& candidate, const std::filesystem::path& scratch) {
  if (!is_proper(candidate.puzzle)) return false;
  const auto reference = reference_of(candidate);
  if (!reference) return false;
  for (int attempts = candidate.trial.course < Course::run ? 1 : 4; attempts > 0; --attempts) {
    TrialResult result = try_out(candidate.puzzle, *reference, candidate.trial, scratch);
    if (result.settled != Settled::disagrees) continue;
    candidate.what = std::move(result.what);
    return true;
  }
  return false;
}

}  // namespace

std::optional<Reference> reference_of(const FailingCase& failing) {
  if (!failing.planted) return reference_of(failing.puzzle);
  if (!verify(failing.puzzle, *failing.planted).solves()) return std::nullopt;
  return reference_of_planted(failing.puzzle, *failing.planted);
}

FailingCase shrunk(FailingCase failing, const std::filesystem::path& scratch) {
  const Stopwatch watch;
  for (bool changed = true; changed && watch.seconds() < shrinking_seconds;) {
    changed = false;
    for (FailingCase& candidate : Simpler(failing).take()) {
      if (!still_fails(candidate, scratch)) continue;
      failing = std::move(candidate);
      changed = true;
      break;
    }
  }
  return failing;
}

}  // namespace tesselle
