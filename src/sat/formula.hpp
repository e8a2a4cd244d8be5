#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace tesselle::sat {

/// A variable (1, 2, …) or, negative, its opposite: as in DIMACS files.
using Literal = int;
using Clause = std::vector<Literal>;

/// Clauses that must all hold. Kept as one row of numbers, as solvers and files want them.
class Formula {
 public:
  Literal new_variable() { return ++variables_; }
  /// Throws UsageError when the formula becomes too large.
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  int variables() const { return variables_; }
  std::size_t clauses() const { return clauses_; }
  /// Every clause followed by a zero.
  const std::vector<Literal>& row() const { return row_; }

 private:
  int variables_ = 0;
  std::size_t clauses_ = 0;
  std::vector<Literal> row_;
};

/// The text of a DIMACS file; the comments come first, one line each.
std::string dimacs(const Formula& formula, const std::vector<std::string>& comments);

/// At most one of the literals holds.
/// Four at a time: of the first three and a new variable at most one, and the variable's opposite takes the place of
/// the three among the others. About 3n clauses; what follows from one literal follows by unit propagation.
void at_most_one(Formula& formula, std::span<const Literal> literals);

/// At least `least` and at most `most` of the literals hold.
/// Beyond "at least one" and "at most one" by a counter: a variable for "j of the first i hold", fixed by the literals.
void between(Formula& formula, std::span<const Literal> literals, std::size_t least, std::size_t most);

}  // namespace tesselle::sat
