#include "edge/corolla/step_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/patience.hpp"

namespace tesselle::edge::corolla {
namespace {

using corollas::Zone;

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

/// Looks at boards as what random pieces of the right type would show.
class Expectation {
 public:
  Expectation(const PatchPieces& pieces, const ZoneMap& single) : pieces_(pieces) {
    for (std::size_t cell = 0; cell < single.cell_count(); ++cell) {
      const Zone& zone = single.zones[single.zone[cell]];
      rim_.push_back(corollas::turned(zone.cells, single.turn[cell])[0].rim);
      zone_.push_back(single.zone[cell]);
    }
    cells_of_type_.resize(single.zones.size());
    for (const std::uint32_t zone : zone_) ++cells_of_type_[zone];
  }

  /// The logarithm of the number of ways to place the step on a board where some cells are filled, all of its known
  /// sides taken as independent.
  double choices(const ZoneMap& map, const StepPlan& step, std::vector<bool> filled) {
    std::vector<double> left = cells_of_type_;
    for (std::size_t cell = 0; cell < filled.size(); ++cell) left[zone_[cell]] -= filled[cell];
    double sum = 0;
    for (const std::uint32_t i : step.fresh) {
      const std::uint32_t cell = step.cells[i], type = zone_[cell];
      const auto values = static_cast<double>(pieces_.on(rim_[cell]).size());
      sum += std::log(std::max(values * left[type]-- / cells_of_type_[type], 1e-3));
      for (const Side side : all_sides) {
        if (rim_[cell] >> static_cast<unsigned>(side) & 1) continue;
        const std::uint32_t beside = across(map, cell, side);
        if (filled[beside]) sum += log_fit(rim_[cell], side, rim_[beside]);
      }
      filled[cell] = true;
    }
    return sum;
  }

 private:
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
  std::vector<unsigned> rim_;          ///< per cell of the board
  std::vector<std::uint32_t> zone_;    ///< likewise, of radius 0: corner, edge, inner
  std::vector<double> cells_of_type_;  ///< per zone of radius 0
  std::map<std::array<unsigned, 3>, double> known_;
};

/// Steps so far, and the boards that they are expected to lead to: all on the way, and (as a logarithm) the last ones.
struct Beginning {
  std::vector<bool> filled;
  std::vector<StepPlan> steps;
  double nodes = 0, log_boards = 0;
};

/// The cheapest beginnings with the same number of filled cells, no two with the same cells.
class Bucket {
 public:
  void add(Beginning beginning) {
    const auto twin = std::find_if(kept_.begin(), kept_.end(),
                                   [&](const Beginning& other) { return other.filled == beginning.filled; });
    if (twin != kept_.end() && twin->nodes <= beginning.nodes) return;
    if (twin != kept_.end()) kept_.erase(twin);
    const auto place = std::upper_bound(kept_.begin(), kept_.end(), beginning.nodes,
                                        [](double nodes, const Beginning& other) { return nodes < other.nodes; });
    kept_.insert(place, std::move(beginning));
    if (kept_.size() > width) kept_.pop_back();
  }
  bool wants(double nodes) const { return kept_.size() < width || nodes < kept_.back().nodes; }
  const std::vector<Beginning>& kept() const { return kept_; }

 private:
  static constexpr std::size_t width = 6;
  std::vector<Beginning> kept_;
};

}  // namespace

std::vector<StepPlan> plan_steps(const PatchPieces& pieces, const ZoneMap& whole, const ZoneMap& single,
                                 const std::vector<bool>& filled) {
  Expectation expectation(pieces, single);
  std::vector<Bucket> buckets(filled.size() + 1);
  const auto already = static_cast<std::size_t>(std::count(filled.begin(), filled.end(), true));
  buckets[already].add({filled, {}, 0, 0});
  for (std::size_t count = already; count < filled.size(); ++count)
    for (const Beginning& from : buckets[count].kept())
      for (const ZoneMap* map : {&whole, &single})
        for (std::uint32_t centre = 0; centre < filled.size(); ++centre) {
          Patience::ask();
          StepPlan step = plan_step(*map, centre, from.filled);
          if (step.fresh.size() < (map == &whole ? fewest_fresh : 1) || (step.key.empty() && count > 0)) continue;
          const double log_boards = from.log_boards + expectation.choices(*map, step, from.filled);
          const double nodes = from.nodes + std::exp(log_boards);
          Bucket& bucket = buckets[count + step.fresh.size()];
          if (!bucket.wants(nodes)) continue;
          Beginning next{from.filled, from.steps, nodes, log_boards};
          for (const std::uint32_t i : step.fresh) next.filled[step.cells[i]] = true;
          next.steps.push_back(std::move(step));
          bucket.add(std::move(next));
        }
  return buckets.back().kept().front().steps;
}

}  // namespace tesselle::edge::corolla
