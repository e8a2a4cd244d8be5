#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tesselle/big_natural.hpp"
#include "tesselle/events.hpp"
#include "tesselle/options.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

/// The contract between a run and its engines. Who writes an engine needs `Engine`, `SolutionSink` and `EngineInfo`,
/// and hands it in with register_engine(); the abilities are extras that a run makes use of where they are offered.
/// examples/library/own_engine.cpp is a whole one.
namespace tesselle {

/// What the engine does after a solution: go on, or return from advance() at once.
enum class Flow { go_on, stop };

/// Where engines put what they find. One sink per thread; the run's sinks lead to the verifying gate.
///
/// A search in SearchSymmetry::whole reports every solution; in ::reduced one of each orbit, with the size of the
/// orbit if the engine knows it (0 if not: the run then works it out from the board). An engine knows it for all
/// solutions of a search or for none.
/// When only counts are wanted the run asks for a sample of the boards, so the board is built only on demand.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;

  /// Reports one solution; `make` builds the Solution value.
  template <class Make>
  Flow found(Make&& make, std::uint64_t orbit_size = 0) {
    ++found_;
    if (found_ < next_wanted_) {
      skipped_boards_ += orbit_size == 0 ? 1 : orbit_size;
      return Flow::go_on;
    }
    return offer(std::forward<Make>(make)(), orbit_size);
  }

  /// Reports many solutions at once without boards (counting engines): `boards` in total, `orbits` up to symmetry.
  virtual void counted(std::uint64_t boards, std::uint64_t orbits) = 0;

  /// Optimisers report each board that is better than their last one.
  virtual void improved(const Solution& board) = 0;

 protected:
  virtual Flow offer(const Solution& solution, std::uint64_t orbit_size) = 0;

  std::uint64_t found_ = 0;           ///< calls of found()
  std::uint64_t next_wanted_ = 1;     ///< the next call whose board is built
  std::uint64_t skipped_boards_ = 0;  ///< boards that the calls without a board stand for
};

/// The whole tree, or one board of each symmetry class.
enum class SearchSymmetry { whole, reduced };

/// What an engine is made for.
struct EngineConfig {
  Goal goal = Goal::first;
  SearchSymmetry symmetry = SearchSymmetry::whole;  ///< ::reduced only for engines that say they can
  std::uint64_t seed = 1;
  Options options{};
};

/// running: the budget is used up, or the sink said stop. exhausted: nothing is left to search. stuck: an incomplete
/// engine has nothing more to try.
enum class Advance { running, exhausted, stuck };

struct Budget {
  std::uint64_t nodes = 0;  ///< at most this many placements; exactly this many if the engine can go on
};

struct EngineProgress {
  std::uint64_t nodes = 0;         ///< placements made since construction
  int depth = 0;                   ///< pieces on the board now
  std::optional<double> fraction;  ///< of the tree that is done, if the engine knows
};

/// A search that runs in slices on an explicit stack. Not thread-safe; several instances may run side by side.
/// Engines never print, never read the clock, never start threads, never verify.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Advance advance(Budget budget, SolutionSink& sink) = 0;
  virtual EngineProgress progress() const = 0;
  virtual Statistics statistics() const { return {}; }
};

/// A place in a search tree, as data: `choices[d]` is the candidate taken at depth d; those placements are made and
/// counted, and candidate `next` is the first one to try below them. The walk ends when it would change
/// choices[0 .. floor-1]. So a subtree is {path.size(), path, 0}, and a checkpoint is any position.
struct TreePosition {
  std::uint32_t floor = 0;
  std::vector<std::uint32_t> choices;
  std::uint32_t next = 0;
  friend bool operator==(const TreePosition&, const TreePosition&) = default;
};

/// Ability: the search is a walk of a tree whose shape depends on nothing but puzzle and configuration.
/// Gives threads, checkpoints and work units.
class TreeWalk {
 public:
  virtual ~TreeWalk() = default;
  virtual TreePosition position() const = 0;
  /// Moves there; placements replayed on the way are not counted as nodes. Throws InputError if there is no such place.
  virtual void seek(const TreePosition& position) = 0;
  /// Walks all that is left, but not below depth `ceiling` (> floor): nodes of that depth are counted and appended to
  /// `frontier` as subtrees; of nodes already deeper, what is left below the ceiling is appended. Solutions go to the
  /// sink with the node whose placement completes them, the ceiling's included, whether or not the sink says stop.
  virtual void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) = 0;
};

/// Ability of a TreeWalk that is faster if it knows where it goes next. Only its speed changes.
class PlansAhead {
 public:
  virtual ~PlansAhead() = default;
  /// The places that will be sought from now on, one after the other, each when what is left there has been walked.
  virtual void expect(std::vector<TreePosition> places) = 0;
};

/// Ability: shows the pieces placed now.
class ShowsBoard {
 public:
  virtual ~ShowsBoard() = default;
  virtual Solution board() const = 0;
};

/// Ability: starts from a given board.
class Improves {
 public:
  virtual ~Improves() = default;
  virtual void start_from(const Solution& board) = 0;
};

/// Runs task(0) .. task(tasks-1), perhaps side by side, and returns when all are done. If tasks throw, one of the
/// exceptions comes out.
using ParallelFor = std::function<void(std::size_t tasks, const std::function<void(std::size_t)>& task)>;

/// One after the other.
inline void in_order(std::size_t tasks, const std::function<void(std::size_t)>& task) {
  for (std::size_t i = 0; i < tasks; ++i) task(i);
}

/// Ability: one instance uses all threads of the run.
class SharesWork {
 public:
  virtual ~SharesWork() = default;
  /// From now on tasks may be given to `parallel`, which works on `threads` of them at a time.
  virtual void use_threads(unsigned threads, ParallelFor parallel) = 0;
};

/// Ability: what is needed to go on later can be saved and restored. For searches that are not tree walks.
class Saves {
 public:
  virtual ~Saves() = default;
  virtual std::string save() const = 0;
  /// Into an instance made for the same puzzle and configuration. Throws InputError if the state is damaged.
  virtual void restore(std::string_view state) = 0;
};

/// Ability: counts without boards and beyond 64 bits.
class CountsExactly {
 public:
  virtual ~CountsExactly() = default;
  /// All solutions, symmetric ones included, once the engine is exhausted.
  virtual BigNatural solution_count() const = 0;
  /// The same up to symmetry, from engines that know it, if it fits.
  virtual std::optional<std::uint64_t> distinct_count() const { return std::nullopt; }
};

/// Ability: a search for better boards uses what the other threads have found.
class LearnsBest {
 public:
  virtual ~LearnsBest() = default;
  /// Called between slices, if there are several threads: only boards with fewer conflicts than this are still of use.
  virtual void learn_best(int conflicts) = 0;
};

/// What the instances of an engine can do besides searching. It follows from their type: abilities_of<ScanSearch>().
struct Abilities {
  bool walks_tree = false;  ///< threads, checkpoint, openings
  bool plans_ahead = false;
  bool shows_board = false;  ///< live board
  bool improves = false;     ///< starts from a given board
  bool learns_best = false;
  bool shares_work = false;     ///< one instance for all threads
  bool saves = false;           ///< checkpoint
  bool counts_exactly = false;  ///< numbers of any size, without boards
  friend bool operator==(const Abilities&, const Abilities&) = default;

  bool resumes() const { return walks_tree || saves; }
};

template <class Search>
constexpr Abilities abilities_of() {
  return {std::is_base_of_v<TreeWalk, Search>,   std::is_base_of_v<PlansAhead, Search>,
          std::is_base_of_v<ShowsBoard, Search>, std::is_base_of_v<Improves, Search>,
          std::is_base_of_v<LearnsBest, Search>, std::is_base_of_v<SharesWork, Search>,
          std::is_base_of_v<Saves, Search>,      std::is_base_of_v<CountsExactly, Search>};
}

/// What the caller needs of an engine, besides the answer.
struct EngineNeeds {
  Goal goal = Goal::first;
  bool distinct = false;               ///< the number up to symmetry must come out
  bool checkpoint = false;             ///< the run must be able to go on later
  std::optional<double> seconds = {};  ///< the time there is
  bool node_limit = false;
  std::vector<std::string> options = {};  ///< engine options that were given by name
  unsigned threads = 1;
};

/// An engine's own opinion of a puzzle, for the planner.
struct Recommendation {
  std::string reason;               ///< why it suits, or why not now: one line for a note
  std::optional<double> seconds{};  ///< how long it will take, if it knows
  bool suits = true;                ///< false: it would suit, but for the caller's other needs
};

/// What `tesselle engines` lists, what the planner asks, and how an engine is made.
struct EngineInfo {
  std::string name;
  Family family = Family::edge;
  bool complete = true;                     ///< can prove that there is no (further) solution
  bool reduces_symmetry = false;            ///< supports SearchSymmetry::reduced
  std::vector<Goal> goals = exact_goals();  ///< what it can be asked for
  Abilities abilities;
  std::string summary;  ///< one line
  OptionTable options;
  /// Throws UsageError, naming what it does not support, if the engine cannot handle this puzzle.
  std::unique_ptr<Engine> (*factory)(const Puzzle& puzzle, const EngineConfig& config) = nullptr;
  /// nullopt: the engine does not recommend itself for this puzzle and goal. Without the function it runs only if asked
  /// for by name.
  std::optional<Recommendation> (*recommend)(const Puzzle& puzzle, const EngineNeeds& needs) = nullptr;

  bool serves(Goal goal) const;
  bool has_option(std::string_view name) const;
  /// Makes the checks that all engines share (the family, the goal, a reduced search), then an instance. Throws
  /// UsageError naming the engine and what it does not support.
  std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) const;

  static std::vector<Goal> exact_goals() { return {Goal::first, Goal::all, Goal::count}; }
};

/// Makes an engine from outside the library known. It then runs wherever engines are asked for by name: requests,
/// engines(), events and checkpoints; `auto` does not consider it. To be called before the first search and the first
/// list of engines, because those keep what they found. Throws UsageError if it is too late, if the family has an
/// engine of that name, or if the info lacks a name, a factory or goals.
void register_engine(EngineInfo engine);

}  // namespace tesselle
