#include "packing/finals/leftover_walks.hpp"

#include <algorithm>
#include <bit>
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

void LeftoverWalks::begin(std::span<const Leftover> leftovers) {
  walks_.clear();
  for (const Leftover& leftover : leftovers) walks_.push_back(walk_of(*walkers_[walks_.size()], leftover));
}

auto LeftoverWalks::walk_of(RegionWalker& walker, const Leftover& leftover) const -> std::unique_ptr<Walk> {
  const std::vector<char>& left = leftover.left;
  auto walk = std::make_unique<Walk>();
  walk->expected = std::exp(expectation_.log_deals(left));
  walk->done = walk->expected == 0;  // too few pieces, or too many that must be used
  if (walk->done) return walk;
  walk->copies.assign(left.begin(), left.end());
  for (std::size_t piece = 0; piece < left.size(); ++piece) walk->required.push_back(left[piece] && required_[piece]);
  walk->guide.emplace(*scores_, walker.tables(), size_, model_values_, values_, left);
  walk->limits = RegionWalker::within_reach(*walk->guide, leftover.reach, early_raise, left.size(), walk->part);
  walker.begin_within(walk->limits, {}, walker.tables().region(), walk->copies, walk->required);
  return walk;
}

bool LeftoverWalks::done() const {
  return std::all_of(walks_.begin(), walks_.end(), [](const auto& walk) { return walk->done; });
}

std::uint64_t LeftoverWalks::work(std::uint64_t nodes_per_slot, const ParallelFor& parallel) {
  std::vector<std::uint64_t> nodes(walks_.size());
  parallel(walks_.size(),
           [&](std::size_t slot) { nodes[slot] = advance(*walks_[slot], *walkers_[slot], nodes_per_slot); });
  return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
}

std::uint64_t LeftoverWalks::advance(Walk& walk, RegionWalker& walker, std::uint64_t nodes) {
  if (walk.done) return 0;
  std::uint64_t left = nodes;
  const auto event = walker.advance(left);
  walk.done = event != RegionWalker::Event::budget_used;
  if (event == RegionWalker::Event::tiling) {
    for (const tiling::Spot& spot : walker.path()) walk.pieces.push_back(walker.tables().shapes()[spot.shape].piece);
    std::sort(walk.pieces.begin(), walk.pieces.end());
  }
  walk.part.nodes += nodes - left;
  return nodes - left;
}

auto LeftoverWalks::take_results() -> std::vector<Result> {
  std::vector<Result> results;
  for (const auto& walk : walks_)
    results.push_back({1 + walk->part.nodes, walk->part.near_nodes, walk->expected * (1 - walk->part.passed_over),
                       std::move(walk->pieces)});
  walks_.clear();
  return results;
}

void LeftoverWalks::save(ByteWriter& out) const {
  for (std::size_t slot = 0; slot < walks_.size(); ++slot) {
    const Walk& walk = *walks_[slot];
    out.number(walk.done);
    if (walk.expected == 0) continue;
    for (const std::uint64_t number :
         {walk.part.nodes, walk.part.near_nodes, std::bit_cast<std::uint64_t>(walk.part.passed_over)})
      out.number(number);
    out.array(std::span<const std::uint16_t>(walk.pieces));
    const auto place = walk.done ? std::vector<std::uint32_t>() : walkers_[slot]->place();
    out.array(std::span<const std::uint32_t>(place));
  }
}

void LeftoverWalks::restore(ByteReader& in) {
  for (std::size_t slot = 0; slot < walks_.size(); ++slot) {
    Walk& walk = *walks_[slot];
    walk.done = in.number(1) != 0;
    if (walk.expected == 0 && !walk.done) in.refuse();
    if (walk.expected == 0) continue;
    const std::uint64_t nodes = in.number(), near_nodes = in.number();
    const auto passed_over = std::bit_cast<double>(in.number());
    walk.pieces = in.array<std::uint16_t>();
    const auto place = in.array<std::uint32_t>();
    if (!(passed_over >= 0 && passed_over <= 1 + 1e-6) || (!walk.pieces.empty() && !walk.done)) in.refuse();
    const auto unknown = [&](std::uint16_t piece) { return piece >= values_.size(); };
    if (std::any_of(walk.pieces.begin(), walk.pieces.end(), unknown)) in.refuse();
    if (!walk.done && !walkers_[slot]->go_to(place)) in.refuse();
    walk.part = {nodes, near_nodes, passed_over};
  }
}

}  // namespace tesselle::packing::finals
