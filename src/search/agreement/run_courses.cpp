#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "puzzle/draw.hpp"
#include "run/run.hpp"
#include "search/agreement/courses.hpp"
#include "search/planner.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t incomplete_nodes = 300;  // of searches that need not end
constexpr int max_parts = 30;                    // of a run that is interrupted; the next part goes to the end
constexpr double incomplete_seconds = 0.02;      // of such searches through the facade

/// What the events of a search said, of all its parts.
struct AnnouncedBoards {
  std::vector<SolutionKey> keys;
  std::vector<Solution> boards;
  std::string wrong;  ///< the first thing that should not have been said

  void add(const Event& event, const SymmetryGroup& group) {
    const auto* found = std::get_if<SolutionFound>(&event);
    if (found == nullptr) return;
    keys.push_back(group.key(found->record.solution));
    boards.push_back(found->record.solution);
    if (found->number != keys.size() && wrong.empty())
      wrong = fmt::format("solution {} was announced as number {}", keys.size(), found->number);
  }
};

/// A search through run() or start().
class RunTrial {
 public:
  RunTrial(const Puzzle& puzzle, const Reference& reference, const Trial& trial, const EngineInfo& engine,
           const std::filesystem::path& scratch)
      : puzzle_(puzzle),
        reference_(reference),
        trial_(trial),
        info_(engine),
        rng_(trial.seed),
        scratch_(scratch),
        checkpoint_(scratch / "checkpoint") {}

  TrialResult run() {
    std::filesystem::remove(checkpoint_);
    const Finished finished = trial_.course == Course::facade ? through_facade() : through_run();
    note_wrong(announced_.wrong);
    note_wrong(wrong_answer(finished));
    if (!wrong_.empty()) return {Settled::disagrees, wrong_};
    return {ended_ ? Settled::agrees : Settled::too_long};
  }

 private:
  // --- run() ---

  Finished through_run() {
    RunRequest request;
    request.puzzle = &puzzle_;
    request.engine = &info_;
    request.config = {trial_.goal, trial_.reduced ? SearchSymmetry::reduced : SearchSymmetry::whole, trial_.seed,
                      options_for(info_, trial_.options)};
    request.wanted = one_in(rng_, 2) ? Wanted::every_board : Wanted::one_per_orbit;
    one_per_orbit_ = request.wanted == Wanted::one_per_orbit;
    complete_ = info_.complete;
    request.threads = trial_.threads;
    request.slice_nodes = trial_.slice;
    request.reproducer_folder = scratch_;
    if (!info_.complete) request.limits.nodes = incomplete_nodes;
    if (trial_.course == Course::resumed && info_.abilities.resumes()) return in_parts(request);
    return trial_.course == Course::steered ? steered(request) : part(request);
  }

  Finished part(const RunRequest& request, std::stop_token stop = {}) {
    return tesselle::run(
        request, [&](const Event& event) { announced_.add(event, reference_.group); }, std::move(stop));
  }

  Finished in_parts(RunRequest request) {
    request.checkpoint = checkpoint_;
    for (int i = 0;; ++i) {
      request.limits.nodes = i < max_parts ? std::optional<std::uint64_t>(1 + rng_.below(200)) : std::nullopt;
      if (!info_.complete) request.limits.nodes = incomplete_nodes / 10;
      // A place in a tree does not depend on the threads; a saved state does.
      if (info_.abilities.walks_tree) request.threads = 1 + rng_.below(3);
      const Finished finished = part(request);
      if (finished.status != Status::limit || i == max_parts || (!info_.complete && i == 3)) return finished;
      request.resume = checkpoint_;
    }
  }

  /// Somebody plays with the controls meanwhile; one in three stops the run, which is then resumed.
  Finished steered(RunRequest request) {
    RunControl control;
    std::stop_source stop;
    request.control = &control;
    const bool will_stop = info_.abilities.resumes() && one_in(rng_, 3);
    if (will_stop) request.checkpoint = checkpoint_;
    if (one_in(rng_, 2)) control.pause();
    std::thread player([&, moves = 1 + rng_.below(8), rng = Rng(trial_.seed + 1)]() mutable {
      for (; moves > 0; --moves) play(rng, control);
      if (will_stop) stop.request_stop();
      control.set_speed(std::nullopt);
      control.resume();
    });
    Finished finished;
    try {
      finished = part(request, stop.get_token());
    } catch (...) {
      player.join();
      throw;
    }
    player.join();
    if (finished.status != Status::stopped) return finished;
    request.resume = saved();
    return part(request);
  }

  template <class Controls>
  static void play(Rng& rng, Controls& controls) {
    switch (rng.below(5)) {
      case 0:
        controls.pause();
        break;
      case 1:
        controls.resume();
        break;
      case 2:
        controls.step(1 + rng.below(20));
        break;
      case 3:
        controls.set_speed(1000.0 + rng.below(100'000));
        break;
      default:
        std::this_thread::sleep_for(std::chrono::microseconds(rng.below(500)));
    }
  }

  // --- the facade ---

  /// The search is started, played with and left, by stop() or by letting its handle go; then it goes on from its
  /// checkpoint or begins anew with another seed; a few times. The last time it may come to its end. The seed must not
  /// matter: a complete search has the same totals with every one.
  Finished through_facade() {
    SearchRequest request = facade_request();
    for (std::uint32_t parts = rng_.below(4); parts > 0; --parts) {
      if (const auto finished = begun_and_left(request)) return *finished;
      if (handle_kept_ && request.checkpoint && one_in(rng_, 2))
        go_on(request);
      else
        begin_anew(request);
    }
    if (one_in(rng_, 3)) return tesselle::search(request, hear());
    Search search = start(request, {hear()});
    play_a_little(search);
    search.set_speed(std::nullopt);
    search.resume();
    return search.wait();
  }

  SearchRequest facade_request() {
    SearchRequest request;
    request.puzzle = share(puzzle_);
    request.goal = trial_.goal;
    request.engine = one_in(rng_, 3) ? "auto" : trial_.engine;
    if (trial_.goal == Goal::first && one_in(rng_, 3)) request.engine = "portfolio";
    const bool named = request.engine == trial_.engine;
    if (named) request.options = trial_.options;
    complete_ = named ? info_.complete : trial_.goal != Goal::best;
    request.symmetry = one_in(rng_, 2) ? Symmetry::all : Symmetry::distinct;
    one_per_orbit_ = request.symmetry == Symmetry::distinct;
    request.seed = trial_.seed;
    request.threads = trial_.threads;
    request.reproducer_folder = scratch_;
    request.overwrite = true;
    request.paused = one_in(rng_, 2);
    if (!complete_) request.limits.seconds = incomplete_seconds;
    if (named && info_.abilities.resumes()) request.checkpoint = checkpoint_;
    return request;
  }

  Subscriber hear() {
    return [this](const Event& event) { announced_.add(event, reference_.group); };
  }

  void play_a_little(Search& search) {
    for (std::uint32_t moves = rng_.below(6); moves > 0; --moves) play(rng_, search);
  }

  /// How the search ended, if it did before it was left.
  std::optional<Finished> begun_and_left(const SearchRequest& request) {
    Search search = start(request, {hear()});
    play_a_little(search);
    std::this_thread::sleep_for(std::chrono::microseconds(rng_.below(2000)));  // the engine has to be made first
    handle_kept_ = !one_in(rng_, 4);
    if (!handle_kept_) return std::nullopt;  // events that were not delivered are lost
    search.stop();                           // also one that stands still
    const Finished finished = search.wait();
    return finished.status == Status::stopped ? std::nullopt : std::optional(finished);
  }

  /// A place in a tree does not depend on the threads; a saved state does.
  void go_on(SearchRequest& request) {
    request.resume = saved();
    if (request.resume && one_in(rng_, 4)) require_own_seed(request);
    if (info_.abilities.walks_tree) request.threads = 1 + rng_.below(3);
  }

  void begin_anew(SearchRequest& request) {
    note_wrong(wrong_boards(reference_, announced_.keys, announced_.boards, boards_stand_for_orbits(), false));
    note_wrong(announced_.wrong);
    announced_ = {};
    std::filesystem::remove(checkpoint_);
    request.resume.reset();
    request.seed = rng_.below(1'000'000);
    request.threads = 1 + rng_.below(3);
  }

  /// What was searched with one seed is not gone on with by another one.
  void require_own_seed(SearchRequest request) {
    ++request.seed;
    try {
      tesselle::search(request);
    } catch (const InputError&) {
      return;
    }
    note_wrong("a checkpoint was believed with another seed");
  }

  void note_wrong(const std::string& what) {
    if (wrong_.empty()) wrong_ = what;
  }

  /// None if the run was stopped before its engine was ready.
  std::optional<std::filesystem::path> saved() const {
    return std::filesystem::exists(checkpoint_) ? std::optional(checkpoint_) : std::nullopt;
  }

  // --- the answer ---

  bool boards_stand_for_orbits() const { return trial_.goal == Goal::all && one_per_orbit_; }

  std::string wrong_answer(const Finished& finished) {
    ended_ = finished.status == Status::exhausted || finished.status == Status::solved;
    if (trial_.goal == Goal::best) return wrong_best_board(finished);
    const bool all = trial_.goal == Goal::all;
    const bool proved = finished.status == Status::exhausted;
    if (proved && !complete_) return "an incomplete engine says that everything was searched";
    if (!ended_ && complete_) return fmt::format("it ended with status '{}'", status_name(finished.status));
    std::string wrong =
        wrong_boards(reference_, announced_.keys, announced_.boards, boards_stand_for_orbits(), proved && all);
    if (wrong.empty() && proved && trial_.goal != Goal::first) wrong = wrong_totals(finished);
    if (wrong.empty() && proved && trial_.goal == Goal::first && !reference_.boards.empty())
      wrong = "there are solutions, and the search says that there is none";
    return wrong;
  }

  std::string wrong_best_board(const Finished& finished) const {
    const auto most = most_pieces(puzzle_, reference_);
    if (!most || !finished.best) return "";
    if (finished.best->score > *most) return fmt::format("{} pieces were placed, {} fit", finished.best->score, *most);
    if (finished.status == Status::exhausted && finished.best->score < *most)
      return fmt::format("proved that at most {} pieces fit, but {} do", finished.best->score, *most);
    return "";
  }

  std::string wrong_totals(const Finished& finished) const {
    const std::size_t expected = reference_.boards.size();
    if (finished.solutions != expected) return fmt::format("{} solutions, there are {}", finished.solutions, expected);
    if (finished.exact_solutions && *finished.exact_solutions != BigNatural(expected))
      return fmt::format("counted {} solutions, there are {}", finished.exact_solutions->decimal(), expected);
    if (finished.distinct && *finished.distinct != reference_.distinct)
      return fmt::format("{} distinct solutions, there are {}", *finished.distinct, reference_.distinct);
    return "";
  }

  const Puzzle& puzzle_;
  const Reference& reference_;
  const Trial& trial_;
  const EngineInfo& info_;
  Rng rng_;
  std::filesystem::path scratch_, checkpoint_;
  AnnouncedBoards announced_;
  bool one_per_orbit_ = false, complete_ = true, ended_ = false;
  bool handle_kept_ = true;  // the last part of a search through the facade heard all of its events
  std::string wrong_;        // the first thing that was
};

}  // namespace

TrialResult try_as_run(const Puzzle& puzzle, const Reference& reference, const Trial& trial, const EngineInfo& engine,
                       const std::filesystem::path& scratch) {
  return RunTrial(puzzle, reference, trial, engine, scratch).run();
}

}  // namespace tesselle
