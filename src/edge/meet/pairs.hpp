#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edge/meet/words.hpp"

namespace tesselle::edge::meet {

/// A word of one list and a word of another, by their places.
struct Pair {
  std::uint32_t top = 0, bottom = 0;
};

/// Neighbours in a list of words that have pieces in common: whatever holds one of these pieces meets none of them.
struct Group {
  Word common = 0;
  std::uint32_t begin = 0, end = 0;
};
/// Cuts a list into groups that have at least `at_least` pieces in common (fillings of the same first rows lie side by
/// side, so most have).
void make_groups(std::span<const Word> list, Word pieces, int at_least, std::vector<Group>& groups);

/// What is asked of every pair of two lists; the places of the pairs that pass are appended. The kernels are chosen
/// once, for the machine.
struct PairKernels {
  /// No piece in common. `groups` are those of `tops`; `room` is scratch.
  void (*disjoint)(std::span<const Word> tops, std::span<const Group> groups, std::span<const Word> bottoms,
                   Word pieces, std::vector<Word>& room, std::vector<Pair>& pairs);
  /// The same word.
  void (*equal)(std::span<const Word> tops, std::span<const Word> bottoms, std::vector<Pair>& pairs);
};
PairKernels pair_kernels();
/// For machines without wide registers, and for tests.
PairKernels plain_pair_kernels();

}  // namespace tesselle::edge::meet
