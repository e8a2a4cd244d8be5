#include "search/catalogue.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "search/gallery.hpp"
#include "search/solution_files.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_classes_named = 10;  // as many as a cover has room for

void require_drawable(const CatalogueRequest& request) {
  if (!request.search.puzzle) throw UsageError("a catalogue needs a puzzle");
  if (request.search.checkpoint || request.search.resume)
    throw UsageError("catalogue: a catalogue is drawn in one run, --checkpoint and --resume are not possible");
  require_folder(request.pdf);
  require_writable_folder(request.svg_folder);
  require_writable_folder(request.html_folder);
  require_filters(*request.search.puzzle, request.filters);
}

/// What the search found, and whether that is all.
struct FoundBoards {
  std::vector<Solution> boards;
  Finished finished;
  bool too_many = false;
  bool complete() const { return finished.status == Status::exhausted && !too_many; }
};

FoundBoards find_boards(const CatalogueRequest& request, const Subscriber& subscriber, const std::stop_token& stop) {
  FoundBoards found;
  std::stop_source end;
  const std::stop_callback pass_on(stop, [&] { end.request_stop(); });
  const auto keep = [&](const Event& event) {
    if (const auto* one = std::get_if<SolutionFound>(&event)) {
      found.too_many = found.boards.size() >= request.max_boards;
      if (found.too_many)
        end.request_stop();
      else
        found.boards.push_back(one->record.solution);
    }
    if (subscriber) subscriber(event);
  };
  found.finished = search(request.search, keep, end.get_token());
  return found;
}

/// "1st", "2nd", "3rd", "4th", "11th", …
std::string ordinal(std::uint64_t number) {
  const std::uint64_t tens = number / 10 % 10, ones = number % 10;
  const char* ending = tens == 1 || ones == 0 || ones > 3 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : "rd";
  return grouped(number) + ending;
}

std::string drawn_text(const CatalogueFilters& filters, std::size_t drawn, std::size_t of) {
  if (drawn == of) return "all";
  std::vector<std::string> parts;
  if (filters.composed) parts.push_back("only composed");
  for (const std::string& piece_at : filters.pieces_at) parts.push_back("with " + piece_at);
  if (filters.every > 1) parts.push_back(fmt::format("every {}", ordinal(filters.every)));
  if (filters.first) parts.push_back(fmt::format("at most {}", grouped(*filters.first)));
  return fmt::format("{} of {}: {}", grouped(drawn), grouped(of), fmt::join(parts, ", "));
}

std::string composed_text(const std::vector<ComposedClass>& classes, std::uint64_t composed) {
  if (composed == 0) return "none is made of two parts that a straight cut separates";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(classes.size(), max_classes_named); ++i)
    parts.push_back(fmt::format("{} as {}", grouped(classes[i].solutions), classes[i].name));
  if (classes.size() > max_classes_named)
    parts.push_back(fmt::format("and {} kinds more", classes.size() - max_classes_named));
  return fmt::format("{} can be cut straight through without cutting a piece: {}", grouped(composed),
                     fmt::join(parts, "; "));
}

std::string how_drawn(const Puzzle& puzzle) {
  if (puzzle.family() == Family::edge) return "each piece as four coloured quarters, with its number where it fits";
  if (puzzle.packing().lattice == LatticeKind::cube)
    return "the solid seen from above, then its layers from top to bottom";
  return "seen from above; x runs to the right, y downwards, both from 0";
}

std::string counted_up_to(const Finished& finished, bool distinct) {
  if (!distinct) return "no symmetry: symmetric copies are drawn too";
  if (finished.distinct_up_to == "nothing") return "no symmetry: the puzzle has none";
  return fmt::format("{}: of symmetric copies one is drawn", finished.distinct_up_to);
}

using CoverFacts = std::vector<std::pair<std::string, std::string>>;

CoverFacts cover_facts(const CatalogueRequest& request, const CatalogueSelection& selection, const Finished& f) {
  const Puzzle& puzzle = *request.search.puzzle;
  const bool distinct = request.search.symmetry == Symmetry::distinct;
  CoverFacts facts;
  const std::string so_far = f.status == Status::exhausted ? "" : " found so far";
  facts.emplace_back("Solutions", fmt::format("{} distinct{}; {} with their symmetric copies",
                                              grouped(f.distinct.value_or(f.solutions)), so_far, grouped(f.solutions)));
  facts.emplace_back("Counted up to", counted_up_to(f, distinct));
  facts.emplace_back("Drawn", drawn_text(request.filters, selection.entries.size(), selection.all));
  if (puzzle.family() == Family::packing)
    facts.emplace_back("Composed", composed_text(selection.classes, selection.composed));
  facts.emplace_back("Order",
                     "sorted by the boards themselves, so a number means the same solution in every catalogue "
                     "of this puzzle, whatever is left out");
  facts.emplace_back("Pictures", how_drawn(puzzle));
  facts.emplace_back("Search", fmt::format("engine {}, {}; {} verified", f.engine, counted(f.nodes, "node"),
                                           counted(f.verified, "board")));
  facts.emplace_back("Puzzle", puzzle.name);
  if (!puzzle.source.empty()) facts.emplace_back("Source", puzzle.source);
  facts.emplace_back("Made", fmt::format("{:%Y-%m-%d}, tesselle {}", fmt::gmtime(std::time(nullptr)), version()));
  return facts;
}

std::string warning_text(const FoundBoards& found) {
  if (found.complete()) return "";
  const std::string why = found.too_many                           ? "there are too many solutions to draw"
                          : found.finished.status == Status::limit ? "a limit was reached"
                                                                   : "the search was stopped";
  return fmt::format("Incomplete: {}. There may be more solutions than these, and the numbers are not final.", why);
}

void write_svg_pages(const Catalogue& catalogue, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const CataloguePages pages(catalogue);
  for (std::size_t i = 0; i < pages.count(); ++i) {
    const std::string name = i == 0 ? "cover.svg" : fmt::format("page-{:04}.svg", i);
    write_file_atomically(folder / name, catalogue_svg(catalogue, pages, i));
  }
}

}  // namespace

CatalogueResult make_catalogue(CatalogueRequest request, const Subscriber& subscriber, std::stop_token stop) {
  require_drawable(request);
  request.search.goal = Goal::all;
  request.search.symmetry = request.search.symmetry.value_or(Symmetry::distinct);
  FoundBoards found = find_boards(request, subscriber, stop);

  CatalogueResult result;
  result.puzzle = request.search.puzzle;
  result.distinct = request.search.symmetry == Symmetry::distinct;
  result.complete = found.complete();
  CatalogueSelection selection =
      select_entries(*result.puzzle, std::move(found.boards), result.distinct, request.filters);
  result.found = selection.all;
  result.catalogue = {.puzzle = result.puzzle.get(),
                      .facts = cover_facts(request, selection, found.finished),
                      .entries = std::move(selection.entries),
                      .warning = warning_text(found),
                      .producer = fmt::format("tesselle {}", version()),
                      .date = fmt::format("D:{:%Y%m%d%H%M%S}Z", fmt::gmtime(std::time(nullptr)))};
  result.finished = std::move(found.finished);
  if (request.pdf) write_file_atomically(*request.pdf, catalogue_pdf(result.catalogue));
  if (request.svg_folder) write_svg_pages(result.catalogue, *request.svg_folder);
  if (request.html_folder) {
    std::filesystem::create_directories(*request.html_folder);
    write_file_atomically(*request.html_folder / "index.html",
                          gallery_html(gallery_of(result.catalogue, result.puzzle)));
  }
  return result;
}

}  // namespace tesselle
