#pragma once

#include <optional>
#include <vector>

#include "edge/meet/bottoms.hpp"
#include "edge/meet/fillings.hpp"
#include "edge/meet/method.hpp"

namespace tesselle::edge::meet {

/// Framed puzzles with different pieces. Bottom halves are stored under the set of their ring pieces; top halves are
/// made one after the other and ask for the bottom half that has all other pieces and touches them everywhere.
///
/// A top half has as many inner rows as a bottom half or one more. Its last row is never stored and rarely even looked
/// at: all ends that the row may have are known first, with the bottom halves that they leave, so a filling of the row
/// only asks the filters of those.
///
/// One corner piece stays in the top left corner (of a board that is not square: in the top row), so that of each orbit
/// of rotations one board is found. If the bottom halves do not fit into memory the work is done in portions: some
/// border pieces are told to be in the top half or not.
class RingMethod final : public Method {
 public:
  RingMethod(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory,
             bool wide = RowFiller::has_wide_registers());

  bool step() override;
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t found() const override { return found_.size(); }
  Solution board(std::size_t index) const override { return found_[index]; }
  bool one_of_each_orbit() const override { return true; }
  Statistics statistics() const override;

 private:
  enum class Phase { list_bottoms, fill_bottoms, list_stems, meet };
  /// Part of the work: border pieces that are in the top half, or are not.
  struct Part {
    RingSet in_top = 0, not_in_top = 0;
    std::size_t decided = 0;  ///< border pieces 0 …
  };
  using Corners = std::pair<std::uint8_t, std::uint8_t>;  ///< left and right
  /// Two border pieces beside the last row of a top half that the chain `stem` goes on with, and the bottom halves
  /// left.
  struct End {
    const Bottoms::Group* bottoms = nullptr;
    const Chain* stem = nullptr;
    std::uint8_t left = 0, right = 0;
  };

  unsigned stem_rows() const { return static_cast<unsigned>(ring_.height - 2 + 1) / 2 - 1; }
  unsigned bottom_rows() const { return static_cast<unsigned>(ring_.height - 2) / 2; }

  void next_part();
  void next_phase(Phase phase);
  void list_chains(ChainList& list, const std::vector<Corners>& corners, RingSet must, RingSet must_not, Phase then);
  void fill_bottoms();
  void meet_some();
  bool too_big() const;
  void split_if_too_big();

  void find_ends(std::span<const Chain> stems);
  void meet(const WordBuffer& stem_fillings);
  void ask(const End& end);
  void meet_bottoms(const End& end, Word top);
  void keep(const End& end, const std::vector<Placed>& top, const Bottoms::Entry& bottom, std::size_t filling);

  struct Half;
  void lay(EdgeBoard& board, const Half& half, bool bottom) const;
  std::vector<std::vector<Placed>> insides_of(const End& end, Word top) const;
  std::vector<std::uint8_t> border_of(const End& end) const;
  std::vector<Placed> inside_of(const Bottoms::Entry& bottom, std::size_t filling) const;

  EdgePuzzle puzzle_;
  RingPuzzle ring_;
  std::size_t memory_;
  RowFiller closed_rows_, open_rows_;
  ChainList stems_, bottom_chains_;
  InsideFiller stem_filler_, bottom_filler_;
  Bottoms bottoms_;
  std::vector<Corners> top_corners_, bottom_corners_;
  std::vector<Part> parts_{1};  ///< still to do
  std::optional<Part> part_;
  Phase phase_ = Phase::list_bottoms;
  std::size_t next_ = 0;  ///< beginning or chain

  std::vector<std::vector<End>> ends_;  ///< per colours asked of the last row's left and right end
  WordBuffer rows_;
  Questions questions_;
  std::vector<std::uint32_t> hits_;
  std::vector<Word> asked_;  ///< words that one end has been asked for
  std::vector<Solution> found_;
  std::uint64_t nodes_ = 0, stored_ = 0, tops_ = 0, passed_ = 0, parts_done_ = 0;
  std::size_t most_bytes_ = 0;
};

}  // namespace tesselle::edge::meet
