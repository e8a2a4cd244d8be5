#include "sat/solver.hpp"

#include <cadical.hpp>
#include <cstdio>
#include <memory>
#include <new>
#include <string>

#include "base/fiber.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::sat {

class Solver::Session final : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  Session(const Formula& formula, const SolverSettings& settings)
      : variables_(formula.variables()), fiber_([this] { work(); }) {
    configure(settings);
    with_solver([&] {
      solver_->reserve(variables_);
      for (const Literal literal : formula.row()) solver_->add(literal);
    });
  }

  ~Session() override {
    if (steps_ == 0) return;  // never begun
    abandoned_ = true;
    while (!fiber_.ended()) fiber_.resume();
  }

  void add(const Clause& clause) {
    with_solver([&] {
      for (const Literal literal : clause) solver_->add(literal);
      solver_->add(0);
    });
  }

  Result solve(std::uint64_t& steps) {
    if (steps == 0) return Result::paused;
    steps_left_ = steps;
    result_ = Result::paused;
    fiber_.resume();
    steps = steps_left_;
    return result_;
  }

  Assignment assignment() {
    Assignment values(static_cast<std::size_t>(variables_) + 1);
    for (int v = 1; v <= variables_; ++v) values[static_cast<std::size_t>(v)] = solver_->val(v) > 0;
    return values;
  }

  /// The solver does not look whether its file takes what it writes.
  void close_proof() {
    if (!proof_) return;
    solver_->close_proof_trace();
    const bool written = std::fflush(proof_.get()) == 0 && std::ferror(proof_.get()) == 0;
    proof_.reset();
    if (!written) throw InputError({proof_name_}, "cannot be written: the disk is full, or fails");
  }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t learned_clauses() const { return learned_; }

 private:
  void configure(const SolverSettings& settings) {
    solver_->set("quiet", 1);
    solver_->set("terminateint", 0);  // ask at every turn
    solver_->set("binary", 0);
    solver_->set("seed", static_cast<int>(settings.seed % 1'000'000'000));
    if (settings.proof) trace(settings.proof->string());
    solver_->connect_terminator(this);
    solver_->connect_learner(this);
  }

  void trace(const std::string& file) {
    proof_name_ = file;
    proof_.reset(std::fopen(file.c_str(), "we"));
    if (!proof_ || !solver_->trace_proof(proof_.get(), file.c_str())) throw InputError({file}, "cannot be written");
  }

  /// CaDiCaL's destructor frees what is not its own after an allocation in it has failed: then it is never destroyed.
  template <class Call>
  void with_solver(const Call& call) {
    try {
      call();
    } catch (const std::bad_alloc&) {
      [[maybe_unused]] const auto* lost = solver_.release();
      throw;
    }
  }

  /// Inside the fiber: one answer after the other.
  void work() {
    while (!abandoned_) {
      take_step();
      int answer = 0;
      if (!abandoned_) with_solver([&] { answer = solver_->solve(); });
      if (answer != 0) result_ = answer == 10 ? Result::satisfiable : Result::unsatisfiable;
      if (!abandoned_) fiber_.suspend();
    }
  }

  void take_step() {
    if (steps_left_ == 0) fiber_.suspend();
    if (abandoned_) return;
    --steps_left_;
    ++steps_;
  }

  bool terminate() override {
    take_step();
    return abandoned_;
  }
  bool learning(int) override {
    ++learned_;
    return false;
  }
  void learn(int) override {}

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  int variables_;
  std::unique_ptr<std::FILE, CloseFile> proof_;  // closed after the solver, which writes to it
  std::string proof_name_;
  std::unique_ptr<CaDiCaL::Solver> solver_ = std::make_unique<CaDiCaL::Solver>();
  Fiber fiber_;
  std::uint64_t steps_left_ = 0, steps_ = 0, learned_ = 0;
  Result result_ = Result::paused;
  bool abandoned_ = false;
};

Solver::Solver(const Formula& formula, const SolverSettings& settings)
    : session_(std::make_unique<Session>(formula, settings)) {}

Solver::~Solver() = default;

void Solver::add(const Clause& clause) { session_->add(clause); }
Solver::Result Solver::solve(std::uint64_t& steps) { return session_->solve(steps); }
Assignment Solver::assignment() const { return session_->assignment(); }
void Solver::close_proof() { session_->close_proof(); }
std::uint64_t Solver::steps() const { return session_->steps(); }
std::uint64_t Solver::learned_clauses() const { return session_->learned_clauses(); }

}  // namespace tesselle::sat
