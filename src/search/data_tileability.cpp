#include "search/data_tileability.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "packing/beam/learner.hpp"
#include "run/thread_pool.hpp"
#include "search/solution_files.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

namespace beam_learning = packing::beam;

static_assert(LearnSearches{}.searches == beam_learning::LearnSettings{}.searches);
static_assert(LearnSearches{}.width == beam_learning::LearnSettings{}.width);
static_assert(LearnSearches{}.noise == beam_learning::LearnSettings{}.noise);
static_assert(LearnSearches{}.smallest == beam_learning::LearnSettings{}.smallest);
static_assert(LearnSearches{}.largest == beam_learning::LearnSettings{}.largest);
static_assert(LearnSearches{}.seed == beam_learning::LearnSettings{}.seed);

beam_learning::LearnSettings learn_settings(const LearnSearches& request) {
  beam_learning::LearnSettings settings;
  settings.searches = request.searches;
  settings.width = request.width;
  settings.noise = request.noise;
  settings.smallest = request.smallest;
  settings.largest = request.largest;
  settings.seed = request.seed;
  return settings;
}

void require_learnable(const LearnRequest& request) {
  if (request.smallest > request.largest) throw UsageError("tileability learn: --smallest is larger than --largest");
  require_folder(request.out);
  require_folder(request.samples);
}

std::unique_ptr<beam_learning::Learner> begin_learning(const Puzzle& puzzle, const LearnRequest& request) {
  std::vector<packing::tileability::Sample> samples;
  if (request.samples && std::filesystem::exists(*request.samples))
    samples = beam_learning::read_samples(read_file(*request.samples), request.samples->string());
  auto learner =
      beam_learning::make_learner(puzzle, packing::tileability::model_named(request.start), learn_settings(request));
  learner->add(std::move(samples));
  if (!learner->samples().empty()) learner->fit();
  return learner;
}

void save_learned(const beam_learning::Learner& learner, const LearnRequest& request) {
  write_file_atomically(request.out, write_model_file(learner.model()));
  if (request.samples) write_file_atomically(*request.samples, beam_learning::write_samples(learner.samples()));
}

ModelSummary summary_of_model(const packing::tileability::Model& model) {
  ModelSummary summary{model.puzzle, {}, model.corner_weights.size(), model.middle_weights.size()};
  for (const auto& [name, value] : model.piece_values) summary.pieces.push_back({name, value});
  std::stable_sort(summary.pieces.begin(), summary.pieces.end(),
                   [](const RankedPiece& a, const RankedPiece& b) { return a.value < b.value; });
  return summary;
}

}  // namespace

Learned learn_tileability(const Puzzle& puzzle, const LearnRequest& request,
                          const std::function<void(const LearnRound&)>& on_round, const std::stop_token& stop) {
  require_learnable(request);
  const Stopwatch watch;
  const double limit = request.seconds.value_or(std::numeric_limits<double>::infinity());
  const auto learner = begin_learning(puzzle, request);
  ThreadPool pool(request.threads == 0 ? default_threads() : request.threads);
  for (int round = 1; round <= request.rounds && !stop.stop_requested() && watch.seconds() < limit; ++round) {
    learner->search(pool.parallel_for(), stop);
    learner->fit();
    save_learned(*learner, request);
    if (on_round)
      on_round({round, learner->samples().size(), learner->nodes(), learner->log_likelihood(), watch.seconds()});
  }
  save_learned(*learner, request);
  return {summary_of_model(learner->model()), learner->samples().size()};
}

ModelSummary read_tileability(const std::string& model) {
  return summary_of_model(packing::tileability::model_named(model));
}

}  // namespace tesselle
