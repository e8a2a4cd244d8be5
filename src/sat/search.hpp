#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "puzzle/symmetry.hpp"
#include "sat/formula.hpp"
#include "sat/proof_file.hpp"
#include "sat/solver.hpp"

namespace tesselle::sat {

/// A puzzle as a formula: its assignments are the boards, some of them perhaps several times.
class Model {
 public:
  virtual ~Model() = default;
  virtual const Formula& formula() const = 0;
  virtual Solution solution(const Assignment& assignment) const = 0;
  /// What every other board satisfies, and this one does not.
  virtual Clause excluding(const Solution& solution) const = 0;
  /// Does the formula itself leave out all but one board of each orbit? If not, every symmetric copy of a board found
  /// must be excluded with it when symmetric boards are not wanted.
  virtual bool one_per_orbit() const = 0;
  /// What the variables mean, one line each, for readers of the formula.
  virtual std::vector<std::string> legend() const = 0;
};

/// What the engines of both families have in common: everything but how they are made.
EngineInfo engine_info(Family family, std::unique_ptr<Engine> (*make)(const Puzzle&, const EngineConfig&));

/// Solves, reports the board, excludes it, and repeats this until the formula has no solution. A node is one step of
/// the solver (sat/solver.hpp).
///
/// A proof says that a formula has no solution, so it is there only when the search ends exhausted. If boards were
/// found, a second solver refutes the formula with all of them excluded from scratch: what the first one did before it
/// knew all exclusions need not be a proof of anything.
///
/// The boards found are saved, but not what the solver has learned: it has no interface for that. A restored
/// search begins a new solver with all boards excluded that were found before, so that it reports each of the others
/// once, perhaps in another order and after another number of nodes. A proof starts again. So an interrupted run loses
/// the time since its last board.
class Search final : public Engine, public Saves {
 public:
  Search(const Puzzle& puzzle, const EngineConfig& config, std::unique_ptr<const Model> model);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;
  std::string save() const override;
  /// If the state is refused, the search is back at its beginning.
  void restore(std::string_view state) override;

 private:
  enum class Phase { searching, proving, ended };

  std::vector<std::string> remarks() const;
  std::unique_ptr<Solver> new_solver(const Formula& formula) const;
  Flow report(SolutionSink& sink);
  void exclude(const Solution& solution);
  void give_up_first_proof();
  void all_found();
  void finish();
  Formula with_exclusions() const;
  void write_cnf(const Formula& formula) const;
  void begin();
  void begin_proof();
  void use(std::unique_ptr<Solver> solver);
  void restore_from(std::string_view state);
  bool proof_is_there();

  Puzzle puzzle_;
  SymmetryGroup group_;
  bool reduced_;
  std::uint64_t seed_;
  std::string cnf_;  ///< a path; empty if not wanted
  std::unique_ptr<const Model> model_;
  std::optional<ProofFile> proof_;
  std::unique_ptr<Solver> solver_;
  std::vector<Clause> exclusions_;
  std::uint64_t boards_ = 0, steps_of_other_solvers_ = 0, learned_by_other_solvers_ = 0;
  Phase phase_ = Phase::searching;
};

}  // namespace tesselle::sat
