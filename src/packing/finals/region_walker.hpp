#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "packing/finals/guide.hpp"
#include "packing/site_search/piece_set.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// The puzzle on the drafter lattice, if finals can be made for it. Throws UsageError if pieces are congruent, differ
/// in area or may be used several times, or if the puzzle is not one of half triangles.
PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle);

/// Some pieces of the puzzle, any of which may be used, on another region. Piece kinds are numbered as in `pieces`.
PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region);

/// All tilings of a region by some of its pieces. Each thread has its own.
class RegionWalker {
 public:
  explicit RegionWalker(const PackingPuzzle& puzzle) : tables_(puzzle), search_(tiling::make_tiling_search(tables_)) {}

  const tiling::TilingTables& tables() const { return tables_; }
  /// The pieces placed.
  std::span<const tiling::Spot> path() const { return search_->path(); }

  /// Calls on_tiling() for every tiling of the board by these pieces; it returns false to stop. Returns the placements
  /// made.
  std::uint64_t walk(const tiling::Board& board, std::span<const int> copies, const std::function<bool()>& on_tiling);

  /// The same for a part of the tree only. Every piece belongs to some of up to 64 groups, and all pieces placed must
  /// have a group in common. And a node must be worth going to (guide.hpp); if there is no guide, all nodes are.
  struct Limits {
    std::vector<std::uint64_t> groups;  ///< by kind of piece, as bits
    std::vector<double> group_weights;  ///< by group: its share of what is expected
    const Guide* guide = nullptr;
    double floor = 0;        ///< the share of what is expected that a node must have, as a logarithm
    double early_raise = 0;  ///< by how much the floor is higher for each piece to place above early_pieces
    /// What part of the root's deals the nodes that had less have together is added here. For that, the deals of a
    /// node are those of its parent, divided among the children as their shares are, which adds up to no more than 1.
    double* passed_over = nullptr;
    std::uint64_t* near_nodes = nullptr;  ///< the nodes with five pieces left are added here
  };
  static constexpr std::size_t early_pieces = 7;
  /// Where a walk begins, for limits.
  struct Beginning {
    std::uint64_t groups = ~std::uint64_t{0};  ///< that the pieces placed before it have in common
    std::vector<std::size_t> placed{};         ///< these pieces, by kind
  };
  /// on_tiling() returns false to stop.
  std::uint64_t walk_within(const Limits& limits, const Beginning& beginning, const tiling::Board& board,
                            std::span<const int> copies, std::span<const int> required,
                            const std::function<bool()>& on_tiling);

  /// The same in steps: begin_within(), then advance() until it says that the end is reached. The limits outlive the
  /// walk, which a new one ends.
  void begin_within(const Limits& limits, const Beginning& beginning, const tiling::Board& board,
                    std::span<const int> copies, std::span<const int> required);
  enum class Event { tiling, budget_used, ended };
  /// Goes on to the next tiling, or until `budget` placements were made; they are deducted. After a tiling the walk can
  /// only go on, or be left: path() is the tiling until then.
  Event advance(std::uint64_t& budget);
  /// Where the walk stands between two steps: how many choices were taken at each open node.
  std::vector<std::uint32_t> place() const;
  /// Goes to a place of a walk that began in the same way; call begin_within() first. Returns false if there is no such
  /// place; then the walk must begin again. The counts of the limits stay as they are.
  bool go_to(std::span<const std::uint32_t> place);

  struct Part {
    std::uint64_t nodes = 0;
    std::uint64_t near_nodes = 0;  ///< as in Limits
    double passed_over = 0;        ///< as in Limits
  };
  /// For the walk of the whole region by all pieces there are `copies` of, but for the nodes with less than exp(-reach)
  /// of what is expected of the root; 0: the whole walk. What is counted is added to `part`.
  static Limits within_reach(const Guide& guide, double reach, double early_raise, std::size_t kinds, Part& part);

  /// The pieces placed, as a set; the puzzle has no more pieces than fit into it.
  template <int Words>
  tiling::PieceSet<Words> used() const {
    tiling::PieceSet<Words> set;
    for (const tiling::Spot& spot : search_->path()) set.add(tables_.shapes()[spot.shape].piece);
    return set;
  }

  /// The choices at the root of a tree; empty if it is a dead end.
  std::vector<tiling::Spot> first_choices(const tiling::Position& position);

 private:
  /// A node, as the limits see it.
  struct Node {
    std::uint64_t groups = 0;
    double log_weight = 0;  ///< of its groups together
    Guide::Worth worth{};
    double part = 1;  ///< of the root's deals
  };
  Node below(const Limits& limits, const Node& node, tiling::Spot spot) const;
  static double log_share(const Limits& limits, const Node& node) {
    return limits.guide->log_share(node.worth) + node.log_weight;
  }
  void count(const Limits& limits) const;
  static bool is_worth_it(const Limits& limits, const Node& node) {
    if (limits.guide == nullptr) return true;
    const std::size_t left = std::max(early_pieces, limits.guide->pieces_to_place(node.worth)) - early_pieces;
    return log_share(limits, node) >= limits.floor + limits.early_raise * static_cast<double>(left);
  }
  double shares_below(const Limits& limits, const Node& node) const;

  /// An open node on the way to the present place.
  struct Level {
    Node node;
    std::uint32_t next = 0, count = 0;  ///< choices taken and in all
    double shares = 0;                  ///< of all choices together, if what is passed over is counted
  };
  void open(const Node& node);
  void leave();
  void take_back_tiling();
  Node child_of(const Level& level, std::uint32_t choice) const;

  tiling::TilingTables tables_;
  std::unique_ptr<tiling::TilingSearch> search_;
  const Limits* limits_ = nullptr;  ///< of the walk in steps
  std::vector<Level> levels_;
  bool at_tiling_ = false;
};

}  // namespace tesselle::packing::finals
