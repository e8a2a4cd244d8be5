#include "packing/finals/shape_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "packing/finals/finals_data.hpp"
#include "packing/finals/region_walker.hpp"
#include "packing/tileability/fit.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr double unseen = 0.5;  // what was never seen counts as seen this often

}  // namespace

std::vector<double> values_from_counts(std::span<const std::uint64_t> seen, double total, int k) {
  constexpr int rounds = 100;
  constexpr double largest_share = 0.999;  // a piece in every set has no finite value
  std::vector<double> values(seen.size());
  const double sets = total + unseen;
  for (int round = 0; round < rounds; ++round) {
    const auto subsets = tileability::subsets_of(values, k);
    const double shift = (std::log(sets) - subsets.log_sum) / k;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double share = std::min((static_cast<double>(seen[i]) + unseen) / sets, largest_share);
      values[i] += shift + 0.5 * (std::log(share) - std::log(std::min(subsets.inclusion[i], largest_share)));
    }
  }
  return values;
}

/// Counts the sets of base pieces that complete a piece that is placed in every possible way.
class ValueLearner::ForcedPiece {
 public:
  ForcedPiece(const PackingPuzzle& puzzle, std::vector<Cell> region, std::span<const std::uint16_t> base)
      : puzzle_(puzzle), region_(std::move(region)), walker_(with_pieces_on(puzzle, base, region_)) {}

  std::uint64_t sets_with(std::uint16_t piece) {
    const std::array<std::uint16_t, 1> alone = {piece};
    const tiling::TilingTables tables(with_pieces_on(puzzle_, alone, region_));
    std::set<std::uint64_t> sets;
    for (std::size_t shape = 0; shape < tables.shapes().size(); ++shape)
      for (int position = 0; position < tables.grid().block_count(); ++position)
        complete(tables, {static_cast<std::uint16_t>(shape), position}, sets);
    return sets.size();
  }
  std::uint64_t take_nodes() { return std::exchange(nodes_, 0); }

 private:
  void complete(const tiling::TilingTables& tables, tiling::Spot spot, std::set<std::uint64_t>& sets) {
    if (!tables.can_put(tables.after({}), spot)) return;
    std::vector<Cell> taken = tables.cells(spot), rest;
    std::sort(taken.begin(), taken.end());
    std::set_difference(region_.begin(), region_.end(), taken.begin(), taken.end(), std::back_inserter(rest));
    const auto board = walker_.tables().grid().board_of(rest);
    nodes_ += walker_.walk(board, walker_.tables().copies(), [&] {
      sets.insert(walker_.used<1>().words[0]);
      return true;
    });
  }

  const PackingPuzzle& puzzle_;
  std::vector<Cell> region_;
  RegionWalker walker_;
  std::uint64_t nodes_ = 0;
};

ValueLearner::ValueLearner(const PackingPuzzle& puzzle, const Hexagon& hexagon, std::span<const double> ease,
                           const ValueSettings& settings, unsigned slots)
    : puzzle_(puzzle),
      hexagon_(hexagon),
      settings_(settings),
      slots_(slots),
      pieces_of_region_(pieces_of(puzzle, hexagon)),
      order_(puzzle.pieces.size()),
      seen_(puzzle.pieces.size()) {
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](auto a, auto b) { return ease[a] > ease[b]; });
}

ValueLearner::~ValueLearner() = default;

std::uint64_t ValueLearner::work(const ParallelFor& parallel) {
  if (!base_chosen_) return enlarge_base();
  const std::size_t count = std::min(slots_, order_.size() - next_);
  std::vector<std::uint64_t> nodes(count);
  parallel(count, [&](std::size_t task) {
    const std::uint16_t piece = order_[next_ + task];
    seen_[piece] = walkers_[task]->sets_with(piece);
    nodes[task] = walkers_[task]->take_nodes();
  });
  next_ += count;
  return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
}

std::uint64_t ValueLearner::enlarge_base() {
  const std::size_t largest = std::min({order_.size(), settings_.max_base, std::size_t{64}});
  const std::size_t next = base_size_ == 0 ? static_cast<std::size_t>(2 * pieces_of_region_ - 2) : base_size_ + 2;
  base_size_ = std::min(largest, next);
  RegionWalker walker(with_pieces_on(puzzle_, base(), hexagon_.cells()));
  std::set<std::uint64_t> sets;
  const std::uint64_t nodes = walker.walk(walker.tables().region(), walker.tables().copies(), [&] {
    sets.insert(walker.used<1>().words[0]);
    return true;
  });
  base_chosen_ = sets.size() >= settings_.enough_sets || nodes > settings_.max_nodes || base_size_ == largest;
  if (!base_chosen_) return nodes;
  for (std::size_t i = 0; i < base_size_; ++i)
    seen_[order_[i]] = static_cast<std::uint64_t>(
        std::count_if(sets.begin(), sets.end(), [&](std::uint64_t set) { return set >> i & 1; }));
  next_ = base_size_;
  make_walkers();
  return nodes;
}

void ValueLearner::make_walkers() {
  walkers_.clear();
  for (std::size_t slot = 0; slot < slots_; ++slot)
    walkers_.push_back(std::make_unique<ForcedPiece>(puzzle_, hexagon_.cells(), base()));
}

/// Values of the base pool fit its sets; those of the others follow from how often the base pool completes them.
std::vector<double> ValueLearner::values() const {
  std::vector<std::uint64_t> seen;
  double total = 0;
  for (const std::uint16_t piece : base()) {
    seen.push_back(seen_[piece]);
    total += static_cast<double>(seen_[piece]) / pieces_of_region_;
  }
  const auto in_base = values_from_counts(seen, total, pieces_of_region_);
  const double completions = tileability::subsets_of(in_base, pieces_of_region_ - 1).log_sum;
  std::vector<double> result(order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i)
    result[order_[i]] =
        i < base_size_ ? in_base[i] : std::log(static_cast<double>(seen_[order_[i]]) + unseen) - completions;
  return result;
}

void ValueLearner::save(ByteWriter& out) const {
  out.number(base_size_);
  out.number(base_chosen_);
  out.number(next_);
  out.array(std::span(seen_));
}

void ValueLearner::restore(ByteReader& in) {
  base_size_ = in.number(std::min({order_.size(), settings_.max_base, std::size_t{64}}));
  base_chosen_ = in.number(1) != 0;
  next_ = in.number(order_.size());
  const auto seen = in.array<std::uint64_t>();
  if (seen.size() != order_.size() || (base_chosen_ && (base_size_ == 0 || next_ < base_size_))) in.refuse();
  seen_ = seen;
  if (base_chosen_) make_walkers();
}

}  // namespace tesselle::packing::finals
