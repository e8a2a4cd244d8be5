#pragma once

#include <vector>

#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// The word that a half must have to fit another: it touches it everywhere and has all other pieces. A bottom half is
/// kept as the top half that it is when the board is turned by half a turn, so this turns back as well. Its own
/// inverse.
template <class Word>
class Counterparts {
 public:
  explicit Counterparts(const RingPuzzle& ring);

  Word of(Word word) const {
    const std::uint64_t asked = words_.asked(word);
    std::uint64_t turned = 0;
    for (const Group& group : groups_)
      turned |= std::uint64_t{group.turned[asked >> group.from & group.mask]} << group.to;
    return (words_.piece_mask() & ~word) | Word{turned} << words_.pieces;
  }

 private:
  /// Neighbouring columns whose colours are turned together, by a table.
  struct Group {
    unsigned from = 0, to = 0;  ///< where their fields are among those asked, and where they are turned to
    std::uint64_t mask = 0;
    std::vector<std::uint32_t> turned;
  };
  Group make_group(const RingPuzzle& ring, unsigned first, unsigned count) const;

  WordParts<Word> words_;
  std::vector<Group> groups_;
};

}  // namespace tesselle::edge::meet
