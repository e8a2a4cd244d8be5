#include "packing/finals/listing.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "packing/finals/region_walker.hpp"

namespace tesselle::packing::finals {
namespace {

/// Enough for a fair division among threads and for frequent saving, and few enough to be listed at once.
constexpr std::size_t fewest_parts = 2000;
/// Parts that are walked between two looks at the clock: they differ in size, and threads wait for the last.
constexpr std::size_t parts_per_slot = 16;

template <int Words>
using PoolSet = tiling::PieceSet<Words>;

template <int Words>
int rarest_of(const PoolSet<Words>& set) {
  int piece = 0;
  for (const std::uint64_t word : set.words) {
    if (word != 0) return piece + std::countr_zero(word);
    piece += 64;
  }
  return piece;
}

template <int Words>
bool comes_before(const PoolSet<Words>& a, const PoolSet<Words>& b) {
  const int first = rarest_of(a), second = rarest_of(b);
  return first != second ? first < second : a.words < b.words;
}

template <int Words>
std::vector<PoolSet<Words>> sets_in(const SetWords& words) {
  std::vector<PoolSet<Words>> sets(words.size() / Words);
  for (std::size_t i = 0; i < words.size(); ++i) sets[i / Words].words[i % Words] = words[i];
  return sets;
}

template <int Words>
SetWords words_of(const std::vector<PoolSet<Words>>& sets) {
  SetWords words;
  words.reserve(sets.size() * Words);
  for (const auto& set : sets) words.insert(words.end(), set.words.begin(), set.words.end());
  return words;
}

template <int Words>
void sort_and_drop_copies(std::vector<PoolSet<Words>>& sets) {
  std::sort(sets.begin(), sets.end(), comes_before<Words>);
  sets.erase(std::unique(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.words == b.words; }),
             sets.end());
}

template <int Words>
class ListerOf final : public Lister {
 public:
  ListerOf(const PackingPuzzle& drafter, const FinalsData& data, RegionFinals& region, unsigned slots,
           const ListLimits& limits)
      : Lister(region), limits_(limits_in(data, limits)) {
    const PackingPuzzle puzzle = with_pieces_on(drafter, data.pool, region.hexagon.cells());
    for (unsigned slot = 0; slot < slots; ++slot) walkers_.push_back(std::make_unique<RegionWalker>(puzzle));
    if (limits.model != nullptr) follow_guide(drafter, puzzle, data, limits);
    divide();
    region_.parts = parts_.size();
    if (region_.parts_done > region_.parts) region_.parts_done = 0;
    if (region_.parts_done == 0) region_.sets.clear();
    listed_ = sets_in<Words>(region_.sets);
  }

  void work(const ParallelFor& parallel) override {
    const std::size_t first = region_.parts_done;
    const std::size_t batch = walkers_.size() == 1 ? 1 : parts_per_slot * walkers_.size();
    std::vector<Part> found(std::min(batch, parts_.size() - first));
    std::atomic<std::size_t> next = 0;
    parallel(walkers_.size(), [&](std::size_t slot) {
      for (std::size_t i = next++; i < found.size(); i = next++) found[i] = walk(*walkers_[slot], parts_[first + i]);
    });
    for (const Part& part : found) {
      fresh_.insert(fresh_.end(), part.sets.begin(), part.sets.end());
      nodes_ += part.nodes;
      tilings_ += part.tilings;
    }
    region_.parts_done += found.size();
    if (done() || fresh_.size() > listed_.size() / 4 + 1000) settle();
  }

  void settle() override {
    const auto middle = static_cast<std::ptrdiff_t>(listed_.size());
    std::sort(fresh_.begin(), fresh_.end(), comes_before<Words>);
    listed_.insert(listed_.end(), fresh_.begin(), fresh_.end());
    fresh_.clear();
    std::inplace_merge(listed_.begin(), listed_.begin() + middle, listed_.end(), comes_before<Words>);
    listed_.erase(
        std::unique(listed_.begin(), listed_.end(), [](const auto& a, const auto& b) { return a.words == b.words; }),
        listed_.end());
    region_.sets = words_of<Words>(listed_);
  }

 private:
  /// What a part of the tree has.
  struct Part {
    std::vector<PoolSet<Words>> sets;
    std::uint64_t nodes = 0, tilings = 0;
  };

  static RegionWalker::Limits limits_in(const FinalsData& data, const ListLimits& limits) {
    RegionWalker::Limits result;
    for (const std::uint16_t piece : data.pool) {
      std::uint64_t groups = limits.groups.empty() ? 1 : 0;
      for (std::size_t group = 0; group < limits.groups.size(); ++group)
        groups |= std::uint64_t{limits.groups[group][piece] != 0} << group;
      result.groups.push_back(groups);
    }
    return result;
  }

  void follow_guide(const PackingPuzzle& drafter, const PackingPuzzle& puzzle, const FinalsData& data,
                    const ListLimits& limits) {
    std::vector<double> values, own_values;
    std::vector<char> left;
    for (const std::uint16_t piece : data.pool) {
      values.push_back(limits.values[piece]);
      own_values.push_back(region_.values[piece]);
      left.push_back(limits.groups.front()[piece]);
    }
    const tiling::TilingTables& tables = walkers_.front()->tables();
    scores_ = std::make_unique<tileability::ScoreTables>(*limits.model, puzzle, tables.shapes());
    guide_ = std::make_unique<Guide>(*scores_, tables, pieces_of(drafter, region_.hexagon), values, own_values, left);
    limits_.guide = guide_.get();
    limits_.group_weights = limits.group_weights;
    limits_.floor = -limits.reach;
  }

  Part walk(RegionWalker& walker, const std::vector<tiling::Spot>& first_spots) const {
    tiling::Position position = walker.tables().after(first_spots);
    PoolSet<Words> placed;
    RegionWalker::Beginning beginning;
    Part part;
    for (const tiling::Spot& spot : first_spots) {
      const std::size_t piece = walker.tables().shapes()[spot.shape].piece;
      placed.add(piece);
      beginning.placed.push_back(piece);
      beginning.groups &= limits_.groups[piece];
    }
    if (beginning.groups == 0) return part;
    if (tiling::free_sectors(position.board) == 0) {
      part.sets.push_back(placed);
    } else {
      for (std::size_t piece = 0; piece < position.copies.size(); ++piece)
        if ((limits_.groups[piece] & beginning.groups) == 0) position.copies[piece] = 0;
      const std::vector<int> none_required(position.copies.size());
      part.nodes = walker.walk_within(limits_, beginning, position.board, position.copies, none_required, [&] {
        part.sets.push_back(walker.used<Words>() | placed);
        return true;
      });
    }
    part.tilings = part.sets.size();
    sort_and_drop_copies(part.sets);
    return part;
  }

  /// Breadth first, until there are enough parts or every one of them is a tiling.
  void divide() {
    RegionWalker& walker = *walkers_.front();
    parts_ = {{}};
    for (bool grown = true; grown && parts_.size() < fewest_parts;) {
      grown = false;
      std::vector<std::vector<tiling::Spot>> longer;
      for (const auto& part : parts_) {
        const tiling::Position position = walker.tables().after(part);
        if (tiling::free_sectors(position.board) == 0) longer.push_back(part);
        for (const tiling::Spot& spot : walker.first_choices(position)) {
          longer.push_back(part);
          longer.back().push_back(spot);
          grown = true;
        }
      }
      parts_ = std::move(longer);
    }
    if (parts_.empty()) parts_ = {{}};  // no tilings: the whole tree is one part
  }

  RegionWalker::Limits limits_;
  std::unique_ptr<tileability::ScoreTables> scores_;
  std::unique_ptr<Guide> guide_;
  std::vector<std::unique_ptr<RegionWalker>> walkers_;  ///< one per slot
  std::vector<std::vector<tiling::Spot>> parts_;
  std::vector<PoolSet<Words>> listed_, fresh_;  ///< merged now and then
};

}  // namespace

std::unique_ptr<Lister> make_lister(const PackingPuzzle& drafter, const FinalsData& data, RegionFinals& region,
                                    unsigned slots, const ListLimits& limits) {
  if (data.words() == 1) return std::make_unique<ListerOf<1>>(drafter, data, region, slots, limits);
  return std::make_unique<ListerOf<2>>(drafter, data, region, slots, limits);
}

}  // namespace tesselle::packing::finals
