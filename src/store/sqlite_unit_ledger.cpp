#include "store/sqlite_unit_ledger.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>

#include "base/hash.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr double seconds_between_saves = 0.25;

constexpr const char* set_up_units = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS openings(hash TEXT NOT NULL, count INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS done(
  opening INTEGER PRIMARY KEY,
  nodes INTEGER NOT NULL, solutions INTEGER NOT NULL, distinct_ INTEGER NOT NULL, verified INTEGER NOT NULL,
  seal TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS leases(
  opening INTEGER PRIMARY KEY, worker TEXT NOT NULL, process INTEGER NOT NULL, until REAL NOT NULL) STRICT;
)";

constexpr const char* set_up_unit_boards =
    "CREATE TABLE IF NOT EXISTS boards(opening INTEGER NOT NULL, board TEXT NOT NULL) STRICT";

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::uint64_t boards_hash(const std::vector<std::string>& boards) {
  Fnv64 hash;
  for (const std::string& board : boards) hash.add(board + "\n");
  return hash.value();
}

bool is_alive(std::int64_t process) { return ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM; }

}  // namespace

SqliteUnitLedger::SqliteUnitLedger(const std::string& file, std::uint64_t hash, std::vector<WorkUnit> units,
                                   bool with_boards)
    : units_(std::move(units)),
      hash_(hash),
      database_(file, Database::Access::create),
      known_done_(units_.size(), false) {
  check_or_make(hash, with_boards);
  insert_row_ = database_.prepare("INSERT OR IGNORE INTO done VALUES (?, ?, ?, ?, ?, ?)");
  find_done_ = database_.prepare("SELECT 1 FROM done WHERE opening = ?");
  insert_lease_ = database_.prepare(
      "INSERT INTO leases VALUES (?1, ?2, ?3, ?4) ON CONFLICT(opening) DO UPDATE SET worker = ?2, process = ?3, "
      "until = ?4 WHERE until < ?5");
  if (keeps_boards_) insert_board_ = database_.prepare("INSERT INTO boards VALUES (?, ?)");
  const auto results = unit_results();
  for (std::size_t unit = 0; unit < results.size(); ++unit) known_done_[unit] = results[unit].has_value();
  drop_dead_leases();
}

void SqliteUnitLedger::check_or_make(std::uint64_t hash, bool with_boards) {
  database_.run(set_up_units);
  const std::string name = hex64(hash);
  const auto count = static_cast<std::int64_t>(units_.size());
  Statement known = database_.prepare("SELECT hash, count FROM openings");
  if (!known.step()) {
    if (with_boards) database_.run(set_up_unit_boards);
    database_.prepare("INSERT INTO openings VALUES (?, ?)").bind(0, std::string_view(name)).bind(1, count).step();
  } else if (known.text(0) != name || known.integer(1) != count) {
    throw InputError({database_.file()}, "was made for different openings");
  }
  keeps_boards_ = database_.prepare("SELECT 1 FROM sqlite_master WHERE name = 'boards'").step();
  if (!database_.prepare("SELECT 1 FROM pragma_table_info('done') WHERE name = 'seal'").step()) seal_older_rows();
  if (with_boards && !keeps_boards_)
    throw InputError({database_.file()}, "was begun without --out, so it lacks the boards of what is done");
}

/// Earlier versions wrote rows without a checksum.
void SqliteUnitLedger::seal_older_rows() {
  database_.run("BEGIN IMMEDIATE");
  database_.run("ALTER TABLE done ADD COLUMN seal TEXT NOT NULL DEFAULT ''");
  Statement rows = database_.prepare("SELECT opening, nodes, solutions, distinct_, verified FROM done");
  Statement update = database_.prepare("UPDATE done SET seal = ? WHERE opening = ?");
  while (rows.step()) {
    const auto at = [&](int column) { return static_cast<std::uint64_t>(rows.integer(column)); };
    UnitResult result{at(1), at(2), at(3), at(4)};
    if (keeps_boards_) result.boards = boards_of(rows.integer(0));
    const std::string seal = seal_of(at(0), result);
    update.bind(0, std::string_view(seal)).bind(1, rows.integer(0)).step();
    update.reset();
  }
  database_.run("COMMIT");
}

std::vector<std::string> SqliteUnitLedger::boards_of(std::int64_t unit) const {
  std::vector<std::string> boards;
  Statement select = database_.prepare("SELECT board FROM boards WHERE opening = ? ORDER BY rowid");
  select.bind(0, unit);
  while (select.step()) boards.push_back(select.text(0));
  return boards;
}

/// Two words: of everything, and of the boards alone, so that the numbers can be checked without reading the boards.
std::string SqliteUnitLedger::seal_of(std::uint64_t unit, const UnitResult& result) const {
  return seal_of(unit, result, boards_hash(result.boards));
}

std::string SqliteUnitLedger::seal_of(std::uint64_t unit, const UnitResult& result, std::uint64_t boards) const {
  Fnv64 hash;
  for (const std::uint64_t number :
       {hash_, unit, result.nodes, result.solutions, result.distinct, result.verified, boards})
    hash.add(static_cast<std::int64_t>(number));
  return hex64(hash.value()) + " " + hex64(boards);
}

void SqliteUnitLedger::drop_dead_leases() {
  std::vector<std::int64_t> dead;
  Statement holders = database_.prepare("SELECT DISTINCT process FROM leases");
  while (holders.step())
    if (!is_alive(holders.integer(0))) dead.push_back(holders.integer(0));
  for (const std::int64_t process : dead)
    database_.prepare("DELETE FROM leases WHERE process = ?").bind(0, process).step();
}

void SqliteUnitLedger::begin() {
  if (begun_) return;
  database_.run("BEGIN IMMEDIATE");
  since_begin_ = Stopwatch();
  begun_ = true;
}

std::vector<Lease> SqliteUnitLedger::lease(const std::string& worker, std::size_t count, double seconds) {
  begin();
  std::vector<Lease> leases;
  const double now = wall_clock();
  const auto look_from = [&](std::size_t first) {
    for (next_ = first; next_ < units_.size() && leases.size() < count; ++next_)
      if (!known_done_[next_] && take(next_, worker, now, now + seconds))
        leases.push_back({next_, units_[next_], static_cast<std::uint64_t>(::getpid())});
  };
  look_from(next_);
  if (leases.empty()) look_from(0);  // what was given back, or whose lease ran out
  save();
  return leases;
}

/// False if it is done or leased.
bool SqliteUnitLedger::take(std::size_t unit, const std::string& holder, double now, double until) {
  const auto number = static_cast<std::int64_t>(unit);
  const bool done = find_done_->bind(0, number).step();
  find_done_->reset();
  if (done) {
    known_done_[unit] = true;
    return false;
  }
  insert_lease_->bind(0, number).bind(1, std::string_view(holder)).bind(2, static_cast<std::int64_t>(::getpid()));
  insert_lease_->bind(3, until).bind(4, now).step();
  insert_lease_->reset();
  return database_.changes() > 0;
}

bool SqliteUnitLedger::renew(const Lease& lease, double seconds) {
  begin();
  database_.prepare("UPDATE leases SET until = ? WHERE opening = ? AND process = ?")
      .bind(0, wall_clock() + seconds)
      .bind(1, static_cast<std::int64_t>(lease.unit))
      .bind(2, static_cast<std::int64_t>(lease.token))
      .step();
  const bool renewed = database_.changes() > 0;
  save();
  return renewed;
}

bool SqliteUnitLedger::complete(const Lease& lease, const UnitResult& result) {
  begin();
  const auto unit = static_cast<std::int64_t>(lease.unit);
  int column = 0;
  for (const std::uint64_t value : {lease.unit, result.nodes, result.solutions, result.distinct, result.verified})
    insert_row_->bind(column++, static_cast<std::int64_t>(value));
  UnitResult kept = result;
  if (!keeps_boards_) kept.boards.clear();
  const std::string seal = seal_of(lease.unit, kept);
  insert_row_->bind(column, std::string_view(seal)).step();
  insert_row_->reset();
  const bool ours = database_.changes() > 0;
  if (ours && keeps_boards_)
    for (const std::string& board : result.boards) {
      insert_board_->bind(0, unit).bind(1, std::string_view(board)).step();
      insert_board_->reset();
    }
  database_.prepare("DELETE FROM leases WHERE opening = ?").bind(0, unit).step();
  known_done_[lease.unit] = true;
  if (since_begin_.seconds() > seconds_between_saves) save();
  return ours;
}

void SqliteUnitLedger::give_back(const Lease& lease) {
  begin();
  database_.prepare("DELETE FROM leases WHERE opening = ? AND process = ?")
      .bind(0, static_cast<std::int64_t>(lease.unit))
      .bind(1, static_cast<std::int64_t>(lease.token))
      .step();
  next_ = 0;
  if (since_begin_.seconds() > seconds_between_saves) save();
}

void SqliteUnitLedger::save() {
  if (begun_) database_.run("COMMIT");
  begun_ = false;
}

UnitTotals SqliteUnitLedger::totals() {
  UnitTotals totals;
  totals.units = units_.size();
  Statement sums = database_.prepare(
      "SELECT COUNT(*), COALESCE(SUM(nodes), 0), COALESCE(SUM(solutions), 0), "
      "COALESCE(SUM(distinct_), 0), COALESCE(SUM(verified), 0) FROM done");
  sums.step();
  const auto at = [&](int column) { return static_cast<std::uint64_t>(sums.integer(column)); };
  totals.done = at(0);
  totals.nodes = at(1);
  totals.solutions = at(2);
  totals.distinct = at(3);
  totals.verified = at(4);
  Statement leased = database_.prepare("SELECT COUNT(*) FROM leases WHERE until >= ?");
  leased.bind(0, wall_clock()).step();
  totals.leased = static_cast<std::uint64_t>(leased.integer(0));
  return totals;
}

std::vector<std::optional<UnitResult>> SqliteUnitLedger::unit_results() {
  std::vector<std::optional<UnitResult>> results(units_.size());
  Statement rows = database_.prepare("SELECT opening, nodes, solutions, distinct_, verified, seal FROM done");
  while (rows.step()) {
    const auto at = [&](int column) { return static_cast<std::uint64_t>(rows.integer(column)); };
    if (at(0) >= units_.size()) throw InputError({database_.file()}, "names a unit that is not there");
    const UnitResult result{at(1), at(2), at(3), at(4)};
    const std::string seal = rows.text(5);
    std::uint64_t boards = 0;
    if (seal.size() == 33) std::from_chars(seal.data() + 17, seal.data() + 33, boards, 16);
    if (seal != seal_of(at(0), result, boards))
      throw InputError({database_.file()}, fmt::format("the row of opening {} was changed", at(0) + 1));
    results[at(0)] = result;
  }
  return results;
}

void SqliteUnitLedger::for_each_board(const std::function<void(const std::string&)>& visit) {
  if (!keeps_boards_) return;
  Statement boards = database_.prepare("SELECT opening, board FROM boards ORDER BY opening, rowid");
  Statement done = database_.prepare("SELECT opening, seal FROM done ORDER BY opening");
  bool more = boards.step();
  const auto changed = [&](std::int64_t unit) {
    return InputError({database_.file()}, fmt::format("the boards of opening {} were changed", unit + 1));
  };
  while (done.step()) {
    const std::int64_t unit = done.integer(0);
    std::vector<std::string> found;
    if (more && boards.integer(0) < unit) throw changed(boards.integer(0));
    for (; more && boards.integer(0) == unit; more = boards.step()) found.push_back(boards.text(1));
    if (!done.text(1).ends_with(hex64(boards_hash(found)))) throw changed(unit);
    for (const std::string& board : found) visit(board);
  }
  if (more) throw changed(boards.integer(0));
}

}  // namespace tesselle
