#include "packing/finals/descents.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {

void Bars::add(std::uint32_t first_depth, std::optional<Score> bar) {
  if (bars_.empty()) first_depth_ = first_depth;
  bars_.push_back(bar);
}

auto Bars::at(std::uint32_t depth, Score raised) const -> Score {
  if (depth < first_depth_ || depth - first_depth_ >= bars_.size() || !bars_[depth - first_depth_])
    return std::numeric_limits<Score>::min();
  return raised + *bars_[depth - first_depth_] + static_cast<Score>(tileability::ScoreTables::unit * throttle_.shift());
}

void Bars::save(ByteWriter& out) const {
  out.number(first_depth_);
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
  constexpr std::int64_t far = 1 << 30;
  first_depth_ = static_cast<std::uint32_t>(in.number(deepest));
  bars_.assign(in.number(deepest), std::nullopt);
  for (auto& bar : bars_) {
    const bool has_value = in.number(1) != 0;
    const auto value = static_cast<std::int64_t>(in.number());
    if (value < -far || value > far) in.refuse();
    if (has_value) bar = static_cast<Score>(value);
  }
  nodes_wanted_ = in.number();
  throttle_.restore(in);
}

Descents::Descents(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                   const beam::Course& course, const Bars& bars, const beam::Beam& roots, unsigned slots)
    : tables_(tables), scores_(scores), course_(course), bars_(bars), roots_(roots), walks_(slots) {
  for (Walk& walk : walks_) walk.search = tiling::make_tiling_search(tables);
}

bool Descents::done() const {
  const bool walking = std::any_of(walks_.begin(), walks_.end(), [](const Walk& walk) { return !walk.levels.empty(); });
  return !walking && again_.empty() && next_root_ == roots_.states();
}

std::uint64_t Descents::work(std::uint64_t nodes, const ParallelFor& parallel) {
  const double raise = Throttle::raise(static_cast<double>(nodes_), static_cast<double>(bars_.nodes_wanted()));
  raised_ = static_cast<Bars::Score>(tileability::ScoreTables::unit * raise);
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
  const std::uint64_t states = roots_.states();
  if (next_root_ == states) return std::nullopt;
  // Neighbours are much alike, and the last ones may get higher bars.
  std::uint64_t stride = 1 + states * 382 / 1000;
  while (std::gcd(stride, states) != 1) ++stride;
  return static_cast<std::uint32_t>(next_root_++ * stride % states);
}

void Descents::begin(Walk& walk, std::uint32_t root) const {
  const tiling::Position position = tables_.after(roots_.forest().path(root));
  walk.search->start(position.board, position.copies, tables_.required_copies());
  walk.root = root;
  ++walk.nodes;
  walk.levels.push_back({0, walk.search->open(), roots_.scores()[root]});
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
  const auto depth = static_cast<std::uint32_t>(roots_.depth() + walk.levels.size() - 1);
  if (child.pieces + child.outline * course_.outline_percent(depth) / 100 < bars_.at(depth + 1, raised_)) {
    walk.dropped = true;
    return;
  }
  ++walk.nodes;
  search.take(choice);
  if (search.solved()) {
    std::vector<tiling::Spot> path = roots_.forest().path(walk.root);
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
  next_root_ = static_cast<std::uint32_t>(in.number(roots_.states()));
  nodes_ = in.number();
  dropped_ = in.number(1) != 0;
  again_ = in.array<std::uint32_t>();
  tilings_ = beam::restore_paths(tables_, in);
  for (std::uint64_t saved = in.number(), i = 0; i < saved; ++i) {
    const auto root = static_cast<std::uint32_t>(in.number(roots_.states() - 1));
    const auto place = in.array<std::uint32_t>();
    if (place.empty()) continue;
    if (i < walks_.size())
      go_to(walks_[i], root, place, in);
    else
      again_.push_back(root);
  }
  const auto unknown = [&](std::uint32_t root) { return root >= roots_.states(); };
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
