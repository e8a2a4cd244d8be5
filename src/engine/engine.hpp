#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/counting.hpp"
#include "engine/learns_best.hpp"
#include "engine/parallel.hpp"
#include "engine/sink.hpp"
#include "tesselle/events.hpp"
#include "tesselle/options.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle {

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

/// Ability of a TreeWalk that is faster if it knows where it goes next. Only its speed changes. Asked for with
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

/// An engine with its abilities looked up once; null where it lacks one.
struct EngineInstance {
  EngineInstance() = default;
  explicit EngineInstance(std::unique_ptr<Engine> made);
  explicit operator bool() const { return engine != nullptr; }
  Engine* operator->() const { return engine.get(); }

  std::unique_ptr<Engine> engine;
  TreeWalk* walk = nullptr;
  PlansAhead* plans = nullptr;
  ShowsBoard* shows = nullptr;
  Improves* improver = nullptr;
  LearnsBest* learner = nullptr;
  SharesWork* sharing = nullptr;
  Saves* saving = nullptr;
  CountsExactly* counter = nullptr;
};

}  // namespace tesselle
