#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>

#include "tesselle/search.hpp"

namespace tesselle {

/// What a case runs: an engine; the same tree by ranked openings; the straightforward recursive loop; an engine
/// on the part of the tree in which the first piece is fixed; the making of pieces; Eternity's own pieces on a smaller
/// board, to the first tiling.
enum class BenchKind { search, openings, recursive_loop, first_piece_fixed, enumeration, own_pieces };

/// What must come out. The node counts of all cases are the program's signature: a change that is not meant to change
/// behaviour leaves it equal.
struct BenchRecord {
  std::uint64_t nodes = 0;   ///< 0: not yet recorded
  std::uint64_t answer = 0;  ///< distinct solutions, or all where the engine does not tell those apart
  int score = 0;             ///< of the best board, where one is looked for
};

/// Which cases the quick check of the signature runs: a few seconds in all, most engines.
enum class BenchPart { full, signature };

/// One measurement: what is run, what must come out, and why it is in the set. A case with a node limit is about speed
/// on a tree that cannot be walked to its end.
struct BenchCase {
  const char* group;  ///< "edge" or "packing"
  const char* puzzle;
  const char* engine;
  Symmetry symmetry;
  std::uint64_t node_limit;  ///< 0: to the end
  BenchRecord record;
  BenchPart part;
  BenchKind kind;
  const char* why;
  const char* work = "";       ///< the statistic that the pace is measured in; "": nodes
  double times_slower = 0;     ///< a yardstick: the case before it should be at least this many times as fast
  const char* yardstick = "";  ///< its name
};

/// All cases, in the order they are run; the full set contains the signature.
std::span<const BenchCase> bench_cases();

struct BenchSelection {
  std::string group = "all";  ///< "edge", "packing" or "all"
  std::string puzzle{};       ///< "": all
  BenchPart part = BenchPart::full;
};

/// The result of a case, on one thread.
struct BenchRow {
  const BenchCase* bench = nullptr;
  std::uint64_t nodes = 0, solutions = 0;
  std::optional<std::uint64_t> distinct{};
  std::optional<Best> best{};
  double cpu_seconds = 0;
  double pace = 0;  ///< work per second
  std::optional<double> instructions_per_node{};

  std::uint64_t answer() const { return distinct.value_or(solutions); }
  bool as_recorded() const;
};

/// How much faster an engine is than its yardstick.
struct BenchRatio {
  std::string puzzle, engine, yardstick;
  double ratio = 0, bar = 0;
};

using BenchEvent = std::variant<BenchRow, BenchRatio>;

/// Runs the chosen cases one by one; false if it was stopped. Throws InternalError naming the case if an answer is
/// wrong, and at the end, naming all of them, if nodes or scores are not those recorded. Throws UsageError if no case
/// is chosen.
bool run_bench(const BenchSelection& selection, const std::function<void(const BenchEvent&)>& tell,
               std::stop_token stop = {});

/// One line of JSON, without the newline: "event": "bench" or "ratio". Without the times two runs of one version give
/// equal lines.
enum class BenchTimes { left_out, included };
std::string bench_json(const BenchEvent& event, BenchTimes times);

}  // namespace tesselle
