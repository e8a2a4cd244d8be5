#include "edge/corolla/step_plan.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace tesselle::edge::corolla {
namespace {

constexpr std::size_t fewest_fresh = 3;

/// The board's cell across a side, which is on the board.
std::uint32_t across(const ZoneMap& map, std::uint32_t cell, Side side) {
  switch (side) {
    case Side::north:
      return cell - static_cast<std::uint32_t>(map.width);
    case Side::south:
      return cell + static_cast<std::uint32_t>(map.width);
    case Side::east:
      return cell + 1;
    default:
      return cell - 1;
  }
}

StepPlan plan_step(const ZoneMap& map, std::uint32_t centre, const std::vector<bool>& filled) {
  StepPlan step{centre, map.radius == 1, map.around(centre), {}, {}};
  for (std::uint32_t i = 0; i < step.cells.size(); ++i) {
    if (filled[step.cells[i]])
      step.key.push_back({i, std::nullopt, step.cells[i]});
    else
      step.fresh.push_back(i);
  }
  for (const FrontierSide& frontier : map.zones[map.zone[centre]].frontier) {
    const Side side = corollas::turned(frontier.side, map.turn[centre]);
    const std::uint32_t outside = across(map, step.cells[frontier.cell], side);
    if (filled[outside] && !filled[step.cells[frontier.cell]]) step.key.push_back({frontier.cell, side, outside});
  }
  return step;
}

/// Looks at boards as what a random piece of the right kind would show.
class Expectation {
 public:
  Expectation(const PatchPieces& pieces, const ZoneMap& single) : pieces_(pieces), single_(single) {}

  /// The logarithm of the number of ways to lay the step, all of its known sides taken as independent.
  double choices(const StepPlan& step, std::vector<bool> filled) {
    double sum = 0;
    for (const std::uint32_t i : step.fresh) {
      const std::uint32_t cell = step.cells[i];
      sum += std::log(static_cast<double>(pieces_.on(rim(cell)).size()));
      for (const Side side : all_sides) {
        if (rim(cell) >> static_cast<unsigned>(side) & 1) continue;
        const std::uint32_t beside = across(single_, cell, side);
        if (filled[beside]) sum += log_fit(rim(cell), side, rim(beside));
      }
      filled[cell] = true;
    }
    return sum;
  }

 private:
  unsigned rim(std::uint32_t cell) const {
    return corollas::turned(single_.zones[single_.zone[cell]].cells, single_.turn[cell])[0].rim;
  }

  /// Of the probability that pieces on two such cells fit, the second across the side of the first.
  double log_fit(unsigned rim, Side side, unsigned beside) {
    const auto [entry, is_new] = known_.try_emplace({rim, static_cast<unsigned>(side), beside}, 0.0);
    if (is_new) {
      double fitting = 0;
      for (const Value value : pieces_.on(rim))
        fitting += static_cast<double>(
            pieces_.showing(beside, opposite(side), pieces_.mate(pieces_.colour(value, side))).size());
      const auto pairs = static_cast<double>(pieces_.on(rim).size() * pieces_.on(beside).size());
      entry->second = std::log(std::max(fitting, 0.5) / std::max(pairs, 1.0));
    }
    return entry->second;
  }

  const PatchPieces& pieces_;
  const ZoneMap& single_;
  std::map<std::array<unsigned, 3>, double> known_;
};

struct Ranked {
  StepPlan step;
  double per_cell = std::numeric_limits<double>::infinity();  ///< logarithm of the expected choices
};

Ranked best_of(const ZoneMap& map, std::size_t fewest, const std::vector<bool>& filled, Expectation& expectation) {
  Ranked best;
  for (std::uint32_t centre = 0; centre < filled.size(); ++centre) {
    StepPlan step = plan_step(map, centre, filled);
    if (step.fresh.size() < fewest) continue;
    const double per_cell = expectation.choices(step, filled) / static_cast<double>(step.fresh.size());
    if (per_cell < best.per_cell) best = {std::move(step), per_cell};
  }
  return best;
}

}  // namespace

std::vector<StepPlan> plan_steps(const PatchPieces& pieces, const ZoneMap& whole, const ZoneMap& single,
                                 std::vector<bool> filled) {
  Expectation expectation(pieces, single);
  std::vector<StepPlan> steps;
  for (;;) {
    Ranked next = best_of(whole, fewest_fresh, filled, expectation);
    Ranked piece = best_of(single, 1, filled, expectation);
    if (piece.step.fresh.empty()) return steps;
    if (next.step.fresh.empty() || piece.per_cell < std::min(0.0, next.per_cell)) next = std::move(piece);
    for (const std::uint32_t i : next.step.fresh) filled[next.step.cells[i]] = true;
    steps.push_back(std::move(next.step));
  }
}

}  // namespace tesselle::edge::corolla
