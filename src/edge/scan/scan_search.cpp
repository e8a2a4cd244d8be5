#include "edge/scan/scan_search.hpp"

#include "base/rng.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::scan {
namespace {

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
      walker_(plan_, lists_),
      lookahead_(Lookahead::make(plan_, settings.lookahead)) {}

Advance ScanSearch::advance(Budget budget, SolutionSink& sink) {
  std::uint64_t left = budget.nodes;
  step_over_rest(left);
  while (left > 0) switch (walk(left)) {
      case Walker::Stop::solved:
        if (report(sink) == Flow::stop) return Advance::running;
        break;
      case Walker::Stop::exhausted:
        report_root(sink);
        exhausted_ = true;
        return Advance::exhausted;
      case Walker::Stop::at_cut:
        step_over_subtree(left);
        break;
      case Walker::Stop::budget:
        break;
    }
  return Advance::running;
}

/// Makes nodes until something is to be done about the last one, or until it is time to judge the tree.
Walker::Stop ScanSearch::walk(std::uint64_t& left) {
  if (lookahead_ && lookahead_->nodes_to_judgement(nodes_) == 0) lookahead_->judge(nodes_, walker_);
  const std::uint64_t portion = lookahead_ ? std::min(left, lookahead_->nodes_to_judgement(nodes_)) : left;
  std::uint64_t unused = portion;
  const Walker::Stop stop =
      tape_ ? walker_.run(unused, *tape_) : walker_.run(unused, lookahead_ ? lookahead_->cut() : Lookahead::no_cut);
  nodes_ += portion - unused;
  left -= portion - unused;
  return stop;
}

void ScanSearch::step_over_subtree(std::uint64_t& left) {
  auto subtree = lookahead_->next(walker_);
  if (!subtree || subtree->state != Subtree::State::counted) return;
  entered_ = {walker_.depth(), std::move(*subtree), nodes_, {}};
  if (entered_->subtree.nodes > left) entered_->nodes_per_depth_before = walker_.nodes_per_depth();
  step_over_rest(left);
}

/// Leaves the subtree that the walker is in, if its nodes are known and those still to make fit into the budget.
void ScanSearch::step_over_rest(std::uint64_t& left) {
  if (!entered_) return;
  const auto& [depth, subtree, nodes_before, per_depth_before] = *entered_;
  const std::uint64_t made = nodes_ - nodes_before;
  if (made <= subtree.nodes) {
    const std::uint64_t rest = subtree.nodes - made;
    if (rest > left) return;
    for (std::uint32_t d = 0; d < subtree.per_depth.size(); ++d) {
      const std::uint64_t made_there =
          made == 0 ? 0 : walker_.nodes_per_depth()[depth + d] - per_depth_before[depth + d];
      walker_.count(depth + d, subtree.per_depth[d] - made_there);
    }
    walker_.leave_to(depth - 1);
    nodes_ += rest;
    left -= rest;
  }
  entered_.reset();
}

void ScanSearch::go_elsewhere() {
  entered_.reset();
  exhausted_ = false;
  if (lookahead_) lookahead_->forget();
}

/// Lanes count nodes without placing pieces, so a recorded walk does without them.
void ScanSearch::note_on(Tape& tape) {
  go_elsewhere();
  lookahead_.reset();
  tape_ = &tape;
}

void ScanSearch::expect(std::vector<TreePosition> places) {
  if (lookahead_) lookahead_->expect(std::move(places));
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
  return {nodes_, static_cast<int>(plan_.puzzle.hints.size() + walker_.depth()), walker_.fraction()};
}

Statistics ScanSearch::statistics() const {
  Statistics result;
  if (lookahead_)
    result.values.push_back({"list rebuilds", "", Merge::sum, static_cast<double>(lookahead_->rebuilds())});
  result.nodes_per_depth = walker_.nodes_per_depth();
  return result;
}

TreePosition ScanSearch::position() const {
  TreePosition result = walker_.position();
  result.next += root_reported_;
  return result;
}

void ScanSearch::seek(const TreePosition& position) {
  const bool expected = lookahead_ && lookahead_->goes_to(position);
  if (!expected || !std::exchange(exhausted_, false)) go_elsewhere();
  entered_.reset();
  TreePosition below_root = position;
  root_reported_ = root_solved() && position.choices.empty() && position.next == 1;
  if (root_reported_) below_root.next = 0;
  if (walker_.seek(below_root)) return;
  root_reported_ = false;
  throw InputError({"position"}, "there is no such place in the search tree of this puzzle and configuration");
}

void ScanSearch::walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) {
  if (ceiling <= walker_.floor()) throw InternalError("walk_down_to: the ceiling is not below the floor");
  go_elsewhere();
  const auto cut_off = [&] {
    frontier.push_back(walker_.position());
    frontier.back().floor = ceiling;
    walker_.leave_to(ceiling - 1);
  };
  if (walker_.depth() >= ceiling) cut_off();
  for (;;) {
    std::uint64_t left = ~std::uint64_t{0};
    const Walker::Stop stop = walker_.run(left, ceiling);
    nodes_ += ~left;
    if (stop == Walker::Stop::exhausted) break;
    if (stop == Walker::Stop::solved) report(sink);
    if (walker_.depth() == ceiling) cut_off();
  }
  report_root(sink);
}

}  // namespace tesselle::edge::scan
