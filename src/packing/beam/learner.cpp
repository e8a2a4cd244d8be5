#include "packing/beam/learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/rng.hpp"
#include "packing/beam_search/beam.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::beam {
namespace {

using tileability::FeatureIndex;
using tileability::Model;
using tileability::Sample;
using tileability::Weights;
using tiling::PointKind;

constexpr double first_spares = 70, first_plenty = 9;

/// Every piece twice, none of them required.
PackingPuzzle with_spares(PackingPuzzle puzzle) {
  for (PackingPiece& piece : puzzle.pieces) {
    piece.min_copies = 0;
    piece.max_copies = std::min(2 * piece.max_copies, PackingPiece::unlimited);
  }
  puzzle.hints.clear();
  return puzzle;
}

class RoundLearner final : public Learner {
 public:
  RoundLearner(const Puzzle& puzzle, Model start, const LearnSettings& settings)
      : puzzle_(puzzle.packing()),
        tables_(puzzle_),
        spare_tables_(with_spares(puzzle_)),
        settings_(settings),
        model_(std::move(start)) {
    model_.puzzle = puzzle.name;
    start_ = weights_of(model_);
  }

  void search(const ParallelFor& parallel, const std::stop_token& stop) override {
    const tileability::ScoreTables scores(model_, puzzle_, tables_.shapes());
    std::vector<std::vector<Sample>> found(settings_.searches);
    std::vector<std::uint64_t> nodes(settings_.searches);
    parallel(settings_.searches, [&](std::size_t task) {
      // Half of the searches are real ones, unless nothing is known yet.
      const bool real = !samples_.empty() && (settings_.seed + task) % 2 == 0;
      found[task] = one_search(real, scores, settings_.seed * 1000 + samples_.size() + task, nodes[task], stop);
    });
    for (std::size_t task = 0; task < found.size(); ++task) {
      nodes_ += nodes[task];
      add(std::move(found[task]));
    }
  }

  void fit() override {
    const Weights weights = tileability::fit(samples_, start_, {});
    set_model(weights);
  }

  const Model& model() const override { return model_; }
  const std::vector<Sample>& samples() const override { return samples_; }
  void add(std::vector<Sample> samples) override {
    for (Sample& sample : samples) {
      if (!suits(sample)) throw InputError({"samples"}, "a sample is not of this puzzle");
      samples_.push_back(std::move(sample));
    }
  }
  double log_likelihood() const override { return tileability::log_likelihood(samples_, weights_of(model_), {}); }
  std::uint64_t nodes() const override { return nodes_; }

 private:
  bool suits(const Sample& sample) const {
    const std::size_t kinds = tables_.shapes().pieces().size();
    return sample.features.size() == features_.size() &&
           std::all_of(sample.available.begin(), sample.available.end(), [&](auto kind) { return kind < kinds; });
  }

  const std::string& name_of(std::size_t kind) const {
    return puzzle_.pieces[tables_.shapes().pieces()[kind].members.front().index()].name;
  }

  Weights weights_of(const Model& model) const {
    Weights weights{model.constant, model.per_piece, {}, {}};
    const auto value = [](const auto& map, const auto& key) {
      const auto found = map.find(key);
      return found == map.end() ? 0.0 : found->second;
    };
    for (std::size_t kind = 0; kind < tables_.shapes().pieces().size(); ++kind)
      weights.pieces.push_back(value(model.piece_values, name_of(kind)));
    for (std::size_t f = 0; f < features_.size(); ++f)
      weights.features.push_back(
          value(f < features_.corner_count() ? model.corner_weights : model.middle_weights, features_.star(f)));
    return weights;
  }

  void set_model(const Weights& weights) {
    model_.constant = weights.constant;
    model_.per_piece = weights.per_piece;
    for (std::size_t kind = 0; kind < weights.pieces.size(); ++kind)
      model_.piece_values[name_of(kind)] = weights.pieces[kind];
    for (std::size_t f = 0; f < features_.size(); ++f)
      (f < features_.corner_count() ? model_.corner_weights : model_.middle_weights)[features_.star(f)] =
          weights.features[f];
  }

  /// One beam search; some of the states of its last levels are tiled.
  std::vector<Sample> one_search(bool real, const tileability::ScoreTables& scores, std::uint64_t seed,
                                 std::uint64_t& nodes, const std::stop_token& stop) {
    Rng rng(seed);
    BeamSettings settings;
    settings.width = settings_.width;
    settings.noise = settings_.noise;
    settings.seed = seed;
    Beam beam(real ? tables_ : spare_tables_, scores, settings);
    tileability::Sampler sampler(tables_, features_);
    std::vector<Sample> samples;
    const int sizes = settings_.largest - settings_.smallest + 1;
    while (!stop.stop_requested()) {
      std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
      if (beam.advance(budget) != Beam::Event::level_done) break;
      const int size = size_of(beam.forest().path(0));
      if (size < settings_.smallest) break;
      if (size > settings_.largest) continue;
      // Spread over the sizes, at least one for each.
      for (int i = 0; i < std::max(1, settings_.samples_per_search / sizes) && !stop.stop_requested(); ++i)
        if (auto sample = one_sample(real, sampler, beam.forest(), size, rng)) samples.push_back(std::move(*sample));
    }
    nodes = sampler.nodes();
    return samples;
  }

  int size_of(const std::vector<tiling::Spot>& path) const {
    int area = tiling::free_sectors(tables_.region());
    for (const tiling::Spot& spot : path) area -= tables_.shapes().pieces()[tables_.shapes()[spot.shape].piece].sectors;
    return area / std::max(1, tables_.shapes().area_step());
  }

  std::optional<Sample> one_sample(bool real, tileability::Sampler& sampler, const Forest& forest, int size, Rng& rng) {
    const auto path = forest.path(rng.below(static_cast<std::uint32_t>(forest.size())));
    tiling::Board board = tables_.region();
    for (const tiling::Spot& spot : path) tables_.shapes().flip(board, spot);
    std::vector<std::uint16_t> kinds = real ? easy_kinds(path, rng) : any_kinds(rng);
    keep_enough(kinds, board, size);
    return sampler.tile(board, kinds, settings_.node_limit);
  }

  std::vector<std::uint16_t> any_kinds(Rng& rng) const {
    std::vector<std::uint16_t> kinds(tables_.shapes().pieces().size());
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) kinds[kind] = static_cast<std::uint16_t>(kind);
    rng.shuffle(std::span(kinds));
    return kinds;
  }

  /// Those that a real search would have left: first those that it has left, then roughly by ease.
  std::vector<std::uint16_t> easy_kinds(const std::vector<tiling::Spot>& path, Rng& rng) const {
    const Weights weights = weights_of(model_);
    std::vector<double> rank(weights.pieces.size());
    for (std::size_t kind = 0; kind < rank.size(); ++kind) rank[kind] = 100 + rng.unit();
    for (const tiling::Spot& spot : path) {
      const std::size_t kind = tables_.shapes()[spot.shape].piece;
      rank[kind] = weights.pieces[kind] + rng.unit();
    }
    std::vector<std::uint16_t> kinds = any_kinds(rng);
    std::stable_sort(kinds.begin(), kinds.end(), [&](auto a, auto b) { return rank[a] > rank[b]; });
    return kinds;
  }

  /// As many pieces as the model thinks give the region a few tilings; before it knows anything, a rule of thumb.
  void keep_enough(std::vector<std::uint16_t>& kinds, const tiling::Board& board, int size) const {
    auto enough = static_cast<std::size_t>(first_spares * std::exp(first_plenty / size));
    if (!samples_.empty()) {
      Sample sample{size, tileability::outline_of(features_, tables_.grid(), board), {}, {}, 0};
      const Weights weights = weights_of(model_);
      for (enough = static_cast<std::size_t>(2 * size); enough < kinds.size(); enough += 1 + enough / 8) {
        sample.available.assign(kinds.begin(), kinds.begin() + static_cast<std::ptrdiff_t>(enough));
        if (tileability::expected_log_tilings(sample, weights) >= std::log(settings_.tilings)) break;
      }
    }
    kinds.resize(std::min(kinds.size(), enough));
  }

  PackingPuzzle puzzle_;
  tiling::TilingTables tables_, spare_tables_;  ///< the same numbers mean the same in both
  FeatureIndex features_;
  LearnSettings settings_;
  Model model_;
  Weights start_;
  std::vector<Sample> samples_;
  std::uint64_t nodes_ = 0;
};

/// Reads the numbers of one line.
class NumberLine {
 public:
  NumberLine(std::string_view line, const std::string& file, int number) : line_(line), file_(file), number_(number) {}

  std::uint64_t next(std::uint64_t largest) {
    while (at_ < line_.size() && line_[at_] == ' ') ++at_;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(line_.data() + at_, line_.data() + line_.size(), value);
    if (error != std::errc{} || value > largest)
      throw InputError({file_, number_, static_cast<int>(at_) + 1}, "expected a line of numbers that make a sample");
    at_ = static_cast<std::size_t>(end - line_.data());
    return value;
  }
  std::uint16_t small() { return static_cast<std::uint16_t>(next(65535)); }

 private:
  std::string_view line_;
  const std::string& file_;
  int number_;
  std::size_t at_ = 0;
};

Sample read_sample(NumberLine line) {
  Sample sample;
  sample.pieces = line.small();
  sample.tilings = line.next(std::numeric_limits<std::uint64_t>::max());
  sample.features.resize(FeatureIndex().size());
  for (int left = line.small(); left > 0; --left) {
    const std::uint64_t feature = line.next(sample.features.size() - 1);
    sample.features[feature] = line.small();
  }
  for (int left = line.small(); left > 0; --left) {
    sample.available.push_back(line.small());
    sample.used.push_back(line.next(std::numeric_limits<std::uint64_t>::max()));
  }
  return sample;
}

constexpr std::string_view samples_heading =
    "# tesselle samples 1: size, tilings, count of features (feature, how often), count of pieces (kind, tilings)";

}  // namespace

std::string write_samples(const std::vector<Sample>& samples) {
  std::string text = fmt::format("{}\n", samples_heading);
  for (const Sample& sample : samples) {
    const auto present = std::count_if(sample.features.begin(), sample.features.end(), [](auto n) { return n != 0; });
    text += fmt::format("{} {} {}", sample.pieces, sample.tilings, present);
    for (std::size_t f = 0; f < sample.features.size(); ++f)
      if (sample.features[f] != 0) text += fmt::format(" {} {}", f, sample.features[f]);
    text += fmt::format(" {}", sample.available.size());
    for (std::size_t a = 0; a < sample.available.size(); ++a)
      text += fmt::format(" {} {}", sample.available[a], sample.used[a]);
    text += '\n';
  }
  return text;
}

std::vector<Sample> read_samples(std::string_view text, const std::string& file) {
  std::vector<Sample> samples;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number == 1 && line != samples_heading) throw InputError({file, 1, 1}, "is not a file of samples");
    if (number > 1 && !line.empty()) samples.push_back(read_sample(NumberLine(line, file, number)));
  }
  return samples;
}

std::unique_ptr<Learner> make_learner(const Puzzle& puzzle, Model start, const LearnSettings& settings) {
  if (puzzle.family() != Family::packing) throw UsageError("tileability is about packing puzzles");
  if (puzzle.packing().pieces.size() > tiling::max_piece_kinds)
    throw UsageError("the puzzle has more than 832 different pieces");
  return std::make_unique<RoundLearner>(puzzle, std::move(start), settings);
}

}  // namespace tesselle::packing::beam
