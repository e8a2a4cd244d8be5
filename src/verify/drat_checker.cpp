#include "verify/drat_checker.hpp"

#include <algorithm>
#include <utility>

namespace tesselle {
namespace {

/// A clause without repetitions, in an order of its own.
std::vector<int> normal(std::span<const int> clause) {
  std::vector<int> result(clause.begin(), clause.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::uint64_t content_hash(const std::vector<int>& sorted) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const int literal : sorted) hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x100000001b3;
  return hash;
}

}  // namespace

void DratChecker::make_room(std::span<const int> clause) {
  std::size_t needed = truth_.size();
  for (const int literal : clause) needed = std::max(needed, (code(literal) | 1) + 1);
  if (needed == truth_.size()) return;
  truth_.resize(needed, Truth::open);
  watches_.resize(needed);
  reason_.resize(needed, none);
}

DratChecker::Index DratChecker::store(std::span<const int> clause) {
  const std::vector<int> sorted = normal(clause);
  const auto index = static_cast<Index>(clauses_.size());
  by_content_.emplace(content_hash(sorted), index);
  clauses_.push_back({literals_.size(), static_cast<Index>(sorted.size()), false});
  literals_.insert(literals_.end(), sorted.begin(), sorted.end());
  return index;
}

void DratChecker::add(std::span<const int> clause) {
  make_room(clause);
  const Index index = store(clause);
  const std::span<int> literals = literals_of(index);
  const auto left = std::partition(literals.begin(), literals.end(), [&](int l) { return truth(l) != Truth::fails; });
  const auto open = left - literals.begin();
  if (std::any_of(literals.begin(), left, [&](int l) { return truth(l) == Truth::holds; })) return;  // for good
  if (open == 0) {
    contradiction_ = true;
  } else if (open == 1) {
    hold(literals[0], index);
    contradiction_ = contradiction_ || !propagate();
  } else {
    for (const int watched : literals.first(2)) watches_[code(watched)].push_back(index);
  }
}

DratChecker::Index DratChecker::find(std::span<const int> clause) {
  const std::vector<int> wanted = normal(clause);
  const auto [first, last] = by_content_.equal_range(content_hash(wanted));
  for (auto it = first; it != last; ++it)
    if (normal(literals_of(it->second)) == wanted) {
      const Index index = it->second;
      const std::span<int> literals = literals_of(index);
      const auto rests_on_it = [&](int l) { return truth(l) == Truth::holds && reason_[code(l)] == index; };
      if (std::none_of(literals.begin(), literals.end(), rests_on_it)) {
        by_content_.erase(it);
        return index;
      }
    }
  return none;
}

bool DratChecker::remove(std::span<const int> clause) {
  make_room(clause);
  const Index index = find(clause);
  if (index == none) return false;
  clauses_[index].removed = true;
  return true;
}

void DratChecker::hold(int literal, Index reason) {
  truth_[code(literal)] = Truth::holds;
  truth_[code(-literal)] = Truth::fails;
  reason_[code(literal)] = reason;
  trail_.push_back(literal);
}

bool DratChecker::propagate() {
  while (propagated_ < trail_.size()) {
    const int failed = -trail_[propagated_++];
    // Clauses that go on watching are moved to the front; visit() may add to other lists, never to this one.
    auto& watching = watches_[code(failed)];
    std::size_t kept = 0;
    bool fine = true;
    for (std::size_t i = 0; i < watching.size(); ++i) {
      const Index clause = watching[i];
      if (clauses_[clause].removed) continue;
      if (fine && !visit(clause, failed)) fine = false;
      const bool still = literals_of(clause)[0] == failed || literals_of(clause)[1] == failed;
      if (still) watching[kept++] = clause;
    }
    watching.resize(kept);
    if (!fine) return false;
  }
  return true;
}

bool DratChecker::visit(Index clause, int failed) {
  const std::span<int> literals = literals_of(clause);
  if (literals[0] == failed) std::swap(literals[0], literals[1]);
  if (truth(literals[0]) == Truth::holds) return true;
  for (std::size_t i = 2; i < literals.size(); ++i)
    if (truth(literals[i]) != Truth::fails) {
      std::swap(literals[1], literals[i]);
      watches_[code(literals[1])].push_back(clause);
      return true;
    }
  if (truth(literals[0]) == Truth::fails) return false;
  hold(literals[0], clause);
  return true;
}

bool DratChecker::refutes(std::span<const int> clause, int except) {
  for (const int literal : clause) {
    if (literal == except || truth(literal) == Truth::fails) continue;
    if (truth(literal) == Truth::holds) return true;
    hold(-literal, none);
  }
  return !propagate();
}

void DratChecker::take_back(std::size_t trail_size) {
  for (; trail_.size() > trail_size; trail_.pop_back()) {
    const int literal = trail_.back();
    truth_[code(literal)] = truth_[code(-literal)] = Truth::open;
    reason_[code(literal)] = none;
  }
  propagated_ = trail_size;
}

bool DratChecker::redundant(std::span<const int> clause) {
  make_room(clause);
  const std::size_t facts = trail_.size();
  const bool result = refutes(clause, 0) || (!clause.empty() && resolves_with_all(clause));
  take_back(facts);
  return result;
}

/// The opposites of the clause's literals hold, and what follows from them; each clause with the opposite of the first
/// literal must lead to a contradiction from there.
bool DratChecker::resolves_with_all(std::span<const int> clause) {
  const int opposite = -clause.front();
  const std::size_t assumed = trail_.size();
  for (Index other = 0; other < clauses_.size(); ++other) {
    if (clauses_[other].removed) continue;
    const std::vector<int> literals = normal(literals_of(other));
    if (!std::binary_search(literals.begin(), literals.end(), opposite)) continue;
    const bool refuted = refutes(literals, opposite);
    take_back(assumed);
    if (!refuted) return false;
  }
  return true;
}

}  // namespace tesselle
