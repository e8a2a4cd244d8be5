#include "sat/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "tesselle/errors.hpp"

namespace tesselle::sat {
namespace {

constexpr std::size_t max_literals = 60'000'000;  // about a gigabyte once it is in the solver

void at_most_one_pairwise(Formula& formula, std::span<const Literal> literals) {
  for (std::size_t i = 0; i < literals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) formula.add({-literals[j], -literals[i]});
}

/// Variables for "at least j of the literals so far hold"; row[0] stands for what always holds and is not used.
class Counter {
 public:
  Counter(Formula& formula, std::size_t width) : formula_(formula), width_(width) {}

  void count(Literal literal) {
    std::vector<Literal> next(std::min(row_.size() + 1, width_ + 1), 0);
    for (std::size_t j = 1; j < next.size(); ++j) {
      next[j] = formula_.new_variable();
      define(next[j], j, literal);
    }
    row_ = std::move(next);
  }

  /// The variable for "at least j", 0 if there are fewer literals.
  Literal at_least(std::size_t j) const { return j < row_.size() ? row_[j] : 0; }

 private:
  /// reached = (j were reached before) or (j - 1 were, and the literal holds)
  void define(Literal reached, std::size_t j, Literal literal) {
    const Literal before = at_least(j);
    if (before != 0) formula_.add({-before, reached});
    Clause one_more = {-literal, reached}, only_by_literal = {-reached, literal}, only_after = {-reached};
    if (j > 1) one_more.push_back(-at_least(j - 1));
    if (j > 1) only_after.push_back(at_least(j - 1));
    if (before != 0) only_by_literal.push_back(before);
    if (before != 0) only_after.push_back(before);
    formula_.add(one_more);
    formula_.add(only_by_literal);
    if (j > 1) formula_.add(only_after);
  }

  Formula& formula_;
  std::size_t width_;
  std::vector<Literal> row_ = {0};
};

void count_between(Formula& formula, std::span<const Literal> literals, std::size_t least, std::size_t most) {
  const bool limited = most < literals.size();
  Counter counter(formula, limited ? most : least);
  for (const Literal literal : literals) {
    if (limited && counter.at_least(most) != 0) formula.add({-literal, -counter.at_least(most)});
    counter.count(literal);
  }
  if (least > 0) formula.add({counter.at_least(least)});
}

}  // namespace

void Formula::add(std::span<const Literal> clause) {
  if (row_.size() + clause.size() >= max_literals)
    throw UsageError(fmt::format("engine sat: the formula has more than {} million literals", max_literals / 1000000));
  row_.insert(row_.end(), clause.begin(), clause.end());
  row_.push_back(0);
  ++clauses_;
}

std::string dimacs(const Formula& formula, const std::vector<std::string>& comments) {
  fmt::memory_buffer text;
  for (const std::string& comment : comments) fmt::format_to(std::back_inserter(text), "c {}\n", comment);
  fmt::format_to(std::back_inserter(text), "p cnf {} {}\n", formula.variables(), formula.clauses());
  for (const Literal literal : formula.row())
    fmt::format_to(std::back_inserter(text), "{}{}", literal, literal == 0 ? '\n' : ' ');
  return fmt::to_string(text);
}

void at_most_one(Formula& formula, std::span<const Literal> literals) {
  std::vector<Literal> rest(literals.rbegin(), literals.rend());  // the first ones at the end
  while (rest.size() > 4) {
    const Literal none_of_these = formula.new_variable();
    at_most_one_pairwise(formula, std::array{rest.end()[-1], rest.end()[-2], rest.end()[-3], none_of_these});
    rest.resize(rest.size() - 3);
    rest.push_back(-none_of_these);
  }
  at_most_one_pairwise(formula, rest);
}

void between(Formula& formula, std::span<const Literal> literals, std::size_t least, std::size_t most) {
  if (least > literals.size() || least > most) return formula.add(std::initializer_list<Literal>{});
  if (most == 0) {
    for (const Literal literal : literals) formula.add({-literal});
  } else if (least <= 1 && (most == 1 || most >= literals.size())) {
    if (least == 1) formula.add(literals);
    if (most == 1) at_most_one(formula, literals);
  } else {
    count_between(formula, literals, least, most);
  }
}

}  // namespace tesselle::sat
