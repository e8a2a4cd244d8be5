#include "search/puzzle_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "packing/obstruction/obstruction.hpp"

namespace tesselle {
namespace {

/// How often each colour is on the pieces, and what the rim needs.
struct SideCounts {
  std::vector<int> sides;  // by colour
  int rim_needed = 0, corners_needed = 0, corners = 0;

  explicit SideCounts(const EdgePuzzle& puzzle) : sides(puzzle.colours.size()) {
    for (const Sides& piece : puzzle.pieces) {
      for (const Colour colour : piece) ++sides[colour.index()];
      corners += is_corner(puzzle, piece) ? 1 : 0;
    }
    if (!puzzle.frame) return;
    rim_needed = 2 * (puzzle.width + puzzle.height);
    corners_needed = puzzle.width > 1 && puzzle.height > 1 ? 4 : 0;
  }

  static bool is_corner(const EdgePuzzle& puzzle, const Sides& piece) {
    if (!puzzle.frame) return false;
    for (std::size_t i = 0; i < 4; ++i)
      if (piece[i] == *puzzle.frame && piece[(i + 1) & 3] == *puzzle.frame) return true;
    return false;
  }

  int frame_sides(const EdgePuzzle& puzzle) const { return puzzle.frame ? sides[puzzle.frame->index()] : 0; }
};

/// Sides of a colour and its mate that can be joined, counted once per pair of mates.
int joinable(const EdgePuzzle& puzzle, const SideCounts& counts, std::size_t colour) {
  const std::size_t mate = puzzle.mate[colour].index();
  if (mate < colour) return 0;
  if (mate == colour) return counts.sides[colour] / 2 * 2;
  return 2 * std::min(counts.sides[colour], counts.sides[mate]);
}

void check_balance(const EdgePuzzle& puzzle, const SideCounts& counts, std::vector<PuzzleProblem>& problems) {
  const bool exact = puzzle.frame && counts.frame_sides(puzzle) == counts.rim_needed;
  int all = 0;
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c) {
    all += joinable(puzzle, counts, c);
    const std::size_t mate = puzzle.mate[c].index();
    if (!exact || puzzle.frame == Colour(c) || mate < c) continue;
    if (mate == c && counts.sides[c] % 2 != 0)
      problems.push_back({"balance", fmt::format("colour {} is on {}, an odd number", puzzle.colours[c],
                                                 counted(static_cast<std::uint64_t>(counts.sides[c]), "side"))});
    if (mate != c && counts.sides[c] != counts.sides[mate])
      problems.push_back({"balance", fmt::format("colour {} is on {} sides and its mate {} on {}", puzzle.colours[c],
                                                 counts.sides[c], puzzle.colours[mate], counts.sides[mate])});
  }
  const int wanted = 2 * puzzle.inner_edges();
  if (!exact && all < wanted)
    problems.push_back({"balance", fmt::format("at most {} sides can be matched, the board needs {}", all, wanted)});
}

std::vector<PuzzleProblem> edge_problems(const EdgePuzzle& puzzle) {
  const SideCounts counts(puzzle);
  std::vector<PuzzleProblem> problems;
  if (counts.frame_sides(puzzle) < counts.rim_needed)
    problems.push_back({"frame_sides", fmt::format("{} sides have the frame's colour, the rim needs {}",
                                                   counts.frame_sides(puzzle), counts.rim_needed)});
  if (counts.corners < counts.corners_needed)
    problems.push_back({"corners", fmt::format("{} have two frame sides that meet, the board has 4 corners",
                                               counted(static_cast<std::uint64_t>(counts.corners), "piece"))});
  check_balance(puzzle, counts, problems);
  return problems;
}

struct Areas {
  std::size_t min = 0, max = 0;
  bool unlimited = false;

  explicit Areas(const PackingPuzzle& puzzle) {
    for (const PackingPiece& piece : puzzle.pieces) {
      min += static_cast<std::size_t>(piece.min_copies) * piece.cells.size();
      if (piece.max_copies == PackingPiece::unlimited)
        unlimited = true;
      else
        max += static_cast<std::size_t>(piece.max_copies) * piece.cells.size();
    }
  }
};

std::vector<PuzzleProblem> packing_problems(const PackingPuzzle& puzzle) {
  const Areas areas(puzzle);
  const std::size_t room = puzzle.region.size() + puzzle.optional_cells.size();
  if (areas.min > room)
    return {{"area", fmt::format("the pieces that must be used have {}, there is room for {}",
                                 counted(areas.min, "cell"), room)}};
  if (!areas.unlimited && areas.max < puzzle.region.size())
    return {{"area",
             fmt::format("the pieces have {}, the region has {}", counted(areas.max, "cell"), puzzle.region.size())}};
  if (auto reason = obstruction(puzzle)) return {{"colouring", std::move(*reason)}};
  return {};
}

}  // namespace

std::vector<PuzzleProblem> problems_of(const Puzzle& puzzle) {
  return puzzle.family() == Family::edge ? edge_problems(puzzle.edge()) : packing_problems(puzzle.packing());
}

Json check_json(const Puzzle& puzzle) {
  Json problems = Json::list();
  for (const PuzzleProblem& problem : problems_of(puzzle))
    problems.push_back({{"code", problem.code}, {"text", problem.text}});
  Json json = {{"problems", std::move(problems)}};
  if (puzzle.family() == Family::packing) {
    const Areas areas(puzzle.packing());
    json["areas"] = {{"region", puzzle.packing().region.size()},
                     {"optional", puzzle.packing().optional_cells.size()},
                     {"pieces_min", areas.min},
                     {"pieces_max", areas.unlimited ? Json() : Json(areas.max)}};
    return json;
  }
  const EdgePuzzle& edge = puzzle.edge();
  const SideCounts counts(edge);
  Json colours = Json::list();
  for (std::size_t c = 0; c < edge.colours.size(); ++c) {
    const std::size_t mate = edge.mate[c].index();
    colours.push_back({{"name", edge.colours[c]},
                       {"sides", counts.sides[c]},
                       {"mate", edge.colours[mate]},
                       {"mate_sides", counts.sides[mate]}});
  }
  json["colours"] = std::move(colours);
  json["rim"] = {{"needed", counts.rim_needed},
                 {"frame_sides", counts.frame_sides(edge)},
                 {"corners_needed", counts.corners_needed},
                 {"corners", counts.corners}};
  return json;
}

}  // namespace tesselle
