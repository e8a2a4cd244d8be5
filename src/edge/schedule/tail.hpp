#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "base/rng.hpp"
#include "edge/schedule/allowance.hpp"
#include "edge/schedule/course.hpp"

// What is compiled twice, for all processors and for newer ones. It must be said where members are declared: if a file
// that is compiled together with others uses the class before they are defined, the compiler forgets what is said
// there.
#if defined(__x86_64__) && defined(__GNUC__)
#define TESSELLE_IN_BOTH __attribute__((always_inline)) inline
#else
#define TESSELLE_IN_BOTH inline
#endif

namespace tesselle::edge::schedule {

/// What was seen at each depth; the forecast learns from it.
struct Profile {
  explicit Profile(std::size_t length = 0)
      : clean(length + 1), broken(length + 1), unlocked(length + 1), breaks(length + 1) {}
  std::vector<std::uint64_t> clean, broken;  ///< pieces placed as number d + 1 without and with a mismatch
  std::vector<std::uint64_t> unlocked;       ///< boards of d pieces on which a mismatch was possible next
  std::vector<std::uint64_t> breaks;         ///< mismatches possible on those, allowed or not

  void save(ByteWriter& out) const;
  /// Into one of the same length.
  void restore(ByteReader& in);

  /// Boards of d pieces.
  std::uint64_t boards(std::size_t d) const { return d == 0 ? 1 : clean[d - 1] + broken[d - 1]; }
};

/// Does every side of every colour meet another one on a full board? Then odd colours (see Tail) are counted.
bool counts_odd_colours(const Course& course);

/// How a run of the search ended: the budget is used up, the depth that is watched was reached, all was tried.
enum class End { budget, watched, exhausted };

/// The depth-first search where at most 64 times `words` pieces are left: the first open cell gets the next piece that
/// fits, then the next that mismatches on one side, if that is allowed. The turned pieces left are bits, a word per
/// rotation and 64 of them; those that fit a colour are looked up as bits too, so all candidates of a cell are found at
/// once and none that is placed already is ever tried. A board whose next cell has none is never put on the stack.
///
/// On a full board every colour has an even number of sides that match, so those that mismatch come in even numbers
/// too if all its sides do. Colours with an odd number of mismatched sides are "odd"; each further mismatch makes at
/// most two of them even. The fewer are odd, the more a board is worth.
template <std::size_t words>
class Tail {
 public:
  static constexpr std::size_t max_pieces = 64 * words;

  /// Course and profile must outlive it.
  Tail(const Course& course, Profile& profile, Rng& rng);

  /// Starts again above these pieces, which stay; at most `max_pieces` others are left.
  void begin(const std::vector<Placed>& laid);
  /// As Descent::run.
  End run(std::uint64_t& left, std::size_t watch, const Allowance& allowance);
  /// Takes the last piece back.
  void retreat() {
    --depth_;
    opened_ = true;
  }

  std::size_t depth() const { return depth_; }
  /// The piece at a depth from where it began.
  Placed laid(std::size_t d) const;

  /// What was done since it began.
  void save(ByteWriter& out) const;
  /// Into one that has just begun above the same pieces; at most `most` pieces are placed.
  void restore(ByteReader& in, std::size_t most);

 private:
  friend struct TailOnNewer;
  using Lanes = std::uint64_t __attribute__((vector_size(32)));  ///< a word per rotation
  /// A bit per turned piece. Where no register is as wide as Lanes, they alone are aligned too little.
  struct alignas(32) Turned {
    Lanes group[words]{};
    Lanes& operator[](std::size_t index) { return group[index]; }
    const Lanes& operator[](std::size_t index) const { return group[index]; }
  };
  using Pieces = std::array<std::uint64_t, words>;  ///< a bit per piece
  struct Frame {
    Turned candidates[2];                  ///< still to try: what fits, what mismatches on one side
    std::uint32_t open = 0;                ///< which of their words are not 0, as bits
    std::uint32_t breaks = 0;              ///< mismatches on the board
    Pieces free{};                         ///< pieces, before the one that is placed here
    std::uint64_t odd = 0;                 ///< colours, as bits
    std::uint8_t piece = 0, rotation = 0;  ///< what was placed
  };
  /// A turned piece's sides, as what they show or ask of others.
  struct Shown {
    std::uint8_t north = 0, west = 0;
    std::uint8_t asks_south = 0, asks_east = 0;
  };
  enum class Fit : std::uint8_t { no, clean, misses_hint };  ///< misses_hint: one that is passed later
  /// What may be placed on a kind of cell, apart from what is asked, among the pieces left.
  struct Belonging {
    Turned clean{}, misses_hint{};
    std::uint64_t north_breaks = 0, west_breaks = 0;  ///< all bits if a mismatch there is possible
  };
  struct Kind {
    std::vector<std::array<Fit, 4>> fits;  ///< per piece and rotation
    std::size_t last_stop = 0;
  };
  struct Turn {
    std::uint32_t north = 0, west = 0;  ///< the stop there, counted from 1; 0 where nothing is asked
    std::uint32_t kind = 0;
  };

  void list_pieces(const std::vector<Placed>& laid);
  void save_candidates(ByteWriter& out, const Frame& frame) const;
  void read_candidates(ByteReader& in, Frame& frame) const;
  void lay_again(ByteReader& in, std::size_t depth);
  void add_kind(const CellKind& kind);
  void list_kind(std::size_t kind);
  TESSELLE_IN_BOTH static std::uint32_t open_words(const Lanes& lanes);
  TESSELLE_IN_BOTH bool open(std::size_t depth, const Allowance& allowance);
  TESSELLE_IN_BOTH void open_mismatches(std::size_t depth, const Allowance& allowance);
  TESSELLE_IN_BOTH int odd_needed(std::size_t depth, const Allowance& allowance) const;
  TESSELLE_IN_BOTH void keep_odd(Turned& candidates, const std::vector<Turned>& fitting, std::uint8_t asked,
                                 std::uint64_t odd, int needed) const;
  TESSELLE_IN_BOTH End loop(std::uint64_t& left, std::size_t watch, const Allowance& allowance);
  TESSELLE_IN_BOTH std::uint64_t odd_with(std::size_t depth, const Shown& shown) const;
  std::uint64_t odd_with_hint(std::size_t depth, std::size_t piece, std::size_t rotation) const;

  const Course* course_;
  Profile* profile_;
  std::uint8_t anything_;
  bool counts_odd_;
  std::uint64_t odd_supply_ = 0;
  std::vector<Turn> turns_;
  std::vector<std::uint64_t> odd_bit_;  ///< per colour asked or shown; 0 if it does not count
  std::vector<Kind> kinds_;
  std::vector<Belonging> belonging_;                      ///< per kind
  std::vector<std::uint16_t> order_;                      ///< pieces, in random order
  std::vector<std::array<Shown, 4>> all_shown_;           ///< per piece and rotation
  std::vector<Turned> fitting_north_, fitting_west_;      ///< per colour asked
  std::array<std::uint16_t, max_pieces> pieces_{};        ///< by bit
  std::array<std::array<Shown, max_pieces>, 4> shown_{};  ///< by rotation and bit
  std::vector<Frame> frames_;
  std::vector<Shown> demands_;  ///< by stop counted from 1: what the piece there asks; 0 is the outside
  std::size_t count_ = 0;       ///< pieces left at the floor
  std::size_t floor_ = 0;
  std::size_t depth_ = 0;
  bool opened_ = false;  ///< is the frame of this depth ready?
};

}  // namespace tesselle::edge::schedule
