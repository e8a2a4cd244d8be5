#include "search/outlook.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "edge/estimate/estimate.hpp"

namespace tesselle {
namespace {

// The model is about one engine and one path over the board. Others need fewer nodes, by some powers of ten at most, so
// a search is called hopeless only far beyond that.
constexpr const char* modelled_path = "rowscan";
constexpr double usual_speed = 5e7;  // nodes per second and thread
constexpr double hopeless_years = 1e7;
constexpr std::size_t smallest_hopeless_board = 100;  // cells; smaller boards can be searched through
constexpr std::size_t largest_modelled_board = 4096;  // cells; the model of more takes longer than the note is worth

constexpr double seconds_per_year = 31557600;

/// Until the first solution is expected, or until everything is searched.
double expected_years(const EdgePuzzle& puzzle, Goal goal, unsigned threads) {
  const edge::TreeEstimate tree = edge::model_tree(puzzle, edge::path_named(puzzle, modelled_path));
  const double nodes = goal == Goal::first ? tree.nodes / std::max(1.0, tree.solutions) : tree.nodes;
  return nodes / (usual_speed * threads) / seconds_per_year;
}

/// As a command would name it.
std::string typed_name(const Puzzle& puzzle) {
  const auto names = library_names();
  return std::find(names.begin(), names.end(), puzzle.name) != names.end() ? puzzle.name : "FILE";
}

}  // namespace

std::optional<std::string> hopeless_search(const SearchRequest& request, const Plan& plan) {
  const Puzzle& puzzle = *request.puzzle;
  if (puzzle.family() != Family::edge || puzzle.edge().cell_count() < smallest_hopeless_board ||
      puzzle.edge().cell_count() > largest_modelled_board)
    return std::nullopt;
  if (request.limits.nodes) return std::nullopt;  // who counts nodes does not wait for the end
  if (request.goal == Goal::best || plan.stages.front().goal == Goal::best) return std::nullopt;
  const double years = expected_years(puzzle.edge(), request.goal, plan.threads);
  if (!(years > hopeless_years)) return std::nullopt;
  const std::string name = typed_name(puzzle);
  return fmt::format(
      "this search would take about {} (see tesselle estimate {}); for a good board try: tesselle "
      "optimise {} --time 1m",
      readable_seconds(years * seconds_per_year), name, name);
}

}  // namespace tesselle
