#include "packing/finals/shape_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "packing/finals/finals_data.hpp"
#include "packing/finals/region_walker.hpp"
#include "packing/finals/tree_sample.hpp"
#include "packing/tileability/fit.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr double unseen = 0.5;  // what was never seen counts as seen this often
/// Passes between two looks at what was sampled; the same for any number of threads, so that values are.
constexpr std::size_t passes_per_step = 4;

}  // namespace

std::vector<double> values_from_counts(std::span<const double> seen, double total, double log_sets, int k) {
  constexpr int rounds = 100;
  constexpr double largest_share = 0.999;  // a piece in every set has no finite value
  std::vector<double> values(seen.size());
  for (int round = 0; round < rounds; ++round) {
    const auto subsets = tileability::subsets_of(values, k);
    const double shift = (log_sets - subsets.log_sum) / k;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double share = std::min((seen[i] + unseen) / (total + unseen), largest_share);
      values[i] += shift + 0.5 * (std::log(share) - std::log(std::min(subsets.inclusion[i], largest_share)));
    }
  }
  return values;
}

/// Samples tilings by all the pieces, and counts the tilings of each set that is met.
class ValueLearner::Sampler {
 public:
  Sampler(const PackingPuzzle& puzzle, const Hexagon& hexagon, std::size_t nodes_per_level)
      : walker_(with_all_pieces(puzzle, hexagon)), sample_(walker_.tables(), nodes_per_level) {}

  Seen pass(std::uint64_t seed) {
    Seen seen{std::vector<double>(walker_.tables().copies().size()), 0, 0, 0};
    seen.nodes += sample_.pass(seed, [&] { add_tiling(seen); });
    return seen;
  }
  double log_share() const { return sample_.log_share(); }

 private:
  static PackingPuzzle with_all_pieces(const PackingPuzzle& puzzle, const Hexagon& hexagon) {
    std::vector<std::uint16_t> all(puzzle.pieces.size());
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return with_pieces_on(puzzle, all, hexagon.cells());
  }

  void add_tiling(Seen& seen) {
    std::vector<int> pieces(seen.pieces.size());
    for (const tiling::Spot& spot : sample_.path()) pieces[walker_.tables().shapes()[spot.shape].piece] = 1;
    double tilings = 0;
    seen.nodes += walker_.walk(walker_.tables().region(), pieces, [&] { return ++tilings, true; });
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) seen.pieces[piece] += pieces[piece] / tilings;
    seen.sets += 1 / tilings;
    ++seen.tilings;
  }

  RegionWalker walker_;
  TreeSample sample_;
};

ValueLearner::ValueLearner(const PackingPuzzle& puzzle, const Hexagon& hexagon, const ValueSettings& settings,
                           unsigned slots)
    : settings_(settings), pieces_of_region_(pieces_of(puzzle, hexagon)), seen_(puzzle.pieces.size()) {
  for (unsigned slot = 0; slot < slots; ++slot)
    samplers_.push_back(std::make_unique<Sampler>(puzzle, hexagon, settings.nodes_per_level));
}

ValueLearner::~ValueLearner() = default;

std::uint64_t ValueLearner::work(const ParallelFor& parallel) {
  const bool whole = samplers_.front()->log_share() == 0;  // then one pass sees everything
  std::vector<Seen> found(whole ? 1 : passes_per_step);
  parallel(samplers_.size(), [&](std::size_t slot) {
    for (std::size_t i = slot; i < found.size(); i += samplers_.size()) found[i] = samplers_[slot]->pass(passes_ + i);
  });
  const std::uint64_t before = nodes_;
  for (const Seen& seen : found) add(seen);
  done_ = whole || samples_ >= settings_.samples || nodes_ >= settings_.max_nodes;
  return nodes_ - before;
}

void ValueLearner::add(const Seen& seen) {
  ++passes_;
  nodes_ += seen.nodes;
  for (std::size_t piece = 0; piece < seen_.size(); ++piece) seen_[piece] += seen.pieces[piece];
  sets_ += seen.sets;
  squares_ += seen.sets * seen.sets;
  samples_ += seen.tilings;
}

double ValueLearner::log_sets() const {
  return std::log((sets_ + unseen) / static_cast<double>(std::max<std::uint64_t>(1, passes_))) -
         samplers_.front()->log_share();
}

double ValueLearner::log_sets_error() const {
  if (passes_ < 2 || sets_ == 0) return 0;
  const auto passes = static_cast<double>(passes_);
  const double mean = sets_ / passes, variance = std::max(0.0, squares_ / passes - mean * mean);
  return std::sqrt(variance / (passes - 1)) / mean;
}

std::vector<double> ValueLearner::values() const {
  return values_from_counts(seen_, sets_, log_sets(), pieces_of_region_);
}

void ValueLearner::save(ByteWriter& out) const {
  out.number(passes_);
  out.number(nodes_);
  out.number(done_);
  for (const double sum : {sets_, squares_, samples_}) out.number(std::bit_cast<std::uint64_t>(sum));
  for (const double seen : seen_) out.number(std::bit_cast<std::uint64_t>(seen));
}

void ValueLearner::restore(ByteReader& in) {
  passes_ = in.number();
  nodes_ = in.number();
  done_ = in.number(1) != 0;
  const auto sum = [&] {
    const auto number = std::bit_cast<double>(in.number());
    if (!(number >= 0) || !std::isfinite(number)) in.refuse();
    return number;
  };
  for (double* one : {&sets_, &squares_, &samples_}) *one = sum();
  for (double& seen : seen_) seen = sum();
}

}  // namespace tesselle::packing::finals
