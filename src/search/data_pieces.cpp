#include "search/data_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/clock.hpp"
#include "base/json.hpp"
#include "polyform/forms.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

static_assert(max_piece_size == polyform::largest_size);

constexpr std::uint64_t max_pieces_kept = 65'535;  // what a puzzle may have

constexpr std::array<std::pair<const char*, polyform::Sameness>, 3> samenesses = {
    {{"free", polyform::Sameness::free},
     {"one-sided", polyform::Sameness::one_sided},
     {"fixed", polyform::Sameness::fixed}}};

polyform::Sameness sameness_named(const std::string& name) {
  for (const auto& [known, sameness] : samenesses)
    if (name == known) return sameness;
  throw UsageError(fmt::format("pieces: found kind '{}', expected {}", name, fmt::join(piece_kinds(), ", ")));
}

polyform::Selection form_selection(PieceSelection selection) {
  switch (selection) {
    case PieceSelection::dudes:
      return polyform::Selection::dudes;
    case PieceSelection::suitable:
      return polyform::Selection::suitable;
    case PieceSelection::all:
      break;
  }
  return polyform::Selection::all;
}

polyform::FormRequest form_request(const PiecesRequest& request) {
  const auto lattice = Lattice::kind_named(request.lattice);
  if (!lattice)
    throw UsageError(
        fmt::format("pieces: found lattice '{}', expected {}", request.lattice, fmt::join(piece_lattices(), ", ")));
  return {*lattice, request.size, sameness_named(request.kind), form_selection(request.selection), request.hole_free};
}

using PieceForms = std::vector<std::vector<Cell>>;

/// The pieces as a puzzle that lacks its region, numbered in the order of their cells.
PackingPuzzle puzzle_of_forms(const polyform::FormRequest& request, PieceForms forms) {
  std::sort(forms.begin(), forms.end());
  PackingPuzzle puzzle;
  puzzle.lattice = request.lattice;
  for (auto& cells : forms) {
    PackingPiece& piece = puzzle.pieces.emplace_back();
    piece.name = std::to_string(puzzle.pieces.size());
    piece.cells = std::move(cells);
    piece.turn_over = request.sameness == polyform::Sameness::free && request.lattice != LatticeKind::cube;
    if (request.sameness == polyform::Sameness::fixed) piece.orientations = std::vector<int>{0};
  }
  return puzzle;
}

std::function<void(std::vector<Cell>)> keep_forms(PieceForms& forms) {
  return [&forms](std::vector<Cell> cells) {
    if (forms.size() == max_pieces_kept)
      throw UsageError(
          fmt::format("more than {} pieces: too many to be drawn or written, use --count", max_pieces_kept));
    forms.push_back(std::move(cells));
  };
}

const PackingPuzzle& piece_list(const EnumeratedPieces& set) {
  if (!set.list) throw UsageError("pieces: they were only counted, so they cannot be drawn or written");
  return *set.list;
}

}  // namespace

const std::vector<std::string>& piece_lattices() {
  static const std::vector<std::string> names = {"square", "cube", "triangle", "hexagon", "drafter"};
  return names;
}

const std::vector<std::string>& piece_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, sameness] : samenesses) all.emplace_back(name);
    return all;
  }();
  return names;
}

EnumeratedPieces enumerate_pieces(const PiecesRequest& request,
                                  const std::function<void(const PiecesProgress&)>& progress,
                                  const std::stop_token& stop) {
  const polyform::FormRequest wanted = form_request(request);
  const Stopwatch watch;
  const auto pass_on = [&](const polyform::FormProgress& p) {
    if (progress) progress({p.forms, p.units, watch.seconds()});
  };
  PieceForms forms;
  const polyform::FormCount count =
      polyform::enumerate(wanted, request.keep ? keep_forms(forms) : nullptr, stop, pass_on);
  EnumeratedPieces set;
  set.request = request;
  set.name = polyform::common_name(wanted);
  set.definition = polyform::definition(wanted);
  set.pieces = count.forms;
  if (count.polygons > 0) set.polygons = count.polygons;
  set.complete = count.complete;
  if (request.keep && count.complete) set.list = puzzle_of_forms(wanted, std::move(forms));
  set.seconds = watch.seconds();
  return set;
}

std::string title_of(const EnumeratedPieces& set) { return fmt::format("{} of size {}", set.name, set.request.size); }

std::string pieces_toml(const EnumeratedPieces& set) { return write_toml_pieces(piece_list(set), set.definition); }

std::string pieces_svg(const EnumeratedPieces& set) { return render_pieces_svg(piece_list(set), title_of(set)); }

std::string pieces_json(const EnumeratedPieces& set) {
  return Json{{"event", "pieces"},        {"lattice", set.request.lattice},
              {"size", set.request.size}, {"kind", set.request.kind},
              {"name", set.name},         {"definition", set.definition},
              {"pieces", set.pieces},     {"polygons", set.polygons},
              {"complete", set.complete}, {"seconds", set.seconds}}
      .dump();
}

}  // namespace tesselle
