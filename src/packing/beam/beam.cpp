#include "packing/beam/beam.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace tesselle::packing::beam {
namespace {

/// Chunks are the same whatever the number of threads; the threshold rises only after a round of them.
constexpr std::size_t chunks_per_round = 8;
constexpr std::size_t smallest_chunk = 256, largest_chunk = 8192;

constexpr std::uint64_t hash_seed = 20001;

}  // namespace

template <int Words>
Beam<Words>::Beam(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, BeamSettings settings)
    : tables_(tables), scores_(scores), settings_(settings), hash_(tables, hash_seed) {
  StateScore root;
  for (std::size_t kind = 0; kind < tables.copies().size(); ++kind)
    root.pieces += scores.piece(kind) * std::min(tables.copies()[kind], 1000);
  root.outline = scores.outline(tables.grid(), tables.region());
  scores_of_states_ = {root};
  keep_ = settings.width;
  begin_level();
}

template <int Words>
void Beam<Words>::restore(Forest forest, std::vector<StateScore> scores) {
  forest_ = std::move(forest);
  scores_of_states_ = std::move(scores);
  begin_level();
}

template <int Words>
void Beam<Words>::begin_level() {
  chunk_size_ = std::clamp(forest_.size() / 64, smallest_chunk, largest_chunk);
  chunk_count_ = (forest_.size() + chunk_size_ - 1) / chunk_size_;
  next_chunk_ = 0;
  in_chunk_ = false;
  threshold_ = std::numeric_limits<Score>::min();
  alive_ = 0;
  pool_.clear();
}

template <int Words>
Chunk Beam<Words>::chunk(std::size_t number) const {
  const std::size_t first = number * chunk_size_, last = std::min(first + chunk_size_, forest_.size());
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), threshold_};
}

template <int Words>
Weighing Beam<Words>::weighing() const {
  int area = 0, whole = 0;
  for (const auto& kind : tables_.shapes().pieces()) area = std::max(area, kind.sectors);
  whole = std::max(1, tiling::free_sectors(tables_.region()) / std::max(1, area));
  const int done = std::min(100, 100 * static_cast<int>(forest_.depth()) / whole);
  const int outline = settings_.early_outline + (100 - settings_.early_outline) * done / 100;
  return {outline, static_cast<Score>(settings_.noise * tileability::ScoreTables::unit), settings_.seed};
}

template <int Words>
auto Beam<Words>::advance(std::uint64_t& budget) -> Event {
  if (forest_.size() == 0) return Event::ended;
  if (expanders_.empty()) expanders_.push_back(std::make_unique<Expander<Words>>(tables_, scores_, hash_));
  Expander<Words>& expander = *expanders_.front();
  while (next_chunk_ < chunk_count_) {
    if (!in_chunk_) expander.begin(forest_, scores_of_states_, chunk(next_chunk_), weighing());
    in_chunk_ = true;
    if (!expander.work(budget)) return Event::budget_used;
    collect(expander);
    in_chunk_ = false;
    if (++next_chunk_ % chunks_per_round == 0) end_round();
  }
  return end_level();
}

template <int Words>
auto Beam<Words>::finish_level(const ParallelFor& parallel, std::uint64_t& nodes) -> Event {
  if (forest_.size() == 0) return Event::ended;
  while (expanders_.size() < chunks_per_round)
    expanders_.push_back(std::make_unique<Expander<Words>>(tables_, scores_, hash_));
  std::vector<std::uint64_t> made(chunks_per_round);
  if (in_chunk_) {
    std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
    expanders_.front()->work(budget);
    nodes += std::numeric_limits<std::uint64_t>::max() - budget;
    collect(*expanders_.front());
    in_chunk_ = false;
    if (++next_chunk_ % chunks_per_round == 0) end_round();
  }
  while (next_chunk_ < chunk_count_) {
    const std::size_t round_end =
        std::min(chunk_count_, next_chunk_ / chunks_per_round * chunks_per_round + chunks_per_round);
    parallel(round_end - next_chunk_, [&](std::size_t task) {
      std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
      expanders_[task]->begin(forest_, scores_of_states_, chunk(next_chunk_ + task), weighing());
      expanders_[task]->work(budget);
      made[task] = std::numeric_limits<std::uint64_t>::max() - budget;
    });
    for (std::size_t task = 0; task < round_end - next_chunk_; ++task) {
      collect(*expanders_[task]);
      nodes += made[task];
    }
    next_chunk_ = round_end;
    if (next_chunk_ % chunks_per_round == 0) end_round();
  }
  return end_level();
}

template <int Words>
void Beam<Words>::collect(Expander<Words>& expander) {
  alive_ += expander.alive();
  pool_.insert(pool_.end(), expander.children().begin(), expander.children().end());
  for (const Child& child : expander.solutions()) {
    solutions_.push_back(forest_.path(child.parent));
    solutions_.back().push_back(unpack(child.spot));
  }
}

/// Half as many again are kept, because some of them are the same state twice.
template <int Words>
void Beam<Words>::end_round() {
  const std::size_t enough = keep_ + keep_ / 2;
  if (pool_.size() < 2 * keep_ || settings_.per_region != 0) return;
  std::nth_element(pool_.begin(), pool_.begin() + static_cast<std::ptrdiff_t>(enough), pool_.end());
  threshold_ = pool_[enough].total;
  pool_.resize(enough);
}

template <int Words>
auto Beam<Words>::end_level() -> Event {
  // At the next level about as large a part will be dead ends as at this one.
  const double alive = static_cast<double>(alive_ + 1) / static_cast<double>(forest_.size() + 1);
  keep_ = static_cast<std::size_t>(static_cast<double>(settings_.width) / std::max(alive, 0.1));
  keep_best();
  std::vector<Forest::Node> nodes;
  nodes.reserve(pool_.size());
  scores_of_states_.clear();
  for (const Child& child : pool_) {
    nodes.push_back({child.parent, child.spot});
    scores_of_states_.push_back(child.score);
  }
  if (nodes.empty()) {
    forest_.clear();
    forest_.grow({});
    begin_level();
    return solutions_.empty() ? Event::ended : Event::solved;
  }
  forest_.grow(std::move(nodes));
  begin_level();
  return solutions_.empty() ? Event::level_done : Event::solved;
}

/// The best different states, in the order of their parents.
template <int Words>
void Beam<Words>::keep_best() {
  std::sort(pool_.begin(), pool_.end());
  pool_.erase(std::unique(pool_.begin(), pool_.end(), [](const Child& a, const Child& b) { return a.hash == b.hash; }),
              pool_.end());
  if (settings_.per_region != 0) {
    std::unordered_map<std::uint32_t, std::size_t> kept;
    std::erase_if(pool_, [&](const Child& child) { return ++kept[child.region] > settings_.per_region; });
  }
  if (pool_.size() > keep_) pool_.resize(keep_);
  std::sort(pool_.begin(), pool_.end(), [](const Child& a, const Child& b) {
    return a.parent != b.parent ? a.parent < b.parent : a.spot < b.spot;
  });
}

template <int Words>
std::vector<tiling::Spot> Beam<Words>::best_state() const {
  const auto best = std::max_element(
      scores_of_states_.begin(), scores_of_states_.end(),
      [](const StateScore& a, const StateScore& b) { return a.pieces + a.outline < b.pieces + b.outline; });
  if (best == scores_of_states_.end()) return {};
  return forest_.path(static_cast<std::uint32_t>(best - scores_of_states_.begin()));
}

template class Beam<1>;
template class Beam<2>;
template class Beam<4>;
template class Beam<13>;

}  // namespace tesselle::packing::beam
