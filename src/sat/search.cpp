#include "sat/search.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/bytes.hpp"
#include "base/files.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::sat {
namespace {

/// Each followed by a zero.
void save_clauses(const std::vector<Clause>& clauses, ByteWriter& out) {
  std::vector<Literal> row;
  for (const Clause& clause : clauses) {
    row.insert(row.end(), clause.begin(), clause.end());
    row.push_back(0);
  }
  out.array(std::span<const Literal>(row));
}

std::vector<Clause> restored_clauses(ByteReader& in, int variables) {
  std::vector<Clause> clauses;
  Clause clause;
  for (const Literal literal : in.array<Literal>()) {
    if (literal < -variables || literal > variables) in.refuse();
    if (literal != 0)
      clause.push_back(literal);
    else
      clauses.push_back(std::exchange(clause, {}));
  }
  if (!clause.empty()) in.refuse();
  return clauses;
}

}  // namespace

EngineInfo engine_info(Family family, std::unique_ptr<Engine> (*make)(const Puzzle&, const EngineConfig&)) {
  EngineInfo info;
  info.name = "sat";
  info.family = family;
  info.complete = true;
  info.reduces_symmetry = true;
  info.abilities = abilities_of<Search>();
  info.summary =
      "a formula for CaDiCaL: proofs that can be checked, and a very different second opinion; resumed, it keeps the "
      "boards it found and learns anew";
  info.options = {{.name = "proof",
                   .default_value = std::string(),
                   .help = "write a DRAT proof that there is no (further) solution to this file; needs --cnf"},
                  {.name = "cnf",
                   .default_value = std::string(),
                   .help = "write the formula to this file (DIMACS); when all is found, with the solutions excluded"}};
  info.factory = make;
  return info;
}

Search::Search(const Puzzle& puzzle, const EngineConfig& config, std::unique_ptr<const Model> model)
    : puzzle_(puzzle),
      group_(puzzle),
      reduced_(config.symmetry == SearchSymmetry::reduced),
      seed_(config.seed),
      cnf_(config.options.text("cnf")),
      model_(std::move(model)) {
  const std::string& proof = config.options.text("proof");
  if (!proof.empty() && cnf_.empty()) throw UsageError("--proof needs --cnf FILE: a proof is about a formula");
  std::error_code ignored;
  const auto file = [&](const std::filesystem::path& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(name), ignored);
  };
  if (!proof.empty() && file(proof) == file(cnf_)) throw UsageError("--proof and --cnf are the same file");
  if (!cnf_.empty()) write_cnf(model_->formula());
  if (!proof.empty()) proof_.emplace(proof);
  begin();
}

void Search::begin() {
  phase_ = Phase::searching;
  boards_ = 0;
  exclusions_.clear();
  use(nullptr);  // two solvers would write the same proof
  use(new_solver(model_->formula()));
}

std::unique_ptr<Solver> Search::new_solver(const Formula& formula) const {
  SolverSettings settings{.seed = seed_};
  if (proof_) settings.proof = proof_->partial();
  return std::make_unique<Solver>(formula, settings);
}

Advance Search::advance(Budget budget, SolutionSink& sink) {
  while (phase_ != Phase::ended && budget.nodes > 0) switch (solver_->solve(budget.nodes)) {
      case Solver::Result::paused:
        break;
      case Solver::Result::satisfiable:
        if (report(sink) == Flow::stop) return Advance::running;
        break;
      case Solver::Result::unsatisfiable:
        phase_ == Phase::searching ? all_found() : finish();
        break;
    }
  return phase_ == Phase::ended ? Advance::exhausted : Advance::running;
}

Flow Search::report(SolutionSink& sink) {
  if (phase_ == Phase::proving) throw InternalError("engine sat: a board was missed before the proof");
  give_up_first_proof();
  ++boards_;
  const Solution solution = model_->solution(solver_->assignment());
  if (!reduced_) {
    exclude(solution);
    return sink.found([&] { return solution; });
  }
  const std::vector<Solution> orbit = group_.orbit(solution);
  const std::size_t excluded = model_->one_per_orbit() ? 1 : orbit.size();
  for (std::size_t i = 0; i < excluded; ++i) exclude(orbit[i]);
  return sink.found([&] { return solution; }, orbit.size());
}

void Search::exclude(const Solution& solution) {
  exclusions_.push_back(model_->excluding(solution));
  solver_->add(exclusions_.back());
}

void Search::give_up_first_proof() {
  if (proof_) solver_->close_proof();
}

void Search::all_found() {
  if (!proof_ || exclusions_.empty()) return finish();
  begin_proof();
}

void Search::begin_proof() {
  use(new_solver(with_exclusions()));
  phase_ = Phase::proving;
}

void Search::use(std::unique_ptr<Solver> solver) {
  if (solver_) {
    steps_of_other_solvers_ += solver_->steps();
    learned_by_other_solvers_ += solver_->learned_clauses();
  }
  solver_ = std::move(solver);
}

void Search::finish() {
  phase_ = Phase::ended;
  if (!cnf_.empty() && !exclusions_.empty()) write_cnf(with_exclusions());
  if (!proof_) return;
  solver_->close_proof();
  proof_->finish();
}

Formula Search::with_exclusions() const {
  Formula formula = model_->formula();
  for (const Clause& clause : exclusions_) formula.add(clause);
  return formula;
}

void Search::write_cnf(const Formula& formula) const {
  std::vector<std::string> comments = {fmt::format("puzzle {}, made by tesselle, engine sat", puzzle_.name)};
  if (reduced_ && model_->one_per_orbit() && group_.order() > 1)
    comments.push_back("of boards that are the same up to symmetry, one is a solution: the others are left out");
  if (!exclusions_.empty())
    comments.push_back(fmt::format("the last {} clauses exclude solutions that were found", exclusions_.size()));
  for (std::string& line : model_->legend()) comments.push_back(std::move(line));
  write_file_atomically(cnf_, dimacs(formula, comments));
}

EngineProgress Search::progress() const {
  return {.nodes = steps_of_other_solvers_ + solver_->steps(), .depth = 0, .fraction = std::nullopt};
}

Statistics Search::statistics() const {
  const Formula& formula = model_->formula();
  return {{{"variables", "", Merge::max, static_cast<double>(formula.variables())},
           {"clauses", "", Merge::max, static_cast<double>(formula.clauses())},
           {"clauses learned", "", Merge::sum,
            static_cast<double>(learned_by_other_solvers_ + solver_->learned_clauses())}},
          {},
          remarks()};
}

std::string Search::save() const {
  ByteWriter out;
  out.number(static_cast<std::uint64_t>(phase_));
  out.number(boards_);
  out.number(learned_by_other_solvers_ + solver_->learned_clauses());
  save_clauses(exclusions_, out);
  return out.take();
}

void Search::restore(std::string_view state) {
  try {
    restore_from(state);
  } catch (...) {
    begin();
    throw;
  }
}

void Search::restore_from(std::string_view state) {
  begin();
  ByteReader in(state);
  const auto phase = static_cast<Phase>(in.number(static_cast<std::uint64_t>(Phase::ended)));
  boards_ = in.number();
  learned_by_other_solvers_ = in.number();
  exclusions_ = restored_clauses(in, model_->formula().variables());
  in.end();
  if (exclusions_.empty() != (boards_ == 0)) in.refuse();
  for (const Clause& clause : exclusions_) solver_->add(clause);
  if (boards_ > 0) give_up_first_proof();
  if (phase == Phase::ended && proof_is_there()) {
    phase_ = Phase::ended;
    if (!cnf_.empty() && boards_ > 0) write_cnf(with_exclusions());
  } else if (phase != Phase::searching && proof_ && boards_ > 0) {
    begin_proof();
  }
}

/// A search that has ended need not be proved again, unless the proof file is gone.
bool Search::proof_is_there() {
  if (!proof_) return true;
  if (!std::filesystem::exists(proof_->path())) return false;
  solver_->close_proof();
  proof_->keep_finished();
  return true;
}

std::vector<std::string> Search::remarks() const {
  if (!proof_) return {};
  if (proof_->complete())
    return {fmt::format("proof written to {}; check it with: tesselle verify --proof {} --cnf {}",
                        proof_->path().string(), proof_->path().string(), cnf_)};
  return {boards_ > 0 ? "no proof was written: there is a solution, and the search for others did not end"
                      : "no proof was written: the search did not end"};
}

}  // namespace tesselle::sat
