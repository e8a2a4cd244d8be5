#include "packing/finals/dealer.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "packing/site_search/piece_set.hpp"

namespace tesselle::packing::finals {
namespace {

template <int Words>
class DealerOf final : public Dealer {
 public:
  using Set = tiling::PieceSet<Words>;

  DealerOf(const FinalsData& data, std::vector<char> required) : data_(data), required_(std::move(required)) {
    for (std::size_t bit = 0; bit < data.pool.size(); ++bit)
      if (!required_[data.pool[bit]]) optional_.add(bit);
    for (const RegionFinals& region : data.regions) {
      lists_.push_back(std::make_shared<const List>(region, data.pool.size()));
      picked_.emplace_back(data.pool.size());
    }
  }

  std::unique_ptr<Dealer> another() const override { return std::make_unique<DealerOf>(*this); }

  void deal(const std::vector<char>& left, const std::function<bool(const Deal&)>& on_deal) override {
    const auto within = pool_set(left);
    if (!within || std::any_of(lists_.begin(), lists_.end(), [](const auto& list) { return list->sets.empty(); }))
      return;
    for (auto& region : picked_)
      for (auto& picked : region) picked.reset();
    left_ = *within;
    on_deal_ = &on_deal;
    dealt_.assign(lists_.size(), std::nullopt);
    int taken = 0;
    for (const auto& list : lists_) taken += list->sets.front().size();
    go_on(*within, within->size() - taken);
  }

  std::uint64_t sets_within(const std::vector<char>& left, std::size_t region) const override {
    const Set within = set_of(left);
    const auto& sets = lists_[region]->sets;
    return static_cast<std::uint64_t>(
        std::count_if(sets.begin(), sets.end(), [&](const Set& set) { return inside(set, within); }));
  }

  std::uint64_t pairs_within(const std::vector<char>& left, std::size_t one, std::size_t other) const override {
    const Set within = set_of(left);
    std::vector<Set> second;
    for (const Set& set : lists_[other]->sets)
      if (inside(set, within)) second.push_back(set);
    std::uint64_t pairs = 0;
    for (const Set& set : lists_[one]->sets)
      if (inside(set, within))
        for (const Set& partner : second) pairs += !set.meets(partner);
    return pairs;
  }

 private:
  /// The sets of a region, and by piece of the pool: where those with this rarest piece begin; and the end.
  struct List {
    List(const RegionFinals& region, std::size_t pool) : sets(region.sets.size() / Words) {
      for (std::size_t i = 0; i < region.sets.size(); ++i) sets[i / Words].words[i % Words] = region.sets[i];
      for (std::size_t bit = 0; bit <= pool; ++bit) {
        const auto begin =
            std::partition_point(sets.begin(), sets.end(), [&](const Set& set) { return rarest(set) < bit; });
        bucket.push_back(static_cast<std::size_t>(begin - sets.begin()));
      }
    }
    std::vector<Set> sets;
    std::vector<std::size_t> bucket;
  };

  static std::size_t rarest(const Set& set) {
    for (std::size_t w = 0; w < Words; ++w)
      if (set.words[w] != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(set.words[w]));
    return 64 * Words;
  }
  static bool inside(const Set& set, const Set& within) {
    std::uint64_t outside = 0;
    for (std::size_t w = 0; w < Words; ++w) outside |= set.words[w] & ~within.words[w];
    return outside == 0;
  }
  static Set without(Set set, const Set& taken) {
    for (std::size_t w = 0; w < Words; ++w) set.words[w] &= ~taken.words[w];
    return set;
  }

  Set set_of(const std::vector<char>& left) const {
    Set set;
    for (std::size_t bit = 0; bit < data_.pool.size(); ++bit)
      if (left[data_.pool[bit]]) set.add(bit);
    return set;
  }
  /// Nullopt if a piece that must be used is left and not in the pool.
  std::optional<Set> pool_set(const std::vector<char>& left) const {
    const Set set = set_of(left);
    const auto owed = [&](std::size_t piece) { return left[piece] && required_[piece]; };
    int in_pool = 0, total = 0;
    for (const std::uint16_t piece : data_.pool) in_pool += owed(piece);
    for (std::size_t piece = 0; piece < left.size(); ++piece) total += owed(piece);
    return in_pool == total ? std::optional(set) : std::nullopt;
  }

  /// `spare`: how many pieces of the pool will be left over. False: stop.
  bool go_on(const Set& left, int spare) {
    if (spare < 0) return true;
    const auto open = std::count(dealt_.begin(), dealt_.end(), std::nullopt);
    if (open == 0) return report(left);
    const std::size_t piece = rarest(left);
    if (spare > 0 && optional_.has(piece)) {
      Set fewer = left;
      fewer.remove(piece);
      if (!go_on(fewer, spare - 1)) return false;
    }
    for (std::size_t r = 0; r < lists_.size(); ++r)
      if (!dealt_[r] && !(open == 1 && spare == 0 ? look_up(r, left, piece) : try_sets(r, left, piece, spare)))
        return false;
    return true;
  }

  bool try_sets(std::size_t r, const Set& left, std::size_t piece, int spare) {
    const auto& sets = sets_with(r, piece);
    looked_at_ += sets.size();
    for (const Set& set : sets) {
      if (!inside(set, left)) continue;
      dealt_[r] = set;
      const bool go = go_on(without(left, set), spare);
      dealt_[r] = std::nullopt;
      if (!go) return false;
    }
    return true;
  }

  bool look_up(std::size_t r, const Set& set, std::size_t piece) {
    const List& list = *lists_[r];
    ++looked_at_;
    const auto begin = list.sets.begin() + static_cast<std::ptrdiff_t>(list.bucket[piece]);
    const auto end = list.sets.begin() + static_cast<std::ptrdiff_t>(list.bucket[piece + 1]);
    const auto found = std::lower_bound(begin, end, set, [](const Set& a, const Set& b) { return a.words < b.words; });
    if (found == end || found->words != set.words) return true;
    dealt_[r] = set;
    const bool go = report({});
    dealt_[r] = std::nullopt;
    return go;
  }

  const std::vector<Set>& sets_with(std::size_t r, std::size_t piece) {
    const List& list = *lists_[r];
    auto& picked = picked_[r][piece];
    if (picked) return *picked;
    picked.emplace();
    for (std::size_t i = list.bucket[piece]; i < list.bucket[piece + 1]; ++i)
      if (inside(list.sets[i], left_)) picked->push_back(list.sets[i]);
    looked_at_ += list.bucket[piece + 1] - list.bucket[piece];
    return *picked;
  }

  /// What is left over must not be needed.
  bool report(const Set& over) {
    if (!inside(over, optional_)) return true;
    Deal deal;
    for (const auto& set : dealt_) {
      deal.emplace_back();
      for (std::size_t bit = 0; bit < data_.pool.size(); ++bit)
        if (set->has(bit)) deal.back().push_back(data_.pool[bit]);
      std::sort(deal.back().begin(), deal.back().end());
    }
    return (*on_deal_)(deal);
  }

  const FinalsData& data_;
  std::vector<char> required_;
  Set optional_;
  std::vector<std::shared_ptr<const List>> lists_;
  /// By region and piece: the sets of its bucket that consist of pieces left at the start; not set before it is asked
  /// for.
  std::vector<std::vector<std::optional<std::vector<Set>>>> picked_;
  Set left_;
  std::vector<std::optional<Set>> dealt_;
  const std::function<bool(const Deal&)>* on_deal_ = nullptr;
};

}  // namespace

std::unique_ptr<Dealer> make_dealer(const FinalsData& data, std::vector<char> required) {
  if (data.words() == 1) return std::make_unique<DealerOf<1>>(data, std::move(required));
  return std::make_unique<DealerOf<2>>(data, std::move(required));
}

}  // namespace tesselle::packing::finals
