#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "edge/scan/lanes.hpp"

namespace tesselle::edge::scan {

/// When to look ahead and how far. Tests make it happen in tiny trees.
struct LookaheadSettings {
  bool enabled = true;
  std::uint64_t warm_up = 1 << 17;        ///< nodes to see before the tree is judged for the first time
  std::uint64_t judge_every = 1 << 26;    ///< nodes between judgements, once as many have been seen
  std::uint64_t subtree_nodes = 1 << 12;  ///< of a subtree that a lane gets, on average
  std::uint64_t prefix_nodes = 1 << 26;   ///< below a prefix that lists are rebuilt for, on average
  std::uint64_t patience = 1 << 22;       ///< steps after which a lane gives up a subtree
  std::size_t window = 8192;              ///< upper limit on subtrees counted ahead of the walker
};

/// What is below a node.
struct Subtree {
  /// pending: a lane is at it. counted: all of it. solved: not counted, there are solutions in it. too_big: given up.
  enum class State { pending, counted, solved, too_big };
  State state = State::pending;
  std::uint64_t nodes = 0;
  std::vector<std::uint32_t> per_depth;  ///< from the depth below the node on
};

/// Counts subtrees before the walker reaches them, in lanes, so that the walker can step over them.
///
/// A scout walks the tree ahead of the walker, down to depth `cut` only, and hands each node of that depth to a free
/// lane. The walker comes to the same nodes in the same order; there it takes the result and goes on behind the
/// subtree. So nothing that a run can observe depends on what is decided here, but its speed.
/// The scout keeps to the subtree of a prefix whose pieces have been taken out of the lists.
class Lookahead {
 public:
  static constexpr std::uint32_t no_cut = ~std::uint32_t{0};

  /// nullptr if the puzzle or the machine does not allow it.
  static std::unique_ptr<Lookahead> make(const Plan& plan, const LookaheadSettings& settings);

  /// Where the walker must stop and ask; no_cut while the tree is not known well enough.
  std::uint32_t cut() const { return cut_; }
  /// How many nodes the walker may make before it must show what it has seen.
  std::uint64_t nodes_to_judgement(std::uint64_t nodes) const {
    return next_judgement_ > nodes ? next_judgement_ - nodes : 0;
  }
  /// Chooses cut and prefix again by what was seen of the tree since the last time.
  void judge(std::uint64_t nodes, const Walker& walker);

  /// The subtree below the node of depth cut() that the walker has just made. nullopt if it is unknown.
  std::optional<Subtree> next(const Walker& walker);
  /// Forgets what is ahead: the walker goes elsewhere.
  void forget();

  /// Where the walker goes when it has walked what it is in, and then on. The scout goes there before it, so that lanes
  /// have work while small subtrees come to their end.
  void expect(std::vector<TreePosition> places);
  /// The walker has walked what it was in and goes here. False if that was not expected: then forget() must be called.
  bool goes_to(const TreePosition& place);

  std::uint64_t rebuilds() const { return rebuilds_; }

 private:
  Lookahead(const Plan& plan, std::unique_ptr<LaneTables> tables, const LookaheadSettings& settings);

  void adapt_subtree_size();
  void change_to_wish();
  void cut_below(const Subtree& subtree);
  bool begin(const Walker& walker);
  bool prepare_tables(const Walker& walker);
  void find_frontier();
  std::uint32_t lane_place(std::uint32_t to, std::uint32_t from, Side side) const;
  void feed();
  bool scout_to_next_node();
  void scout_to_next_place();
  bool scout_can_seek(const TreePosition& place);
  void start_lane(std::size_t lane);
  void work();
  void collect(std::size_t lane, Subtree::State state);

  /// A side that is filled above the cut and asked about below it.
  struct FrontierSide {
    Square square;
    Side side;
    std::uint32_t place;  ///< in the frames of a lane
    bool from_north;      ///< as the cell below the cut sees it
  };
  static constexpr std::size_t idle = ~std::size_t{0};

  const Plan* plan_;
  LookaheadSettings settings_;
  std::unique_ptr<LaneTables> tables_;
  Lanes lanes_;
  std::uint32_t cut_ = no_cut, prefix_ = 0;
  /// Another cut and prefix, once nothing is ahead any more.
  struct Wish {
    std::uint32_t cut, prefix;
  };
  std::optional<Wish> wish_;

  // What is under way.
  std::optional<Walker> scout_;      ///< on a node for the next free lane; no value if the prefix has no more
  std::deque<TreePosition> places_;  ///< where the walker goes next
  std::size_t scouted_places_ = 0;   ///< of these, how many the scout has come to
  bool scout_sees_all_ = false;      ///< that is left where the walker was when the scout set out
  std::deque<Subtree> ahead_;        ///< in the walker's order
  std::size_t first_number_ = 0;     ///< of ahead_.front()
  std::array<std::size_t, lane_count> work_{};     ///< per lane: number of the subtree
  std::array<std::uint64_t, lane_count> steps_{};  ///< per lane: spent on it
  LaneStart start_;

  // What the tables were built for.
  std::optional<std::vector<std::uint32_t>> table_prefix_;  ///< values placed
  PieceSet prefix_pieces_;
  std::vector<FrontierSide> frontier_;

  // What was seen of the tree.
  std::uint64_t next_judgement_;
  std::vector<std::uint64_t> judged_nodes_;  ///< per depth, when it was judged last
  std::uint64_t wanted_subtree_nodes_;       ///< adapted, at most settings_.subtree_nodes
  std::uint64_t taken_ = 0, solved_ = 0;     ///< subtrees since then
  std::uint64_t nodes_of_prefix_ = 0;        ///< counted since the scout set out
  std::uint64_t rebuilds_ = 0;
};

}  // namespace tesselle::edge::scan
