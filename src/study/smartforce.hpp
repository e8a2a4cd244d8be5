#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/openings.hpp"
#include "study/measurement.hpp"
#include "study/study.hpp"
#include "tesselle/puzzle.hpp"

/// Is accumulating data better than speeding up plain search? What the study smartforce tries on what, and what came
/// out.
namespace tesselle::study::smartforce {

struct Trial {
  std::string name;
  int size = 0;  ///< of the board's side
  Puzzle puzzle;
  bool is_long = false;  ///< only for methods that can hope to finish
};

/// An engine with options; `corollas_radius` > 0: with a file of corollas built beforehand, whose cost counts;
/// `finals`: with a file of the endings of half the board; `openings`: with a file of ranked beginnings, solved one by
/// one.
struct Method {
  std::string name, engine;
  std::map<std::string, std::string> options{};
  int corollas_radius = 0;
  Symmetry symmetry = Symmetry::all;
  bool finals = false;
  bool for_long = false;  ///< on long trials, too
  bool openings = false;
};

/// CPU seconds of one thread. What was not reached within the limit is absent.
struct Outcome {
  bool refused = false;  ///< the engine is not for this puzzle
  double before_seconds = 0;
  std::uint64_t before_bytes = 0;
  std::uint64_t nodes = 0, solutions = 0;
  double limit = 0;  ///< CPU seconds it was given
  std::optional<double> first, all;
  std::optional<double> total() const { return all ? std::optional(before_seconds + *all) : std::nullopt; }
};

/// The plain searches first, then those with propagation or data; methods of engines that are not built in are left
/// out.
std::vector<Method> methods();
bool uses_data(const Method& method);

/// Stops when `limit` CPU seconds have been used.
Outcome outcome_of(const Trial& trial, const Method& method, double limit, const std::stop_token& stop);

struct Row {
  const Trial* trial = nullptr;
  const Method* method = nullptr;
  Outcome outcome;
};

/// Rows measured before, in a file of JSON lines, because some take long. A row that was not finished is measured again
/// if it may take longer now.
class KeptRows {
 public:
  /// Throws InputError if the file is there and is not one of ours.
  explicit KeptRows(std::optional<std::string> file);
  std::optional<Outcome> find(const Trial& trial, const Method& method, double limit) const;
  void add(const Trial& trial, const Method& method, const Outcome& outcome);

 private:
  std::optional<std::string> file_;
  std::map<std::pair<std::string, std::string>, Outcome> rows_;
};

/// About a thousand openings of scan, one corner fixed. Nullopt if stopped. Throws UsageError if the tree is too
/// small.
std::optional<OpeningSet> openings_of(const Trial& trial, const std::stop_token& stop);

/// Those openings: how many nodes come before the first solution, and which share of the solutions is found in a tenth
/// of the work, if they are searched in the order of the tree, the heaviest first, or the lightest, by either weight.
struct Ranking {
  const Trial* trial = nullptr;
  std::size_t openings = 0;
  double before_seconds = 0;
  std::uint64_t nodes = 0;
  struct Order {
    std::uint64_t to_first = 0;
    double after_a_tenth = 0;
  };
  Order plain, largest, smallest, widest, narrowest;  ///< by size; by domains
};
/// Nullopt if the tree is too small, or the limit or the user came first.
std::optional<Ranking> ranking_of(const Trial& trial, double limit, const std::stop_token& stop);

/// What follows from the figures, in sentences.
std::vector<std::string> conclude(const std::vector<Row>& rows, const std::vector<Ranking>& rankings);

}  // namespace tesselle::study::smartforce
