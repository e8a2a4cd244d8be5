#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "edge/meet/row_filler.hpp"

namespace tesselle::edge::meet {

/// Ring pieces around the first rows of a board: up its left side, along the top, down its right side.
struct Chain {
  static constexpr std::uint8_t none = 0xff;
  RingSet set = 0;
  Colour start;                                      ///< what its first piece shows to the one before it
  Colour asks;                                       ///< what its last piece asks of the next
  std::uint8_t last_right = none, last_left = none;  ///< border pieces beside the last row
};

/// Which chains: the corners left and right of the top row, pieces that must or must not be in them.
struct Portion {
  std::uint8_t left_corner = 0, right_corner = 0;
  RingSet must = 0, must_not = 0;
};

/// Beginnings of the top row: small enough to be one step of work each.
std::vector<std::vector<std::uint8_t>> chain_beginnings(const RingPuzzle& ring);

/// Lays chains around a number of inner rows, depth first: the top row, then both ends of each row and at once every
/// filling of the row between them. Chains that differ only in pieces beside the last row which ask the same of it have
/// the same fillings and come together.
class ChainWalk {
 public:
  ChainWalk(const RingPuzzle& ring, RowFiller& closed_rows, unsigned rows)
      : ring_(ring),
        filler_(closed_rows),
        rows_(rows),
        fillings_(rows + 1),
        colours_(ring.mate.size()),
        ends_(colours_ * colours_) {}

  /// Calls visit(chains, fillings) for the chains of a portion that begin like that; chains have at least one filling.
  template <class Visit>
  void walk(const Portion& portion, const std::vector<std::uint8_t>& beginning, Visit&& visit) {
    portion_ = portion;
    laid_.clear();
    set_ = ring_.corner_bit(portion.left_corner) | ring_.corner_bit(portion.right_corner);
    Colour asked = ring_.corners[portion.left_corner].asks;
    for (const std::uint8_t piece : beginning) {
      if (!may_use(piece) || ring_.border[piece].from != asked) return;
      put(piece);
      asked = ring_.border[piece].asks;
    }
    continue_top(asked, visit);
  }

  /// While visiting: border pieces in the order in which they were laid (the top row, then right and left end of each
  /// row but the last).
  const std::vector<std::uint8_t>& laid() const { return laid_; }
  std::uint64_t nodes() const { return nodes_; }

  /// The word before any row: what the top row asks.
  static Word first_word(const RingPuzzle& ring, std::span<const std::uint8_t> top_row) {
    Word word = 0;
    for (unsigned c = 0; c < ring.columns(); ++c) word |= ring.words.ask(ring.border[top_row[c]].side, c);
    return word;
  }

 private:
  template <class Visit>
  void continue_top(Colour asked, Visit& visit) {
    if (laid_.size() == ring_.columns()) {
      const auto& corner = ring_.corners[portion_.right_corner];
      if (corner.from == asked) begin_rows(corner.asks, visit);
      return;
    }
    for (std::uint8_t piece = 0; piece < ring_.border.size(); ++piece) {
      if (!may_use(piece) || ring_.border[piece].from != asked) continue;
      put(piece);
      continue_top(ring_.border[piece].asks, visit);
      take_back();
    }
  }

  template <class Visit>
  void begin_rows(Colour asked, Visit& visit) {
    fillings_[0].clear();
    fillings_[0].push_back(first_word(ring_, laid_));
    const Colour start = ring_.corners[portion_.left_corner].from;
    if (rows_ > 0) {
      lay_row(1, start, asked, visit);
    } else if ((set_ & portion_.must) == portion_.must) {
      const std::vector<Chain> chain = {{set_, start, asked}};
      visit(chain, fillings_[0]);
    }
  }

  /// `start` is what the chain shows at its left end, `asked` what it asks at its right end.
  template <class Visit>
  void lay_row(unsigned row, Colour start, Colour asked, Visit& visit) {
    const bool is_last = row == rows_;
    for (std::uint8_t right = 0; right < ring_.border.size(); ++right) {
      if (!may_use(right) || ring_.border[right].from != asked) continue;
      put(right);
      for (std::uint8_t left = 0; left < ring_.border.size(); ++left) {
        if (!may_use(left) || ring_.border[left].asks != start) continue;
        put(left);
        if (is_last)
          note_end(left, right);
        else if (fill_row(row, ring_.border[left].side, ring_.border[right].side))
          lay_row(row + 1, ring_.border[left].from, ring_.border[right].asks, visit);
        take_back();
      }
      take_back();
    }
    if (is_last) visit_ends(visit);
  }

  void note_end(std::uint8_t left, std::uint8_t right) {
    if ((set_ & portion_.must) != portion_.must) return;
    const auto &l = ring_.border[left], &r = ring_.border[right];
    ends_[l.side * colours_ + r.side].push_back({set_, l.from, r.asks, right, left});
  }

  template <class Visit>
  void visit_ends(Visit& visit) {
    for (unsigned left = 0; left < colours_; ++left)
      for (unsigned right = 0; right < colours_; ++right) {
        auto& chains = ends_[left * colours_ + right];
        if (!chains.empty() && fill_row(rows_, left, right))
          visit(std::as_const(chains), std::as_const(fillings_[rows_]));
        chains.clear();
      }
  }

  bool fill_row(unsigned row, unsigned left, unsigned right) {
    WordBuffer& words = fillings_[row];
    words.clear();
    filler_.fill(left, right, fillings_[row - 1], words);
    nodes_ += words.size();
    return !words.empty();
  }

  bool may_use(std::uint8_t piece) const { return !((set_ | portion_.must_not) >> piece & 1); }
  void put(std::uint8_t piece) {
    ++nodes_;
    set_ |= RingSet{1} << piece;
    laid_.push_back(piece);
  }
  void take_back() {
    set_ &= ~(RingSet{1} << laid_.back());
    laid_.pop_back();
  }

  const RingPuzzle& ring_;
  RowFiller& filler_;
  const unsigned rows_;
  std::vector<WordBuffer> fillings_;  ///< per row: all fillings so far
  const std::size_t colours_;
  std::vector<std::vector<Chain>> ends_;  ///< per pair of colours asked of the ends of the last row
  Portion portion_;
  std::vector<std::uint8_t> laid_;
  RingSet set_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace tesselle::edge::meet
