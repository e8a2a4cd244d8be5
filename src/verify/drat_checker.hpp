#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesselle {

/// A growing and shrinking set of clauses with what follows from it by unit propagation.
///
/// Each clause watches two literals that are not false for good; when one becomes false, the clause finds another, or
/// forces its last one, or is contradicted. Facts (true for good) are the bottom of the trail; temporary assumptions
/// are above them and are taken back.
class DratChecker {
 public:
  void add(std::span<const int> clause);
  /// False if there is no such clause, or if a fact rests on it.
  bool remove(std::span<const int> clause);
  /// Do the clauses imply it by unit propagation, or is it redundant by resolution on its first literal?
  bool redundant(std::span<const int> clause);
  /// Do the facts contradict the clauses?
  bool contradiction() const { return contradiction_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};
  enum class Truth : std::int8_t { open, holds, fails };
  struct Stored {
    std::size_t first = 0;  ///< in `literals_`; the watched ones are the first two
    Index size = 0;
    bool removed = false;
  };

  static std::size_t code(int literal) {
    return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0);
  }
  std::span<int> literals_of(Index clause) {
    return {literals_.data() + clauses_[clause].first, clauses_[clause].size};
  }
  Truth truth(int literal) const { return truth_[code(literal)]; }
  void make_room(std::span<const int> clause);
  Index store(std::span<const int> clause);
  Index find(std::span<const int> clause);
  void hold(int literal, Index reason);
  /// False if a clause is contradicted.
  bool propagate();
  bool visit(Index clause, int failed);
  /// Holds the opposite of each literal but `except`; true if that is contradictory at once or after propagation.
  bool refutes(std::span<const int> clause, int except);
  bool resolves_with_all(std::span<const int> clause);
  void take_back(std::size_t trail_size);

  std::vector<int> literals_;
  std::vector<Stored> clauses_;
  std::vector<Truth> truth_;                 ///< per literal
  std::vector<std::vector<Index>> watches_;  ///< per literal: the clauses that watch it
  std::vector<Index> reason_;                ///< per literal that holds
  std::vector<int> trail_;
  std::size_t propagated_ = 0;  ///< of the trail
  std::unordered_multimap<std::uint64_t, Index> by_content_;
  bool contradiction_ = false;
};

}  // namespace tesselle
