#include <fmt/format.h>
#include <unistd.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "search/data_pieces.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

struct PiecesOptions {
  PiecesRequest request;
  std::string colour = "auto";
  bool dudes = false, suitable = false;
  bool count = false, show = false, json = false, quiet = false;
  std::optional<std::string> out, svg;
};

PiecesRequest pieces_request(const PiecesOptions& options) {
  if (options.dudes && options.suitable) throw UsageError("--suitable: these are dudes already, leave out --dudes");
  PiecesRequest request = options.request;
  if (options.dudes) request.selection = PieceSelection::dudes;
  if (options.suitable) request.selection = PieceSelection::suitable;
  request.keep = options.out || options.svg || options.show;
  if (request.keep && options.count)
    throw UsageError("--count: the pieces cannot be drawn or written if they are only counted");
  require_folder(options.out);
  require_folder(options.svg);
  return request;
}

EnumeratedPieces enumerate_with_live_line(const PiecesOptions& options) {
  LiveLine line(!options.quiet);
  const auto show = [&](const PiecesProgress& now) {
    line.show([&] {
      return fmt::format("{} found, {} units put down, {}", grouped(now.pieces), grouped(now.units),
                         readable_seconds(now.seconds));
    });
  };
  return enumerate_pieces(pieces_request(options), show, stop_on_signals());
}

void write_pieces(const EnumeratedPieces& set, const PiecesOptions& options) {
  if (options.out) {
    write_file_atomically(*options.out, pieces_toml(set));
    say_written(*options.out, options.quiet);
  }
  if (options.svg) {
    write_file_atomically(*options.svg, pieces_svg(set));
    say_written(*options.svg, options.quiet);
  }
  if (options.show) fmt::print("{}", render_pieces_terminal(*set.list, drawing_style(options.colour)));
}

void print_pieces(const EnumeratedPieces& set) {
  fmt::print("{}{} {}\n", set.complete ? "" : "stopped; so far ", grouped(set.pieces), title_of(set));
  if (set.polygons && *set.polygons != set.pieces)
    fmt::print("as polygons, wherever they are placed on the lattice: {}\n", grouped(*set.polygons));
  fmt::print("counted: {}\n", set.definition);
}

int pieces_enumerate(const PiecesOptions& options) {
  const EnumeratedPieces set = enumerate_with_live_line(options);
  if (set.list) write_pieces(set, options);
  if (options.json)
    fmt::print("{}\n", pieces_json(set));
  else
    print_pieces(set);
  return set.complete ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_pieces(Command program) {
  auto options = std::make_shared<PiecesOptions>();
  Command pieces = program.subcommand("pieces", "make pieces: every shape of a size");
  pieces.require_subcommand();
  Command command = pieces.subcommand("enumerate", "count, draw and write every shape of a size");
  command.option("--lattice", options->request.lattice, "what the shapes are made of")
      .one_of(piece_lattices())
      .show_default();
  command.option("--size", options->request.size, "cells of a shape; half triangles on the drafter lattice")
      .range(1, max_piece_size)
      .show_default();
  command
      .option("--kind", options->request.kind,
              "which shapes are the same: up to rotation and reflection (free), "
              "rotation (one-sided), translation only (fixed)")
      .one_of(piece_kinds())
      .show_default();
  command.flag("--hole-free", options->request.hole_free, "leave out shapes with holes");
  command.flag("--dudes", options->dudes, "drafters: only dudes, without thin angles");
  command.flag("--suitable", options->suitable, "drafters: only the dudes that Eternity's pieces were chosen from");
  command.flag("--count", options->count, "only count (the default unless they are drawn or written)");
  command.flag("--show", options->show, "draw the first hundred on the terminal");
  command.option("--svg", options->svg, "draw them all on a sheet").value("FILE");
  command.option("--out", options->out, "write them as the piece list of a puzzle file").value("FILE");
  command.flag("--json", options->json, "print the result as JSON");
  command.flag("--quiet", options->quiet, "no progress");
  add_colour_option(command, options->colour);
  command.on_run([options] { return pieces_enumerate(*options); });
}

}  // namespace tesselle
