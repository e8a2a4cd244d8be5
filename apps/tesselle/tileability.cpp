#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "commands.hpp"
#include "search/data_tileability.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

struct LearnOptions {
  std::string puzzle, out;
  std::optional<std::string> samples, time;
  LearnRequest request;
  bool quiet = false;
};

struct ModelOptions {
  std::string model = "shipped";
  std::size_t count = 10;
};

template <class Iterator>
void print_ranked(const char* what, Iterator first, std::size_t count) {
  print_text("{} pieces:", what);
  for (std::size_t i = 0; i < count; ++i, ++first) print_text(" {} ({:+.2f})", first->piece, first->value);
  print_text("\n");
}

void print_extremes(const ModelSummary& model, std::size_t count) {
  count = std::min(count, model.pieces.size());
  print_ranked("hardest", model.pieces.begin(), count);
  print_ranked("easiest", model.pieces.rbegin(), count);
}

void print_round(const LearnRound& round) {
  tell("round {}: {}, {}, log-likelihood {:.3f} per sample, {}\n", round.round, counted(round.samples, "sample"),
       counted(round.nodes, "node"), round.log_likelihood, readable_seconds(round.seconds));
}

int learn_model(LearnOptions options) {
  LearnRequest& request = options.request;
  request.out = options.out;
  if (options.samples) request.samples = *options.samples;
  if (options.time) request.seconds = parse_duration(*options.time);
  const auto on_round = options.quiet ? std::function<void(const LearnRound&)>() : print_round;
  const Learned learned = learn_tileability(load_puzzle(options.puzzle), request, on_round, stop_on_signals());
  if (learned.samples == 0 && request.rounds > 0)
    tell("nothing was learned: no region of {} to {} pieces was tiled; try a larger --width\n", request.smallest,
         request.largest);
  print_extremes(learned.model, 5);
  print_text("model of {} written to {}\n", counted(learned.samples, "sample"), options.out);
  return exit_codes::answered;
}

int list_model(const ModelOptions& options) {
  const ModelSummary model = read_tileability(options.model);
  print_text("model of {}: {}, {} kinds of corners, {} kinds of middles\n", model.puzzle,
             counted(model.pieces.size(), "piece"), model.corner_kinds, model.middle_kinds);
  print_extremes(model, options.count);
  return exit_codes::answered;
}

void add_learn(Command program) {
  auto options = std::make_shared<LearnOptions>();
  LearnRequest& request = options->request;
  Command command = program.subcommand("learn", "learn how hard pieces and outlines are, in rounds");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--out", options->out, "write the model to this file, after every round").required().value("FILE");
  command.option("--rounds", request.rounds, "rounds of search, tiling and fit").range(0, 1'000'000).show_default();
  command.option("--time", options->time, "start no new round after this time: 60s, 10m, 1h");
  command.option("--start", request.start, "the model to begin with: plain, shipped or a file").show_default();
  command.option("--samples", options->samples, "keep the samples in this file, and begin with those in it")
      .value("FILE");
  command.option("--searches", request.searches, "searches per round").range(1, 100'000).show_default();
  command.option("--width", request.width, "beam width of these searches").range(1, 1'000'000).show_default();
  command.option("--noise", request.noise, "random shift of their scores").range(0.0, 100.0).show_default();
  command.option("--smallest", request.smallest, "tile regions of at least this many pieces")
      .range(1, 1000)
      .show_default();
  command.option("--largest", request.largest, "tile regions of at most this many pieces")
      .range(1, 1000)
      .show_default();
  command.option("--seed", request.seed, "seed of everything random").show_default();
  command.option("--threads", request.threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.flag("--quiet", options->quiet, "no progress");
  command.on_run([options] { return learn_model(*options); });
}

void add_list(Command program) {
  auto options = std::make_shared<ModelOptions>();
  Command command = program.subcommand("list", "the hardest and the easiest pieces of a model");
  command.argument("model", options->model, "shipped, or a file").show_default();
  command.option("--count", options->count, "how many of each").range(1, 1'000'000).show_default();
  command.on_run([options] { return list_model(*options); });
}

}  // namespace

void add_tileability(Command program) {
  Command command = program.subcommand("tileability", "models of how hard pieces and outlines are to tile");
  command.require_subcommand();
  add_learn(command);
  add_list(command);
}

}  // namespace tesselle
