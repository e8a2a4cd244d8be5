#include "packing/beam/prospect.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "base/rng.hpp"
#include "packing/beam_search/beam.hpp"
#include "packing/tileability/fit.hpp"
#include "packing/tileability/samples.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::beam {
namespace {

constexpr std::size_t max_pieces = 256;

/// Walks through the whole trees below states; keeps some of the nodes with a given number of pieces left, each equally
/// likely.
class TreeCount {
 public:
  TreeCount(const tiling::TilingTables& tables, const ProspectSettings& settings)
      : settings_(settings),
        search_(tiling::make_tiling_search(tables)),
        rng_(settings.seed),
        alive_(static_cast<std::size_t>(settings.endgame_pieces + 1)) {}

  void add(const tiling::Position& position, int left) {
    const std::vector<int> none_required(position.copies.size());
    search_->start(position.board, position.copies, none_required);
    walk(static_cast<std::size_t>(left));
  }
  const std::vector<double>& alive() const { return alive_; }
  const std::vector<tiling::Position>& picked() const { return picked_; }

 private:
  void walk(std::size_t left) {
    const std::uint32_t ways = search_->open();
    if (ways > 0 || search_->solved()) ++alive_[left];
    if (ways > 0 && left == static_cast<std::size_t>(settings_.tiled_pieces)) pick();
    for (std::uint32_t way = 0; way < ways; ++way) {
      search_->take(way);
      walk(left - 1);
      search_->undo();
    }
    search_->close();
  }

  void pick() {
    const double met = alive_[static_cast<std::size_t>(settings_.tiled_pieces)];
    const auto place = static_cast<std::size_t>(rng_.unit() * met);
    if (picked_.size() < settings_.tiled_regions)
      picked_.push_back({search_->board(), search_->copies()});
    else if (place < picked_.size())
      picked_[place] = {search_->board(), search_->copies()};
  }

  const ProspectSettings& settings_;
  std::unique_ptr<tiling::TilingSearch> search_;
  Rng rng_;
  std::vector<double> alive_;
  std::vector<tiling::Position> picked_;
};

/// Tilings to be expected of a region by the pieces left, from its tilings by any pieces.
class RegionValue {
 public:
  RegionValue(const tiling::TilingTables& tables, const tileability::ScoreTables& scores, int pieces)
      : sampler_(tables, features_), kinds_(tables.copies().size()) {
    std::iota(kinds_.begin(), kinds_.end(), std::uint16_t{0});
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      values_.push_back(scores.piece(kind) / tileability::ScoreTables::unit);
    log_of_all_ = tileability::subsets_of(values_, pieces).log_sum;
  }

  double operator()(const tiling::Position& position) {
    const auto sample = sampler_.tile(position.board, kinds_, std::numeric_limits<std::uint64_t>::max());
    double log_of_these = 0;
    for (std::size_t kind = 0; kind < values_.size(); ++kind) log_of_these += position.copies[kind] * values_[kind];
    return static_cast<double>(sample->tilings) * std::exp(log_of_these - log_of_all_);
  }

 private:
  tileability::FeatureIndex features_;
  tileability::Sampler sampler_;
  std::vector<std::uint16_t> kinds_;
  std::vector<double> values_;
  double log_of_all_ = 0;
};

}  // namespace

Prospect prospect_of(const Puzzle& puzzle, const tileability::Model& model, const ProspectSettings& settings,
                     const std::stop_token& stop) {
  if (puzzle.packing().pieces.size() > max_pieces) throw UsageError("prospects are for up to 256 pieces");
  const tiling::TilingTables tables(puzzle.packing());
  const tileability::ScoreTables scores(model, puzzle.packing(), tables.shapes());
  BeamSettings beam_settings;
  beam_settings.width = settings.width;
  beam_settings.seed = settings.seed;
  beam_settings.noise = 0.05;  // so that seeds differ
  Beam beam(tables, scores, beam_settings);
  const int whole = tiling::free_sectors(tables.region()) / tables.shapes().area_step();
  Prospect prospect{std::vector<double>(static_cast<std::size_t>(settings.endgame_pieces + 1))};
  while (whole - static_cast<int>(beam.depth()) > settings.endgame_pieces) {
    std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
    if (stop.stop_requested() || beam.advance(budget) != Beam::Event::level_done) return prospect;
  }
  TreeCount trees(tables, settings);
  for (std::uint32_t state = 0; state < beam.states() && !stop.stop_requested(); ++state)
    trees.add(tables.after(beam.forest().path(state)), whole - static_cast<int>(beam.depth()));
  prospect.alive = trees.alive();
  if (trees.picked().empty()) return prospect;
  RegionValue value(tables, scores, settings.tiled_pieces);
  double sum = 0, tiled = 0;
  for (auto region = trees.picked().begin(); region != trees.picked().end() && !stop.stop_requested();
       ++region, ++tiled)
    sum += value(*region);
  prospect.tilings_per_region = sum / std::max(1.0, tiled);
  prospect.tilings = prospect.alive[static_cast<std::size_t>(settings.tiled_pieces)] * prospect.tilings_per_region;
  return prospect;
}

}  // namespace tesselle::packing::beam
