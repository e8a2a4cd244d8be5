#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tesselle/big_natural.hpp"
#include "tesselle/puzzle.hpp"
#include "tesselle/statistics.hpp"

namespace tesselle {

/// What is asked for: the first solution, all of them, how many there are, or the best board.
enum class Goal { first, all, count, best };
std::string_view goal_name(Goal goal);  ///< "first", "all", "count", "best"

/// What ends a search that has not ended by itself.
struct Limits {
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};      ///< exact with one thread; a few slices more with several
  std::optional<std::uint64_t> solutions{};  ///< Goal::all and ::count: stop when this many were found
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// What the best board so far is worth.
struct Best {
  int score = 0, max_score = 0, conflicts = 0;
  friend bool operator==(const Best&, const Best&) = default;
};

/// How far a search was when something happened.
struct Milestone {
  std::uint64_t nodes = 0;
  double seconds = 0;
  double cpu_seconds = 0;  ///< that all threads of this process used meanwhile, those of other searches included
  friend bool operator==(const Milestone&, const Milestone&) = default;
};

/// solved: what was asked for was found. exhausted: everything was searched. limit: a limit came first. stopped: the
/// caller or a signal ended it.
enum class Status { solved, exhausted, limit, stopped };
std::string_view status_name(Status status);

/// One engine's part of a search.
struct StageSummary {
  std::string engine;
  Goal goal = Goal::first;
  std::string reason;               ///< why this engine; "" if it was asked for by name
  std::optional<double> seconds{};  ///< upper limit
};

/// What every reader of a stream needs to know about the search; the first and the last event contain it.
struct SearchFacts {
  std::string puzzle;      ///< name
  std::uint64_t hash = 0;  ///< of the puzzle
  Goal goal = Goal::first;
  std::string engine;
  std::vector<std::pair<std::string, std::string>> options;  ///< what differs from the engine's defaults
  std::uint64_t seed = 0;
  unsigned threads = 1;
};

struct Started : SearchFacts {
  std::string reason;  ///< why this engine; "" if it was asked for by name
  std::vector<StageSummary> stages;
  Limits limits;
};

struct ProgressMade {
  std::uint64_t nodes = 0, solutions = 0;
  double seconds = 0, nodes_per_second = 0;
  int depth = 0;
  std::optional<double> fraction, seconds_left;
  std::optional<Best> best;
  std::optional<SolutionRecord> board{};  ///< what the engine has placed now, if live boards were asked for
  struct Units {
    std::uint64_t done = 0, all = 0;
  };
  std::optional<Units> units{};  ///< of searches that are cut into work units
};

/// A verified board better than all before.
struct Improved {
  SolutionRecord record;
};

/// A verified solution.
struct SolutionFound {
  SolutionRecord record;
  std::uint64_t number = 0;  ///< 1, 2, …
};

struct Note {
  std::string text;
};

struct Finished : SearchFacts {
  Status status = Status::stopped;
  std::uint64_t solutions = 0;                  ///< all symmetric copies included; the largest number if there are more
  std::optional<BigNatural> exact_solutions{};  ///< of `solutions`, from engines that count beyond 64 bits
  std::optional<std::uint64_t> distinct{};      ///< up to symmetry
  std::string distinct_up_to;                   ///< "rotations", …
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<Best> best{};
  std::uint64_t verified = 0;        ///< boards that passed the verifier
  std::optional<Milestone> first{};  ///< when the first solution came
  std::string why_none;         ///< exhausted without a solution: a reason, if one simpler than the search is known
  std::optional<int> target{};  ///< Goal::best: the score that was asked for
  std::optional<ProgressMade::Units> units{};
  Statistics statistics{};
  bool wrote_out = false;  ///< SearchRequest::out now holds the solutions found; only in what a search returns
};

/// 0 answered · 1 proved that there is no solution · 3 a limit came before an answer.
int exit_code_of(const Finished& finished);

/// The one stream that every front end subscribes to. Events are numbered from 1; a gap
/// is a progress event that was dropped because the subscriber was slow. docs/events.md describes them as JSON.
struct Event : std::variant<Started, ProgressMade, Improved, SolutionFound, Note, Finished> {
  using variant::variant;
  std::uint64_t number = 0;
};
using Subscriber = std::function<void(const Event&)>;

/// An event as one line of JSON, without the newline. Scripts rely on these lines: docs/events.md lists the keys.
std::string event_json(const Puzzle& puzzle, const Event& event);

/// The program's version, "1.2.3".
std::string_view version();

}  // namespace tesselle
