#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/puzzle.hpp"
#include "study.hpp"

/// Is accumulating data better than speeding up plain search? What the study smartforce tries on what, and what came
/// out.
namespace tesselle::smartforce {

struct Trial {
  std::string name;
  int size = 0;  ///< of the board's side
  Puzzle puzzle;
};

/// An engine with options; `corollas_radius` > 0: with a file of corollas built beforehand, whose cost counts.
struct Method {
  std::string name, engine;
  std::vector<std::pair<std::string, std::string>> options{};
  int corollas_radius = 0;
  SearchSymmetry symmetry = SearchSymmetry::whole;
};

/// CPU seconds of one thread. What was not reached within the limit is absent.
struct Outcome {
  bool refused = false;  ///< the engine is not for this puzzle
  double before_seconds = 0;
  std::uint64_t before_bytes = 0;
  std::uint64_t nodes = 0, solutions = 0;
  std::optional<double> first, all;
  std::optional<double> total() const { return all ? std::optional(before_seconds + *all) : std::nullopt; }
};

/// The plain searches first, then what thinks or looks up; methods of engines that are not built in are left out.
std::vector<Method> methods();
bool uses_data(const Method& method);

/// Stops when `limit` CPU seconds have gone by.
Outcome measure(const Trial& trial, const Method& method, double limit, const std::function<bool()>& stopped);

struct Row {
  const Trial* trial = nullptr;
  const Method* method = nullptr;
  Outcome outcome;
};

/// What follows from the figures, in sentences.
std::vector<std::string> conclude(const std::vector<Row>& rows);

}  // namespace tesselle::smartforce
