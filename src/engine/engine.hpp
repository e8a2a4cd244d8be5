#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/options.hpp"
#include "engine/parallel.hpp"
#include "engine/sink.hpp"
#include "engine/statistics.hpp"
#include "puzzle/puzzle.hpp"

namespace tesselle {

enum class Goal { first, all, count, best };
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
  std::optional<double> fraction;  ///< of the tree that is behind us, if the engine can tell
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
/// Gives threads, checkpoints and work units. Asked for with dynamic_cast.
class TreeWalk {
 public:
  virtual ~TreeWalk() = default;
  virtual TreePosition position() const = 0;
  /// Goes there; placements replayed on the way are not counted as nodes. Throws InputError if there is no such place.
  virtual void seek(const TreePosition& position) = 0;
  /// Walks all that is left, but not below depth `ceiling` (> floor): nodes of that depth are counted and appended to
  /// `frontier` as subtrees; of nodes already deeper, what is left below the ceiling is appended. Solutions go to the
  /// sink with the node whose placement completes them, the ceiling's included, whether or not the sink says stop.
  virtual void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) = 0;
};

/// Ability: of a TreeWalk that is faster if it knows where it goes next. Changes nothing but its speed. Asked for with
/// dynamic_cast.
class PlansAhead {
 public:
  virtual ~PlansAhead() = default;
  /// The places that will be sought from now on, one after the other, each when what is left there has been walked.
  virtual void expect(std::vector<TreePosition> places) = 0;
};

/// Ability: tells the pieces placed now. Asked for with dynamic_cast.
class ShowsBoard {
 public:
  virtual ~ShowsBoard() = default;
  virtual Solution board() const = 0;
};

/// Ability: starts from a given board. Asked for with dynamic_cast.
class Improves {
 public:
  virtual ~Improves() = default;
  virtual void start_from(const Solution& board) = 0;
};

/// Ability: has something to tell about what it did, one line each; the run passes it on as notes at its end.
/// Asked for with dynamic_cast.
class Remarks {
 public:
  virtual ~Remarks() = default;
  virtual std::vector<std::string> remarks() const = 0;
};

/// Ability: one instance uses all threads of the run. Asked for with dynamic_cast.
class SharesWork {
 public:
  virtual ~SharesWork() = default;
  /// From now on tasks may be given to `parallel`, which works on `threads` of them at a time.
  virtual void use_threads(unsigned threads, ParallelFor parallel) = 0;
};

/// Ability: what is needed to go on later can be saved and restored. For searches that are no tree walks.
class Saves {
 public:
  virtual ~Saves() = default;
  virtual std::string save() const = 0;
  /// Into an instance made for the same puzzle and configuration. Throws InputError if the state is damaged.
  virtual void restore(std::string_view state) = 0;
};

/// What `tesselle engines` lists, and how an engine is made. The flags say what the instances can do (a test checks).
struct EngineInfo {
  std::string name;
  Family family = Family::edge;
  bool complete = true;           ///< can prove that there is no (further) solution
  bool walks_tree = false;        ///< TreeWalk: threads, checkpoint and resume
  bool reduces_symmetry = false;  ///< understands SearchSymmetry::reduced
  bool improves = false;          ///< Improves: --start
  bool shares_work = false;       ///< SharesWork: one instance for all threads
  bool saves = false;             ///< Saves: checkpoint and resume
  std::string summary;            ///< one line
  OptionTable options;
  /// Throws UsageError, naming what it cannot honour, if the engine is not for this puzzle.
  std::unique_ptr<Engine> (*make)(const Puzzle& puzzle, const EngineConfig& config) = nullptr;
};

}  // namespace tesselle
