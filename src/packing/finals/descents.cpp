#include "packing/finals/descents.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {
namespace {

/// Roots are visited by chunks of neighbours, which share most of their paths; the chunks in an order that has nothing
/// to do with them.
constexpr std::uint32_t max_chunks = 4096;
/// Of the roots. Before this share of them was visited, bars are as low as if it had been.
constexpr double first_share = 1.0 / 32;
constexpr std::uint64_t descent_hash_seed = 20002;

}  // namespace

void Bar::allow(std::uint64_t states) {
  allowed_ = states;
  while (bar_ > 0 && above_ + met_[bar_ - 1] <= allowed_) above_ += met_[--bar_];
}

void Bar::save(ByteWriter& out) const {
  out.number(static_cast<std::uint64_t>(static_cast<std::int64_t>(lowest_)));
  out.array(std::span<const std::uint32_t>(met_));
  out.number(allowed_);
  out.number(bar_);
}

void Bar::restore(ByteReader& in) {
  constexpr std::int64_t far = 1 << 29;
  const auto lowest = static_cast<std::int64_t>(in.number());
  if (lowest < -far || lowest > far) in.refuse();
  lowest_ = static_cast<Score>(lowest);
  met_ = in.array<std::uint32_t>();
  if (!met_.empty() && met_.size() != heights) in.refuse();
  allowed_ = in.number();
  bar_ = in.number(met_.empty() ? 0 : heights - 1);
  above_ = std::accumulate(met_.begin() + static_cast<std::ptrdiff_t>(bar_), met_.end(), std::uint64_t{0});
}

Searches make_searches(const tiling::TilingTables& tables, unsigned slots) {
  Searches searches;
  while (searches.size() < slots) searches.push_back(tiling::make_tiling_search(tables));
  return searches;
}

void Roots::save(ByteWriter& out) const {
  out.number(forest.depth());
  for (std::uint32_t level = 0; level < forest.depth(); ++level) out.array(forest.level(level));
}

void Roots::restore(ByteReader& in, const tiling::TilingTables& tables,
                    const tileability::ScoreTables& scores_of_board) {
  std::vector<std::vector<beam::Forest::Node>> levels(in.number(100'000));
  for (auto& level : levels) level = in.array<beam::Forest::Node>();
  if (!forest.restore(std::move(levels)) || !score(tables, scores_of_board)) in.refuse();
}

bool Roots::score(const tiling::TilingTables& tables, const tileability::ScoreTables& scores_of_board) {
  scores.clear();
  beam::StateCheck check(tables, scores_of_board);
  struct Walker {
    beam::StateCheck& check;
    std::vector<beam::StateScore>& scores;
    bool enter(tiling::Spot spot) { return check.enter(spot); }
    void leave() { check.leave(); }
    bool at(std::uint32_t) { return scores.push_back(check.score()), true; }
  };
  return forest.walk(Walker{check, scores});
}

Descents::Descents(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                   const beam::Course& course, const Roots& roots, std::uint32_t end, Searches& searches)
    : tables_(tables), scores_(scores), course_(course), roots_(roots), end_(end), walks_(searches.size()) {
  for (std::size_t slot = 0; slot < walks_.size(); ++slot) {
    Walk& walk = walks_[slot];
    walk.search = searches[slot].get();
    walk.search->start(tables.region(), tables.copies(), tables.required_copies());
    walk.search->open();
    walk.bars.resize(levels_below());
  }
}

std::uint32_t Descents::chunk_begin(std::uint32_t chunk) const {
  const std::uint64_t states = roots_.scores.size(), chunks = std::min<std::uint64_t>(states, max_chunks);
  return static_cast<std::uint32_t>(states * chunk / std::max<std::uint64_t>(1, chunks));
}

bool Descents::done() const {
  const bool walking = std::any_of(walks_.begin(), walks_.end(), [](const Walk& walk) { return !walk.levels.empty(); });
  return !walking && again_.empty() && chunk_begin(next_chunk_) == roots_.scores.size();
}

bool Descents::dropped_some() const {
  return dropped_ || std::any_of(walks_.begin(), walks_.end(), [](const Walk& walk) {
           return std::any_of(walk.bars.begin(), walk.bars.end(), [](const Bar& bar) { return bar.dropped(); });
         });
}

std::uint64_t Descents::work(std::uint64_t nodes, const ParallelFor& parallel) {
  std::mutex chunks;
  parallel(walks_.size(), [&](std::size_t slot) {
    Walk& walk = walks_[slot];
    for (walk.nodes = 0; walk.nodes < nodes;) {
      if (walk.levels.empty()) {
        const auto chunk = [&] {
          const std::scoped_lock lock(chunks);
          return take_chunk();
        }();
        if (!chunk) break;
        walk.chunk = *chunk;
        begin_root(walk, chunk_begin(*chunk));
      }
      go_on(walk);
    }
  });
  std::uint64_t visited = 0;
  for (Walk& walk : walks_) {
    visited += walk.nodes;
    std::move(walk.tilings.begin(), walk.tilings.end(), std::back_inserter(tilings_));
    walk.tilings.clear();
  }
  return visited;
}

std::optional<std::uint32_t> Descents::take_chunk() {
  if (!again_.empty()) {
    const std::uint32_t chunk = again_.back();
    again_.pop_back();
    return chunk;
  }
  const std::uint64_t chunks = std::min<std::uint64_t>(roots_.scores.size(), max_chunks);
  if (next_chunk_ == chunks) return std::nullopt;
  std::uint64_t stride = 1 + chunks * 382 / 1000;
  while (std::gcd(stride, chunks) != 1) ++stride;
  return static_cast<std::uint32_t>(next_chunk_++ * stride % chunks);
}

void Descents::begin_root(Walk& walk, std::uint32_t root) const {
  go_to(walk, root);
  walk.root = root;
  ++walk.nodes;
  ++walk.roots_begun;
  const auto roots = static_cast<double>(roots_.scores.size()), slots = static_cast<double>(walks_.size());
  const double share = std::max(static_cast<double>(walk.roots_begun) / roots, first_share / slots);
  for (std::size_t level = 0; level < walk.bars.size(); ++level) {
    const auto depth = static_cast<std::uint32_t>(roots_.forest.depth() + level);
    walk.bars[level].allow(static_cast<std::uint64_t>(share * static_cast<double>(course_.states_wanted(depth))) + 1);
  }
  walk.levels.push_back({0, static_cast<std::uint32_t>(walk.search->candidates().size()), roots_.scores[root]});
}

/// From the root it stands at to another one through their last common ancestor.
void Descents::go_to(Walk& walk, std::uint32_t root) const {
  const beam::Forest& forest = roots_.forest;
  std::vector<std::uint32_t> fresh;  // nodes to enter, last first
  std::uint32_t node = root, level = forest.depth();
  while (level > 0 && (level > walk.nodes_of_root.size() || walk.nodes_of_root[level - 1] != node)) {
    fresh.push_back(node);
    node = forest.node(--level, node).parent;
  }
  for (; walk.nodes_of_root.size() > level; walk.nodes_of_root.pop_back()) {
    walk.search->close();
    walk.search->undo();
  }
  for (; !fresh.empty(); fresh.pop_back(), ++level) {
    walk.search->put_down(beam::unpack(forest.node(level, fresh.back()).spot));
    walk.search->open();
    walk.nodes_of_root.push_back(fresh.back());
  }
}

/// Of a candidate of the node in hand.
beam::StateScore Descents::score_after(const Walk& walk, tiling::Spot spot) const {
  const tiling::TilingSearch& search = *walk.search;
  const tiling::ShapeTable& shapes = tables_.shapes();
  const beam::StateScore& score = walk.levels.back().score;
  return {score.pieces - scores_.piece(shapes[spot.shape].piece),
          score.outline + scores_.outline_change(shapes, search.board(), search.middles(), spot)};
}

/// The next candidate of the node in hand: passed over, or visited.
void Descents::go_on(Walk& walk) const {
  tiling::TilingSearch& search = *walk.search;
  Level& level = walk.levels.back();
  if (level.next == level.count) return leave(walk);
  const std::uint32_t choice = level.next++;
  const tiling::Spot spot = search.candidates()[choice];
  const beam::StateScore child = score_after(walk, spot);
  const auto depth = static_cast<std::uint32_t>(roots_.forest.depth() + walk.levels.size());
  Bar& bar = walk.bars[walk.levels.size() - 1];
  const Bar::Score height = total(child, depth);
  if (!bar.meet(height)) return;
  if (depth == end_ && search.free_area() != tables_.shapes().pieces()[tables_.shapes()[spot.shape].piece].sectors)
    return arrive(walk, spot, child);
  ++walk.nodes;
  search.take(choice);
  if (search.solved()) {
    walk.tilings.emplace_back(search.path().begin(), search.path().end());
    search.undo();
    return;
  }
  const std::uint32_t choices = search.open();
  if (choices == 0) bar.forget(height);
  walk.levels.push_back({0, choices, child});
}

void Descents::arrive(Walk& walk, tiling::Spot spot, const beam::StateScore& score) const {
  Arrivals& arrivals = walk.arrivals;
  arrivals.roots.push_back(walk.root);
  arrivals.scores.push_back(score);
  for (const tiling::Spot& before : walk.search->path().subspan(roots_.forest.depth()))
    arrivals.spots.push_back(beam::pack(before));
  arrivals.spots.push_back(beam::pack(spot));
}

void Descents::leave(Walk& walk) const {
  walk.levels.pop_back();
  if (!walk.levels.empty()) {
    walk.search->close();
    walk.search->undo();
    return;
  }
  if (walk.root + 1 < chunk_begin(walk.chunk + 1)) begin_root(walk, walk.root + 1);
}

void Descents::Arrivals::add(const Arrivals& more) {
  roots.insert(roots.end(), more.roots.begin(), more.roots.end());
  scores.insert(scores.end(), more.scores.begin(), more.scores.end());
  spots.insert(spots.end(), more.spots.begin(), more.spots.end());
}

Roots Descents::best_states() const {
  Arrivals all = arrivals_;
  for (const Walk& walk : walks_) all.add(walk.arrivals);
  const auto which = chosen(all);
  Roots best{forest_of(all, which), {}};
  for (const std::size_t one : which) best.scores.push_back(all.scores[one]);
  return best;
}

/// Of what is left by each.
std::vector<std::uint64_t> Descents::hashes(const Arrivals& arrivals) const {
  const beam::StateHash hash(tables_, descent_hash_seed);
  const auto add = [&](std::pair<std::uint64_t, std::uint64_t>& sums, tiling::Spot spot) {
    sums.first = hash.region_after(sums.first, spot);
    sums.second ^= hash.piece(tables_.shapes()[spot.shape].piece, 0);
  };
  std::vector<std::uint64_t> result;
  std::uint32_t known_root = 0;
  std::pair<std::uint64_t, std::uint64_t> of_root{};
  for (std::size_t i = 0; i < arrivals.roots.size(); ++i) {
    if (i == 0 || arrivals.roots[i] != known_root) {
      known_root = arrivals.roots[i];
      of_root = {};
      for (const tiling::Spot& spot : roots_.forest.path(known_root)) add(of_root, spot);
    }
    auto sums = of_root;
    for (std::size_t k = 0; k < levels_below(); ++k) add(sums, beam::unpack(arrivals.spots[i * levels_below() + k]));
    result.push_back(sums.first ^ sums.second);
  }
  return result;
}

/// By ascending root, neighbours side by side.
std::vector<std::size_t> Descents::chosen(const Arrivals& arrivals) const {
  const auto total_of = [&](std::size_t one) { return total(arrivals.scores[one], end_); };
  const auto hash = hashes(arrivals);
  std::vector<std::size_t> which;
  std::unordered_set<std::uint64_t> known;
  for (std::size_t one = 0; one < hash.size(); ++one)
    if (known.insert(hash[one]).second) which.push_back(one);
  const std::size_t wanted = course_.states_wanted(end_);
  if (which.size() > wanted) {
    const auto end = which.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::nth_element(which.begin(), end, which.end(), [&](std::size_t a, std::size_t b) {
      return total_of(a) != total_of(b) ? total_of(a) > total_of(b) : a < b;
    });
    which.erase(end, which.end());
  }
  std::sort(which.begin(), which.end(), [&](std::size_t a, std::size_t b) {
    return arrivals.roots[a] != arrivals.roots[b] ? arrivals.roots[a] < arrivals.roots[b] : a < b;
  });
  return which;
}

beam::Forest Descents::forest_of(const Arrivals& arrivals, std::span<const std::size_t> which) const {
  const std::size_t length = levels_below();
  const auto spot = [&](std::size_t i, std::size_t level) { return arrivals.spots[which[i] * length + level]; };
  std::vector<std::vector<beam::Forest::Node>> levels(length);
  for (std::size_t i = 0; i < which.size(); ++i) {
    std::size_t shared = 0;  // levels that it has in common with its neighbour
    if (i > 0 && arrivals.roots[which[i]] == arrivals.roots[which[i - 1]])
      while (shared < length && spot(i, shared) == spot(i - 1, shared)) ++shared;
    for (std::size_t level = shared; level < length; ++level) {
      const auto parent =
          level == 0 ? arrivals.roots[which[i]] : static_cast<std::uint32_t>(levels[level - 1].size() - 1);
      levels[level].push_back({parent, spot(i, level)});
    }
  }
  beam::Forest forest = roots_.forest;
  for (auto& level : levels) forest.grow(std::move(level));
  return forest;
}

void Descents::Arrivals::save(ByteWriter& out) const {
  out.array(std::span<const std::uint32_t>(roots));
  out.array(std::span<const beam::PackedSpot>(spots));
}

auto Descents::restore_arrivals(ByteReader& in) const -> Arrivals {
  Arrivals arrivals;
  arrivals.roots = in.array<std::uint32_t>();
  arrivals.spots = in.array<beam::PackedSpot>();
  const auto unknown = [&](std::uint32_t root) { return root >= roots_.scores.size(); };
  if (std::any_of(arrivals.roots.begin(), arrivals.roots.end(), unknown)) in.refuse();
  if (arrivals.roots.empty() ? !arrivals.spots.empty()
                             : arrivals.spots.size() / arrivals.roots.size() != levels_below())
    in.refuse();
  std::vector<std::size_t> all(arrivals.roots.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::stable_sort(all.begin(), all.end(),
                   [&](std::size_t a, std::size_t b) { return arrivals.roots[a] < arrivals.roots[b]; });
  Roots states{all.empty() ? beam::Forest{} : forest_of(arrivals, all), {}};
  if (!all.empty() && (states.forest.size() != all.size() || !states.score(tables_, scores_))) in.refuse();
  arrivals.scores.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) arrivals.scores[all[i]] = states.scores[i];
  return arrivals;
}

void Descents::save(ByteWriter& out) const {
  out.number(next_chunk_);
  out.number(dropped_);
  out.array(std::span<const std::uint32_t>(again_));
  beam::save_paths(tilings_, out);
  arrivals_.save(out);
  out.number(walks_.size());
  for (const Walk& walk : walks_) {
    std::vector<std::uint32_t> place;
    for (const Level& level : walk.levels) place.push_back(level.next);
    out.number(place.empty() ? 0 : walk.chunk);
    out.number(place.empty() ? 0 : walk.root);
    out.number(walk.roots_begun);
    out.array(std::span<const std::uint32_t>(place));
    for (const Bar& bar : walk.bars) bar.save(out);
    walk.arrivals.save(out);
  }
}

void Descents::restore(ByteReader& in) {
  const std::uint64_t chunks = std::min<std::uint64_t>(roots_.scores.size(), max_chunks);
  next_chunk_ = static_cast<std::uint32_t>(in.number(chunks));
  dropped_ = in.number(1) != 0;
  again_ = in.array<std::uint32_t>();
  if (std::any_of(again_.begin(), again_.end(), [&](std::uint32_t chunk) { return chunk >= chunks; })) in.refuse();
  tilings_ = beam::restore_paths(tables_, in);
  arrivals_ = restore_arrivals(in);
  for (std::uint64_t saved = in.number(), i = 0; i < saved; ++i) restore_walk(i, in);
}

void Descents::restore_walk(std::size_t slot, ByteReader& in) {
  const std::uint64_t states = roots_.scores.size(), chunks = std::min<std::uint64_t>(states, max_chunks);
  if (chunks == 0) in.refuse();
  Walk saved;
  saved.chunk = static_cast<std::uint32_t>(in.number(chunks - 1));
  saved.root = static_cast<std::uint32_t>(in.number(states - 1));
  saved.roots_begun = in.number();
  const auto place = in.array<std::uint32_t>();
  saved.bars.resize(levels_below());
  for (Bar& bar : saved.bars) bar.restore(in);
  saved.arrivals = restore_arrivals(in);
  if (!place.empty() && (saved.root < chunk_begin(saved.chunk) || saved.root >= chunk_begin(saved.chunk + 1)))
    in.refuse();
  if (slot >= walks_.size()) {
    if (!place.empty()) again_.push_back(saved.chunk);
    for (const Bar& bar : saved.bars) dropped_ = dropped_ || bar.dropped();
    arrivals_.add(saved.arrivals);
    return;
  }
  saved.search = walks_[slot].search;
  walks_[slot] = std::move(saved);
  if (!place.empty()) go_to_place(walks_[slot], place, in);
}

void Descents::go_to_place(Walk& walk, std::span<const std::uint32_t> place, ByteReader& in) const {
  go_to(walk, walk.root);
  walk.levels.push_back({0, static_cast<std::uint32_t>(walk.search->candidates().size()), roots_.scores[walk.root]});
  for (std::size_t depth = 0; depth < place.size(); ++depth) {
    Level& level = walk.levels.back();
    level.next = place[depth];
    if (level.next > level.count) in.refuse();
    if (depth + 1 == place.size()) break;
    if (level.next == 0 || depth + 1 >= levels_below()) in.refuse();
    const beam::StateScore child = score_after(walk, walk.search->candidates()[level.next - 1]);
    walk.search->take(level.next - 1);
    if (walk.search->solved()) in.refuse();
    walk.levels.push_back({0, walk.search->open(), child});
  }
}

}  // namespace tesselle::packing::finals
