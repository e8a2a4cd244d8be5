#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/unit_ledger.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// A beginning: a place at a fixed depth of an engine's search tree, all of whose subtree is still to be walked.
struct Opening {
  TreePosition position;
  std::uint64_t weight = 0;
};

/// What openings are ranked by. size: boards two placements further down, which shows large subtrees; domains:
/// what is left to choose on the cells around, as Chen (2016) weighs openings, for edge-matching and engines that show
/// their board.
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
  std::size_t max = 10'000'000;  ///< more are refused
};

/// Walks the top of the tree of the request's engine, which must walk one; by default scan or cover. Throws UsageError
/// if it does not, if the tree is over before there are as many as wanted, or if there are too many. nullopt if
/// stopped.
std::optional<OpeningSet> build_openings(SearchRequest request, const OpeningsWanted& wanted,
                                         const std::stop_token& stop = {});

/// Ranks them again.
void rank_openings(OpeningSet& set, OpeningRank rank);

/// The pieces of an opening, if the engine shows its board.
std::vector<std::optional<Solution>> opening_boards(const OpeningSet& set, std::size_t count);

/// "A1 17/2": which piece is where, and how many quarter turns it was given; nothing for packing.
std::vector<std::string> opening_placements(const OpeningSet& set, const std::optional<Solution>& board);

/// As events: docs/events.md.
std::string openings_json(const OpeningSet& set);
std::string opening_json(std::size_t number, const Opening& opening, const std::vector<std::string>& placements);

/// One file, written in one step. Reading throws InputError if it is damaged, or made for an engine that is not what it
/// was (the top of the tree is walked again and compared).
void write_openings(const std::string& path, const OpeningSet& set);
OpeningSet read_openings(const std::string& path);
void check_tree(const std::string& path, const OpeningSet& set);

enum class OpeningBoards { counted, kept };

/// The boards that are complete above the openings.
std::vector<SolutionRecord> top_boards(const OpeningSet& set);

/// The openings as units of work.
std::vector<WorkUnit> units_of(const OpeningSet& set);

/// The SQLite ledger of an openings file: FILE.done unless another name is given.
std::unique_ptr<UnitLedger> open_ledger(const std::string& openings_file, const OpeningSet& set,
                                        const std::string& file, bool with_boards);

struct OpeningsRun {
  unsigned threads = 0;  ///< 0: as many as this process may use
  Limits limits{};
  std::optional<std::filesystem::path> out{};  ///< every board, in this run and before
};

/// Solves the remaining openings, heaviest first. The events are those of one search; what is not finished when it is
/// stopped is as if it had never begun.
Finished solve_openings(const OpeningSet& set, UnitLedger& ledger, const OpeningsRun& how, const Subscriber& subscriber,
                        std::stop_token stop = {});

}  // namespace tesselle
