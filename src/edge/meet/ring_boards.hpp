#pragma once

#include "edge/meet/chains.hpp"
#include "edge/meet/counterparts.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge::meet {

/// Two halves that fit: a stem, the border pieces beside the last row of its top half, a bottom chain, and the word of
/// the top half, whose counterpart is the bottom half's.
template <class Word>
struct Meeting {
  Word top = 0;
  Chain stem, bottom;
  std::uint8_t left = 0, right = 0;

  friend auto operator<=>(const Meeting&, const Meeting&) = default;
};

/// Words and chains do not hold placements: this brings them back, slowly, for the few that belong to solutions.
template <class Word>
class RingBoards {
 public:
  RingBoards(const RingPuzzle& ring, const ChainLister& stems, const ChainLister& bottoms)
      : ring_(ring), stems_(stems), bottoms_(bottoms), counterparts_(ring) {}

  /// Every board with these halves.
  void append(const Meeting<Word>& meeting, std::vector<Solution>& boards) const;

 private:
  struct Half;
  std::vector<Half> halves(const ChainLister& lister, const Chain& chain, std::initializer_list<std::uint8_t> last,
                           Word word) const;
  void lay(EdgeBoard& board, const Half& half, bool bottom) const;

  const RingPuzzle& ring_;
  const ChainLister &stems_, &bottoms_;
  Counterparts<Word> counterparts_;
};

}  // namespace tesselle::edge::meet
