#include "search/archive_json.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/archive_boards.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

struct ArchiveOptions {
  std::string file;
  BoardArchive::Filter filter;
  std::string format = "json";
  std::optional<std::string> out;
  bool json = false;
};

int list_boards(const ArchiveOptions& options) {
  const auto boards = archived_boards(options.file, options.filter);
  if (options.json) {
    for (const ArchivedBoard& board : boards) fmt::print("{}\n", archived_json(board));
    return exit_codes::answered;
  }
  constexpr auto columns = "{:>6}  {:<20}{:>9}{:>11}  {:<10}{:>6}{:>12}  {}\n";
  print_text(columns, "id", "puzzle", "score", "conflicts", "engine", "seed", "after", "found (UTC)");
  for (const ArchivedBoard& b : boards)
    print_text(columns, b.id, b.puzzle, fmt::format("{}/{}", b.score, b.max_score), b.conflicts, b.engine, b.seed,
               readable_seconds(b.seconds), b.found);
  return exit_codes::answered;
}

int list_puzzles(const ArchiveOptions& options) {
  archived_boards(options.file, {});  // verifies them all
  const auto puzzles = BoardArchive::open_existing(options.file).puzzles();
  if (puzzles.empty() && !options.json) print_text("no boards\n");
  for (const ArchivedPuzzle& p : puzzles)
    if (options.json)
      fmt::print("{}\n", archived_json(p));
    else
      print_text("{}: {}, best {} of {} (puzzle {})\n", p.name, counted(static_cast<std::uint64_t>(p.boards), "board"),
                 p.best, p.max_score, p.hash);
  return exit_codes::answered;
}

int export_boards(const ArchiveOptions& options) {
  std::string text;
  for (const ArchivedBoard& board : archived_boards(options.file, options.filter)) {
    if (options.format == "address" && board.address.empty())
      throw UsageError(fmt::format("--to address: board {} of {} has no address", board.id, board.puzzle));
    text += (options.format == "address" ? board.address : board.json) + "\n";
  }
  if (!options.out) {
    print_contents(text);
    return exit_codes::answered;
  }
  write_file_atomically(*options.out, text);
  say_written(*options.out);
  return exit_codes::answered;
}

Command add_archive_action(Command parent, ArchiveOptions& options, const char* name, const char* help) {
  Command action = parent.subcommand(name, help);
  action.argument("file", options.file, "the archive").required().value("FILE");
  return action;
}

void add_archive_filter(Command action, ArchiveOptions& options) {
  action.option("--puzzle", options.filter.puzzle, "only boards of this puzzle").value("NAME");
  action.option("--least", options.filter.min_score, "only boards with at least this score").value("SCORE");
  action.option("--best", options.filter.max_boards, "at most this many, the best ones").value("N").positive();
}

}  // namespace

void add_archive(Command program) {
  auto options = std::make_shared<ArchiveOptions>();
  Command command = program.subcommand("archive", "boards kept by optimise --archive FILE: list, export, info");
  command.require_subcommand();

  Command listing = add_archive_action(command, *options, "list", "one line per board, the best first");
  add_archive_filter(listing, *options);
  listing.flag("--json", options->json, "one JSON object per line");
  listing.on_run([options] { return list_boards(*options); });

  Command exporting =
      add_archive_action(command, *options, "export", "the boards in the solution format or as board addresses");
  add_archive_filter(exporting, *options);
  exporting.option("--to", options->format, "json (one solution per line) or address")
      .one_of({"json", "address"})
      .show_default();
  exporting.option("--out", options->out, "write to this file instead of the terminal").value("FILE");
  exporting.on_run([options] { return export_boards(*options); });

  Command about =
      add_archive_action(command, *options, "info", "which puzzles, how many boards, the best score of each");
  about.flag("--json", options->json, "one JSON object per line");
  about.on_run([options] { return list_puzzles(*options); });
}

}  // namespace tesselle
