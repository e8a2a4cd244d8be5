#include "packing/frontier/frontier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/bytes.hpp"
#include "base/ways_table.hpp"
#include "packing/frontier/frontier_plan.hpp"
#include "packing/tables/extents.hpp"
#include "tesselle/engine.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace packing {
namespace {

constexpr std::size_t max_frontiers = std::size_t{1} << 24;  // per cell; about a gigabyte

template <std::size_t Words>
class FrontierSearch final : public Engine, public CountsExactly, public Saves {
 public:
  using Key = StateKey<Words>;

  explicit FrontierSearch(FrontierPlan plan) : plan_(std::move(plan)), now_(1), next_(1) { begin(); }

  Advance advance(Budget budget, SolutionSink& sink) override {
    if (ended_) return Advance::exhausted;
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      ++nodes_;
      if (cell_ == plan_.moves.size()) {
        ended_ = true;
        add_up();
        sink.counted(total_.small().value_or(std::numeric_limits<std::uint64_t>::max()), 0);
        return Advance::exhausted;
      }
      expand(now_.key(state_), now_.ways(state_));
      if (++state_ == now_.size()) next_cell();
    }
    return Advance::running;
  }

  EngineProgress progress() const override {
    const double cells = static_cast<double>(plan_.moves.size()) + 1;
    return {nodes_, 0, ended_ ? 1.0 : static_cast<double>(cell_) / cells};
  }

  Statistics statistics() const override {
    return {{{"frontiers at once", "", Merge::max, static_cast<double>(widest_)}}, {}};
  }

  BigNatural solution_count() const override { return total_; }

  /// The frontiers that are still to be expanded and those made of the others.
  std::string save() const override {
    ByteWriter out;
    out.number(cell_);
    out.number(widest_);
    out.number(static_cast<std::uint64_t>(ended_));
    out.number(next_limbs_);
    save_table(now_, state_, out);
    save_table(next_, 0, out);
    return out.take();
  }

  /// After a refusal the search stands at its beginning.
  void restore(std::string_view state) override {
    try {
      ByteReader in(state);
      restore_from(in);
    } catch (...) {
      begin();
      throw;
    }
  }

 private:
  void begin() {
    cell_ = state_ = 0;
    widest_ = 1;
    ended_ = false;
    total_ = {};
    Key key{};
    std::copy(plan_.start.begin(), plan_.start.end(), key.begin());
    const std::uint64_t one = 1;
    now_.clear(1);
    now_.add(key, {&one, 1});
    clear_next(1);
  }

  void clear_next(std::size_t limbs) {
    next_limbs_ = limbs;
    next_.clear(limbs);
  }

  void expand(const Key& key, std::span<const std::uint64_t> ways) {
    const bool taken = (key[0] & 1) != 0;
    if (taken || plan_.optional[cell_]) next_.add(shifted(key), ways);
    if (taken) return;
    for (const FrontierPlan::Move& move : plan_.moves[cell_]) {
      Key after = key;
      if (fits(move, key) && counted(move, after)) next_.add(shifted(after), ways);
    }
  }

  /// Are the piece's cells free?
  bool fits(const FrontierPlan::Move& move, const Key& key) const {
    std::uint64_t clash = 0;
    for (std::size_t w = 0; w < Words; ++w) clash |= key[w] & move.cells[w];
    return clash == 0;
  }

  /// Lays the piece down and counts it; false if no copy is left.
  bool counted(const FrontierPlan::Move& move, Key& key) const {
    for (std::size_t w = 0; w < Words; ++w) key[w] |= move.cells[w];
    if (move.counter < 0) return true;
    const FrontierPlan::Counter& counter = plan_.counters[static_cast<std::size_t>(move.counter)];
    const std::uint64_t used = key[counter.word] >> counter.shift & counter.mask;
    if (used == counter.most) return counter.saturates;
    key[counter.word] += std::uint64_t{1} << counter.shift;
    return true;
  }

  /// The window moves on by one cell, the counters stay.
  Key shifted(Key key) const {
    for (std::size_t w = 0; w < Words && w < plan_.window_words; ++w) {
      key[w] >>= 1;
      if (w + 1 < Words && w + 1 < plan_.window_words) key[w] |= key[w + 1] << 63;
    }
    return key;
  }

  void next_cell() {
    widest_ = std::max(widest_, next_.size());
    if (next_.size() > max_frontiers)
      throw UsageError(
          fmt::format("engine frontier: more than {} frontiers at once, which is too many to keep", max_frontiers));
    std::swap(now_, next_);
    // A sum of fewer than 2^64 numbers needs at most one limb more.
    clear_next(now_.bits() / 64 + 2);
    state_ = 0;
    cell_ = now_.size() == 0 ? plan_.moves.size() : cell_ + 1;
  }

  bool enough_used(const Key& key) const {
    for (const FrontierPlan::Counter& counter : plan_.counters)
      if ((key[counter.word] >> counter.shift & counter.mask) < counter.least) return false;
    return true;
  }

  void add_up() {
    WaysTable<Words> sum(now_.bits() / 64 + 2);
    for (std::size_t i = 0; i < now_.size(); ++i)
      if (enough_used(now_.key(i))) sum.add(Key{}, now_.ways(i));
    if (sum.size() > 0) total_ = BigNatural(sum.ways(0));
  }

  // --- saving ---

  static void save_table(const WaysTable<Words>& table, std::size_t first, ByteWriter& out) {
    std::vector<Key> keys;
    std::vector<std::uint64_t> ways;
    for (std::size_t i = first; i < table.size(); ++i) {
      keys.push_back(table.key(i));
      ways.insert(ways.end(), table.ways(i).begin(), table.ways(i).end());
    }
    out.array(std::span<const Key>(keys));
    out.array(std::span<const std::uint64_t>(ways));
  }

  void restore_from(ByteReader& in) {
    cell_ = in.number(plan_.moves.size());
    state_ = 0;
    widest_ = in.number(max_frontiers);
    ended_ = in.number(1) != 0;
    clear_next(in.number(max_limbs()));
    if (next_limbs_ == 0) in.refuse();
    restore_table(now_, in);
    if (restore_table(next_, in) != next_limbs_) in.refuse();
    const bool at_end = cell_ == plan_.moves.size();
    if (next_limbs_ <= now_.bits() / 64 || (ended_ && !at_end)) in.refuse();
    if (at_end ? next_.size() > 0 : now_.size() == 0) in.refuse();
    in.end();
    if (ended_) add_up();
  }

  /// Returns how many limbs the numbers have.
  std::size_t restore_table(WaysTable<Words>& table, ByteReader& in) const {
    const auto keys = in.array<Key>();
    const auto ways = in.array<std::uint64_t>();
    const std::size_t limbs = keys.empty() ? next_limbs_ : ways.size() / keys.size();
    if (limbs == 0 || limbs > max_limbs() || keys.size() * limbs != ways.size()) in.refuse();
    table.clear(limbs);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!is_possible(keys[i])) in.refuse();
      table.add(keys[i], std::span(ways).subspan(i * limbs, limbs));
    }
    if (table.size() != keys.size()) in.refuse();
    return limbs;
  }

  bool is_possible(const Key& key) const {
    return std::all_of(plan_.counters.begin(), plan_.counters.end(), [&](const FrontierPlan::Counter& counter) {
      return (key[counter.word] >> counter.shift & counter.mask) <= counter.most;
    });
  }

  /// No frontier is reached in more ways than there are choices on the way to it.
  std::size_t max_limbs() const {
    std::size_t bits = 1;
    for (const auto& moves : plan_.moves) bits += static_cast<std::size_t>(std::bit_width(moves.size() + 1));
    return bits / 64 + 2;
  }

  FrontierPlan plan_;
  WaysTable<Words> now_, next_;
  std::size_t next_limbs_ = 1;
  std::size_t cell_ = 0, state_ = 0, widest_ = 1;
  std::uint64_t nodes_ = 0;
  bool ended_ = false;
  BigNatural total_;
};

std::unique_ptr<Engine> make_search(FrontierPlan plan) {
  switch (plan.words) {
    case 1:
      return std::make_unique<FrontierSearch<1>>(std::move(plan));
    case 2:
      return std::make_unique<FrontierSearch<2>>(std::move(plan));
    case 4:
      return std::make_unique<FrontierSearch<4>>(std::move(plan));
    default:
      return std::make_unique<FrontierSearch<8>>(std::move(plan));
  }
}

}  // namespace
}  // namespace packing

namespace {

std::unique_ptr<Engine> make_frontier(const Puzzle& puzzle, const EngineConfig&) {
  return packing::make_search(packing::plan_frontier(puzzle.packing()));
}

/// Are there as many copies as one wants of every piece, and is the region so narrow that its frontiers can be kept?
/// Swept along its length, a frontier is at most as deep as a piece is long.
bool frontiers_can_be_kept(const PackingPuzzle& puzzle) {
  if (puzzle.lattice != LatticeKind::square && puzzle.lattice != LatticeKind::cube) return false;
  const auto [thin, middle, longest] = packing::extents(puzzle.region);
  int reach = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    const int room = static_cast<int>(puzzle.region.size() / piece.cells.size());
    if (piece.min_copies > 0 || piece.max_copies < room) return false;
    reach = std::max(reach, packing::extents(piece.cells)[2]);
  }
  constexpr int max_bits = 24;  // more frontiers than that are refused by the engine
  return puzzle.optional_cells.empty() && thin * middle * (reach - 1) < max_bits;
}

std::optional<Recommendation> recommend_frontier(const Puzzle& puzzle, const EngineNeeds& needs) {
  if (needs.goal != Goal::count || needs.distinct || !frontiers_can_be_kept(puzzle.packing())) return std::nullopt;
  return Recommendation{
      "unlimited copies in a narrow region: counted without making the boards (--symmetry distinct counts them up to "
      "symmetry)"};
}

}  // namespace

EngineInfo frontier_engine() {
  EngineInfo info;
  info.name = "frontier";
  info.family = Family::packing;
  info.complete = true;
  info.goals = {Goal::count};
  info.abilities = abilities_of<packing::FrontierSearch<1>>();
  info.summary = "exact counts of any size, by merging partial tilings with the same frontier";
  info.factory = make_frontier;
  info.recommend = recommend_frontier;
  return info;
}

}  // namespace tesselle
