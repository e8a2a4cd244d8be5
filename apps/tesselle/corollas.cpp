#include <fmt/format.h>
#include <unistd.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "render/zone_board.hpp"
#include "reporter.hpp"
#include "search/data_corollas.hpp"
#include "search/data_sizes.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace tesselle {
namespace {

struct CorollasBuildOptions {
  std::string puzzle, out, store = "64M";
  CorollasRequest request;
  bool json = false, quiet = false;
};

struct CorollasInfoOptions {
  std::string file, colour = "auto";
  std::optional<std::size_t> zone;
  bool json = false;
};

const char* at_least_unless(bool all) { return all ? "" : "at least "; }

void print_zone_table(const CorollasSummary& summary) {
  constexpr auto row = "{:<6}{:>7}{:>7}{:>10}{:>18}{:>22}  {}\n";
  print_text(row, "zone", "cells", "patch", "frontier", "centres", "corollas", "kept");
  for (std::size_t z = 0; z < summary.zones.size(); ++z) {
    const CorollaZone& zone = summary.zones[z];
    print_text(row, fmt::format("Z{}", z + 1), zone.cells, zone.patch, zone.frontier.size(),
               fmt::format("{} of {}", zone.centres_found, zone.centres_allowed),
               at_least_unless(zone.all) + grouped(zone.corollas),
               zone.fillings_kept ? "fillings"
               : zone.all         ? "counts"
                                  : "counts, capped");
  }
}

void print_corollas_per_piece(const CorollasSummary& summary) {
  print_text("\n{:<10}", "piece");
  for (std::size_t z = 0; z < summary.zones.size(); ++z) print_text("{:>16}", fmt::format("Z{}", z + 1));
  print_text("\n");
  for (std::size_t p = 0; p < summary.pieces.size(); ++p) {
    print_text("{:<10}", summary.pieces[p]);
    for (const CorollaZone& zone : summary.zones)
      print_text("{:>16}", zone.per_piece[p] == 0 ? "-" : grouped(zone.per_piece[p]));
    print_text("\n");
  }
}

/// Per centre and rotation, and what its corollas show on each side of the frontier.
void print_zone(const CorollaZone& zone) {
  for (const CorollaCentre& centre : zone.centres) {
    print_text("piece {}, {} quarter turns, sides {}: {}{}\n", centre.pieces, centre.rotation,
               fmt::join(centre.sides, " "), at_least_unless(centre.all), counted(centre.corollas, "corolla"));
    for (std::size_t f = 0; f < zone.frontier.size(); ++f) {
      std::string counts;
      for (const CorollaSideCount& side : centre.frontier)
        if (side.side == f) counts += fmt::format(" {}:{}", side.colour, side.corollas);
      if (!counts.empty()) print_text("  {:<14}{}\n", zone.frontier[f], counts);
    }
  }
}

void print_corollas(const CorollasSummary& summary, bool colour) {
  print_text("corollas of {}, {}x{}, radius {}: {}, {}\n\n", summary.puzzle, summary.width, summary.height,
             summary.radius, counted(summary.zones.size(), "zone"), counted(summary.bytes, "byte"));
  fmt::print("{}\n", render_zones_terminal(summary.width, summary.zone_of_cell,
                                           colour ? TerminalColour::truecolour : TerminalColour::none));
  print_zone_table(summary);
  print_corollas_per_piece(summary);
}

int corollas_info(const CorollasInfoOptions& options) {
  const CorollasSummary summary = read_corollas(options.file);
  if (options.json)
    for (const std::string& line : corollas_json(summary)) fmt::print("{}\n", line);
  else if (options.zone)
    print_zone(zone_of(summary, *options.zone));
  else
    print_corollas(summary, use_colour(options.colour, STDOUT_FILENO));
  return exit_codes::answered;
}

void print_built(const CorollasSummary& built, const CorollasBuildOptions& options, double seconds) {
  const std::size_t counted_only = built.zones_counted_only();
  print_text("{}, {}{}, {}, {}{}\n", counted(built.zones.size(), "zone"), at_least_unless(built.all()),
             counted(built.corollas(), "corolla"), counted(built.bytes, "byte"), readable_seconds(seconds),
             counted_only == 0 ? ""
                               : fmt::format("; only counts are kept for {} (--store {})",
                                             counted(counted_only, "zone"), options.store));
}

std::optional<CorollasSummary> build_with_live_line(const CorollasBuildOptions& options) {
  require_writable(options.out);
  const Puzzle puzzle = load_puzzle(options.puzzle);
  LiveLine line(!options.quiet);
  const auto show = [&](const CorollasProgress& now) {
    line.show([&] {
      return fmt::format("zone {} of {}: {} of {} centres", now.zone, now.zones, now.centres_done, now.centres);
    });
  };
  return build_corollas(puzzle, options.out, options.request, show, stop_on_signals());
}

int corollas_build(CorollasBuildOptions options) {
  options.request.store_limit = parse_bytes(options.store, "--store");
  const Stopwatch watch;
  const auto built = build_with_live_line(options);
  if (!built) {
    tell("tesselle: stopped, {} was not written\n", options.out);
    return exit_codes::limit;
  }
  if (options.json)
    fmt::print("{}\n", corollas_built_json(*built, watch.seconds()));
  else
    print_built(*built, options, watch.seconds());
  return exit_codes::answered;
}

void add_corollas_build(Command corollas) {
  auto options = std::make_shared<CorollasBuildOptions>();
  Command command = corollas.subcommand("build", "grow all corollas of a puzzle and write them to a file");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--radius", options->request.radius, "include the cells at most this far from the centre")
      .range(1, max_corolla_radius)
      .show_default();
  command.option("--out", options->out, "the file to write").required().value("FILE");
  command.option("--store", options->store, "keep only the counts of a zone that needs more bytes: 500K, 64M, 4G")
      .show_default();
  command.option("--max", options->request.count_limit, "count at most this many corollas per centre")
      .range(std::uint64_t{1}, std::uint64_t{1} << 62)
      .show_default();
  command.option("--threads", options->request.threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.flag("--json", options->json, "print the result as JSON");
  command.flag("--quiet", options->quiet, "no progress");
  command.on_run([options] { return corollas_build(*options); });
}

void add_corollas_info(Command corollas) {
  auto options = std::make_shared<CorollasInfoOptions>();
  Command command = corollas.subcommand("info", "the zones as a coloured board, and the counts per zone and piece");
  command.argument("file", options->file, "a file made by corollas build").required().value("FILE");
  command.option("--zone", options->zone, "the centres of this zone, and the colours on their frontiers");
  command.flag("--json", options->json, "print as JSON, one object per line");
  add_colour_option(command, options->colour);
  command.on_run([options] { return corollas_info(*options); });
}

}  // namespace

void add_corollas(Command program) {
  Command command = program.subcommand("corollas", "precomputed patches around each piece: build, info");
  command.require_subcommand();
  add_corollas_build(command);
  add_corollas_info(command);
}

}  // namespace tesselle
