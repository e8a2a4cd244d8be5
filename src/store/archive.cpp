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
constexpr std::int64_t version = 2;  // 1 had no checksums; such files are read, and completed when they are added to

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
  checksum TEXT,
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

/// Of what a row says; the date is the database's own.
std::string row_checksum(std::string_view hash, const ArchivedBoard& board) {
  Fnv64 sum;
  for (const std::string_view text :
       {hash, std::string_view(board.engine), std::string_view(board.address), std::string_view(board.json)}) {
    sum.add(static_cast<std::int64_t>(text.size()));
    sum.add(text);
  }
  for (const std::int64_t number : {std::int64_t{board.score}, std::int64_t{board.max_score},
                                    std::int64_t{board.conflicts}, static_cast<std::int64_t>(board.seed)})
    sum.add(number);
  return hex64(sum.value());
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
  } else if (pragma(database_, "application_id") == application && pragma(database_, "user_version") == 1) {
    database_.run(fmt::format("ALTER TABLE boards ADD COLUMN checksum TEXT; PRAGMA user_version = {};", version));
  }
  database_.run("COMMIT");
  check();
}

void BoardArchive::check() const {
  if (pragma(database_, "application_id") != application)
    throw InputError({database_.file()}, "is a database of something else, expected an archive of boards");
  if (const std::int64_t found = pragma(database_, "user_version"); found < 1 || found > version)
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
      "address, json, checksum) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(0, hash).bind_blob(1, key);
  insert.bind(2, std::int64_t{record.score}).bind(3, std::int64_t{record.max_score});
  insert.bind(4, std::int64_t{record.conflicts}).bind(5, record.engine);
  insert.bind(6, static_cast<std::int64_t>(record.seed)).bind(7, static_cast<std::int64_t>(record.nodes));
  insert.bind(8, record.seconds).bind(10, json);
  if (address.empty())
    insert.bind_null(9);
  else
    insert.bind(9, address);
  ArchivedBoard row;
  row.score = record.score, row.max_score = record.max_score, row.conflicts = record.conflicts;
  row.engine = record.engine, row.seed = record.seed, row.address = address, row.json = json;
  const std::string checksum = row_checksum(hash, row);
  insert.bind(11, checksum);
  insert.step();
  const bool added = database_.changes() > 0;
  insert.reset();
  database_.run("COMMIT");
  return added;
}

bool BoardArchive::has_checksums() const {
  return database_.prepare("SELECT 1 FROM pragma_table_info('boards') WHERE name = 'checksum'").step();
}

std::vector<ArchivedBoard> BoardArchive::boards(const Filter& filter) const {
  Statement statement = database_.prepare(fmt::format(
      "SELECT boards.id, name, definition, score, max_score, conflicts, engine, seed, seconds, found, address, json, "
      "hash, {} FROM boards JOIN puzzles ON puzzles.hash = boards.puzzle "
      "WHERE (?1 = '' OR name = ?1) AND score >= ?2 ORDER BY max_score - score, boards.id LIMIT ?3",
      has_checksums() ? "checksum" : "NULL"));
  statement.bind(0, filter.puzzle).bind(1, std::int64_t{filter.min_score});
  statement.bind(2, std::int64_t{filter.max_boards.value_or(-1)});
  std::vector<ArchivedBoard> found;
  while (statement.step()) {
    found.push_back({statement.integer(0), statement.text(1), statement.text(2), static_cast<int>(statement.integer(3)),
                     static_cast<int>(statement.integer(4)), static_cast<int>(statement.integer(5)), statement.text(6),
                     static_cast<std::uint64_t>(statement.integer(7)), statement.real(8), statement.text(9),
                     statement.text(10), statement.text(11)});
    if (!statement.is_null(13) && statement.text(13) != row_checksum(statement.text(12), found.back()))
      throw InputError({database_.file()}, fmt::format("board {} was changed since it was written", found.back().id));
  }
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
