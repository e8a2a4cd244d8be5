#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "sat/formula.hpp"

namespace tesselle::sat {

/// Per variable, whether it holds; number 0 is not used.
using Assignment = std::vector<bool>;

struct SolverSettings {
  std::uint64_t seed = 0;
  std::optional<std::filesystem::path> proof{};  ///< where the steps are written while solving, as DRAT text
};

/// CaDiCaL, made to work in slices. The solver asks at every turn of its loop (a decision, a restart, a step of its
/// simplifications) whether it should give up. At that point it is suspended, on a stack of its own, and the next slice
/// resumes it there. So slices do not change what it does.
class Solver {
 public:
  enum class Result { paused, satisfiable, unsatisfiable };

  /// Throws InputError if the proof cannot be written.
  Solver(const Formula& formula, const SolverSettings& settings);
  ~Solver();

  /// Not while paused.
  void add(const Clause& clause);
  /// Begins, or goes on, for at most `steps` steps and takes those used from it. The start counts as a step.
  Result solve(std::uint64_t& steps);
  /// After Result::satisfiable, until the next add().
  Assignment assignment() const;
  /// Ends the proof: the file is complete. Not while paused.
  void close_proof();

  std::uint64_t steps() const;
  std::uint64_t learned_clauses() const;

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace tesselle::sat
