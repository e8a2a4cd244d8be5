#include "edge/meet/fillings.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr std::size_t north = 0, east = 1, south = 2, west = 3;

template <class Word>
class Filling {
 public:
  Filling(const RingPuzzle& ring, const EndsOfRows& ends, Word target)
      : ring_(ring), ends_(ends), words_(ring.words), target_(target) {}

  std::vector<std::vector<Placed>> all(Word start) {
    std::vector<unsigned> asked;
    for (unsigned c = 0; c < words_.columns; ++c) asked.push_back(words_.asked_at(start, c));
    lay(0, (target_ & ~start) & words_.piece_mask(), asked, 0);
    return std::move(found_);
  }

 private:
  void lay(std::size_t cell, Word free, std::vector<unsigned>& asked, unsigned from_west) {
    const std::size_t row = cell / words_.columns;
    const auto column = static_cast<unsigned>(cell % words_.columns);
    if (row == ends_.left.size()) {
      found_.push_back(placed_);
      return;
    }
    if (column == 0) from_west = ends_.left[row];
    const unsigned above = asked[column];
    for (const auto& piece : ring_.inner) {
      if (!(free >> piece.bit & 1) || !fits(piece, row, column, from_west, above)) continue;
      placed_.push_back(piece.placed);
      asked[column] = piece.asked[south];
      lay(cell + 1, free & ~(Word{1} << piece.bit), asked, piece.asked[east]);
      placed_.pop_back();
    }
    asked[column] = above;
  }

  bool fits(const RingPuzzle::InnerPiece& piece, std::size_t row, unsigned column, unsigned from_west,
            unsigned above) const {
    if (piece.shown[west] != from_west || piece.shown[north] != above) return false;
    if (column + 1 == words_.columns && piece.shown[east] != ends_.right[row]) return false;
    return row + 1 < ends_.left.size() || piece.asked[south] == words_.asked_at(target_, column);
  }

  const RingPuzzle& ring_;
  const EndsOfRows& ends_;
  const WordParts<Word> words_;
  const Word target_;
  std::vector<Placed> placed_;
  std::vector<std::vector<Placed>> found_;
};

}  // namespace

template <class Word>
std::vector<std::vector<Placed>> fillings(const RingPuzzle& ring, const EndsOfRows& ends, Word start, Word target) {
  return Filling<Word>(ring, ends, target).all(start);
}

template std::vector<std::vector<Placed>> fillings(const RingPuzzle&, const EndsOfRows&, Word64, Word64);
template std::vector<std::vector<Placed>> fillings(const RingPuzzle&, const EndsOfRows&, Word128, Word128);

}  // namespace tesselle::edge::meet
