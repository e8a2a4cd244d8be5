#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "run/gate.hpp"
#include "run/run.hpp"

namespace tesselle {

/// A beginning: a place at a fixed depth of an engine's search tree, all of whose subtree is still to be walked.
struct Opening {
  TreePosition position;
  std::uint64_t weight = 0;
};

/// What openings are ranked by. size: boards two placements further down, which tells subtrees that are large; domains:
/// what is left to choose on the cells around (S1), for edge-matching and engines that show their board.
enum class OpeningRank : std::uint8_t { size, domains };

/// All beginnings of a puzzle to one depth, heaviest first, and what was found above them.
struct OpeningSet {
  Puzzle puzzle;
  std::string engine, options;  ///< options: "name=value …", what differs from the defaults
  bool reduced = false;
  std::uint64_t seed = 1;
  OpeningRank rank = OpeningRank::size;
  std::uint32_t depth = 0;
  std::uint64_t top_nodes = 0;  ///< of depth `depth` and above
  std::uint64_t top_solutions = 0, top_distinct = 0, top_verified = 0;
  std::vector<Opening> openings;
};

struct OpeningsWanted {
  std::uint32_t depth = 0;  ///< 0: the first at which there are at least `count`
  std::size_t count = 10'000;
  OpeningRank rank = OpeningRank::size;
  std::size_t most = 10'000'000;  ///< more are refused
};

inline const std::atomic<bool> never_stopped = false;

/// Walks the top of the tree of the request's engine, which must walk one. Throws UsageError if it does not, if the
/// tree is over before there are as many as wanted, or if there are too many. Nothing if it was stopped.
std::optional<OpeningSet> build_openings(const RunRequest& request, const OpeningsWanted& wanted,
                                         const std::atomic<bool>& stop = never_stopped);

/// Ranks them anew.
void rank_openings(OpeningSet& set, OpeningRank rank);

/// The pieces of an opening, if the engine shows its board.
std::vector<std::optional<Solution>> opening_boards(const OpeningSet& set, std::size_t most);

/// One file, written in one step. Reading throws InputError if it is damaged, or made for an engine that is not what it
/// was (the top of the tree is walked again and compared).
void write_openings(const std::string& path, const OpeningSet& set);
OpeningSet read_openings(const std::string& path);
void check_tree(const std::string& path, const OpeningSet& set);

struct OpeningResult {
  std::size_t opening = 0;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  std::vector<SolutionRecord> boards{};  ///< every one, if wanted
};

enum class OpeningBoards { counted, kept };

/// The boards that are complete above the openings.
std::vector<SolutionRecord> top_boards(const OpeningSet& set);

/// Walks those that are not done, in order, several at a time. `finished` is told each result, one at a time; what is
/// not finished when `stop` is set is as if it had never begun. True if all are done.
bool solve_openings(const OpeningSet& set, const std::vector<bool>& done, unsigned threads,
                    const std::atomic<bool>& stop, const std::function<void(const OpeningResult&)>& finished,
                    OpeningBoards boards = OpeningBoards::counted);

}  // namespace tesselle
