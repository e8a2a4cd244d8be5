#include "edge/meet/ring_boards.hpp"

#include "edge/meet/fillings.hpp"

namespace tesselle::edge::meet {

/// What a half is made of.
template <class Word>
struct RingBoards<Word>::Half {
  std::uint8_t left_corner, right_corner;
  std::vector<std::uint8_t> border;  ///< top row, then right and left end of each row
  std::vector<Placed> inside;        ///< row by row
};

namespace {

EndsOfRows row_ends(const RingPuzzle& ring, const std::vector<std::uint8_t>& border) {
  EndsOfRows ends;
  for (std::size_t i = ring.columns(); i < border.size(); i += 2) {
    ends.right.push_back(static_cast<std::uint8_t>(ring.border[border[i]].side));
    ends.left.push_back(static_cast<std::uint8_t>(ring.border[border[i + 1]].side));
  }
  return ends;
}

template <class Word>
Word first_word(const RingPuzzle& ring, const std::vector<std::uint8_t>& border) {
  const WordParts<Word> words(ring.words);
  Word word = 0;
  for (unsigned c = 0; c < ring.columns(); ++c) word |= words.ask(ring.border[border[c]].side, c);
  return word;
}

}  // namespace

/// `last`: right and left end of one row more than the chain has.
template <class Word>
std::vector<typename RingBoards<Word>::Half> RingBoards<Word>::halves(const ChainLister& lister, const Chain& chain,
                                                                      std::initializer_list<std::uint8_t> last,
                                                                      Word word) const {
  std::vector<Half> result;
  for (std::vector<std::uint8_t> border : lister.orders(chain)) {
    border.insert(border.end(), last);
    for (auto& inside : fillings(ring_, row_ends(ring_, border), first_word<Word>(ring_, border), word))
      result.push_back({chain.left_corner, chain.right_corner, border, std::move(inside)});
  }
  return result;
}

template <class Word>
void RingBoards<Word>::append(const Meeting<Word>& meeting, std::vector<Solution>& boards) const {
  const auto tops = halves(stems_, meeting.stem, {meeting.right, meeting.left}, meeting.top);
  const auto bottoms = halves(bottoms_, meeting.bottom, {}, counterparts_.of(meeting.top));
  for (const Half& top : tops)
    for (const Half& bottom : bottoms) {
      EdgeBoard board;
      board.cells.resize(ring_.puzzle->cell_count());
      lay(board, top, false);
      lay(board, bottom, true);
      boards.push_back({std::move(board)});
    }
}

template <class Word>
void RingBoards<Word>::lay(EdgeBoard& board, const Half& half, bool bottom) const {
  const auto put = [&](int row, int column, PieceId piece, int rotation) {
    const Square square =
        bottom ? ring_.square(ring_.height - 1 - row, ring_.width - 1 - column) : ring_.square(row, column);
    board.cells[square.index()] = ring_.placed(piece, rotation + (bottom ? 2 : 0));
  };
  const int columns = static_cast<int>(ring_.columns()), last = ring_.width - 1;
  const auto &left = ring_.corners[half.left_corner], &right = ring_.corners[half.right_corner];
  put(0, 0, left.piece, left.rotation);
  put(0, last, right.piece, right.rotation + 1);
  for (int i = 0; i < static_cast<int>(half.border.size()); ++i) {
    const RingPuzzle::RingPiece& border = ring_.border[half.border[static_cast<std::size_t>(i)]];
    const int row = (i - columns) / 2 + 1;
    if (i < columns)
      put(0, i + 1, border.piece, border.rotation);
    else if ((i - columns) % 2 == 0)
      put(row, last, border.piece, border.rotation + 1);
    else
      put(row, 0, border.piece, border.rotation + 3);
  }
  for (int i = 0; i < static_cast<int>(half.inside.size()); ++i) {
    const Placed& inner = half.inside[static_cast<std::size_t>(i)];
    put(1 + i / columns, 1 + i % columns, inner.piece, inner.rotation);
  }
}

template class RingBoards<Word64>;
template class RingBoards<Word128>;

}  // namespace tesselle::edge::meet
