#include "packing/finals/completion.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace tesselle::packing::finals {
namespace {

constexpr std::size_t steps_per_slot = 16;

using PiecesOfPool = tiling::PieceSet<2>;

bool is_within(const PiecesOfPool& set, const PiecesOfPool& left) { return (set & left) == set; }

PiecesOfPool pieces_without(PiecesOfPool left, const PiecesOfPool& set) {
  for (std::size_t w = 0; w < left.words.size(); ++w) left.words[w] &= ~set.words[w];
  return left;
}

}  // namespace

Completion::Completion(const PackingPuzzle& drafter, const FinalsData& lists, std::size_t last,
                       const tileability::Model& model, double reach, std::vector<char> required, unsigned slots)
    : pool_(lists.pool),
      required_(std::move(required)),
      last_(last),
      last_size_(pieces_of(drafter, lists.regions[last].hexagon)),
      reach_(reach),
      expectation_(drafter, std::span(&lists.regions[last], 1), required_) {
  const PackingPuzzle puzzle = with_pieces_on(drafter, pool_, lists.regions[last].hexagon.cells());
  for (unsigned slot = 0; slot < slots; ++slot) walkers_.push_back(std::make_unique<RegionWalker>(puzzle));
  scores_ = std::make_unique<tileability::ScoreTables>(model, puzzle, walkers_.front()->tables().shapes());
  for (const std::uint16_t piece : pool_) last_values_.push_back(lists.regions[last].values[piece]);
  for (std::size_t r = 0; r < lists.regions.size(); ++r) {
    if (r == last) continue;
    const RegionFinals& region = lists.regions[r];
    std::vector<Set> sets(lists.sets_of(region));
    for (std::size_t i = 0; i < region.sets.size(); ++i)
      sets[i / lists.words()].words[i % lists.words()] = region.sets[i];
    lists_.push_back(std::move(sets));
  }
}

void Completion::begin(const std::vector<char>& left, std::uint64_t first_step) {
  left_ = {};
  for (std::size_t bit = 0; bit < pool_.size(); ++bit)
    if (left[pool_[bit]]) left_.add(bit);
  usable_.clear();
  for (const auto& list : lists_) {
    usable_.emplace_back();
    std::copy_if(list.begin(), list.end(), std::back_inserter(usable_.back()),
                 [&](const Set& set) { return is_within(set, left_); });
  }
  steps_ = usable_.front().size();
  next_ = std::min(first_step, steps_);
}

std::uint64_t Completion::work(const ParallelFor& parallel, const std::function<void(const Deal&)>& on_deal) {
  const std::uint64_t first = next_;
  std::vector<Step> steps(std::min<std::uint64_t>(steps_per_slot * walkers_.size(), steps_ - first));
  std::atomic<std::size_t> next = 0;
  parallel(walkers_.size(), [&](std::size_t slot) {
    std::vector<Set> chosen;
    for (std::size_t i = next++; i < steps.size(); i = next++) {
      const Set& set = usable_.front()[first + i];
      chosen = {set};
      choose(*walkers_[slot], 1, pieces_without(left_, set), steps[i], chosen);
    }
  });
  next_ += steps.size();
  std::uint64_t nodes = 0;
  for (const Step& step : steps) {
    nodes += step.nodes;
    expected_ += step.expected;
    for (const Deal& deal : step.deals) on_deal(deal);
  }
  return nodes;
}

/// Tries all sets of this list, and for each all of the lists after it.
void Completion::choose(RegionWalker& walker, std::size_t list, const Set& left, Step& step,
                        std::vector<Set>& chosen) const {
  if (list == usable_.size()) return complete(walker, left, step, chosen);
  for (const Set& set : usable_[list]) {
    if (!is_within(set, left)) continue;
    chosen.push_back(set);
    choose(walker, list + 1, pieces_without(left, set), step, chosen);
    chosen.pop_back();
  }
}

void Completion::complete(RegionWalker& walker, const Set& left, Step& step, const std::vector<Set>& chosen) const {
  std::vector<int> copies, required;
  std::vector<char> in_pool, in_puzzle(required_.size());
  for (std::size_t bit = 0; bit < pool_.size(); ++bit) {
    const bool is_left = left.has(bit);
    copies.push_back(is_left);
    required.push_back(is_left && required_[pool_[bit]]);
    in_pool.push_back(is_left);
    in_puzzle[pool_[bit]] = is_left;
  }
  const double expected = std::exp(expectation_.log_deals(in_puzzle));
  ++step.nodes;
  if (expected == 0) return;  // too few pieces, or too many that must be used

  const Guide guide(*scores_, walker.tables(), last_size_, last_values_, last_values_, in_pool);
  RegionWalker::Part part;
  const auto limits = RegionWalker::within_reach(guide, reach_, 0, copies.size(), part);
  part.nodes = walker.walk_within(limits, {}, walker.tables().region(), copies, required, [&] {
    Deal deal;
    for (const Set& set : chosen) deal.push_back(pieces_in(set));
    deal.insert(deal.begin() + static_cast<std::ptrdiff_t>(last_), pieces_in(walker.used<2>()));
    step.deals.push_back(std::move(deal));
    return false;
  });
  step.nodes += part.nodes;
  step.expected += expected * (1 - part.passed_over);
}

std::vector<std::uint16_t> Completion::pieces_in(const Set& set) const {
  std::vector<std::uint16_t> pieces;
  for (std::size_t bit = 0; bit < pool_.size(); ++bit)
    if (set.has(bit)) pieces.push_back(pool_[bit]);
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

}  // namespace tesselle::packing::finals
