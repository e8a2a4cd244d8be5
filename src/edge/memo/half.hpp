#pragma once

#include "edge/memo/sweep.hpp"

namespace tesselle::edge::memo {

/// Everything that one direction has filled so far, as states and in how many ways each is reached.
template <std::size_t Words>
class Half {
 public:
  using Key = StateKey<Words>;
  enum class Grown { not_yet, by_a_cell, too_large };

  Half(const BoardPlan& plan, Direction direction) : sweep_(plan, direction), now_(1), next_(1) {
    constexpr std::uint64_t one = 1;
    now_.add(Key{}, {&one, 1});
    begin_layer();
  }

  const Sweep<Words>& sweep() const { return sweep_; }
  const WaysTable<Words>& states() const { return now_; }
  /// Cells filled in every state.
  std::size_t filled() const { return step_; }
  std::size_t bytes() const { return now_.bytes(); }

  /// How many placements the next cell will take, by a sample of the states.
  [[gnu::noinline]] double expected_nodes() const {
    const std::size_t stride = now_.size() / sample + 1;
    std::size_t seen = 0, nodes = 0;
    for (std::size_t state = 0; state < now_.size(); state += stride, ++seen)
      for (const auto& candidate : sweep_.candidates(step_, now_.key(state)))
        nodes += sweep_.fits(step_, candidate, now_.key(state));
    return static_cast<double>(nodes) * static_cast<double>(now_.size()) /
           static_cast<double>(std::max<std::size_t>(1, seen));
  }

  /// Fills the next cell in every state; each placement takes one of `nodes`. What is under way when they are used up
  /// goes on with the next call. If the states to come could need more than `max_bytes`, everything stays as it was.
  [[gnu::noinline]] Grown grow(std::uint64_t& nodes, std::size_t max_bytes) {
    for (; state_ < now_.size(); ++state_, candidate_ = 0) {
      const Key& key = now_.key(state_);
      const auto list = sweep_.candidates(step_, key);
      for (; candidate_ < list.size(); ++candidate_) {
        if (!sweep_.fits(step_, list[candidate_], key)) continue;
        if (nodes == 0) return Grown::not_yet;
        if (next_.room() <= pending_.size() && next_.bytes_while_growing() > max_bytes) return give_up();
        --nodes;
        add_soon(sweep_.laid(step_, list[candidate_], key));
      }
    }
    add_pending();
    now_ = std::move(next_);
    ++step_;
    begin_layer();
    return Grown::by_a_cell;
  }

 private:
  void begin_layer() {
    // No state is reached by more sums than there are candidates in all.
    const auto sums = static_cast<std::size_t>(std::bit_width(now_.size())) + candidate_bits;
    next_ = WaysTable<Words>((now_.bits() + sums + 63) / 64);
    state_ = candidate_ = 0;
  }

  /// Additions wait a little, until the memory they need has come near.
  void add_soon(const Key& key) {
    pending_.push_back({key, next_.announce(key), state_});
    if (pending_.size() == max_pending) add_pending();
  }
  void add_pending() {
    for (const Pending& one : pending_) next_.add(one.key, one.hash, now_.ways(one.state));
    pending_.clear();
  }

  Grown give_up() {
    pending_.clear();
    next_ = WaysTable<Words>(1);
    return Grown::too_large;
  }

  struct Pending {
    Key key;
    std::uint32_t hash;
    std::size_t state;  ///< that it comes from
  };
  static constexpr std::size_t max_pending = 32;
  static constexpr std::size_t sample = 1000;
  static constexpr std::size_t candidate_bits = 18;  // 2^16 pieces, four turns each

  Sweep<Words> sweep_;
  WaysTable<Words> now_, next_;
  std::vector<Pending> pending_;
  std::size_t step_ = 0, state_ = 0, candidate_ = 0;
};

}  // namespace tesselle::edge::memo
