#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/expectation.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/region_walker.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// If there is one region only, a rest leaves just the pieces that must tile it, and whether they do is tried. No lists
/// are needed. The walkers stay, so what they have learned of places on the board is of use for all rests.
class LeftoverWalks {
 public:
  /// All but `drafter` is copied or used at once. `required` as for a Dealer.
  LeftoverWalks(const PackingPuzzle& drafter, const RegionFinals& region, const tileability::Model& model,
                std::vector<char> required, unsigned slots);

  struct Leftover {
    std::vector<char> left;  ///< by piece of the puzzle
    /// The walk passes over nodes with less than exp(-reach) of what is expected of the pieces (guide.hpp), and over
    /// more of those with many pieces to place; 0: over none.
    double reach = 0;
  };

  /// With a shorter one, walks end at their roots.
  double least_reach() const;

  struct Result {
    std::uint64_t nodes = 0;
    std::uint64_t near_nodes = 0;       ///< of which this many have five pieces left
    double expected = 0;                ///< tilings, of the part of the tree that was walked
    std::vector<std::uint16_t> pieces;  ///< of the first tiling, ascending; empty if there is none
    bool operator==(const Result&) const = default;
  };

  /// Side by side: no more leftovers than there are slots. They are walked by work(), and then taken.
  void begin(std::span<const Leftover> leftovers);
  bool begun() const { return !walks_.empty(); }
  bool done() const;
  /// Up to this many nodes in each slot; returns how many there were.
  std::uint64_t work(std::uint64_t nodes_per_slot, const ParallelFor& parallel);
  std::vector<Result> take_results();

  /// Where the walks stand.
  void save(ByteWriter& out) const;
  /// After begin() with the same leftovers. Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  /// One leftover. Its limits point into it.
  struct Walk {
    std::vector<int> copies, required;
    std::optional<Guide> guide;
    RegionWalker::Part part;
    RegionWalker::Limits limits;
    double expected = 0;                ///< tilings of the whole tree
    std::vector<std::uint16_t> pieces;  ///< of the tiling that was found
    bool done = false;
  };
  std::unique_ptr<Walk> walk_of(RegionWalker& walker, const Leftover& leftover) const;
  static std::uint64_t advance(Walk& walk, RegionWalker& walker, std::uint64_t nodes);

  int size_;
  std::vector<char> required_;        ///< by piece
  std::vector<double> values_;        ///< by piece, of the region
  std::vector<double> model_values_;  ///< by piece, those that belong to the weights of outlines
  Expectation expectation_;
  std::vector<std::unique_ptr<RegionWalker>> walkers_;  ///< one per slot
  std::unique_ptr<tileability::ScoreTables> scores_;
  std::vector<std::unique_ptr<Walk>> walks_;  ///< one per leftover, by the walker of that number
};

}  // namespace tesselle::packing::finals
