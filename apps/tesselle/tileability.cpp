#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/clock.hpp"
#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "tesselle/formats.hpp"
#include "packing/beam/learner.hpp"
#include "reporter.hpp"
#include "run/thread_pool.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

using namespace packing;

struct LearnOptions {
  std::string puzzle, start = "plain", out;
  std::optional<std::string> samples, time;
  int rounds = 10;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  beam::LearnSettings settings;
  bool quiet = false;
};

struct ListOptions {
  std::string model = "shipped";
  int count = 10;
};

using Ranking = std::vector<std::pair<double, std::string>>;

/// Hardest first.
Ranking ranking_of(const tileability::Model& model) {
  Ranking ranking;
  for (const auto& [name, value] : model.piece_values) ranking.emplace_back(value, name);
  std::sort(ranking.begin(), ranking.end());
  return ranking;
}

std::string extremes(const tileability::Model& model, std::size_t count) {
  const Ranking ranking = ranking_of(model);
  count = std::min(count, ranking.size());
  std::string hardest, easiest;
  for (std::size_t i = 0; i < count; ++i) {
    hardest += fmt::format(" {} ({:+.2f})", ranking[i].second, ranking[i].first);
    easiest +=
        fmt::format(" {} ({:+.2f})", ranking[ranking.size() - 1 - i].second, ranking[ranking.size() - 1 - i].first);
  }
  return fmt::format("hardest pieces:{}\neasiest pieces:{}\n", hardest, easiest);
}

void save(const beam::Learner& learner, const LearnOptions& options) {
  write_file_atomically(options.out, write_model(learner.model()));
  if (options.samples) write_file_atomically(*options.samples, beam::write_samples(learner.samples()));
}

std::unique_ptr<beam::Learner> begin_learning(const Puzzle& puzzle, LearnOptions& options) {
  std::vector<tileability::Sample> samples;
  if (options.samples && std::filesystem::exists(*options.samples))
    samples = beam::read_samples(read_file(*options.samples), *options.samples);
  auto learner = beam::make_learner(puzzle, tileability::model_named(options.start), options.settings);
  learner->add(std::move(samples));
  if (!learner->samples().empty()) learner->fit();
  return learner;
}

int learn(LearnOptions options) {
  if (options.settings.smallest > options.settings.largest)
    throw UsageError("tileability learn: --smallest is larger than --largest");
  const Puzzle puzzle = load_puzzle(options.puzzle);
  const std::atomic<bool>& stop = stop_on_signals();
  const Stopwatch watch;
  const double limit = options.time ? parse_duration(*options.time) : std::numeric_limits<double>::infinity();
  const auto learner = begin_learning(puzzle, options);
  ThreadPool pool(options.threads);
  for (int round = 1; round <= options.rounds && !stop && watch.seconds() < limit; ++round) {
    learner->search(pool.parallel_for());
    learner->fit();
    save(*learner, options);
    if (!options.quiet)
      fmt::print(stderr, "round {}: {} samples, {} nodes, log-likelihood {:.3f} per sample, {}\n", round,
                 learner->samples().size(), grouped(learner->nodes()), learner->log_likelihood(),
                 readable_seconds(watch.seconds()));
  }
  save(*learner, options);
  if (learner->samples().empty() && options.rounds > 0)
    fmt::print(stderr, "nothing was learned: no region of {} to {} pieces was tiled; try a larger --width\n",
               options.settings.smallest, options.settings.largest);
  fmt::print("{}model of {} samples written to {}\n", extremes(learner->model(), 5), learner->samples().size(),
             options.out);
  return exit_codes::answered;
}

int list(const ListOptions& options) {
  const tileability::Model model = tileability::model_named(options.model);
  fmt::print("model of {}: {} pieces, {} kinds of corners, {} kinds of middles\n{}", model.puzzle,
             model.piece_values.size(), model.corner_weights.size(), model.middle_weights.size(),
             extremes(model, static_cast<std::size_t>(options.count)));
  return exit_codes::answered;
}

void add_learn(Command program) {
  auto options = std::make_shared<LearnOptions>();
  Command command = program.subcommand("learn", "learn how hard pieces and outlines are, in rounds");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--out", options->out, "where the model is written, after every round").required().value("FILE");
  command.option("--rounds", options->rounds, "rounds of search, tiling and fit").range(0, 1'000'000).show_default();
  command.option("--time", options->time, "no new round after this time: 60s, 10m, 1h");
  command.option("--start", options->start, "the model to begin with: plain, shipped or a file").show_default();
  command.option("--samples", options->samples, "keep the samples in this file, and begin with those in it")
      .value("FILE");
  beam::LearnSettings& settings = options->settings;
  command.option("--searches", settings.searches, "searches per round").range(1, 100'000).show_default();
  command.option("--width", settings.width, "width of their beams").range(1, 1'000'000).show_default();
  command.option("--noise", settings.noise, "how far their scores are shifted at random")
      .range(0.0, 100.0)
      .show_default();
  command.option("--smallest", settings.smallest, "size of the smallest regions that are tiled, in pieces")
      .range(1, 1000)
      .show_default();
  command.option("--largest", settings.largest, "size of the largest").range(1, 1000).show_default();
  command.option("--seed", settings.seed, "seed of everything random").show_default();
  command.option("--threads", options->threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.flag("--quiet", options->quiet, "no progress");
  command.on_run([options] { return learn(*options); });
}

void add_list(Command program) {
  auto options = std::make_shared<ListOptions>();
  Command command = program.subcommand("list", "the hardest and the easiest pieces of a model");
  command.argument("model", options->model, "shipped, or a file").show_default();
  command.option("--count", options->count, "how many").range(1, 1'000'000).show_default();
  command.on_run([options] { return list(*options); });
}

}  // namespace

void add_tileability(Command program) {
  Command command = program.subcommand("tileability", "models of how hard pieces and outlines are to tile");
  command.require_subcommand();
  add_learn(command);
  add_list(command);
}

}  // namespace tesselle
