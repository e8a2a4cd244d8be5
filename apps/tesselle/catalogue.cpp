#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "catalogue_selection.hpp"
#include "commands.hpp"
#include "render/catalogue.hpp"
#include "reporter.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

struct CatalogueOptions : RunOptions {
  std::optional<std::string> pdf, svg, only;
  std::optional<std::uint64_t> first;
  std::uint64_t every = 1;
  std::vector<std::string> pieces_at;
};

/// Boards are kept in memory until they can be sorted; more than this is a mistake, not a book.
constexpr std::size_t most_boards = 1'000'000;

void check(const CatalogueOptions& options) {
  if (!options.pdf && !options.svg) throw UsageError("catalogue: say where to draw: --pdf FILE or --svg FOLDER");
  if (options.checkpoint || options.resume)
    throw UsageError("catalogue: a catalogue is drawn in one run, --checkpoint and --resume are not possible");
  const auto folder_of = [](const std::string& path) { return std::filesystem::absolute(path).parent_path(); };
  if (options.pdf && !std::filesystem::is_directory(folder_of(*options.pdf)))
    throw InputError({*options.pdf},
                     fmt::format("cannot be written: there is no folder {}", folder_of(*options.pdf).string()));
  if (options.svg && std::filesystem::exists(*options.svg) && !std::filesystem::is_directory(*options.svg))
    throw InputError({*options.svg}, "found a file, expected a folder");
}

/// What a run found, and whether that is all.
struct Found {
  std::vector<Solution> boards;
  Finished finished;
  bool too_many = false;
  bool complete() const { return finished.status == Status::exhausted && !too_many; }
};

Found enumerate(PreparedRun& prepared, const CatalogueOptions& options) {
  Found found;
  std::atomic<bool> stop = false;
  const std::atomic<bool>& signalled = stop_on_signals();
  const Subscriber reporter = make_reporter(*prepared.puzzle, {options.json, options.quiet, false, false});
  std::optional<SolutionFile> file;
  if (options.out) file.emplace(*prepared.puzzle, *options.out);
  found.finished = run(
      prepared.request,
      [&](const Event& event) {
        if (const auto* one = std::get_if<SolutionFound>(&event)) found.boards.push_back(one->record.solution);
        found.too_many = found.too_many || found.boards.size() >= most_boards;
        if (found.too_many || signalled) stop = true;
        if (file) (*file)(event);
        reporter(event);
      },
      stop);
  return found;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string shown_text(const CatalogueOptions& options, std::size_t shown, std::size_t of) {
  if (shown == of) return "all";
  std::vector<std::string> filters;
  if (options.only) filters.push_back("only " + *options.only);
  for (const std::string& piece_at : options.pieces_at) filters.push_back("with " + piece_at);
  if (options.every > 1) filters.push_back(fmt::format("one of every {}", options.every));
  if (options.first) filters.push_back(fmt::format("at most {}", *options.first));
  return fmt::format("{} of {}: {}", grouped(shown), grouped(of), fmt::join(filters, ", "));
}

constexpr std::size_t most_classes = 10;  // as many as a cover has room for

std::string composed_text(const std::vector<ComposedClass>& classes, std::uint64_t composed) {
  if (composed == 0) return "none is made of two parts that a straight cut separates";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < classes.size() && i < most_classes; ++i)
    parts.push_back(fmt::format("{} as {}", grouped(classes[i].solutions), classes[i].name));
  if (classes.size() > most_classes) parts.push_back(fmt::format("and {} kinds more", classes.size() - most_classes));
  return fmt::format("{} can be cut straight through without cutting a piece: {}", grouped(composed),
                     fmt::join(parts, "; "));
}

std::string how_drawn(const Puzzle& puzzle) {
  if (puzzle.family() == Family::edge) return "each piece as four coloured quarters, with its number where it fits";
  if (puzzle.packing().lattice == LatticeKind::cube)
    return "the solid seen from above, then its layers from top to bottom";
  return "seen from above; x runs to the right, y downwards, both from 0";
}

Facts cover_facts(const Puzzle& puzzle, const CatalogueOptions& options, const CatalogueSelection& selection,
                  const Finished& f) {
  Facts facts;
  const std::string so_far = f.status == Status::exhausted ? "" : " found so far";
  facts.emplace_back("Solutions", fmt::format("{} distinct{}; {} with their symmetric copies",
                                              grouped(f.distinct.value_or(f.solutions)), so_far, grouped(f.solutions)));
  facts.emplace_back("Identified", options.symmetry == "all"
                                       ? "nothing: symmetric copies are drawn too"
                                       : fmt::format("{}: of symmetric copies one is drawn", f.identified));
  facts.emplace_back("Drawn", shown_text(options, selection.entries.size(), selection.all));
  if (puzzle.family() == Family::packing)
    facts.emplace_back("Composed", composed_text(selection.classes, selection.composed));
  facts.emplace_back("Order",
                     "sorted by the boards themselves, so a number means the same solution in every catalogue "
                     "of this puzzle, whatever is left out");
  facts.emplace_back("Pictures", how_drawn(puzzle));
  facts.emplace_back("Search", fmt::format("engine {}, {} nodes; {} boards verified", f.engine, grouped(f.nodes),
                                           grouped(f.verified)));
  facts.emplace_back("Puzzle", puzzle.name);
  if (!puzzle.source.empty()) facts.emplace_back("Source", puzzle.source);
  facts.emplace_back("Made",
                     fmt::format("{:%Y-%m-%d}, tesselle {}", fmt::gmtime(std::time(nullptr)), TESSELLE_VERSION));
  return facts;
}

std::string warning_text(const Found& found) {
  if (found.complete()) return "";
  const std::string why = found.too_many                           ? "there are too many solutions to draw"
                          : found.finished.status == Status::limit ? "a limit was reached"
                                                                   : "the search was stopped";
  return fmt::format("Incomplete: {}. There are more solutions than these, and the numbers are not final.", why);
}

void write_svg_pages(const Catalogue& catalogue, const std::string& folder) {
  std::filesystem::create_directories(folder);
  const CataloguePages pages(catalogue);
  for (std::size_t i = 0; i < pages.count(); ++i) {
    const std::string name = i == 0 ? "cover.svg" : fmt::format("page-{:04}.svg", i);
    write_file_atomically(std::filesystem::path(folder) / name, catalogue_svg(catalogue, pages, i));
  }
}

int draw(const CatalogueOptions& options) {
  check(options);
  PreparedRun prepared = prepare_run(options, Goal::all);
  const Puzzle& puzzle = *prepared.puzzle;
  const Filters filters = read_filters(puzzle, options.only, options.pieces_at, options.every, options.first);
  const bool distinct = options.symmetry != "all";
  prepared.request.wanted = distinct ? Wanted::one_per_orbit : Wanted::every_board;
  if (distinct && prepared.request.engine->reduces_symmetry) prepared.request.config.symmetry = SearchSymmetry::reduced;

  Found found = enumerate(prepared, options);
  const Finished& f = found.finished;
  CatalogueSelection selection = select(puzzle, std::move(found.boards), distinct, filters);
  Catalogue catalogue{.puzzle = &puzzle,
                      .facts = cover_facts(puzzle, options, selection, f),
                      .entries = std::move(selection.entries),
                      .warning = warning_text(found),
                      .producer = "tesselle " TESSELLE_VERSION,
                      .date = fmt::format("D:{:%Y%m%d%H%M%S}Z", fmt::gmtime(std::time(nullptr)))};
  if (options.pdf) write_file_atomically(*options.pdf, catalogue_pdf(catalogue));
  if (options.svg) write_svg_pages(catalogue, *options.svg);
  if (!options.json)
    fmt::print("{}{} solutions drawn of {} found{}\n",
               found.complete() ? "" : "Incomplete: ", grouped(catalogue.entries.size()), grouped(selection.all),
               distinct ? fmt::format(", distinct up to {}", f.identified) : "");
  if (!found.complete()) return exit_codes::limit;
  return f.solutions > 0 ? exit_codes::answered : exit_codes::no_solution;
}

}  // namespace

void add_catalogue(Command program) {
  auto options = std::make_shared<CatalogueOptions>();
  Command command = program.subcommand("catalogue", "draw every solution, numbered, in a PDF or on SVG pages");
  add_run_options(command, *options);
  command.option("--pdf", options->pdf, "write one PDF file").value("FILE");
  command.option("--svg", options->svg, "write the pages as SVG files into this folder").value("FOLDER");
  command.option("--only", options->only, "draw only such solutions: composed").one_of({"composed"});
  command.option("--first", options->first, "draw at most this many, after the other filters").positive();
  command.option("--every", options->every, "draw one of every so many").positive();
  command
      .option("--piece-at", options->pieces_at,
              "draw only solutions in which (in one of their symmetric copies) this piece covers this cell: X=3,2")
      .value("PIECE=CELL");
  command.on_run([options] { return draw(*options); });
}

}  // namespace tesselle
