#include "verify/drat.hpp"

#include <vector>

#include "verify/drat_checker.hpp"
#include "verify/drat_text.hpp"

namespace tesselle {
namespace {

constexpr long max_variables = 10'000'000;
constexpr long max_new_variables = 100'000;  // that a proof may add to those of the formula

struct FormulaSize {
  long variables = 0, clauses = 0;
};

FormulaSize read_formula(std::string_view text, const std::string& name, DratChecker& checker) {
  LiteralReader reader(text, name);
  if (!reader.skip_word("p") || !reader.skip_word("cnf")) reader.refuse("'p cnf', the begin of a DIMACS formula");
  FormulaSize size;
  size.variables = reader.read_number(0, max_variables);
  size.clauses = reader.read_number(0, 1'000'000'000);
  std::vector<int> clause;
  long found = 0;
  for (; reader.more(); ++found) {
    reader.read_clause(clause, size.variables);
    checker.add(clause);
  }
  if (found != size.clauses) reader.refuse(std::to_string(size.clauses) + " clauses, not " + std::to_string(found));
  return size;
}

}  // namespace

ProofVerdict check_drat(std::string_view formula, const std::string& formula_name, std::string_view proof,
                        const std::string& proof_name) {
  ProofVerdict verdict;
  DratChecker checker;
  const FormulaSize size = read_formula(formula, formula_name, checker);
  verdict.clauses = static_cast<std::size_t>(size.clauses);
  LiteralReader reader(proof, proof_name);
  std::vector<int> clause;
  while (!checker.contradiction() && reader.more()) {
    const int line = reader.line();
    const bool deletion = reader.skip_word("d");
    reader.read_clause(clause, size.variables + max_new_variables);
    if (deletion) {
      verdict.deletions += checker.remove(clause);
      continue;
    }
    if (!checker.redundant(clause)) {
      verdict.reason = proof_name + ":" + std::to_string(line) + ": the clause does not follow from those before";
      return verdict;
    }
    ++verdict.lemmas;
    checker.add(clause);
  }
  verdict.accepted = checker.contradiction();
  if (!verdict.accepted) verdict.reason = proof_name + ": the proof ends without a contradiction";
  return verdict;
}

}  // namespace tesselle
