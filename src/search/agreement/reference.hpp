#pragma once

#include <optional>

#include "engine/engine.hpp"
#include "puzzle/symmetry.hpp"
#include "verify/brute_force.hpp"

namespace tesselle {

/// What is known to be right about a puzzle.
struct Reference {
  SymmetryGroup group;
  Boards boards;  ///< every solution, or the planted one
  std::size_t distinct = 0;
  bool brute_force = true;  ///< false: the puzzle was too large for it, and this is what the yardstick engine found
};

/// Brute force where it is quick, else the family's yardstick (backtrack, dlx); nullopt if the puzzle is too large for
/// both, or has too many solutions.
std::optional<Reference> reference_of(const Puzzle& puzzle);

/// Of a puzzle that is too large for that, but was cut from this solution: it is the only board that is known.
Reference reference_of_planted(const Puzzle& puzzle, const Solution& planted);

/// An engine's answer as keys.
class KeyCollector final : public SolutionSink {
 public:
  explicit KeyCollector(const Puzzle& puzzle, const SymmetryGroup& group) : puzzle_(puzzle), group_(group) {}

  void counted(std::uint64_t more, std::uint64_t) override { counted_boards += more; }
  void improved(const Solution& board) override;

  std::vector<SolutionKey> keys;           ///< of the boards offered, in their order
  std::vector<Solution> boards;            ///< the same boards
  std::vector<std::uint64_t> orbit_sizes;  ///< as the engine gave them
  std::uint64_t counted_boards = 0;
  std::string refused;     ///< what the verifier said of the first board that it refused
  int best_score = -1;     ///< of the boards offered as better ones
  bool stop_next = false;  ///< say stop at the next board

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override;

 private:
  const Puzzle& puzzle_;
  const SymmetryGroup& group_;
};

}  // namespace tesselle
