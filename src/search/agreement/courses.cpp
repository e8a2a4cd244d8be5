#include "search/agreement/courses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "puzzle/draw.hpp"
#include "run/registry.hpp"
#include "search/agreement/planted_path.hpp"
#include "search/planner.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// No trial is followed further. Nodes of searches that are not tree walks are expensive.
std::uint64_t trial_nodes(const EngineInfo& engine) {
  if (!engine.complete) return 300;
  return engine.abilities.walks_tree ? 30'000 : 3000;
}

/// A search that is handed over again and again before it has caught up would never end.
constexpr int max_hand_overs = 20;

TrialResult disagreement(std::string what) { return {Settled::disagrees, std::move(what)}; }

/// One engine, without a run around it.
class DirectTrial {
 public:
  DirectTrial(const Puzzle& puzzle, const Reference& reference, const Trial& trial, const EngineInfo& engine)
      : puzzle_(puzzle),
        reference_(reference),
        trial_(trial),
        info_(engine),
        rng_(trial.seed),
        sink_(puzzle, reference.group) {
    config_.goal = trial.goal;
    config_.symmetry = trial.reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;
    config_.seed = trial.seed;
    config_.options = options_for(engine, trial.options);
    engine_ = make();
  }

  TrialResult run() {
    if (trial_.course == Course::planted && !reference_.boards.empty()) return follow_planted();
    const Advance end = trial_.course == Course::split ? walk_parts() : walk();
    if (!broken_.empty()) return disagreement(broken_);
    return judge(end);
  }

 private:
  EngineInstance make() const { return EngineInstance(info_.make(puzzle_, config_)); }
  std::uint64_t nodes() const { return nodes_before_ + engine_->progress().nodes; }
  bool has_answer() const { return trial_.goal == Goal::first && !sink_.keys.empty(); }

  TrialResult follow_planted() {
    const auto which = rng_.below(static_cast<std::uint32_t>(reference_.boards.size()));
    const Solution& planted = std::next(reference_.boards.begin(), which)->second;
    Solution blank;
    if (puzzle_.family() == Family::edge)
      blank.body = EdgeBoard{std::vector<std::optional<Placed>>(puzzle_.edge().cell_count())};
    else
      blank.body = PackingLayout{};
    return follow_planted_path(*engine_.engine, reference_.group, planted, blank);
  }

  Advance walk() {
    Advance state = Advance::running;
    while (state == Advance::running && nodes() < trial_nodes(info_) && !has_answer() && broken_.empty()) {
      state = advance(trial_.slice);
      if (state == Advance::running && trial_.course == Course::interrupted && hand_overs_ < max_hand_overs &&
          one_in(rng_, 2))
        hand_over();
    }
    return state;
  }

  /// A slice, and whether the budget was kept.
  Advance advance(std::uint64_t budget) {
    const std::uint64_t before = engine_->progress().nodes;
    const bool will_stop = sink_.stop_next = one_in(rng_, 4);
    const Advance state = engine_->advance({budget}, sink_);
    const std::uint64_t made = engine_->progress().nodes - before;
    const bool stopped = will_stop && !sink_.stop_next;
    sink_.stop_next = false;
    // What a restored engine has to do again counts as no node.
    const bool may_make_less = stopped || (hand_overs_ > 0 && engine_.walk == nullptr);
    if (made > budget || (state == Advance::running && !may_make_less && made < budget))
      broken_ = fmt::format("{} nodes were made of a budget of {}", made, budget);
    return state;
  }

  /// A fresh engine goes on where this one is.
  void hand_over() {
    ++hand_overs_;
    EngineInstance fresh = make();
    if (fresh.walk != nullptr)
      fresh.walk->seek(engine_.walk->position());
    else if (fresh.saving != nullptr)
      fresh.saving->restore(engine_.saving->save());
    else
      return;
    const std::uint64_t restored = fresh->progress().nodes;  // engines that save may count on
    nodes_before_ = nodes() - restored;
    engine_ = std::move(fresh);
  }

  /// The top of the tree, then its parts in any order; each in this engine or in another one.
  Advance walk_parts() {
    if (engine_.walk == nullptr) return walk();
    const Advance begun = advance(rng_.below(50));
    if (begun != Advance::running) return begun;
    std::vector<TreePosition> parts;
    engine_.walk->walk_down_to(1 + rng_.below(8), sink_, parts);
    rng_.shuffle(std::span(parts));
    EngineInstance other = make();
    for (const TreePosition& part : parts) {
      EngineInstance& worker = one_in(rng_, 2) ? engine_ : other;
      worker.walk->seek(part);
      for (Advance state = Advance::running; state == Advance::running;) {
        if (nodes() + other->progress().nodes > trial_nodes(info_)) return Advance::running;
        state = worker->advance({trial_.slice}, sink_);
      }
    }
    return Advance::exhausted;
  }

  TrialResult judge(Advance end) const {
    if (!sink_.refused.empty()) return disagreement("the verifier refuses a board: " + sink_.refused);
    const bool proved = end == Advance::exhausted && info_.complete;
    if (std::string wrong = wrong_claims(proved); !wrong.empty()) return disagreement(std::move(wrong));
    return {proved || has_answer() || !info_.complete ? Settled::agrees : Settled::too_long};
  }

  std::string wrong_claims(bool proved) const {
    if (trial_.goal == Goal::best) return wrong_best(proved);
    if (engine_.counter != nullptr) return proved ? wrong_count() : "";
    const bool whole = proved && trial_.goal != Goal::first;
    std::string wrong = wrong_boards(reference_, sink_.keys, sink_.boards, trial_.reduced, whole);
    if (wrong.empty() && trial_.reduced) wrong = wrong_orbit_sizes();
    if (wrong.empty() && proved && sink_.keys.empty() && !reference_.boards.empty())
      wrong = "there are solutions, and the engine says that there is none";
    return wrong;
  }

  std::string wrong_best(bool proved) const {
    const auto most = most_pieces(puzzle_, reference_);
    if (most && sink_.best_score > *most)
      return fmt::format("{} pieces were placed, at most {} fit", sink_.best_score, *most);
    if (most && proved && sink_.best_score<*most&& * most> 0)
      return fmt::format("proved that at most {} pieces fit, but {} do", sink_.best_score, *most);
    return "";
  }

  std::string wrong_count() const {
    const auto expected = reference_.boards.size();
    if (engine_.counter->solution_count() != BigNatural(expected))
      return fmt::format("counted {} solutions, there are {}", engine_.counter->solution_count().decimal(), expected);
    if (const auto distinct = engine_.counter->distinct_count(); distinct && *distinct != reference_.distinct)
      return fmt::format("counted {} distinct solutions, there are {}", *distinct, reference_.distinct);
    return "";
  }

  std::string wrong_orbit_sizes() const {
    for (std::size_t i = 0; i < sink_.boards.size(); ++i) {
      const std::uint64_t said = sink_.orbit_sizes[i], is = reference_.group.orbit_size(sink_.boards[i]);
      if (said != 0 && said != is) return fmt::format("an orbit of {} boards was said to have {}", is, said);
    }
    return "";
  }

  const Puzzle& puzzle_;
  const Reference& reference_;
  const Trial& trial_;
  const EngineInfo& info_;
  EngineConfig config_;
  Rng rng_;
  KeyCollector sink_;
  EngineInstance engine_;
  int hand_overs_ = 0;
  std::uint64_t nodes_before_ = 0;  // made by the engines before this one
  std::string broken_;              // what the engine did against its contract
};

}  // namespace

TrialResult try_directly(const Puzzle& puzzle, const Reference& reference, const Trial& trial,
                         const EngineInfo& engine) {
  return DirectTrial(puzzle, reference, trial, engine).run();
}

std::string wrong_boards(const Reference& reference, const std::vector<SolutionKey>& keys,
                         const std::vector<Solution>& boards, bool one_per_orbit, bool whole) {
  std::vector<SolutionKey> found = keys;
  if (one_per_orbit) {
    found.clear();
    for (const Solution& board : boards)
      for (const Solution& image : reference.group.orbit(board)) found.push_back(reference.group.key(image));
  }
  std::sort(found.begin(), found.end());
  if (std::adjacent_find(found.begin(), found.end()) != found.end())
    return one_per_orbit ? "two boards of one symmetry class were found" : "a board was found twice";
  const auto is_known = [&](const SolutionKey& key) { return reference.boards.count(key) > 0; };
  if (!std::all_of(found.begin(), found.end(), is_known))
    return fmt::format("found a solution that {} does not know",
                       reference.brute_force ? "brute force" : "the yardstick");
  if (whole && found.size() != reference.boards.size())
    return fmt::format("found {} of {} solutions", found.size(), reference.boards.size());
  return "";
}

std::optional<int> most_pieces(const Puzzle& puzzle, const Reference& reference) {
  if (puzzle.family() != Family::packing || !puzzle.packing().region.empty() || reference.boards.empty())
    return std::nullopt;
  std::size_t most = 0;
  for (const auto& [key, board] : reference.boards) most = std::max(most, board.packing().placements.size());
  return static_cast<int>(most);
}

TrialResult try_out(const Puzzle& puzzle, const Reference& reference, const Trial& trial,
                    const std::filesystem::path& scratch) {
  try {
    const EngineInfo& engine = engine_named(trial.engine, puzzle.family());
    if (trial.course >= Course::run) return try_as_run(puzzle, reference, trial, engine, scratch);
    return try_directly(puzzle, reference, trial, engine);
  } catch (const UsageError&) {
    return {Settled::refused};
  } catch (const std::exception& error) {
    return disagreement(fmt::format("threw: {}", error.what()));
  }
}

}  // namespace tesselle
