#include "packing/beam_search/beam.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::beam {
namespace {

/// The threshold rises after every round of chunks.
constexpr std::size_t largest_chunk = 4096;

constexpr std::uint64_t hash_seed = 20001;

}  // namespace

/// Of the pieces, at least.
int Course::percent_done(std::uint32_t depth) const {
  return std::min(100, 100 * static_cast<int>(depth) / std::max(1, pieces_));
}

int Course::outline_percent(std::uint32_t depth) const {
  return settings_.early_outline + (100 - settings_.early_outline) * percent_done(depth) / 100;
}

std::size_t Course::states_wanted(std::uint32_t depth) const {
  constexpr int narrow_until = 25, whole_from = 40, late_from = 60;
  constexpr double max_late_states = 1e7;
  const int done = percent_done(depth), grown = std::clamp(done - narrow_until, 0, whole_from - narrow_until);
  const int percent = settings_.early_width + (100 - settings_.early_width) * grown / (whole_from - narrow_until);
  const std::size_t wanted = std::max<std::size_t>(1, settings_.width * static_cast<std::size_t>(percent) / 100);
  if (settings_.late_growth <= 1 || done <= late_from) return wanted;
  const double part = (done - late_from) / (100.0 - late_from);
  const double grown_wide = static_cast<double>(wanted) * std::pow(settings_.late_growth, part);
  return std::max(wanted, static_cast<std::size_t>(std::min(grown_wide, max_late_states)));
}

int pieces_to_tile(const tiling::TilingTables& tables) {
  int area = 1;
  for (const auto& kind : tables.shapes().pieces()) area = std::max(area, kind.sectors);
  return std::max(1, tiling::free_sectors(tables.region()) / area);
}

Beam::Beam(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, BeamSettings settings)
    : tables_(tables),
      scores_(scores),
      settings_(settings),
      course_(settings, pieces_to_tile(tables)),
      hash_(tables, hash_seed) {
  scores_of_states_ = {root_score(tables, scores)};
  keep_ = course_.states_wanted(0);
  for (std::size_t slot = 0; slot < settings.slots; ++slot)
    expanders_.push_back(std::make_unique<Expander>(tables_, scores_, hash_));
  begin_level();
}

void Beam::begin_level() {
  chunk_size_ = std::clamp<std::size_t>((forest_.size() + settings_.slots - 1) / settings_.slots, 1, largest_chunk);
  chunk_count_ = (forest_.size() + chunk_size_ - 1) / chunk_size_;
  next_chunk_ = 0;
  done_.clear();
  threshold_ = std::numeric_limits<Score>::min();
  alive_ = 0;
  level_dropped_ = false;
  pool_.clear();
}

Chunk Beam::chunk(std::size_t number) const {
  const std::size_t first = number * chunk_size_, last = std::min(first + chunk_size_, forest_.size());
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), threshold_, enough()};
}

Weighing Beam::weighing() const {
  return {course_.outline_percent(forest_.depth()),
          static_cast<Score>(settings_.noise * tileability::ScoreTables::unit), settings_.seed, settings_.lookahead};
}

auto Beam::advance(std::uint64_t& budget, const ParallelFor& parallel) -> Event {
  if (forest_.size() == 0) return Event::ended;
  while (next_chunk_ < chunk_count_) {
    if (budget == 0) return Event::budget_used;
    if (done_.empty()) begin_round();
    work_on_round(budget, parallel);
    if (!round_done()) return Event::budget_used;
    end_round();
  }
  return end_level();
}

void Beam::begin_round() {
  done_.assign(std::min(settings_.slots, chunk_count_ - next_chunk_), 0);
  for (std::size_t slot = 0; slot < done_.size(); ++slot)
    expanders_[slot]->begin(forest_, scores_of_states_, chunk(next_chunk_ + slot), weighing());
}

void Beam::work_on_round(std::uint64_t& budget, const ParallelFor& parallel) {
  std::vector<std::size_t> open;
  for (std::size_t slot = 0; slot < done_.size(); ++slot)
    if (!done_[slot]) open.push_back(slot);
  std::vector<std::uint64_t> shares(open.size(), budget / open.size());
  shares.front() += budget % open.size();
  parallel(open.size(), [&](std::size_t task) { done_[open[task]] = expanders_[open[task]]->work(shares[task]); });
  budget = 0;
  for (const std::uint64_t left : shares) budget += left;
}

bool Beam::round_done() const {
  return std::all_of(done_.begin(), done_.end(), [](char done) { return done != 0; });
}

void Beam::end_round() {
  for (std::size_t slot = 0; slot < done_.size(); ++slot) collect(*expanders_[slot]);
  next_chunk_ += done_.size();
  done_.clear();
  trim_pool();
}

void Beam::collect(const Expander& expander) {
  alive_ += expander.alive();
  level_dropped_ = level_dropped_ || expander.dropped();
  pool_.insert(pool_.end(), expander.children().begin(), expander.children().end());
  for (const Child& child : expander.solutions()) {
    solutions_.push_back(forest_.path(child.parent));
    solutions_.back().push_back(unpack(child.spot));
  }
}

/// More than what will be kept: some of them are the same state twice, or too much alike.
std::size_t Beam::enough() const { return (settings_.per_region == 0 ? keep_ + keep_ / 2 : 4 * keep_) + 1; }

void Beam::trim_pool() {
  if (pool_.size() < enough() + std::max<std::size_t>(1, enough() / 3)) return;
  const auto worst = pool_.begin() + static_cast<std::ptrdiff_t>(enough());
  std::nth_element(pool_.begin(), worst, pool_.end());
  threshold_ = worst->total;
  pool_.erase(worst, pool_.end());
  level_dropped_ = true;
}

auto Beam::end_level() -> Event {
  // At the next level about as large a part will be dead ends as at this one.
  const double alive = static_cast<double>(alive_ + 1) / static_cast<double>(forest_.size() + 1);
  keep_ = static_cast<std::size_t>(static_cast<double>(course_.states_wanted(forest_.depth())) / std::max(alive, 0.1));
  keep_best();
  dropped_ = dropped_ || level_dropped_;
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
void Beam::keep_best() {
  std::sort(pool_.begin(), pool_.end());
  pool_.erase(std::unique(pool_.begin(), pool_.end(), [](const Child& a, const Child& b) { return a.hash == b.hash; }),
              pool_.end());
  if (settings_.per_region != 0) {
    std::unordered_map<std::uint32_t, std::size_t> kept;
    const auto erased =
        std::erase_if(pool_, [&](const Child& child) { return ++kept[child.region] > settings_.per_region; });
    level_dropped_ = level_dropped_ || erased > 0;
  }
  if (pool_.size() > keep_) {
    pool_.resize(keep_);
    level_dropped_ = true;
  }
  std::sort(pool_.begin(), pool_.end(), [](const Child& a, const Child& b) {
    return a.parent != b.parent ? a.parent < b.parent : a.spot < b.spot;
  });
}

std::vector<tiling::Spot> Beam::best_state() const {
  const auto best = std::max_element(
      scores_of_states_.begin(), scores_of_states_.end(),
      [](const StateScore& a, const StateScore& b) { return a.pieces + a.outline < b.pieces + b.outline; });
  if (best == scores_of_states_.end()) return {};
  return forest_.path(static_cast<std::uint32_t>(best - scores_of_states_.begin()));
}

void Beam::save(ByteWriter& out) const {
  out.number(forest_.depth());
  for (std::uint32_t level = 0; level < forest_.depth(); ++level) out.array(forest_.level(level));
  out.array(std::span<const StateScore>(scores_of_states_));
  save_paths(solutions_, out);
  out.number(chunk_size_);
  out.number(next_chunk_);
  out.number(alive_);
  out.number(keep_);
  out.number(static_cast<std::uint64_t>(dropped_) | static_cast<std::uint64_t>(level_dropped_) << 1);
  out.number(static_cast<std::uint64_t>(static_cast<std::int64_t>(threshold_)));
  out.array(std::span<const Child>(pool_));
  out.number(done_.size());
  for (std::size_t slot = 0; slot < done_.size(); ++slot) {
    ByteWriter one;
    expanders_[slot]->save(one);
    out.array(std::span<const char>(one.take()));
  }
}

void Beam::restore(ByteReader& in) {
  std::vector<std::vector<Forest::Node>> levels(in.number(100'000));
  for (auto& level : levels) level = in.array<Forest::Node>();
  if (!forest_.restore(std::move(levels))) in.refuse();
  scores_of_states_ = in.array<StateScore>();
  if (scores_of_states_.size() != forest_.size()) in.refuse();
  solutions_ = restore_paths(tables_, in);
  begin_level();
  chunk_size_ = std::max<std::uint64_t>(1, in.number(largest_chunk));
  chunk_count_ = (forest_.size() + chunk_size_ - 1) / chunk_size_;
  next_chunk_ = in.number(chunk_count_);
  alive_ = in.number(forest_.size());
  keep_ = in.number(std::numeric_limits<std::uint32_t>::max());
  const std::uint64_t dropped = in.number(3);
  dropped_ = (dropped & 1) != 0;
  level_dropped_ = (dropped & 2) != 0;
  threshold_ = static_cast<Score>(static_cast<std::int64_t>(in.number()));
  pool_ = in.array<Child>();
  restore_round(in);
  if (!states_are_possible()) in.refuse();
}

void Beam::restore_round(ByteReader& in) {
  const std::size_t saved = in.number(chunk_count_ - next_chunk_);
  std::vector<std::vector<char>> parts;
  for (std::size_t slot = 0; slot < saved; ++slot) parts.push_back(in.array<char>());
  if (saved == 0 || saved > expanders_.size()) return;
  begin_round();
  done_.resize(saved);
  for (std::size_t slot = 0; slot < saved; ++slot) {
    ByteReader part({parts[slot].data(), parts[slot].size()});
    expanders_[slot]->restore(part);
    part.end();
    done_[slot] = expanders_[slot]->done();
  }
}

/// Can every state, and every child, be put together as the forest says, and has it the score it is said to have?
bool Beam::states_are_possible() const {
  std::vector<Child> children = pool_;
  for (std::size_t slot = 0; slot < done_.size(); ++slot)
    for (const auto* made : {&expanders_[slot]->children(), &expanders_[slot]->solutions()})
      children.insert(children.end(), made->begin(), made->end());
  std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.parent < b.parent; });
  StateCheck check(tables_, scores_);
  auto child = children.begin();
  const auto last_checked = [&](std::uint32_t state) {
    for (; child != children.end() && child->parent == state; ++child)
      if (!check.can_enter(unpack(child->spot)) || check.score_after(unpack(child->spot)) != child->score) return false;
    return check.score() == scores_of_states_[state];
  };
  struct Walker {
    StateCheck& check;
    decltype(last_checked)& at;
    bool enter(tiling::Spot spot) { return check.enter(spot); }
    void leave() { check.leave(); }
  };
  return forest_.walk(Walker{check, last_checked}) && child == children.end();
}

}  // namespace tesselle::packing::beam
