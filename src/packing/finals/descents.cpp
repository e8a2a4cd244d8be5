#include "packing/finals/descents.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {

void Bars::begin(std::uint32_t first_depth, double scout_share) {
  first_depth_ = first_depth;
  halvings_ = -std::log2(scout_share);
  bars_.clear();
}

void Bars::add(std::optional<beam::Cut> cut) {
  if (!cut) return bars_.push_back(std::nullopt);
  // States lie the closer the further down. Without this factor rounds on Eternity took four to seven times as long as wanted.
  constexpr double closer = 0.6;
  bars_.push_back(cut->lowest - static_cast<Score>(closer * halvings_ * (cut->median - cut->lowest)));
}

auto Bars::at(std::uint32_t depth, Score raised) const -> Score {
  if (bars_.empty() || depth < first_depth_) return std::numeric_limits<Score>::min();
  const auto& bar = bars_[std::min<std::size_t>(depth - first_depth_, bars_.size() - 1)];  // scouts may all have ended
  if (!bar) return std::numeric_limits<Score>::min();
  return raised + *bar + static_cast<Score>(tileability::ScoreTables::unit * throttle_.shift());
}

void Bars::save(ByteWriter& out) const {
  out.number(first_depth_);
  out.number(std::bit_cast<std::uint64_t>(halvings_));
  out.number(bars_.size());
  for (const auto& bar : bars_) {
    out.number(bar.has_value());
    out.number(static_cast<std::uint64_t>(static_cast<std::int64_t>(bar.value_or(0))));
  }
  out.number(nodes_wanted_);
  throttle_.save(out);
}

void Bars::restore(ByteReader& in) {
  constexpr std::uint64_t deepest = 100'000;
  constexpr std::int64_t far = 1 << 29;
  first_depth_ = static_cast<std::uint32_t>(in.number(deepest));
  halvings_ = std::bit_cast<double>(in.number());
  if (!(halvings_ >= 0 && halvings_ < 64)) in.refuse();
  bars_.assign(in.number(deepest), std::nullopt);
  for (auto& bar : bars_) {
    const bool has_value = in.number(1) != 0;
    const auto value = static_cast<std::int64_t>(in.number());
    if (value < -far || value > far) in.refuse();
    if (has_value) bar = static_cast<Score>(value);
  }
  nodes_wanted_ = std::max<std::uint64_t>(1, in.number());
  throttle_.restore(in);
}

void Roots::save(ByteWriter& out) const {
  out.number(forest.depth());
  for (std::uint32_t level = 0; level < forest.depth(); ++level) out.array(forest.level(level));
}

void Roots::restore(ByteReader& in, const tiling::TilingTables& tables,
                    const tileability::ScoreTables& scores_of_board) {
  std::vector<std::vector<beam::Forest::Node>> levels(in.number(100'000));
  for (auto& level : levels) level = in.array<beam::Forest::Node>();
  if (!forest.restore(std::move(levels))) in.refuse();
  scores.clear();
  beam::StateCheck check(tables, scores_of_board);
  struct Walker {
    beam::StateCheck& check;
    std::vector<beam::StateScore>& scores;
    bool enter(tiling::Spot spot) { return check.enter(spot); }
    void leave() { check.leave(); }
    bool at(std::uint32_t) { return scores.push_back(check.score()), true; }
  };
  if (!forest.walk(Walker{check, scores})) in.refuse();
}

Descents::Descents(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                   const beam::Course& course, const Bars& bars, const Roots& roots, unsigned slots)
    : tables_(tables), scores_(scores), course_(course), bars_(bars), roots_(roots), walks_(slots) {
  for (Walk& walk : walks_) walk.search = tiling::make_tiling_search(tables);
}

bool Descents::done() const {
  const bool walking = std::any_of(walks_.begin(), walks_.end(), [](const Walk& walk) { return !walk.levels.empty(); });
  return !walking && again_.empty() && next_root_ == roots_.scores.size();
}

std::uint64_t Descents::work(std::uint64_t nodes, const ParallelFor& parallel) {
  raised_ = bars_.raise(nodes_);
  std::mutex roots;
  parallel(walks_.size(), [&](std::size_t slot) {
    Walk& walk = walks_[slot];
    for (walk.nodes = 0; walk.nodes < nodes;) {
      if (walk.levels.empty()) {
        const auto root = [&] {
          const std::scoped_lock lock(roots);
          return take_root();
        }();
        if (!root) break;
        begin(walk, *root);
      }
      go_on(walk);
    }
  });
  std::uint64_t visited = 0;
  for (Walk& walk : walks_) {
    visited += walk.nodes;
    dropped_ = dropped_ || walk.dropped;
    for (auto& path : walk.tilings) tilings_.push_back(std::move(path));
    walk.tilings.clear();
  }
  nodes_ += visited;
  return visited;
}

std::optional<std::uint32_t> Descents::take_root() {
  if (!again_.empty()) {
    const std::uint32_t root = again_.back();
    again_.pop_back();
    return root;
  }
  const std::uint64_t states = roots_.scores.size();
  if (next_root_ == states) return std::nullopt;
  // Neighbours are much alike, and the last ones may get higher bars.
  std::uint64_t stride = 1 + states * 382 / 1000;
  while (std::gcd(stride, states) != 1) ++stride;
  return static_cast<std::uint32_t>(next_root_++ * stride % states);
}

void Descents::begin(Walk& walk, std::uint32_t root) const {
  const tiling::Position position = tables_.after(roots_.forest.path(root));
  walk.search->start(position.board, position.copies, tables_.required_copies());
  walk.root = root;
  ++walk.nodes;
  walk.levels.push_back({0, walk.search->open(), roots_.scores[root]});
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
  const beam::StateScore child = score_after(walk, search.candidates()[choice]);
  const auto depth = static_cast<std::uint32_t>(roots_.forest.depth() + walk.levels.size() - 1);
  if (child.pieces + child.outline * course_.outline_percent(depth) / 100 < bars_.at(depth + 1, raised_)) {
    walk.dropped = true;
    return;
  }
  ++walk.nodes;
  search.take(choice);
  if (search.solved()) {
    std::vector<tiling::Spot> path = roots_.forest.path(walk.root);
    path.insert(path.end(), search.path().begin(), search.path().end());
    walk.tilings.push_back(std::move(path));
    search.undo();
    return;
  }
  const std::uint32_t choices = search.open();
  walk.levels.push_back({0, choices, child});
}

void Descents::leave(Walk& walk) const {
  walk.search->close();
  walk.levels.pop_back();
  if (!walk.levels.empty()) walk.search->undo();
}

void Descents::save(ByteWriter& out) const {
  out.number(next_root_);
  out.number(nodes_);
  out.number(dropped_);
  out.array(std::span<const std::uint32_t>(again_));
  beam::save_paths(tilings_, out);
  out.number(walks_.size());
  for (const Walk& walk : walks_) {
    std::vector<std::uint32_t> place;
    for (const Level& level : walk.levels) place.push_back(level.next);
    out.number(place.empty() ? 0 : walk.root);
    out.array(std::span<const std::uint32_t>(place));
  }
}

void Descents::restore(ByteReader& in) {
  next_root_ = static_cast<std::uint32_t>(in.number(roots_.scores.size()));
  nodes_ = in.number();
  dropped_ = in.number(1) != 0;
  again_ = in.array<std::uint32_t>();
  tilings_ = beam::restore_paths(tables_, in);
  for (std::uint64_t saved = in.number(), i = 0; i < saved; ++i) {
    const auto root = static_cast<std::uint32_t>(in.number(roots_.scores.size() - 1));
    const auto place = in.array<std::uint32_t>();
    if (place.empty()) continue;
    if (i < walks_.size())
      go_to(walks_[i], root, place, in);
    else
      again_.push_back(root);
  }
  const auto unknown = [&](std::uint32_t root) { return root >= roots_.scores.size(); };
  if (std::any_of(again_.begin(), again_.end(), unknown)) in.refuse();
}

void Descents::go_to(Walk& walk, std::uint32_t root, std::span<const std::uint32_t> place, ByteReader& in) const {
  begin(walk, root);
  for (std::size_t depth = 0; depth < place.size(); ++depth) {
    Level& level = walk.levels.back();
    level.next = place[depth];
    if (level.next > level.count) in.refuse();
    if (depth + 1 == place.size()) break;
    if (level.next == 0) in.refuse();
    const tiling::Spot spot = walk.search->candidates()[level.next - 1];
    const beam::StateScore child = score_after(walk, spot);
    walk.search->take(level.next - 1);
    if (walk.search->solved()) in.refuse();
    walk.levels.push_back({0, walk.search->open(), child});
  }
  walk.nodes = 0;
}

}  // namespace tesselle::packing::finals
