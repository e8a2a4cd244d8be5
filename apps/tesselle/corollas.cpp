#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "tesselle/errors.hpp"
#include "commands.hpp"
#include "edge/corolla_data/build.hpp"
#include "tesselle/formats.hpp"
#include "render/text_canvas.hpp"
#include "reporter.hpp"

namespace tesselle {
namespace {

using namespace edge::corollas;

struct CorollasBuildOptions {
  std::string puzzle, out, store = "64M";
  BuildSettings settings{.threads = std::max(1u, std::thread::hardware_concurrency())};
  bool json = false, quiet = false;
};

struct CorollasInfoOptions {
  std::string file, colour = "auto";
  std::optional<std::size_t> zone;
  bool json = false;
};

std::uint64_t parse_bytes(const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const std::map<std::string_view, int> shifts = {{"", 0}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}};
  const auto known = shifts.find(unit);
  if (error != std::errc{} || known == shifts.end() || number > (std::uint64_t{1} << 20))
    throw UsageError(fmt::format("--store: found '{}', expected a size such as 500K, 64M or 4G", text));
  return number << known->second;
}

std::string kept_as(const ZoneRecord& zone) {
  return zone.fillings_kept ? "fillings" : zone.all() ? "counts" : "counts, capped";
}

/// Centres stand for their symmetric copies too.
std::uint64_t fillings_in(const CorollaFile& file, std::size_t zone) {
  const auto counts = file.counts(zone);
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::size_t cells_in(const ZoneMap& map, std::size_t zone) {
  return static_cast<std::size_t>(std::count(map.zone.begin(), map.zone.end(), zone));
}

std::size_t centres_with_any(const CorollaFile& file, std::size_t zone) {
  const auto counts = file.counts(zone);
  return counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0u));
}

/// The centres that corner, edge and inner pieces allow there, symmetric copies included.
std::size_t centres_allowed(const CorollaFile& file, std::size_t zone) {
  return file.pieces().on(file.map().zones[zone].cells[0].rim).size();
}

std::string board_of_zones(const ZoneMap& map, TerminalColour colour) {
  constexpr int wide = 4;
  render::TextCanvas canvas(wide * map.width, map.height);
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column) {
      const std::uint32_t zone = map.zone[static_cast<std::size_t>(row * map.width + column)];
      const render::Rgb paper = render::palette(zone);
      canvas.write(row, wide * column, fmt::format("{:^{}}", fmt::format("Z{}", zone + 1), wide),
                   render::readable_on(paper), paper);
    }
  return canvas.str(colour);
}

void print_zones(const CorollaFile& file) {
  fmt::print("{:<6}{:>7}{:>7}{:>10}{:>18}{:>22}  {}\n", "zone", "cells", "patch", "frontier", "centres", "corollas",
             "kept");
  for (std::size_t z = 0; z < file.map().zones.size(); ++z) {
    const Zone& zone = file.map().zones[z];
    const ZoneRecord& record = file.contents().zones[z];
    fmt::print("{:<6}{:>7}{:>7}{:>10}{:>18}{:>22}  {}\n", fmt::format("Z{}", z + 1), cells_in(file.map(), z),
               zone.cells.size(), zone.frontier.size(),
               fmt::format("{} of {}", centres_with_any(file, z), centres_allowed(file, z)),
               (record.all() ? "" : "at least ") + grouped(fillings_in(file, z)), kept_as(record));
  }
}

/// Twins share a line: they have the same corollas.
std::string pieces_of_kind(const PieceKinds& kinds, std::size_t kind) {
  std::vector<std::size_t> numbers;
  for (const PieceId piece : kinds.members[kind]) numbers.push_back(piece.index() + 1);
  return fmt::format("{}", fmt::join(numbers, "="));
}

std::uint64_t sum_of_kind(const PatchPieces& pieces, const std::vector<std::uint64_t>& counts, std::size_t kind) {
  std::uint64_t sum = 0;
  for (std::size_t v = 0; v < counts.size(); ++v)
    if (pieces[static_cast<Value>(v)].kind == kind) sum += counts[v];
  return sum;
}

void print_pieces(const CorollaFile& file) {
  std::vector<std::vector<std::uint64_t>> counts;
  fmt::print("\n{:<10}", "piece");
  for (std::size_t z = 0; z < file.map().zones.size(); ++z) {
    fmt::print("{:>16}", fmt::format("Z{}", z + 1));
    counts.push_back(file.counts(z));
  }
  fmt::print("\n");
  for (std::size_t kind = 0; kind < file.pieces().kinds().shape.size(); ++kind) {
    fmt::print("{:<10}", pieces_of_kind(file.pieces().kinds(), kind));
    for (const auto& of_zone : counts) {
      const std::uint64_t sum = sum_of_kind(file.pieces(), of_zone, kind);
      fmt::print("{:>16}", sum == 0 ? "-" : grouped(sum));
    }
    fmt::print("\n");
  }
}

nlohmann::ordered_json zone_json(const CorollaFile& file, std::size_t z) {
  const ZoneRecord& record = file.contents().zones[z];
  nlohmann::ordered_json centres = nlohmann::ordered_json::array();
  for (const CentreRecord& centre : record.centres) {
    nlohmann::ordered_json sides = nlohmann::ordered_json::array();
    for (const SideCount& side : centre.sides) sides.push_back({side.side, side.colour, side.count});
    const edge::OrientedKind& value = file.pieces()[centre.centre];
    centres.push_back({{"pieces", pieces_of_kind(file.pieces().kinds(), value.kind)},
                       {"rotation", value.rotation},
                       {"corollas", centre.fillings},
                       {"all", centre.all},
                       {"frontier", sides}});
  }
  return {{"event", "zone"},
          {"zone", z + 1},
          {"cells", cells_in(file.map(), z)},
          {"patch", file.map().zones[z].cells.size()},
          {"frontier", file.map().zones[z].frontier.size()},
          {"corollas", fillings_in(file, z)},
          {"all", record.all()},
          {"kept", record.fillings_kept ? "fillings" : "counts"},
          {"centres", centres}};
}

void print_json(const CorollaFile& file) {
  std::vector<std::uint32_t> zones;
  for (const std::uint32_t zone : file.map().zone) zones.push_back(zone + 1);
  fmt::print("{}\n", nlohmann::ordered_json{{"event", "corollas"},
                                            {"puzzle", file.contents().name},
                                            {"radius", file.contents().radius},
                                            {"width", file.map().width},
                                            {"height", file.map().height},
                                            {"zones", zones},
                                            {"bytes", file.size()}}
                         .dump());
  for (std::size_t z = 0; z < file.map().zones.size(); ++z) fmt::print("{}\n", zone_json(file, z).dump());
}

std::string side_name(const Zone& zone, std::size_t side) {
  static constexpr std::array names = {"north", "east", "south", "west"};
  const FrontierSide& frontier = zone.frontier[side];
  const PatchCell& cell = zone.cells[frontier.cell];
  return fmt::format("({:+},{:+}) {}", cell.row, cell.column, names[static_cast<std::size_t>(frontier.side)]);
}

/// Per centre and rotation, and what its corollas show on each side of the frontier.
void print_zone(const CorollaFile& file, std::size_t z) {
  if (z == 0 || z > file.map().zones.size())
    throw UsageError(fmt::format("--zone: found {}, the file has zones 1 to {}", z, file.map().zones.size()));
  const Zone& zone = file.map().zones[z - 1];
  for (const CentreRecord& centre : file.contents().zones[z - 1].centres) {
    const edge::OrientedKind& value = file.pieces()[centre.centre];
    fmt::print("piece {}, {} quarter turns, sides {}: {}{} corollas\n",
               pieces_of_kind(file.pieces().kinds(), value.kind), value.rotation,
               fmt::format("{} {} {} {}", value.sides[0].value, value.sides[1].value, value.sides[2].value,
                           value.sides[3].value),
               centre.all ? "" : "at least ", grouped(centre.fillings));
    for (std::size_t f = 0; f < zone.frontier.size(); ++f) {
      std::string counts;
      for (const SideCount& side : centre.sides)
        if (side.side == f) counts += fmt::format(" {}:{}", side.colour, side.count);
      if (!counts.empty()) fmt::print("  {:<14}{}\n", side_name(zone, f), counts);
    }
  }
}

int info(const CorollasInfoOptions& options) {
  const CorollaFile file(options.file);
  if (options.json) {
    print_json(file);
  } else if (options.zone) {
    print_zone(file, *options.zone);
  } else {
    const CorollaContents& contents = file.contents();
    fmt::print("corollas of {}, {}x{}, radius {}: {} zones, {} bytes\n\n", contents.name, file.map().width,
               file.map().height, contents.radius, file.map().zones.size(), grouped(file.size()));
    fmt::print("{}\n", board_of_zones(file.map(), use_colour(options.colour, STDOUT_FILENO) ? TerminalColour::truecolour
                                                                                            : TerminalColour::none));
    print_zones(file);
    print_pieces(file);
  }
  return exit_codes::answered;
}

/// One line that keeps changing on a terminal; nothing if the output goes elsewhere.
std::function<void(const BuildProgress&)> progress_line(bool quiet) {
  if (quiet || ::isatty(STDERR_FILENO) == 0) return [](const BuildProgress&) {};
  return [](const BuildProgress& now) {
    fmt::print(stderr, "\rzone {} of {}: {} of {} centres ", now.zone + 1, now.zones, now.centres_done, now.centres);
    if (now.zone + 1 == now.zones && now.centres_done == now.centres) fmt::print(stderr, "\r{:40}\r", "");
  };
}

void report(const CorollasBuildOptions& options, double seconds) {
  const CorollaFile file(options.out);
  std::uint64_t corollas = 0;
  std::size_t counted_only = 0;
  bool all = true;
  for (std::size_t z = 0; z < file.map().zones.size(); ++z) {
    corollas += fillings_in(file, z);
    counted_only += !file.contents().zones[z].fillings_kept;
    all = all && file.contents().zones[z].all();
  }
  if (options.json)
    fmt::print("{}\n", nlohmann::ordered_json{{"event", "built"},
                                              {"puzzle", file.contents().name},
                                              {"radius", file.contents().radius},
                                              {"zones", file.map().zones.size()},
                                              {"zones_counted_only", counted_only},
                                              {"corollas", corollas},
                                              {"all", all},
                                              {"bytes", file.size()},
                                              {"seconds", seconds}}
                           .dump());
  else
    fmt::print("{} zones, {}{} corollas, {} bytes, {}{}\n", file.map().zones.size(), all ? "" : "at least ",
               grouped(corollas), grouped(file.size()), readable_seconds(seconds),
               counted_only == 0
                   ? ""
                   : fmt::format("; of {} zones only counts are kept (--store {})", counted_only, options.store));
}

int build(CorollasBuildOptions options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  if (puzzle.family() != Family::edge) throw UsageError("corollas: made for edge puzzles, this is a packing puzzle");
  options.settings.store_limit = parse_bytes(options.store);
  const Stopwatch watch;
  const BuildEnd end =
      build_corollas(puzzle, options.out, options.settings, stop_on_signals(), progress_line(options.quiet));
  if (end == BuildEnd::stopped) {
    fmt::print(stderr, "tesselle: stopped, {} was not written\n", options.out);
    return exit_codes::limit;
  }
  report(options, watch.seconds());
  return exit_codes::answered;
}

void add_build(Command corollas) {
  auto options = std::make_shared<CorollasBuildOptions>();
  Command command = corollas.subcommand("build", "grow all corollas of a puzzle and write them to a file");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--radius", options->settings.radius, "cells at most this far from the centre")
      .range(1, max_radius)
      .show_default();
  command.option("--out", options->out, "the file to write").required().value("FILE");
  command
      .option("--store", options->store, "keep only counts of a zone whose fillings take more than this: 500K, 64M, 4G")
      .show_default();
  command.option("--most", options->settings.count_limit, "stop counting with one centre here")
      .range(std::uint64_t{1}, std::uint64_t{1} << 62)
      .show_default();
  command.option("--threads", options->settings.threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.flag("--json", options->json, "print the result as JSON");
  command.flag("--quiet", options->quiet, "no progress");
  command.on_run([options] { return build(*options); });
}

void add_info(Command corollas) {
  auto options = std::make_shared<CorollasInfoOptions>();
  Command command = corollas.subcommand("info", "zones as a coloured board, and counts per zone and piece");
  command.argument("file", options->file, "a file of corollas build").required().value("FILE");
  command.option("--zone", options->zone, "the centres of this zone and what their frontiers show");
  command.flag("--json", options->json, "print as JSON, one object per line");
  add_colour_option(command, options->colour);
  command.on_run([options] { return info(*options); });
}

}  // namespace

void add_corollas(Command program) {
  Command command = program.subcommand("corollas", "patches around a centre piece, computed beforehand: build, info");
  command.require_subcommand();
  add_build(command);
  add_info(command);
}

}  // namespace tesselle
