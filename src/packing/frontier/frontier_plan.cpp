#include "packing/frontier/frontier_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "tesselle/errors.hpp"

namespace tesselle::packing {
namespace {

constexpr std::array<std::array<int, 3>, 6> axis_orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

/// Cell numbers in filling order, and each number's position in it.
struct Order {
  std::vector<std::uint32_t> cells, position;
};

class Planner {
 public:
  explicit Planner(const PackingPuzzle& puzzle) : puzzle_(puzzle), table_(compile_placements(puzzle)) {
    for (const std::uint32_t f : table_.forced) {
      ++forced_[static_cast<std::size_t>(table_.placements[f].piece_class)];
      hinted_.insert(table_.placements[f].cells.begin(), table_.placements[f].cells.end());
    }
  }

  FrontierPlan plan() {
    const Order order = best_order();
    plan_.window_words = (window(order) + 63) / 64;
    add_counters();
    plan_.moves.resize(order.cells.size());
    for (const std::uint32_t cell : order.cells) plan_.optional.push_back(cell >= table_.required_cells);
    for (const Placement& placement : table_.placements)
      if (is_free(placement)) add_move(order, placement);
    return std::move(plan_);
  }

 private:
  /// Placements that touch a hint are the hints themselves: they are placed already.
  bool is_free(const Placement& placement) const { return hinted_.count(placement.cells.front()) == 0; }

  Order order_by(const std::array<int, 3>& axes) const {
    std::vector<std::pair<std::array<int, 3>, std::uint32_t>> keyed;
    std::uint32_t number = 0;
    for (const auto* cells : {&puzzle_.region, &puzzle_.optional_cells})
      for (const Cell& cell : *cells) {
        const std::array<int, 3> c = {cell.x, cell.y, cell.z};
        const auto at = [&](std::size_t i) { return c[static_cast<std::size_t>(axes[i])]; };
        if (hinted_.count(number) == 0) keyed.push_back({{at(0), at(1), at(2)}, number});
        ++number;
      }
    std::sort(keyed.begin(), keyed.end());
    Order order;
    order.position.resize(number);
    for (std::uint32_t i = 0; i < keyed.size(); ++i) {
      order.cells.push_back(keyed[i].second);
      order.position[keyed[i].second] = i;
    }
    return order;
  }

  /// How far ahead of its first cell a piece can reach, that cell included.
  std::size_t window(const Order& order) const {
    std::size_t reach = 1;
    for (const Placement& placement : table_.placements) {
      if (!is_free(placement)) continue;
      std::uint32_t first = ~std::uint32_t{0}, last = 0;
      for (const std::uint32_t cell : placement.cells) {
        first = std::min(first, order.position[cell]);
        last = std::max(last, order.position[cell]);
      }
      reach = std::max<std::size_t>(reach, last - first + 1);
    }
    return reach;
  }

  /// Of the ways to sweep over the region, the one with the shortest frontier.
  Order best_order() const {
    Order best;
    std::size_t shortest = ~std::size_t{0};
    for (const auto& axes : axis_orders) {
      Order order = order_by(axes);
      const std::size_t length = window(order);
      if (length < shortest) shortest = length, best = std::move(order);
    }
    return best;
  }

  void add_counters() {
    counter_of_.assign(table_.classes.size(), -1);
    std::size_t word = plan_.window_words;
    int shift = 0;
    plan_.start.assign(word, 0);
    for (std::size_t c = 0; c < table_.classes.size(); ++c) {
      const PieceClass& kind = table_.classes[c];
      const int room = static_cast<int>(table_.all_cells) / kind.cell_count;
      if (kind.min_copies == 0 && kind.max_copies >= room) continue;
      FrontierPlan::Counter counter;
      counter.saturates = kind.max_copies >= room;
      counter.least = static_cast<std::uint64_t>(kind.min_copies);
      counter.most = counter.saturates ? counter.least : static_cast<std::uint64_t>(kind.max_copies);
      const int bits = static_cast<int>(std::bit_width(counter.most));
      if (shift + bits > 64) ++word, shift = 0;
      if (word >= plan_.start.size()) plan_.start.resize(word + 1, 0);
      counter.word = word;
      counter.shift = shift;
      counter.mask = (std::uint64_t{1} << bits) - 1;
      shift += bits;
      plan_.start[word] |= std::min<std::uint64_t>(forced_[c], counter.most) << counter.shift;
      counter_of_[c] = static_cast<int>(plan_.counters.size());
      plan_.counters.push_back(counter);
    }
    plan_.words = std::bit_ceil(plan_.start.size());
    if (plan_.words > max_frontier_words)
      throw UsageError(
          fmt::format("engine frontier: the frontier needs {} words, expected at most {}: the region is too "
                      "wide or has too many kinds of pieces",
                      plan_.start.size(), max_frontier_words));
    plan_.start.resize(plan_.words, 0);
  }

  void add_move(const Order& order, const Placement& placement) {
    std::uint32_t first = ~std::uint32_t{0};
    for (const std::uint32_t cell : placement.cells) first = std::min(first, order.position[cell]);
    FrontierPlan::Move move{std::vector<std::uint64_t>(plan_.words),
                            counter_of_[static_cast<std::size_t>(placement.piece_class)]};
    for (const std::uint32_t cell : placement.cells) {
      const std::uint32_t ahead = order.position[cell] - first;
      move.cells[ahead / 64] |= std::uint64_t{1} << ahead % 64;
    }
    plan_.moves[first].push_back(std::move(move));
  }

  const PackingPuzzle& puzzle_;
  PlacementTable table_;
  std::vector<std::uint64_t> forced_ = std::vector<std::uint64_t>(table_.classes.size());
  std::set<std::uint32_t> hinted_;
  std::vector<int> counter_of_;
  FrontierPlan plan_;
};

}  // namespace

FrontierPlan plan_frontier(const PackingPuzzle& puzzle) { return Planner(puzzle).plan(); }

}  // namespace tesselle::packing
