#include "edge/scan/scan_search.hpp"

#include <numeric>

#include "base/errors.hpp"
#include "base/rng.hpp"

namespace tesselle::edge::scan {
namespace {

constexpr std::uint32_t no_cut = ~std::uint32_t{0};

Plan make_plan(const EdgePuzzle& puzzle, const SearchSettings& settings, const SymmetryGroup& group) {
  Plan plan(puzzle, settings.path, std::nullopt);
  if (settings.reduced)
    if (const auto pin = choose_pin(plan, group)) plan = Plan(puzzle, settings.path, pin);
  if (settings.shuffle_seed) Rng(*settings.shuffle_seed).shuffle(std::span(plan.values));
  return plan;
}

}  // namespace

ScanSearch::ScanSearch(const Puzzle& puzzle, const SearchSettings& settings)
    : group_(puzzle),
      reduced_(settings.reduced),
      plan_(make_plan(puzzle.edge(), settings, group_)),
      lists_(plan_),
      walker_(plan_, lists_) {}

Advance ScanSearch::advance(Budget budget, SolutionSink& sink) {
  std::uint64_t left = budget.nodes;
  for (;;) switch (walker_.run(left, no_cut)) {
      case Walker::Stop::solved:
        if (report(sink) == Flow::stop) return Advance::running;
        break;
      case Walker::Stop::exhausted:
        report_root(sink);
        return Advance::exhausted;
      default:
        return Advance::running;
    }
}

/// One board of each orbit is enough when the search is reduced: with a pin the search meets only one, without it
/// meets them all.
Flow ScanSearch::report(SolutionSink& sink) {
  if (!reduced_) return sink.found([this] { return walker_.solution(); });
  if (plan_.pin || group_.order() == 1) return sink.found([this] { return walker_.solution(); }, group_.order());
  const Solution solution = walker_.solution();
  if (!group_.is_representative(solution)) return Flow::go_on;
  return sink.found([&] { return solution; }, group_.orbit_size(solution));
}

void ScanSearch::report_root(SolutionSink& sink) {
  if (!root_solved() || root_reported_) return;
  root_reported_ = true;
  report(sink);
}

EngineProgress ScanSearch::progress() const {
  const auto& counts = walker_.nodes_per_depth();
  const auto nodes = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  return {nodes, static_cast<int>(plan_.puzzle.hints.size() + walker_.depth()), walker_.fraction()};
}

Statistics ScanSearch::statistics() const {
  Statistics result;
  result.nodes_per_depth = walker_.nodes_per_depth();
  return result;
}

TreePosition ScanSearch::position() const {
  TreePosition result = walker_.position();
  result.next += root_reported_;
  return result;
}

void ScanSearch::seek(const TreePosition& position) {
  TreePosition below_root = position;
  root_reported_ = root_solved() && position.choices.empty() && position.next == 1;
  if (root_reported_) below_root.next = 0;
  if (walker_.seek(below_root)) return;
  root_reported_ = false;
  throw InputError({"position"}, "there is no such place in the search tree of this puzzle and configuration");
}

void ScanSearch::walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) {
  if (ceiling <= walker_.floor()) throw InternalError("walk_down_to: the ceiling is not below the floor");
  const auto cut_off = [&] {
    frontier.push_back(walker_.position());
    frontier.back().floor = ceiling;
    walker_.leave_to(ceiling - 1);
  };
  if (walker_.depth() >= ceiling) cut_off();
  for (;;) {
    std::uint64_t no_limit = ~std::uint64_t{0};
    const Walker::Stop stop = walker_.run(no_limit, ceiling);
    if (stop == Walker::Stop::exhausted) break;
    if (stop == Walker::Stop::solved) report(sink);
    if (walker_.depth() == ceiling) cut_off();
  }
  report_root(sink);
}

}  // namespace tesselle::edge::scan
