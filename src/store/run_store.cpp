#include "store/run_store.hpp"

#include <fmt/format.h>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::int64_t runs_application = 0x74657372;  // "tesr"
constexpr std::int64_t runs_version = 1;

constexpr const char* runs_tables = R"(
CREATE TABLE runs(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  title TEXT NOT NULL, puzzle_id TEXT NOT NULL, puzzle TEXT NOT NULL, request TEXT NOT NULL,
  state TEXT NOT NULL, error TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE events(
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY(run, seq)) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_kind ON events(run, kind, number);
)";

std::int64_t number_of(const Database& database, const std::string& sql) {
  Statement statement = database.prepare(sql);
  statement.step();
  return statement.integer(0);
}

std::int64_t as_integer(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::vector<StoredEvent> rows_of(Statement& statement) {
  std::vector<StoredEvent> events;
  while (statement.step())
    events.push_back({static_cast<std::uint64_t>(statement.integer(0)), statement.text(1),
                      static_cast<std::uint64_t>(statement.integer(2)), statement.text(3)});
  return events;
}

}  // namespace

RunStore::RunStore(const std::string& file) : database_(file, Database::Access::create) {
  refuse_foreign_database(file, "runs", "the runs of a server");
  database_.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE");
  const bool is_new =
      number_of(database_, "PRAGMA application_id") == 0 && number_of(database_, "PRAGMA schema_version") == 0;
  if (is_new) {
    database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", runs_application, runs_version));
    database_.run(runs_tables);
  }
  database_.run("COMMIT");
  if (number_of(database_, "PRAGMA application_id") != runs_application)
    throw InputError({file}, "is a database of something else, expected the runs of a server");
  if (number_of(database_, "PRAGMA user_version") != runs_version)
    throw InputError({file}, "holds the runs of another version of this program");
}

StoredRun RunStore::add(StoredRun run) {
  const std::lock_guard lock(mutex_);
  database_.prepare("INSERT INTO runs(title, puzzle_id, puzzle, request, state) VALUES(?, ?, ?, ?, ?)")
      .bind(0, run.title)
      .bind(1, run.puzzle_id)
      .bind(2, run.puzzle)
      .bind(3, run.request)
      .bind(4, run.state)
      .step();
  Statement added = database_.prepare("SELECT id, created FROM runs WHERE id = last_insert_rowid()");
  added.step();
  run.id = added.integer(0);
  run.created = added.text(1);
  return run;
}

void RunStore::set_state(std::int64_t id, const std::string& state, const std::string& error) {
  const std::lock_guard lock(mutex_);
  database_.prepare("UPDATE runs SET state = ?, error = ? WHERE id = ?")
      .bind(0, state)
      .bind(1, error)
      .bind(2, id)
      .step();
}

void RunStore::remove(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  database_.prepare("DELETE FROM runs WHERE id = ?").bind(0, id).step();
}

std::vector<StoredRun> RunStore::runs() const {
  const std::lock_guard lock(mutex_);
  Statement statement =
      database_.prepare("SELECT id, created, title, puzzle_id, puzzle, request, state, error FROM runs ORDER BY id");
  std::vector<StoredRun> found;
  while (statement.step())
    found.push_back({statement.integer(0), statement.text(1), statement.text(2), statement.text(3), statement.text(4),
                     statement.text(5), statement.text(6), statement.text(7)});
  return found;
}

void RunStore::add_events(std::int64_t id, const std::vector<StoredEvent>& events) {
  if (events.empty()) return;
  const std::lock_guard lock(mutex_);
  database_.run("BEGIN IMMEDIATE");
  try {
    Statement insert = database_.prepare(
        "INSERT OR REPLACE INTO events(run, seq, kind, number, json) "
        "VALUES(?, ?, ?, ?, ?)");
    for (const StoredEvent& event : events) {
      insert.bind(0, id).bind(1, as_integer(event.seq)).bind(2, event.kind);
      insert.bind(3, as_integer(event.number)).bind(4, event.json).step();
      insert.reset();
    }
  } catch (...) {
    database_.run("ROLLBACK");
    throw;
  }
  database_.run("COMMIT");
}

std::vector<StoredEvent> RunStore::events(std::int64_t id, std::uint64_t after, std::size_t max) const {
  const std::lock_guard lock(mutex_);
  Statement statement =
      database_.prepare("SELECT seq, kind, number, json FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?");
  statement.bind(0, id).bind(1, as_integer(after)).bind(2, as_integer(max));
  return rows_of(statement);
}

std::vector<StoredEvent> RunStore::events_of_kind(std::int64_t id, const std::string& kind, std::uint64_t from,
                                                  std::size_t max) const {
  const std::lock_guard lock(mutex_);
  Statement statement = database_.prepare(
      "SELECT seq, kind, number, json FROM events WHERE run = ? AND kind = ? AND number >= ? ORDER BY number LIMIT ?");
  statement.bind(0, id).bind(1, kind).bind(2, as_integer(from)).bind(3, as_integer(max));
  return rows_of(statement);
}

std::optional<StoredEvent> RunStore::last_event(std::int64_t id, const std::string& kind) const {
  const std::lock_guard lock(mutex_);
  Statement statement = database_.prepare(
      "SELECT seq, kind, number, json FROM events WHERE run = ? AND kind = ? ORDER BY number DESC LIMIT 1");
  statement.bind(0, id).bind(1, kind);
  const auto rows = rows_of(statement);
  return rows.empty() ? std::nullopt : std::optional(rows.front());
}

std::uint64_t RunStore::last_seq(std::int64_t id) const {
  const std::lock_guard lock(mutex_);
  Statement statement = database_.prepare("SELECT coalesce(max(seq), 0) FROM events WHERE run = ?");
  statement.bind(0, id).step();
  return static_cast<std::uint64_t>(statement.integer(0));
}

}  // namespace tesselle
