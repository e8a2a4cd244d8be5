#include "packing/frontier/frontier.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/errors.hpp"
#include "base/ways_table.hpp"
#include "engine/counting.hpp"
#include "engine/requests.hpp"
#include "packing/frontier/frontier_plan.hpp"

namespace tesselle {
namespace packing {
namespace {

constexpr std::size_t max_frontiers = std::size_t{1} << 24;  // per cell; about a gigabyte

template <std::size_t Words>
class FrontierSearch final : public Engine, public CountsExactly {
 public:
  using Key = StateKey<Words>;

  explicit FrontierSearch(FrontierPlan plan) : plan_(std::move(plan)), now_(1), next_(1) {
    Key key{};
    std::copy(plan_.start.begin(), plan_.start.end(), key.begin());
    const std::uint64_t one = 1;
    now_.add(key, {&one, 1});
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      ++nodes_;
      if (cell_ == plan_.moves.size()) {
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
    return {nodes_, 0, static_cast<double>(cell_) / cells};
  }

  Statistics statistics() const override {
    return {{{"frontiers at once", "", Merge::max, static_cast<double>(widest_)}}, {}};
  }

  BigNatural solution_count() const override { return total_; }

 private:
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
    next_.clear(now_.bits() / 64 + 2);
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

  FrontierPlan plan_;
  WaysTable<Words> now_, next_;
  std::size_t cell_ = 0, state_ = 0, widest_ = 1;
  std::uint64_t nodes_ = 0;
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

std::unique_ptr<Engine> make_frontier(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(frontier_engine(), puzzle, config);
  if (config.goal != Goal::count) throw UsageError("engine frontier: only counts, it makes no boards");
  return packing::make_search(packing::plan_frontier(puzzle.packing()));
}

}  // namespace

EngineInfo frontier_engine() {
  EngineInfo info;
  info.name = "frontier";
  info.family = Family::packing;
  info.complete = true;
  info.summary = "counts tilings of any number of digits by adding up ways with equal frontiers";
  info.make = make_frontier;
  return info;
}

}  // namespace tesselle
