#include "edge/memo/board_count.hpp"

#include <fmt/format.h>

#include <limits>

#include "edge/memo/half.hpp"
#include "edge/tables/saved_state.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::memo {
namespace {

/// The slots, on either side, of a border between what the second half has filled and the rest.
struct CommonBorder {
  Field ahead, behind;
};

/// The second half has filled the cells from `cut` on.
std::vector<CommonBorder> common_borders(const BoardPlan& plan, const Slots& front, const Slots& back,
                                         std::size_t cut) {
  std::vector<CommonBorder> borders;
  for (std::size_t cell = cut; cell < plan.fold.cells.size(); ++cell)
    for (std::size_t side = 0; side < 4; ++side) {
      const auto& border = plan.fold.cells[cell].across[side];
      if (!border || border->cell >= cut) continue;
      const int ahead = front.of_listener[cell][side];
      const int behind = back.of_listener[border->cell][static_cast<std::size_t>(border->side)];
      borders.push_back(
          {plan.layout.slots[static_cast<std::size_t>(ahead)], plan.layout.slots[static_cast<std::size_t>(behind)]});
    }
  return borders;
}

/// Two halves grow towards each other; the one that needs fewer nodes grows next. Where memory or the board ends that,
/// the states of the first half are walked on, depth first and without being kept, until they meet those of the second:
/// each meeting is ways behind times ways ahead.
template <std::size_t Words>
class Meeting final : public BoardCount {
 public:
  using Key = StateKey<Words>;

  Meeting(std::shared_ptr<const BoardPlan> plan, std::size_t max_bytes)
      : plan_(std::move(plan)),
        max_bytes_(max_bytes),
        front_(*plan_, Direction::forwards),
        back_(*plan_, Direction::backwards) {}

  bool advance(std::uint64_t& nodes) override {
    if (!grow_to(std::numeric_limits<std::size_t>::max(), nodes)) return false;
    if (!walking_) begin_walk();
    return walk(nodes);
  }
  bool grow_to(std::size_t states, std::uint64_t& nodes) override {
    while (!full_ && gap() > 1 && front_.states().size() + back_.states().size() <= states)
      if (!grow(nodes)) return false;
    return true;
  }
  std::size_t gap() const override { return cells() - front_.filled() - back_.filled(); }
  const BigNatural& boards() const override { return boards_; }
  std::size_t max_states() const override { return max_states_; }
  std::optional<double> fraction() const override {
    if (!walking_) return std::nullopt;
    return grown_share_ +
           (1 - grown_share_) * static_cast<double>(state_) / static_cast<double>(front_.states().size());
  }

  std::uint64_t grown_nodes() const override { return static_cast<std::uint64_t>(grown_nodes_); }
  void save(ByteWriter& out) const override {
    out.number(walking_);
    if (!walking_) return;
    BigNatural boards = boards_;
    add_pending_to(boards);
    edge::save(out, boards);
    std::vector<std::uint64_t> tried;
    if (state_ < front_.states().size())
      for (std::size_t d = 0; d <= depth_; ++d) tried.push_back(levels_[d].next);
    out.number(state_);
    out.array(std::span<const std::uint64_t>(tried));
  }
  void restore(ByteReader& in) override {
    if (!read_flag(in)) return;
    boards_ = read_natural(in);
    walk_from_.emplace();
    read_number(in, walk_from_->state);
    walk_from_->tried = in.array<std::uint64_t>();
  }
  bool restoring() const override { return walk_from_.has_value(); }

 private:
  std::size_t cells() const { return plan_->fold.cells.size(); }

  /// False if the nodes are used up.
  bool grow(std::uint64_t& nodes) {
    if (growing_ == nullptr) growing_ = front_.expected_nodes() <= back_.expected_nodes() ? &front_ : &back_;
    Half<Words>& half = *growing_;
    const std::size_t rest = front_.bytes() + back_.bytes();
    const std::uint64_t before = nodes;
    const auto grown = half.grow(nodes, max_bytes_ - std::min(rest, max_bytes_));
    grown_nodes_ += static_cast<double>(before - nodes);
    max_states_ = std::max(max_states_, front_.states().size() + back_.states().size());
    if (grown != Half<Words>::Grown::not_yet) growing_ = nullptr;
    full_ = grown == Half<Words>::Grown::too_large;
    return grown != Half<Words>::Grown::not_yet;
  }

  /// A state of the first half on its way to the second.
  struct Level {
    Key key{};
    std::span<const typename Sweep<Words>::Candidate> candidates;
    std::size_t next = 0;
  };

  [[gnu::noinline]] void begin_walk() {  // once
    walking_ = true;
    // Across more than one cell the length of the walk is unknown: then the walk counts as the whole work.
    if (gap() == 1) grown_share_ = grown_nodes_ / (grown_nodes_ + front_.expected_nodes() + 1);
    levels_.resize(gap() + 1);
    borders_ = common_borders(*plan_, front_.sweep().slots(), back_.sweep().slots(), cells() - back_.filled());
    if (walk_from_) state_ = walk_from_->state;
    enter_state();
    if (walk_from_) follow(walk_from_->tried);
    walk_from_.reset();
  }

  /// Goes down by the candidate tried last at each level.
  void follow(const std::vector<std::uint64_t>& tried) {
    if (state_ >= front_.states().size()) return;
    if (tried.empty() || tried.size() + 1 > levels_.size()) refuse_state();
    for (std::size_t d = 0; d < tried.size(); ++d) {
      Level& level = levels_[depth_];
      if (tried[d] > level.candidates.size()) refuse_state();
      level.next = tried[d];
      if (d + 1 == tried.size()) return;
      const std::size_t step = front_.filled() + depth_;
      if (level.next == 0 || !front_.sweep().fits(step, level.candidates[level.next - 1], level.key)) refuse_state();
      const Key after = front_.sweep().laid(step, level.candidates[level.next - 1], level.key);
      ++depth_;
      enter(after);
    }
  }

  void enter_state() {
    depth_ = 0;
    if (state_ < front_.states().size()) enter(front_.states().key(state_));
  }
  void enter(const Key& key) {
    Level& level = levels_[depth_];
    level.key = key;
    level.next = 0;
    if (depth_ + 1 < levels_.size()) level.candidates = front_.sweep().candidates(front_.filled() + depth_, key);
  }

  bool walk(std::uint64_t& nodes) {
    const Sweep<Words>& sweep = front_.sweep();
    while (state_ < front_.states().size()) {
      Level& level = levels_[depth_];
      const std::size_t step = front_.filled() + depth_;
      while (level.next < level.candidates.size() && !sweep.fits(step, level.candidates[level.next], level.key))
        ++level.next;
      if (level.next == level.candidates.size()) {
        leave();
        continue;
      }
      if (nodes == 0) return false;
      --nodes;
      const Key after = sweep.laid(step, level.candidates[level.next++], level.key);
      if (depth_ + 2 == levels_.size()) {
        meet(after);
      } else {
        ++depth_;
        enter(after);
      }
    }
    compare_pending();
    return true;
  }

  void leave() {
    if (depth_ > 0) {
      --depth_;
    } else {
      ++state_;
      enter_state();
    }
  }

  /// Looks for the state of the second half that uses what is left over and shows what is asked for.
  void meet(const Key& key) {
    Key wanted{};
    for (const auto& [ahead, behind] : borders_) behind.put(wanted, plan_->mate[ahead.in(key)].value);
    for (std::size_t kind = 0; kind < plan_->copies.size(); ++kind) {
      const Field& used = plan_->layout.used[kind];
      used.put(wanted, plan_->copies[kind] - used.in(key));
    }
    pending_.push_back({wanted, back_.states().announce(wanted), state_});
    if (pending_.size() == max_pending) compare_pending();
  }
  void compare_pending() {
    add_pending_to(boards_);
    pending_.clear();
  }
  void add_pending_to(BigNatural& boards) const {
    for (const Pending& one : pending_)
      if (const auto found = back_.states().find(one.wanted, one.hash))
        boards.add_product(front_.states().ways(one.state), back_.states().ways(*found));
  }

  struct Pending {
    Key wanted;
    std::uint32_t hash;
    std::size_t state;  ///< of the first half
  };
  static constexpr std::size_t max_pending = 32;

  /// A place in the walk: a state of the first half, and how many candidates were tried at each level below it.
  struct WalkPlace {
    std::size_t state = 0;
    std::vector<std::uint64_t> tried;
  };
  std::optional<WalkPlace> walk_from_;  ///< instead of the beginning

  std::shared_ptr<const BoardPlan> plan_;
  std::size_t max_bytes_;
  Half<Words> front_, back_;
  Half<Words>* growing_ = nullptr;  ///< by a cell; nothing between cells
  bool full_ = false, walking_ = false;
  std::vector<CommonBorder> borders_;
  std::vector<Level> levels_;
  std::vector<Pending> pending_;
  std::size_t depth_ = 0, state_ = 0, max_states_ = 0;
  double grown_nodes_ = 0, grown_share_ = 0;  ///< made before the walk; of all nodes, as far as is known
  BigNatural boards_;
};

}  // namespace

std::unique_ptr<BoardCount> make_board_count(std::shared_ptr<const BoardPlan> plan, std::size_t max_bytes) {
  const std::size_t words = plan->layout.words;
  if (words <= 1) return std::make_unique<Meeting<1>>(std::move(plan), max_bytes);
  if (words <= 2) return std::make_unique<Meeting<2>>(std::move(plan), max_bytes);
  if (words <= 4) return std::make_unique<Meeting<4>>(std::move(plan), max_bytes);
  if (words <= 8) return std::make_unique<Meeting<8>>(std::move(plan), max_bytes);
  if (words <= max_key_words) return std::make_unique<Meeting<max_key_words>>(std::move(plan), max_bytes);
  throw UsageError(
      fmt::format("engine memo: a state of this puzzle needs {} words, expected at most {}: the board is "
                  "too large or has too many kinds of pieces",
                  words, max_key_words));
}

}  // namespace tesselle::edge::memo
