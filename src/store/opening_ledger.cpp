#include "store/opening_ledger.hpp"

#include "tesselle/errors.hpp"
#include "base/hash.hpp"

namespace tesselle {
namespace {

constexpr double seconds_between_saves = 0.25;

constexpr const char* set_up = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS openings(hash TEXT NOT NULL, count INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS done(
  opening INTEGER PRIMARY KEY,
  nodes INTEGER NOT NULL, solutions INTEGER NOT NULL, distinct_ INTEGER NOT NULL, verified INTEGER NOT NULL) STRICT;
)";

constexpr const char* set_up_boards =
    "CREATE TABLE IF NOT EXISTS boards(opening INTEGER NOT NULL, board TEXT NOT NULL) STRICT";

}  // namespace

OpeningLedger::OpeningLedger(const std::string& file, std::uint64_t openings_hash, std::size_t count, bool with_boards)
    : database_(file, Database::Access::create) {
  database_.run(set_up);
  Statement known = database_.prepare("SELECT hash, count FROM openings");
  if (!known.step()) {
    if (with_boards) database_.run(set_up_boards);
    const std::string hash = hex64(openings_hash);
    database_.prepare("INSERT INTO openings VALUES (?, ?)")
        .bind(0, std::string_view(hash))
        .bind(1, static_cast<std::int64_t>(count))
        .step();
  } else if (known.text(0) != hex64(openings_hash) || known.integer(1) != static_cast<std::int64_t>(count)) {
    throw InputError({file}, "belongs to other openings");
  }
  keeps_boards_ = database_.prepare("SELECT 1 FROM sqlite_master WHERE name = 'boards'").step();
  if (with_boards && !keeps_boards_)
    throw InputError({file}, "was begun without --out, so it lacks the boards of what is done");
  insert_row_ = database_.prepare("INSERT OR IGNORE INTO done VALUES (?, ?, ?, ?, ?)");
  if (keeps_boards_) insert_board_ = database_.prepare("INSERT INTO boards VALUES (?, ?)");
}

void OpeningLedger::add(const Row& row) {
  if (!begun_) {
    database_.run("BEGIN");
    since_begin_ = Stopwatch();
    begun_ = true;
  }
  int column = 0;
  for (const std::uint64_t value : {std::uint64_t{row.opening}, row.nodes, row.solutions, row.distinct, row.verified})
    insert_row_->bind(column++, static_cast<std::int64_t>(value));
  insert_row_->step();
  insert_row_->reset();
  if (keeps_boards_ && database_.changes() > 0)
    for (const std::string& board : row.boards) {
      insert_board_->bind(0, static_cast<std::int64_t>(row.opening)).bind(1, std::string_view(board)).step();
      insert_board_->reset();
    }
  if (since_begin_.seconds() > seconds_between_saves) save();
}

void OpeningLedger::save() {
  if (begun_) database_.run("COMMIT");
  begun_ = false;
}

std::vector<OpeningLedger::Row> OpeningLedger::rows() const {
  std::vector<Row> rows;
  Statement select = database_.prepare("SELECT opening, nodes, solutions, distinct_, verified FROM done");
  while (select.step()) {
    const auto at = [&](int column) { return static_cast<std::uint64_t>(select.integer(column)); };
    rows.push_back({static_cast<std::size_t>(at(0)), at(1), at(2), at(3), at(4)});
  }
  return rows;
}

void OpeningLedger::for_each_board(const std::function<void(const std::string&)>& visit) const {
  if (!keeps_boards_) return;
  Statement select = database_.prepare("SELECT board FROM boards ORDER BY opening, rowid");
  while (select.step()) visit(select.text(0));
}

}  // namespace tesselle
