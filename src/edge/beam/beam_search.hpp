#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "edge/beam/plan.hpp"
#include "edge/local_search/conflict_board.hpp"
#include "engine/engine.hpp"

namespace tesselle::edge::beam {

struct Settings {
  std::uint64_t seed = 1;
  std::size_t width = 0;                        ///< 0: passes that get wider, up to what the memory allows
  std::size_t memory = std::size_t{512} << 20;  ///< bytes
  int teeth = -1;                               ///< rows at the end that are filled column by column; -1: by size
  double future = 0;                            ///< weight of the estimate against conflicts
  double polish = 0;                            ///< effort of the repair after a pass, as a share of the pass
};

/// All boards with the same number of pieces side by side: each is continued in every way that is not hopeless, and of
/// all continuations the best `width` are kept. A board is known by its last piece and the board it came from.
///
/// The value of a board, in conflicts: those it has; those it must get because more open edges ask for a colour than
/// there are sides of it left; and `future` times the logarithm of how likely the rest fits: each open edge by the
/// share of its colour among the sides left, each edge still to come by the chance that two such sides match. That
/// is higher the more unevenly the colours left are spread, so colours get used up one by one.
///
/// It saves the placements of the boards kept, which are made again, and how many of these were continued, which is
/// done again: so a state is small, but to restore one takes as long as a depth does.
class BeamSearch final : public Engine, public Saves, public ShowsBoard {
 public:
  BeamSearch(const EdgePuzzle& puzzle, const Settings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;
  std::string save() const override;
  void restore(std::string_view state) override;
  /// The one with the fewest conflicts of those kept; between passes the hints.
  Solution board() const override;

 private:
  using Word = ConflictBoard::Word;

  /// A kept board: how to find its placements.
  struct Ancestor {
    std::uint32_t parent = 0;
    std::uint16_t piece = 0;
    std::uint8_t rotation = 0;
  };
  struct Child {
    float value = 0;
    std::uint32_t parent = 0;
    std::uint16_t piece = 0;
    std::uint8_t rotation = 0;
    std::uint8_t cost = 0;
    std::uint64_t hash = 0;
  };
  /// The boards of one depth, one row each in every table.
  struct Layer {
    std::size_t count = 0;
    std::vector<std::uint64_t> available;  ///< free pieces as bits
    std::vector<std::uint8_t> slots;       ///< colours that open edges ask for
    std::vector<std::uint16_t> supply, open;
    std::vector<double> pairs;  ///< per pool: ordered pairs of sides left that match
    std::vector<float> open_value;
    std::vector<std::uint16_t> conflicts;
    std::vector<std::uint64_t> hash;
  };
  /// A change of one colour's supply and open edges; a child has at most eight.
  struct Change {
    std::size_t row = 0;
    int supply = 0, open = 0;
  };
  struct Changes {
    std::array<Change, 8> items;
    std::size_t count = 0;
    void add(std::size_t row, int supply, int open);
  };

  std::uint64_t bytes_per_board() const;
  std::size_t widest() const;
  void begin_pass();
  std::uint64_t work(SolutionSink& sink);
  std::uint64_t expand(std::size_t board);
  Word wanted(std::size_t board) const;
  void candidates(std::size_t board, Word wanted);
  std::uint64_t add_children(std::size_t board, Word wanted, int cost, float base);
  Child evaluate(std::size_t board, std::uint16_t piece, std::uint8_t rotation, int cost, Word wanted);
  Changes changes_of(std::uint16_t piece, std::uint8_t rotation, Word wanted) const;
  float open_value(int supply, int open) const;
  float pair_value(const std::array<double, pools>& pairs) const;
  double pair_change(const Change& change, const std::uint16_t* supply) const;
  std::array<double, pools> pairs_of(std::size_t board) const;
  void thin_out();
  std::uint64_t close_layer();
  void keep_children();
  void begin_layer();
  std::size_t least_conflicts() const;
  void copy_child(const Child& child, std::size_t to);
  std::uint64_t finish_pass(SolutionSink& sink);
  EdgeBoard trace_back(std::size_t board) const;
  using Ancestors = std::vector<std::vector<Ancestor>>;
  Ancestors living_ancestors() const;
  void save_boards(ByteWriter& out) const;
  void read_children(ByteReader& in);
  template <class Search>
  static auto counters(Search& search);
  const Step& step() const { return plan_.steps[depth_]; }

  EdgePuzzle puzzle_;
  Settings settings_;
  ConflictBoard board_;
  Rng rng_;
  std::vector<std::uint16_t> kind_of_piece_;       ///< twins share one
  std::vector<std::vector<std::uint64_t>> shows_;  ///< [side * 256 + colour]: pieces that show it unturned
  std::vector<std::vector<std::uint64_t>> of_kind_;
  std::vector<float> logarithm_;
  std::vector<std::size_t> mate_row_;  ///< by ColourRows: the row of the colour that fits
  ColourRows rows_;
  std::size_t words_;

  Plan plan_;
  std::size_t width_ = 0, depth_ = 0, next_ = 0;
  Layer now_, later_;
  Ancestors ancestors_;  ///< per depth
  std::vector<Child> children_;
  std::optional<float> threshold_;  ///< children below are not among the best
  float best_gain_ = 0;             ///< of any placement of this depth, its own conflicts left out
  std::array<std::vector<std::uint64_t>, 4 * 5> by_cost_;  ///< [rotation * 5 + cost]: candidates of one board

  std::optional<int> best_;
  std::uint64_t nodes_before_ = 0;  ///< of nodes_, made before the state was restored
  std::uint64_t nodes_ = 0, debt_ = 0, passes_ = 0, kept_ = 0, pass_began_ = 0;
};

}  // namespace tesselle::edge::beam
