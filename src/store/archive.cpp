#include "store/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/hash.hpp"
#include "formats/board_address.hpp"
#include "puzzle/symmetry.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::int64_t application = 0x74657373;  // "tess": how we know our own files
constexpr std::int64_t version = 1;

constexpr const char* tables = R"(
CREATE TABLE puzzles(
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  definition TEXT NOT NULL) STRICT;
CREATE TABLE boards(
  id INTEGER PRIMARY KEY,
  puzzle TEXT NOT NULL REFERENCES puzzles(hash),
  symmetry_key BLOB NOT NULL,
  score INTEGER NOT NULL, max_score INTEGER NOT NULL, conflicts INTEGER NOT NULL,
  engine TEXT NOT NULL, seed INTEGER NOT NULL, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
  found TEXT NOT NULL DEFAULT (datetime('now')),
  address TEXT,
  json TEXT NOT NULL,
  UNIQUE(puzzle, symmetry_key)) STRICT;
CREATE INDEX boards_by_score ON boards(puzzle, score);
)";

/// Equal for all images of a board under the symmetries of its puzzle, and for no others.
std::string symmetry_key(const Puzzle& puzzle, const Solution& board) {
  const SymmetryGroup group(puzzle);
  SolutionKey least = group.key(board);
  for (std::size_t g = 1; g < group.order(); ++g) least = std::min(least, group.image_key(g, board));
  std::string bytes;
  for (const std::uint32_t number : least)
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>((number >> shift) & 0xff));
  return bytes;
}

std::string address_of(const Puzzle& puzzle, const Solution& board) {
  if (puzzle.family() != Family::edge || !address_obstacle(puzzle.edge(), board.edge()).empty()) return "";
  return write_board_address(puzzle, board.edge());
}

std::int64_t pragma(const Database& database, const std::string& name) {
  Statement statement = database.prepare("PRAGMA " + name);
  return statement.step() ? statement.integer(0) : 0;
}

}  // namespace

BoardArchive BoardArchive::open(const std::string& file) {
  BoardArchive archive(Database(file, Database::Access::create));
  archive.check_or_make();
  return archive;
}

BoardArchive BoardArchive::open_existing(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) throw InputError({file}, "there is no such file");
  BoardArchive archive(Database(file, Database::Access::existing));
  archive.check();
  return archive;
}

/// The test and the making are one transaction: two runs may start with the same new file.
void BoardArchive::check_or_make() {
  database_.run("BEGIN IMMEDIATE");
  const bool is_new = pragma(database_, "application_id") == 0 && pragma(database_, "schema_version") == 0;
  if (is_new) {
    database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, version));
    database_.run(tables);
  }
  database_.run("COMMIT");
  check();
}

void BoardArchive::check() const {
  if (pragma(database_, "application_id") != application)
    throw InputError({database_.file()}, "is a database of something else, expected an archive of boards");
  if (pragma(database_, "user_version") != version)
    throw InputError({database_.file()}, "is an archive of another version of this program");
}

bool BoardArchive::add(const Puzzle& puzzle, const SolutionRecord& record) {
  const std::string hash = hex64(puzzle_hash(puzzle)), definition = write_toml(puzzle);
  const std::string key = symmetry_key(puzzle, record.solution);
  const std::string address = address_of(puzzle, record.solution), json = write_solution_json(puzzle, record);
  database_.run("BEGIN IMMEDIATE");
  database_.prepare("INSERT OR IGNORE INTO puzzles(hash, name, definition) VALUES(?, ?, ?)")
      .bind(0, hash)
      .bind(1, puzzle.name)
      .bind(2, definition)
      .step();
  Statement insert = database_.prepare(
      "INSERT OR IGNORE INTO boards(puzzle, symmetry_key, score, max_score, conflicts, engine, seed, nodes, seconds, "
      "address, json) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(0, hash).bind_blob(1, key);
  insert.bind(2, std::int64_t{record.score}).bind(3, std::int64_t{record.max_score});
  insert.bind(4, std::int64_t{record.conflicts}).bind(5, record.engine);
  insert.bind(6, static_cast<std::int64_t>(record.seed)).bind(7, static_cast<std::int64_t>(record.nodes));
  insert.bind(8, record.seconds).bind(10, json);
  if (address.empty())
    insert.bind_null(9);
  else
    insert.bind(9, address);
  insert.step();
  const bool added = database_.changes() > 0;
  insert.reset();
  database_.run("COMMIT");
  return added;
}

std::vector<ArchivedBoard> BoardArchive::boards(const Filter& filter) const {
  Statement statement = database_.prepare(
      "SELECT boards.id, name, score, max_score, conflicts, engine, seed, seconds, found, address, json "
      "FROM boards JOIN puzzles ON puzzles.hash = boards.puzzle "
      "WHERE (?1 = '' OR name = ?1) AND score >= ?2 ORDER BY max_score - score, boards.id LIMIT ?3");
  statement.bind(0, filter.puzzle).bind(1, std::int64_t{filter.min_score});
  statement.bind(2, std::int64_t{filter.max_boards.value_or(-1)});
  std::vector<ArchivedBoard> found;
  while (statement.step())
    found.push_back({statement.integer(0), statement.text(1), static_cast<int>(statement.integer(2)),
                     static_cast<int>(statement.integer(3)), static_cast<int>(statement.integer(4)), statement.text(5),
                     static_cast<std::uint64_t>(statement.integer(6)), statement.real(7), statement.text(8),
                     statement.text(9), statement.text(10)});
  return found;
}

std::vector<ArchivedPuzzle> BoardArchive::puzzles() const {
  Statement statement = database_.prepare(
      "SELECT name, hash, count(*), max(score), max(max_score) FROM boards JOIN puzzles ON puzzles.hash = "
      "boards.puzzle "
      "GROUP BY hash ORDER BY name, hash");
  std::vector<ArchivedPuzzle> found;
  while (statement.step())
    found.push_back({statement.text(0), statement.text(1), statement.integer(2), static_cast<int>(statement.integer(3)),
                     static_cast<int>(statement.integer(4))});
  return found;
}

}  // namespace tesselle
