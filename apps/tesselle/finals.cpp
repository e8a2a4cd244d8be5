#include <fmt/format.h>

#include "base/readable.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "search/data_finals.hpp"
#include "search/data_packing_finals.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

struct FinalsOptions {
  std::string puzzle, file;
  FinalsRequest request;
  PackingFinalsRequest packing;
  FinalsForecastRequest forecast;
  FinalsCheckRequest check;
  std::string shapes = "auto";
  bool json = false, quiet = false;
};

int print_finals(const FinalsSummary& finals, bool json) {
  if (json)
    fmt::print("{}\n", finals_json(finals));
  else
    fmt::print("{}: {} of the last {}, {} in memory\n", finals.puzzle, counted(finals.finals, "final"),
               counted(finals.cells, "cell"), counted(finals.bytes, "byte"));
  return exit_codes::answered;
}

void print_region(const FinalsRegionSummary& region, bool learned) {
  fmt::print("  hexagon {}: {}", fmt::join(region.sides, "-"), counted(region.pieces, "piece"));
  if (learned) fmt::print(", values of pieces {:.1f} to {:.1f}", region.hardest, region.easiest);
  if (region.parts > 0) fmt::print(", {}", counted(region.sets, "set"));
  if (region.parts > region.parts_done)
    fmt::print(" so far ({:.0f} % of the tree's parts)",
               100.0 * static_cast<double>(region.parts_done) / static_cast<double>(region.parts));
  if (region.parity > 0) fmt::print(", {}", counted(region.parity, "parity condition"));
  fmt::print("\n");
}

int print_packing_finals(const PackingFinalsSummary& finals, bool json) {
  if (json) {
    fmt::print("{}\n", packing_finals_json(finals));
    return exit_codes::answered;
  }
  fmt::print("{}: {}", finals.puzzle, counted(finals.regions.size(), "region"));
  if (finals.pool > 0) fmt::print(", sets of {}", counted(finals.pool, "piece"));
  fmt::print("\n");
  for (const FinalsRegionSummary& region : finals.regions) print_region(region, finals.learned);
  return exit_codes::answered;
}

void tell_progress(const PackingFinalsSummary& finals) {
  if (!finals.learned) {
    tell("learning the values of pieces\n");
    return;
  }
  std::uint64_t sets = 0, done = 0, parts = 0;
  for (const FinalsRegionSummary& region : finals.regions) {
    sets += region.sets;
    done += region.parts_done;
    parts += region.parts;
  }
  tell("{} listed, {} of {} done in the regions begun\n", counted(sets, "set"), grouped(done), counted(parts, "part"));
}

int prepare_packing_finals(FinalsOptions& options, const Puzzle& puzzle, bool list) {
  PackingFinalsRequest& request = options.packing;
  request.out = options.file;
  if (options.shapes != "auto") request.shapes = options.shapes;
  const OnPackingFinals on_progress = options.quiet ? OnPackingFinals() : tell_progress;
  const auto finals = list ? build_packing_finals(puzzle, request, on_progress, stop_on_signals())
                           : learn_packing_finals(puzzle, request, on_progress, stop_on_signals());
  if (!finals) {
    tell("tesselle: stopped, {} was not written\n", options.file);
    return exit_codes::limit;
  }
  print_packing_finals(*finals, options.json);
  return (list ? finals->listed : finals->learned) ? exit_codes::answered : exit_codes::limit;
}

std::optional<FinalsSummary> build_showing_progress(const FinalsOptions& options, const Puzzle& puzzle) {
  LiveLine line(!options.quiet);
  const auto show = [&](const FinalsProgress& now) {
    line.show([&] { return fmt::format("{}, {:.1f} % done", counted(now.finals, "final"), 100 * now.fraction); });
  };
  return build_finals(puzzle, options.request, show, stop_on_signals());
}

int finals_build(FinalsOptions options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  if (puzzle.family() == Family::packing) {
    if (options.request.cells != 0) throw UsageError("finals build: --cells is for edge-matching boards");
    return prepare_packing_finals(options, puzzle, true);
  }
  if (options.request.cells == 0) throw UsageError("finals build: --cells is needed for an edge-matching board");
  options.request.out = options.file;
  const auto finals = build_showing_progress(options, puzzle);
  if (finals) return print_finals(*finals, options.json);
  tell("tesselle: stopped, {} was not written\n", options.file);
  return exit_codes::limit;
}

int finals_learn(FinalsOptions options) { return prepare_packing_finals(options, load_puzzle(options.puzzle), false); }

int finals_info(const FinalsOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  if (puzzle.family() == Family::packing)
    return print_packing_finals(read_packing_finals(puzzle, options.file), options.json);
  return print_finals(read_finals(puzzle, options.file), options.json);
}

int finals_forecast(FinalsOptions options) {
  options.forecast.file = options.file;
  const auto forecast = forecast_packing_finals(load_puzzle(options.puzzle), options.forecast, stop_on_signals());
  if (options.json) {
    fmt::print("{}\n", finals_forecast_json(forecast));
    return exit_codes::answered;
  }
  fmt::print("{}: {} of width {}, sets of {}\n", forecast.puzzle, counted(forecast.runs, "beam"),
             grouped(forecast.width), counted(forecast.pool, "piece"));
  fmt::print("  {} of the rest, {} leave only pieces of the pool\n", counted(forecast.rests_tiled, "tiling"),
             grouped(forecast.rests_usable));
  fmt::print("  {:.2g} tilings expected, {:.0f} % of them from the best tiling of the rest", forecast.expected,
             100 * forecast.best_share);
  if (forecast.parity_factor > 1)
    fmt::print(", {:.0f} times as many as without parity conditions", forecast.parity_factor);
  fmt::print("\n");
  fmt::print("  {}, {:.1f} s of CPU time", counted(forecast.nodes, "node"), forecast.cpu_seconds);
  if (const auto hours = forecast.cpu_hours_per_tiling()) fmt::print(", {:.2g} CPU hours per tiling", *hours);
  fmt::print("\n");
  return exit_codes::answered;
}

int finals_check(FinalsOptions options) {
  options.check.file = options.file;
  const auto check = check_packing_finals(load_puzzle(options.puzzle), options.check, stop_on_signals());
  if (options.json) {
    fmt::print("{}\n", finals_check_json(check));
    return exit_codes::answered;
  }
  fmt::print("{}: {} of {}\n", check.puzzle, counted(check.choices, "choice"), counted(check.pieces, "piece"));
  for (const auto& row : check.rows)
    fmt::print("  {} {}: {} counted, {:.1f} expected\n",
               row.regions.size() == 1 ? "sets of region" : "deals to regions", fmt::join(row.regions, ", "),
               grouped(row.counted), row.expected);
  return exit_codes::answered;
}

Command add_finals_command(Command finals, const char* name, const char* help, FinalsOptions& options) {
  Command command = finals.subcommand(name, help);
  command.argument("puzzle", options.puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.flag("--json", options.json, "print the result as JSON");
  return command;
}

void add_packing_options(Command command, FinalsOptions& options) {
  PackingFinalsRequest& request = options.packing;
  command.option("--shapes", options.shapes, "packing: regions to take, a file or auto").value("FILE").show_default();
  command.option("--regions", request.regions, "packing: regions to propose").range(1, 8).show_default();
  command.option("--smallest", request.smallest, "packing: their smallest size, in pieces").range(2, 40).show_default();
  command.option("--largest", request.largest, "packing: their largest size, in pieces").range(2, 40).show_default();
  command.option("--samples", request.samples, "packing: tilings of a region that values are learned from")
      .range(std::size_t{10}, std::size_t{1'000'000})
      .show_default();
  command.option("--model", request.model, "packing: tileability model, shipped, plain or a file").show_default();
  command.option("--seed", request.seed, "packing: seed of the proposal").show_default();
  command.option("--threads", request.threads, "packing: worker threads (default: all cores)").range(1u, 1024u);
  command.flag("--quiet", options.quiet, "no progress");
}

void add_forecast(Command finals) {
  auto options = std::make_shared<FinalsOptions>();
  FinalsForecastRequest& request = options->forecast;
  Command forecast = add_finals_command(
      finals, "forecast", "packing: how many tilings engine finals can be expected to find, before sets are listed",
      *options);
  forecast.argument("file", options->file, "a file made by finals learn or build").required().value("FILE");
  forecast
      .option("--pool", request.pool, "how many of the easiest pieces are dealt (default: those of the file, or all)")
      .range(std::size_t{4}, std::size_t{128});
  forecast.option("--width", request.width, "states that the beam keeps per level")
      .range(std::size_t{1}, std::size_t{10'000'000})
      .show_default();
  forecast.option("--runs", request.runs, "beams, each with another seed").range(1, 10'000).show_default();
  forecast.option("--rest-weight", request.rest_weight, "as for engine finals").show_default();
  forecast.option("--finals-weight", request.finals_weight, "as for engine finals").show_default();
  forecast.option("--outside", request.outside, "as for engine finals").show_default();
  forecast.option("--model", request.model, "tileability model, shipped, plain or a file").show_default();
  forecast.option("--seed", request.seed, "seed of the first beam").show_default();
  forecast.option("--threads", request.threads, "worker threads").range(1u, 1024u).show_default();
  forecast.on_run([options] { return finals_forecast(*options); });
}

void add_check(Command finals) {
  auto options = std::make_shared<FinalsOptions>();
  FinalsCheckRequest& request = options->check;
  Command check = add_finals_command(
      finals, "check", "packing: count sets and deals in the lists and compare with what is expected", *options);
  check.argument("file", options->file, "a file made by finals build").required().value("FILE");
  check.option("--pieces", request.pieces, "pieces chosen at random from the pool (default: all)")
      .range(std::size_t{2}, std::size_t{128});
  check.option("--choices", request.choices, "how often").range(std::size_t{1}, std::size_t{1'000'000}).show_default();
  check.option("--seed", request.seed, "seed of the choices").show_default();
  check.on_run([options] { return finals_check(*options); });
}

}  // namespace

void add_finals(Command program) {
  Command finals = program.subcommand("finals", "endings made beforehand, for the engines meet and finals");
  finals.require_subcommand();

  auto for_learn = std::make_shared<FinalsOptions>();
  Command learn = add_finals_command(finals, "learn",
                                     "packing: choose regions and learn how well each piece fits there", *for_learn);
  learn.option("--out", for_learn->file, "the file to write").required().value("FILE");
  add_packing_options(learn, *for_learn);
  learn.on_run([for_learn] { return finals_learn(*for_learn); });

  auto for_build = std::make_shared<FinalsOptions>();
  Command build = add_finals_command(
      finals, "build", "write every filling of the last cells, or every set that tiles a region, to one file",
      *for_build);
  build.option("--cells", for_build->request.cells, "edge-matching: how many cells at the end").positive();
  build.option("--out", for_build->file, "the file to write; for packing, an existing file is continued")
      .required()
      .value("FILE");
  build.option("--max", for_build->request.max, "edge-matching: give up if there are more finals").show_default();
  build.option("--pool", for_build->packing.pool, "packing: how many of the easiest pieces sets are made of")
      .range(std::size_t{4}, std::size_t{128})
      .show_default();
  add_packing_options(build, *for_build);
  build.on_run([for_build] { return finals_build(*for_build); });

  auto for_info = std::make_shared<FinalsOptions>();
  Command info = add_finals_command(finals, "info", "what a file holds", *for_info);
  info.argument("file", for_info->file, "a file made by finals").required().value("FILE");
  info.on_run([for_info] { return finals_info(*for_info); });
  add_forecast(finals);
  add_check(finals);
}

}  // namespace tesselle
