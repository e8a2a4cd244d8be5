#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "store/archive.hpp"

namespace tesselle {
namespace {

struct ArchiveOptions {
  std::string file;
  BoardArchive::Filter filter;
  std::string format = "json";
  std::optional<std::string> out;
  bool json = false;
};

nlohmann::ordered_json as_json(const ArchivedBoard& board) {
  return {{"id", board.id},
          {"puzzle", board.puzzle},
          {"score", board.score},
          {"max_score", board.max_score},
          {"conflicts", board.conflicts},
          {"engine", board.engine},
          {"seed", board.seed},
          {"seconds", board.seconds},
          {"found", board.found},
          {"address", board.address}};
}

int list(const ArchiveOptions& options) {
  const auto boards = BoardArchive::open_existing(options.file).boards(options.filter);
  if (options.json) {
    for (const ArchivedBoard& board : boards) fmt::print("{}\n", as_json(board).dump());
    return exit_codes::answered;
  }
  fmt::print("{:>6}  {:<20}{:>9}{:>11}  {:<10}{:>6}{:>12}  {}\n", "id", "puzzle", "score", "conflicts", "engine",
             "seed", "after", "found (UTC)");
  for (const ArchivedBoard& b : boards)
    fmt::print("{:>6}  {:<20}{:>9}{:>11}  {:<10}{:>6}{:>12}  {}\n", b.id, b.puzzle,
               fmt::format("{}/{}", b.score, b.max_score), b.conflicts, b.engine, b.seed, readable_seconds(b.seconds),
               b.found);
  return exit_codes::answered;
}

int info(const ArchiveOptions& options) {
  const auto puzzles = BoardArchive::open_existing(options.file).puzzles();
  if (options.json) {
    for (const ArchivedPuzzle& p : puzzles)
      fmt::print(
          "{}\n",
          nlohmann::ordered_json{
              {"puzzle", p.name}, {"hash", p.hash}, {"boards", p.boards}, {"best", p.best}, {"max_score", p.max_score}}
              .dump());
    return exit_codes::answered;
  }
  for (const ArchivedPuzzle& p : puzzles)
    fmt::print("{}: {} board{}, best {} of {} (puzzle {})\n", p.name, p.boards, p.boards == 1 ? "" : "s", p.best,
               p.max_score, p.hash);
  if (puzzles.empty()) fmt::print("no boards\n");
  return exit_codes::answered;
}

int export_boards(const ArchiveOptions& options) {
  std::string text;
  for (const ArchivedBoard& board : BoardArchive::open_existing(options.file).boards(options.filter)) {
    if (options.format == "address" && board.address.empty())
      throw UsageError(fmt::format("--to address: board {} of {} has no address", board.id, board.puzzle));
    text += (options.format == "address" ? board.address : board.json) + "\n";
  }
  if (options.out)
    write_file_atomically(*options.out, text);
  else
    fmt::print("{}", text);
  return exit_codes::answered;
}

Command add_action(Command parent, ArchiveOptions& options, const char* name, const char* help) {
  Command action = parent.subcommand(name, help);
  action.argument("file", options.file, "the archive").required().value("FILE");
  return action;
}

void add_filter(Command action, ArchiveOptions& options) {
  action.option("--puzzle", options.filter.puzzle, "only boards of this puzzle").value("NAME");
  action.option("--least", options.filter.least_score, "only boards with at least this score").value("SCORE");
  action.option("--best", options.filter.most, "only so many, the best ones").value("N").positive();
}

}  // namespace

void add_archive(Command program) {
  auto options = std::make_shared<ArchiveOptions>();
  Command command = program.subcommand("archive", "boards kept by optimise --archive FILE: list, export, info");
  command.require_subcommand();

  Command listing = add_action(command, *options, "list", "one line per board, the best first");
  add_filter(listing, *options);
  listing.flag("--json", options->json, "one JSON object per line");
  listing.on_run([options] { return list(*options); });

  Command exporting =
      add_action(command, *options, "export", "the boards in the solution format or as board addresses");
  add_filter(exporting, *options);
  exporting.option("--to", options->format, "json (one solution per line) or address")
      .one_of({"json", "address"})
      .show_default();
  exporting.option("--out", options->out, "write to this file instead of the terminal").value("FILE");
  exporting.on_run([options] { return export_boards(*options); });

  Command about = add_action(command, *options, "info", "which puzzles, how many boards, the best score of each");
  about.flag("--json", options->json, "one JSON object per line");
  about.on_run([options] { return info(*options); });
}

}  // namespace tesselle
