#include "packing/finals/leftover_walks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tesselle::packing::finals {
namespace {

/// A node whose share is at the floor has hardly any below it that are, too, if there are many pieces to place. With
/// this, walks on Eternity have two fifths more nodes with five pieces left for as many nodes.
constexpr double early_raise = 0.4;

}  // namespace

LeftoverWalks::LeftoverWalks(const PackingPuzzle& drafter, const RegionFinals& region, const tileability::Model& model,
                             std::vector<char> required, unsigned slots)
    : size_(pieces_of(drafter, region.hexagon)),
      required_(std::move(required)),
      values_(region.values),
      expectation_(drafter, std::span(&region, 1), required_) {
  std::vector<std::uint16_t> all(values_.size());
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  const PackingPuzzle puzzle = with_pieces_on(drafter, all, region.hexagon.cells());
  for (unsigned slot = 0; slot < slots; ++slot) walkers_.push_back(std::make_unique<RegionWalker>(puzzle));
  scores_ = std::make_unique<tileability::ScoreTables>(model, puzzle, walkers_.front()->tables().shapes());
  for (const std::uint16_t piece : all) model_values_.push_back(scores_->piece(piece) / tileability::ScoreTables::unit);
}

double LeftoverWalks::least_reach() const {
  return early_raise * std::max(0, size_ - static_cast<int>(RegionWalker::early_pieces));
}

auto LeftoverWalks::walk(std::span<const Leftover> leftovers, const ParallelFor& parallel) -> std::vector<Result> {
  std::vector<Result> results(leftovers.size());
  parallel(leftovers.size(), [&](std::size_t task) { results[task] = walk_one(*walkers_[task], leftovers[task]); });
  return results;
}

auto LeftoverWalks::walk_one(RegionWalker& walker, const Leftover& leftover) const -> Result {
  const std::vector<char>& left = leftover.left;
  Result result{1, 0, 0, {}};
  const double expected = std::exp(expectation_.log_deals(left));
  if (expected == 0) return result;  // too few pieces, or too many that must be used
  std::vector<int> copies(left.begin(), left.end()), required;
  for (std::size_t piece = 0; piece < left.size(); ++piece) required.push_back(left[piece] && required_[piece]);

  const Guide guide(*scores_, walker.tables(), size_, model_values_, values_, left);
  const auto part = walker.walk_within_reach(guide, leftover.reach, early_raise, copies, required, [&] {
    for (const tiling::Spot& spot : walker.path()) result.pieces.push_back(walker.tables().shapes()[spot.shape].piece);
    std::sort(result.pieces.begin(), result.pieces.end());
    return false;
  });
  result.nodes += part.nodes;
  result.near_nodes = part.near_nodes;
  result.expected = expected * (1 - part.passed_over);
  return result;
}

}  // namespace tesselle::packing::finals
