#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "tesselle/formats.hpp"
#include "polyform/forms.hpp"
#include "tesselle/render.hpp"
#include "reporter.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

using namespace polyform;

struct PiecesOptions {
  std::string lattice = "square", kind = "free", colour = "auto";
  int size = 5;
  bool dudes = false, suitable = false, hole_free = false;
  bool count = false, show = false, json = false, quiet = false;
  std::optional<std::string> out, svg;
};

const std::map<std::string, Sameness> sameness_of = {
    {"free", Sameness::free}, {"one-sided", Sameness::one_sided}, {"fixed", Sameness::fixed}};

constexpr std::uint64_t most_pieces_written = 65'535;  // what a puzzle may have

FormRequest request_of(const PiecesOptions& options) {
  FormRequest request;
  request.lattice = *Lattice::kind_named(options.lattice);
  request.size = options.size;
  request.sameness = sameness_of.at(options.kind);
  if (options.dudes) request.selection = Selection::dudes;
  if (options.suitable) request.selection = Selection::suitable;
  request.hole_free = options.hole_free;
  return request;
}

bool wants_pieces(const PiecesOptions& options) {
  const bool wanted = options.out || options.svg || options.show;
  if (wanted && options.count)
    throw UsageError("--count: the pieces cannot be drawn or written if they are only counted");
  return wanted;
}

/// A line on the terminal that is written over, if there is a terminal.
OnFormProgress progress_line(const PiecesOptions& options) {
  const bool live = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  return [live, watch = Stopwatch(), next = 0.5](const FormProgress& p) mutable {
    if (live && watch.seconds() >= next) {
      fmt::print(stderr, "\r\x1b[K{} found, {} units put down, {}", grouped(p.forms), grouped(p.units),
                 readable_seconds(watch.seconds()));
      next = watch.seconds() + 0.2;
    }
  };
}

/// The pieces as a puzzle that lacks its region, numbered in the order of their cells.
PackingPuzzle as_puzzle(const FormRequest& request, std::vector<std::vector<Cell>> forms) {
  std::sort(forms.begin(), forms.end());
  PackingPuzzle puzzle;
  puzzle.lattice = request.lattice;
  for (auto& cells : forms) {
    PackingPiece& piece = puzzle.pieces.emplace_back();
    piece.name = std::to_string(puzzle.pieces.size());
    piece.cells = std::move(cells);
    piece.turn_over = request.sameness == Sameness::free && request.lattice != LatticeKind::cube;
    if (request.sameness == Sameness::fixed) piece.orientations = std::vector<int>{0};
  }
  return puzzle;
}

void print_count(const FormRequest& request, const PiecesOptions& options, const FormCount& count, double seconds) {
  if (options.json) {
    const nlohmann::ordered_json line = {
        {"event", "pieces"},
        {"lattice", options.lattice},
        {"size", options.size},
        {"kind", options.kind},
        {"name", common_name(request)},
        {"definition", definition(request)},
        {"pieces", count.forms},
        {"polygons", count.polygons > 0 ? nlohmann::ordered_json(count.polygons) : nullptr},
        {"complete", count.complete},
        {"seconds", seconds}};
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print("{}{} {} of size {}\n", count.complete ? "" : "stopped; so far ", grouped(count.forms),
             common_name(request), options.size);
  if (count.polygons > 0 && count.polygons != count.forms)
    fmt::print("as polygons, however they lie on the lattice: {}\n", grouped(count.polygons));
  fmt::print("counted: {}\n", definition(request));
}

void write_pieces(const FormRequest& request, const PiecesOptions& options, const PackingPuzzle& puzzle) {
  if (options.out) write_file_atomically(*options.out, write_toml_pieces(puzzle, definition(request)));
  if (options.svg)
    write_file_atomically(*options.svg,
                          render_pieces_svg(puzzle, fmt::format("{} of size {}", common_name(request), options.size)));
  if (!options.show) return;
  const bool colour = use_colour(options.colour, STDOUT_FILENO);
  fmt::print("{}", render_pieces_terminal(puzzle, colour ? TerminalColour::truecolour : TerminalColour::none));
}

int enumerate_pieces(const PiecesOptions& options) {
  if (options.dudes && options.suitable) throw UsageError("--suitable: these are dudes already, leave out --dudes");
  const FormRequest request = request_of(options);
  const bool keep = wants_pieces(options);
  std::vector<std::vector<Cell>> forms;
  const auto store = [&](std::vector<Cell> cells) {
    if (forms.size() == most_pieces_written)
      throw UsageError(
          fmt::format("more than {} pieces: too many to be drawn or written, use --count", most_pieces_written));
    forms.push_back(std::move(cells));
  };
  const Stopwatch watch;
  const FormCount count = enumerate(request, keep ? store : std::function<void(std::vector<Cell>)>(),
                                    stop_on_signals(), progress_line(options));
  if (!options.quiet && ::isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\x1b[K");
  if (keep && count.complete) write_pieces(request, options, as_puzzle(request, std::move(forms)));
  print_count(request, options, count, watch.seconds());
  return count.complete ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_pieces(Command program) {
  auto options = std::make_shared<PiecesOptions>();
  Command pieces = program.subcommand("pieces", "make pieces: every shape of so many cells");
  pieces.require_subcommand();
  Command command = pieces.subcommand("enumerate", "count, draw and write every shape of so many cells");
  command.option("--lattice", options->lattice, "what the shapes are made of")
      .one_of({"square", "cube", "triangle", "hexagon", "drafter"})
      .show_default();
  command.option("--size", options->size, "cells of a shape; half triangles on the drafter lattice")
      .range(1, largest_size)
      .show_default();
  command
      .option("--kind", options->kind,
              "which shapes are the same: up to rotation and reflection (free), "
              "rotation (one-sided), translation only (fixed)")
      .one_of({"free", "one-sided", "fixed"})
      .show_default();
  command.flag("--hole-free", options->hole_free, "leave out shapes with holes");
  command.flag("--dudes", options->dudes, "drafters: only dudes, without thin angles");
  command.flag("--suitable", options->suitable, "drafters: only what Eternity's pieces were chosen from");
  command.flag("--count", options->count, "only count (the default if nothing is drawn or written)");
  command.flag("--show", options->show, "draw them on the terminal, the first hundred");
  command.option("--svg", options->svg, "draw them all on a sheet").value("FILE");
  command.option("--out", options->out, "write them as the piece list of a puzzle file").value("FILE");
  command.flag("--json", options->json, "print one JSON object");
  command.flag("--quiet", options->quiet, "no progress");
  add_colour_option(command, options->colour);
  command.on_run([options] { return enumerate_pieces(*options); });
}

}  // namespace tesselle
