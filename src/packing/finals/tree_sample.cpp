#include "packing/finals/tree_sample.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace tesselle::packing::finals {

TreeSample::TreeSample(const tiling::TilingTables& tables, std::size_t nodes_per_level)
    : tables_(tables), search_(tiling::make_tiling_search(tables)) {
  choose_shares(nodes_per_level);
}

void TreeSample::start(std::uint64_t seed) {
  const std::vector<int> none_required(tables_.copies().size());
  search_->start(tables_.region(), tables_.copies(), none_required);
  levels_.resize(search_->depth_limit() + 1);
  nodes_ = 0;
  Rng rng(seed);
  for (Level& level : levels_) level = {level.share, rng.unit(), 0, 0};
}

std::uint64_t TreeSample::pass(std::uint64_t seed, const std::function<void()>& on_tiling) {
  start(seed);
  walk(0, on_tiling);
  return nodes_;
}

void TreeSample::walk(std::size_t depth, const std::function<void()>& on_tiling) {
  const std::uint32_t children = search_->open();
  Level& level = levels_[depth];
  ++nodes_;
  ++level.nodes;
  level.children += children;
  for (std::uint32_t child = 0; child < children; ++child) {
    level.carried += level.share;
    if (level.carried < 1) continue;
    level.carried -= 1;
    search_->take(child);
    if (search_->solved())
      on_tiling();
    else
      walk(depth + 1, on_tiling);
    search_->undo();
  }
  search_->close();
}

/// By passes with a fraction of the nodes, each of which ends a level deeper than the one before.
void TreeSample::choose_shares(std::size_t nodes_per_level) {
  constexpr double pilot_part = 1.0 / 16, fewest = 100;
  const auto wanted = static_cast<double>(nodes_per_level), pilot = std::max(fewest, wanted * pilot_part);
  start(1);
  double log_size = 0;  // of the level that the pass ends at
  for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
    levels_[depth].share = 0;
    pass(depth, [] {});
    const double children = levels_[depth].children;
    levels_[depth].share = children > pilot ? pilot / children : 1;
    if (children == 0) break;
    log_size += std::log(children / levels_[depth].nodes);
    tree_nodes_ += std::exp(log_size);
  }
  double more = wanted / pilot;
  for (Level& level : levels_) {
    const double grown = std::min(1.0, level.share * more);
    more *= level.share / grown;
    level.share = grown;
  }
}

double TreeSample::log_share() const {
  double sum = 0;
  for (const Level& level : levels_) sum += std::log(level.share);
  return sum;
}

}  // namespace tesselle::packing::finals
