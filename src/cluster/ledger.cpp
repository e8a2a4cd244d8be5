#include "cluster/ledger.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <random>

#include "base/rng.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::int64_t ledger_format = 2;
constexpr std::size_t units_per_insert = 200;
constexpr double seconds_between_voids = 1;        // looks for leases that have run out
constexpr double first_wait = 0.05, max_wait = 5;  // seconds between two tries to reach the ledger
constexpr double patience_after_stop = 10;         // seconds
constexpr std::size_t max_puzzle_bytes = std::size_t{16} << 20;

/// The same text for PostgreSQL and SQLite; {serial} differs. States of units: 0 waiting, 1 leased, 2 done, 3 set
/// aside; of searches: SearchState.
constexpr const char* ledger_tables = R"(
CREATE TABLE ledger(format BIGINT NOT NULL);
CREATE TABLE searches(
  number {serial}, name TEXT NOT NULL UNIQUE, aim TEXT NOT NULL, puzzle_name TEXT NOT NULL, puzzle TEXT NOT NULL,
  puzzle_hash TEXT NOT NULL, engine TEXT NOT NULL, options TEXT NOT NULL, reduced BIGINT NOT NULL, seed BIGINT NOT NULL,
  version TEXT NOT NULL, engine_set TEXT NOT NULL, units BIGINT NOT NULL, budget BIGINT NOT NULL,
  attempts BIGINT NOT NULL, threshold BIGINT NOT NULL, depth BIGINT NOT NULL, top_nodes BIGINT NOT NULL,
  top_solutions BIGINT NOT NULL, top_distinct BIGINT NOT NULL, top_verified BIGINT NOT NULL, checksum TEXT NOT NULL,
  priority BIGINT NOT NULL, state BIGINT NOT NULL DEFAULT 0, published DOUBLE PRECISION NOT NULL);
CREATE TABLE units(
  number {serial}, search BIGINT NOT NULL REFERENCES searches(number), id TEXT NOT NULL, place TEXT NOT NULL,
  weight BIGINT NOT NULL, budget BIGINT NOT NULL, parent TEXT NOT NULL, state BIGINT NOT NULL DEFAULT 0,
  token BIGINT NOT NULL DEFAULT 0, worker BIGINT NOT NULL DEFAULT 0, until DOUBLE PRECISION NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0, nodes BIGINT NOT NULL DEFAULT 0, solutions BIGINT NOT NULL DEFAULT 0,
  distinct_ BIGINT NOT NULL DEFAULT 0, verified BIGINT NOT NULL DEFAULT 0, children BIGINT NOT NULL DEFAULT 0,
  boards BIGINT NOT NULL DEFAULT 0, seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
  finished DOUBLE PRECISION NOT NULL DEFAULT 0, why TEXT NOT NULL DEFAULT '', checksum TEXT NOT NULL DEFAULT '',
  UNIQUE(search, id));
CREATE INDEX units_to_take ON units(search, state, number);
CREATE TABLE boards(
  number {serial}, search BIGINT NOT NULL REFERENCES searches(number), unit BIGINT NOT NULL, key TEXT NOT NULL,
  board TEXT NOT NULL, score BIGINT NOT NULL, conflicts BIGINT NOT NULL, found DOUBLE PRECISION NOT NULL,
  UNIQUE(search, key));
CREATE TABLE lessons(
  search BIGINT NOT NULL REFERENCES searches(number), unit BIGINT NOT NULL, worth DOUBLE PRECISION NOT NULL,
  lesson TEXT NOT NULL, PRIMARY KEY(search, unit));
CREATE INDEX lessons_by_worth ON lessons(search, worth);
CREATE TABLE workers(
  number {serial}, name TEXT NOT NULL, host TEXT NOT NULL, process BIGINT NOT NULL, version TEXT NOT NULL,
  started DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION NOT NULL);
)";

constexpr const char* search_columns =
    "number, name, aim, puzzle_name, puzzle, puzzle_hash, engine, options, reduced, seed, version, engine_set, units, "
    "budget, attempts, threshold, depth, top_nodes, top_solutions, top_distinct, top_verified, checksum, priority, "
    "state, published";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// {now}, {skip}, {grace} and {serial} as the database has them.
std::string in_dialect(const SqlSession& session, std::string text) {
  text = replaced(std::move(text), "{now}", session.now());
  text = replaced(std::move(text), "{skip}", session.skip_locked());
  text = replaced(std::move(text), "{grace}", session.grace());
  return replaced(std::move(text), "{serial}", session.serial());
}

SqlResult ask(SqlSession& session, const char* sql, const std::vector<SqlValue>& values = {}) {
  return session.run(in_dialect(session, sql), values);
}

std::int64_t as_column(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// 0 if a row holds anything else; its checksum then does not fit.
std::int64_t whole(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}
std::uint64_t natural(const std::string& text) { return static_cast<std::uint64_t>(whole(text)); }
double real(const std::string& text) { return text.empty() ? 0 : std::strtod(text.c_str(), nullptr); }

std::int64_t new_token() {
  std::random_device entropy;
  Rng rng((std::uint64_t{entropy()} << 32) ^ entropy());
  return static_cast<std::int64_t>(rng() >> 1);
}

std::optional<PublishedSearch> search_of(const std::vector<std::string>& row) {
  const auto aim = aim_named(row[2]);
  const std::int64_t state = whole(row[23]);
  if (!aim || state < 0 || state > 3 || row[4].size() > max_puzzle_bytes) return std::nullopt;
  PublishedSearch s;
  s.number = whole(row[0]);
  s.name = row[1];
  s.aim = *aim;
  s.puzzle_name = row[3];
  s.puzzle = row[4];
  s.puzzle_hash = row[5];
  s.engine = row[6];
  s.options = row[7];
  s.reduced = whole(row[8]) == 1;
  s.seed = natural(row[9]);
  s.version = row[10];
  s.engine_set = row[11];
  s.units = natural(row[12]);
  s.budget = natural(row[13]);
  s.attempts = whole(row[14]);
  s.threshold = whole(row[15]);
  s.depth = static_cast<std::uint32_t>(natural(row[16]));
  s.top_nodes = natural(row[17]);
  s.top_solutions = natural(row[18]);
  s.top_distinct = natural(row[19]);
  s.top_verified = natural(row[20]);
  s.checksum = row[21];
  s.priority = static_cast<int>(whole(row[22]));
  s.state = static_cast<SearchState>(state);
  s.published = real(row[24]);
  return s;
}

std::int64_t insert_search(SqlSession& session, const PublishedSearch& s) {
  std::string places = "$1";
  for (int column = 2; column <= 22; ++column) places += fmt::format(", ${}", column);
  const std::string columns = search_columns;
  const std::string sql = fmt::format("INSERT INTO searches({}) VALUES ({}, 0, {}) RETURNING number",
                                      columns.substr(columns.find("name")), places, session.now());
  const auto result = session.run(sql, {s.name,
                                        std::string(aim_name(s.aim)),
                                        s.puzzle_name,
                                        s.puzzle,
                                        s.puzzle_hash,
                                        s.engine,
                                        s.options,
                                        std::int64_t{s.reduced},
                                        as_column(s.seed),
                                        s.version,
                                        s.engine_set,
                                        as_column(s.units),
                                        as_column(s.budget),
                                        s.attempts,
                                        s.threshold,
                                        std::int64_t{s.depth},
                                        as_column(s.top_nodes),
                                        as_column(s.top_solutions),
                                        as_column(s.top_distinct),
                                        as_column(s.top_verified),
                                        checksum_of(s),
                                        std::int64_t{s.priority}});
  return whole(result.rows.at(0).at(0));
}

/// Many at a time: a search may have a million.
void insert_units(SqlSession& session, const PublishedSearch& search, const std::vector<NewUnit>& units,
                  const std::string& parent, const char* on_conflict = "") {
  for (std::size_t first = 0; first < units.size(); first += units_per_insert) {
    std::string sql = "INSERT INTO units(search, budget, parent, id, place, weight) VALUES ";
    std::vector<SqlValue> values = {search.number, as_column(search.budget), parent};
    for (std::size_t u = first; u < std::min(units.size(), first + units_per_insert); ++u) {
      const std::size_t at = values.size();
      sql += fmt::format("{}($1, $2, $3, ${}, ${}, ${})", u == first ? "" : ", ", at + 1, at + 2, at + 3);
      values.insert(values.end(),
                    {unit_id(search, units[u].place, search.budget), units[u].place, as_column(units[u].weight)});
    }
    session.run(sql + on_conflict, values);
  }
}

std::vector<TakenUnit> taken_of(const SqlResult& result, std::int64_t token) {
  std::vector<TakenUnit> units;
  for (const auto& row : result.rows)
    units.push_back({whole(row[0]), row[1], row[2], natural(row[3]), natural(row[4]), token});
  std::sort(units.begin(), units.end(), [](const TakenUnit& a, const TakenUnit& b) { return a.number < b.number; });
  return units;
}

/// At most once per search: whose row it is, and whether anything waits, is asked together.
constexpr const char* take_units = R"(
WITH free AS MATERIALIZED (
  SELECT number FROM units WHERE search = $1 AND state = 0
    AND EXISTS (SELECT 1 FROM searches WHERE number = $1 AND state = 0)
  ORDER BY number LIMIT $2 {skip})
UPDATE units SET state = 1, token = $3, worker = $4, until = {now} + $5, attempts = attempts + 1
WHERE number IN (SELECT number FROM free) RETURNING number, id, place, weight, budget)";

constexpr const char* void_leases = R"(
UPDATE units SET state = CASE WHEN attempts >= $2 THEN 3 ELSE 0 END,
  why = CASE WHEN attempts >= $2 THEN 'its worker vanished every time' ELSE why END
WHERE search = $1 AND state = 1 AND )";

/// Boards that are there already, up to symmetry, are left out.
constexpr const char* insert_kept_board =
    "INSERT INTO boards(search, unit, key, board, score, conflicts, found) VALUES ($1, $2, $3, $4, $5, $6, {now}) "
    "ON CONFLICT (search, key) DO NOTHING";

}  // namespace

void Ledger::init(const std::string& address) {
  const auto session = [&] {
    try {
      return open_session(address, SqlAccess::create);
    } catch (const SqlLost& lost) {
      throw InputError({"--ledger"}, std::string("cannot be reached: ") + lost.what());
    }
  }();
  if (session->has_table("ledger")) return;
  for (const char* table : {"searches", "units", "boards", "lessons", "workers"})
    if (session->has_table(table))
      throw InputError({session->name()}, fmt::format("holds a table '{}' of something else", table));
  session->begin();
  session->script(std::string(session->make_home()) + in_dialect(*session, ledger_tables) +
                  fmt::format("INSERT INTO ledger VALUES ({});", ledger_format));
  session->commit();
}

Ledger::Ledger(const std::string& address, LedgerSettings settings) : settings_(std::move(settings)) {
  const Stopwatch since;
  for (double wait = first_wait; session_ == nullptr;) try {
      session_ = open_session(address, SqlAccess::existing);
    } catch (const SqlLost& lost) {
      recover(lost, since, wait);
    }
  std::string format;
  transact([&](SqlSession& session, bool) {
    if (!session.has_table("ledger"))
      throw InputError({session.name()}, "is not a ledger (tesselle cluster init makes one)");
    const auto rows = session.run("SELECT format FROM ledger").rows;
    format = rows.empty() ? "" : rows[0][0];
  });
  if (format != std::to_string(ledger_format))
    throw InputError({name()}, fmt::format("is a ledger of format {}, this program needs format {}",
                                           format.empty() ? "?" : format, ledger_format));
  if (down_ && settings_.note) settings_.note("the ledger is there");
  down_ = false;
}

/// Waits and connects again; LedgerLost when the patience is over.
void Ledger::recover(const SqlLost& lost, const Stopwatch& since, double& wait) {
  if (!lost.connected() && !down_) {
    down_ = true;
    if (settings_.note) settings_.note(fmt::format("the ledger cannot be reached, trying again: {}", lost.what()));
  }
  const double patience =
      settings_.stop.stop_requested() ? std::min(patience_after_stop, settings_.patience) : settings_.patience;
  if (since.seconds() >= patience) throw LedgerLost(fmt::format("the ledger cannot be reached: {}", lost.what()));
  std::mutex unused;
  std::unique_lock lock(unused);
  std::condition_variable_any woken;
  const auto pause = std::chrono::duration<double>(std::min(wait, patience - since.seconds()));
  // A stop request shortens the wait, once; then it goes on as it would.
  if (settings_.stop.stop_requested())
    std::this_thread::sleep_for(std::min(pause, std::chrono::duration<double>(0.5)));
  else
    woken.wait_for(lock, settings_.stop, pause, [] { return false; });
  wait = std::min(wait * 2, max_wait);
  if (lost.connected() || session_ == nullptr) return;
  try {
    session_->reconnect();
  } catch (const SqlLost&) {  // the next try will find out
  }
}

void Ledger::transact(const Work& work) {
  attempt([&work](SqlSession& session, bool again) {
    session.begin();
    work(session, again);
    session.commit();
  });
}

void Ledger::attempt(const Work& work) {
  const std::lock_guard lock(mutex_);
  const Stopwatch since;
  double wait = first_wait;
  for (bool again = false;; again = true) try {
      work(*session_, again);
      if (std::exchange(down_, false) && settings_.note) settings_.note("the ledger is back");
      return;
    } catch (const SqlLost& lost) {
      session_->rollback();
      recover(lost, since, wait);
    } catch (...) {
      session_->rollback();
      throw;
    }
}

std::int64_t Ledger::publish(const PublishedSearch& search, const std::vector<NewUnit>& units) {
  PublishedSearch numbered = search;
  transact([&](SqlSession& session, bool again) {
    const auto known = session.run("SELECT number, checksum FROM searches WHERE name = $1", {search.name}).rows;
    if (!known.empty()) {
      if (!again || known[0][1] != checksum_of(search))
        throw UsageError(
            fmt::format("there is a search called '{}' in the ledger: give this one another --name", search.name));
      numbered.number = whole(known[0][0]);
      return;
    }
    numbered.number = insert_search(session, search);
    insert_units(session, numbered, units, "");
  });
  return numbered.number;
}

void Ledger::add_units(const PublishedSearch& search, const std::vector<NewUnit>& units) {
  transact([&](SqlSession& session, bool) {
    insert_units(session, search, units, "", " ON CONFLICT (search, id) DO NOTHING");
  });
}

std::vector<PublishedSearch> Ledger::searches() {
  std::vector<PublishedSearch> all;
  std::uint64_t senseless = 0;
  attempt([&](SqlSession& session, bool) {
    all.clear();
    senseless = 0;
    const std::string sql = fmt::format("SELECT {} FROM searches ORDER BY priority DESC, number", search_columns);
    for (const auto& row : session.run(sql).rows)
      if (auto search = search_of(row))
        all.push_back(std::move(*search));
      else
        ++senseless;
  });
  senseless_ = senseless;
  return all;
}

void Ledger::set_state(std::int64_t search, SearchState state) {
  attempt([&](SqlSession& session, bool) {
    session.run("UPDATE searches SET state = $2 WHERE number = $1", {search, static_cast<std::int64_t>(state)});
  });
}

void Ledger::set_priority(std::int64_t search, int priority) {
  attempt([&](SqlSession& session, bool) {
    session.run("UPDATE searches SET priority = $2 WHERE number = $1", {search, std::int64_t{priority}});
  });
}

std::uint64_t Ledger::retry(std::int64_t search) {
  std::uint64_t changed = 0;
  attempt([&](SqlSession& session, bool) {
    changed =
        session.run("UPDATE units SET state = 0, attempts = 0, why = '' WHERE search = $1 AND state = 3", {search})
            .changed;
  });
  return changed;
}

std::int64_t Ledger::join(const std::string& worker) {
  WorkerTrace trace{0, this_host(), ::getpid()};
  transact([&](SqlSession& session, bool) {
    const auto result = ask(session,
                            "INSERT INTO workers(name, host, process, version, started, seen) "
                            "VALUES ($1, $2, $3, $4, {now}, {now}) RETURNING number",
                            {worker, trace.host, trace.process, std::string(version())});
    trace.number = whole(result.rows.at(0).at(0));
    session.mark_alive(trace);
  });
  const std::lock_guard lock(mutex_);
  worker_ = trace.number;
  return worker_;
}

void Ledger::beat() {
  attempt(
      [&](SqlSession& session, bool) { ask(session, "UPDATE workers SET seen = {now} WHERE number = $1", {worker_}); });
}

std::uint64_t Ledger::workers_heard_of(double seconds) {
  std::uint64_t heard_of = 0;
  attempt([&](SqlSession& session, bool) {
    heard_of = natural(ask(session, "SELECT COUNT(*) FROM workers WHERE seen > {now} - $1", {seconds}).rows.at(0).at(0));
  });
  return heard_of;
}

std::vector<TakenUnit> Ledger::take(const PublishedSearch& search, std::size_t count, double seconds) {
  std::vector<TakenUnit> units;
  const std::int64_t token = new_token();
  attempt([&](SqlSession& session, bool again) {
    if (again)
      units = taken_of(session.run("SELECT number, id, place, weight, budget FROM units "
                                   "WHERE search = $1 AND token = $2 AND state = 1",
                                   {search.number, token}),
                       token);
    const auto take_waiting = [&] {
      if (units.empty())
        units = taken_of(ask(session, take_units, {search.number, as_column(count), token, worker_, seconds}), token);
    };
    take_waiting();
    if (!units.empty() || !due_for_void()) return;
    void_dead_leases(session, search);
    take_waiting();
  });
  return units;
}

Ledger::Demand Ledger::demand(const PublishedSearch& search) {
  Demand demand;
  attempt([&](SqlSession& session, bool) {
    const auto look = [&] {
      const auto result = session.run(
          "SELECT CASE WHEN EXISTS (SELECT 1 FROM units WHERE search = $1 AND state = 0) THEN 1 ELSE 0 END, "
          "CASE WHEN EXISTS (SELECT 1 FROM units WHERE search = $1 AND state = 1) THEN 1 ELSE 0 END",
          {search.number});
      demand = {whole(result.rows.at(0).at(0)) == 1, whole(result.rows[0][1]) == 1};
    };
    look();
    if (demand.waiting || !demand.leased || !due_for_void()) return;
    void_dead_leases(session, search);
    look();
  });
  return demand;
}

bool Ledger::due_for_void() const { return !since_void_ || since_void_->seconds() >= seconds_between_voids; }

void Ledger::void_dead_leases(SqlSession& session, const PublishedSearch& search) {
  since_void_ = Stopwatch();
  session.run(in_dialect(session, std::string(void_leases) + "until < {now}"), {search.number, search.attempts});
  const auto holders =
      ask(session,
          "SELECT number, host, process FROM workers WHERE seen < {grace} AND number <> $2 AND number IN "
          "(SELECT worker FROM units WHERE search = $1 AND state = 1)",
          {search.number, worker_});
  for (const auto& row : holders.rows)
    if (session.has_gone({whole(row[0]), row[1], whole(row[2])}))
      session.run(std::string(void_leases) + "worker = $3", {search.number, search.attempts, whole(row[0])});
}

bool Ledger::renew(const TakenUnit& unit, double seconds) {
  bool ours = false;
  attempt([&](SqlSession& session, bool) {
    ours = ask(session,
               "UPDATE units SET until = {now} + $3 WHERE number = $1 AND token = $2 AND state = 1 "
               "AND EXISTS (SELECT 1 FROM searches WHERE number = units.search AND state < 2)",
               {unit.number, unit.token, seconds})
               .changed > 0;
  });
  return ours;
}

void Ledger::give_back(const TakenUnit& unit) {
  attempt([&](SqlSession& session, bool) {
    session.run("UPDATE units SET state = 0, attempts = attempts - 1 WHERE number = $1 AND token = $2 AND state = 1",
                {unit.number, unit.token});
  });
}

void Ledger::fail(const PublishedSearch& search, const TakenUnit& unit, const std::string& why, bool for_good) {
  attempt([&](SqlSession& session, bool) {
    session.run(
        "UPDATE units SET state = CASE WHEN attempts >= $3 THEN 3 ELSE 0 END, why = $4 "
        "WHERE number = $1 AND token = $2 AND state = 1",
        {unit.number, unit.token, for_good ? std::int64_t{0} : search.attempts, why});
  });
}

std::vector<bool> Ledger::settle(const PublishedSearch& search, const std::vector<UnitReport>& reports) {
  // In the order of their numbers: two workers that report the same units do not wait for each other.
  std::vector<std::size_t> order(reports.size());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = r;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return reports[a].unit.number < reports[b].unit.number; });
  std::vector<bool> accepted(reports.size());
  transact([&](SqlSession& session, bool) {
    for (const std::size_t r : order) accepted[r] = settle_one(session, search, reports[r]);
  });
  return accepted;
}

bool Ledger::settle_one(SqlSession& session, const PublishedSearch& search, const UnitReport& report) const {
  const auto parents =
      session.run("SELECT parent FROM units WHERE number = $1 AND id = $2", {report.unit.number, report.unit.id});
  if (parents.rows.empty()) return false;
  const bool kept_once = search.aim == Aim::optimise;
  const DoneUnit row{report.unit.number,
                     report.unit.id,
                     report.unit.place,
                     parents.rows[0][0],
                     report.unit.budget,
                     report.nodes,
                     report.solutions,
                     report.distinct,
                     report.verified,
                     report.rest.size(),
                     kept_once ? 0 : report.boards.size(),
                     {}};
  const auto marked = ask(session,
                          "UPDATE units SET state = 2, token = $3, worker = $4, nodes = $5, solutions = $6, "
                          "distinct_ = $7, verified = $8, children = $9, boards = $10, seconds = $11, checksum = $12, "
                          "finished = {now}, why = '' WHERE number = $1 AND id = $2 AND state <> 2",
                          {row.number, row.id, report.unit.token, worker_, as_column(row.nodes),
                           as_column(row.solutions), as_column(row.distinct), as_column(row.verified),
                           as_column(row.children), as_column(row.boards), report.seconds, checksum_of(row)});
  if (marked.changed == 0)  // done already: perhaps by ourselves, in a commit whose outcome was not known
    return !session
                .run("SELECT 1 FROM units WHERE number = $1 AND token = $2 AND checksum = $3",
                     {row.number, report.unit.token, checksum_of(row)})
                .rows.empty();
  std::size_t nth = 0;
  for (const KeptBoard& board : report.boards)
    ask(session, insert_kept_board,
        {search.number, row.number, kept_once ? board.key : fmt::format("{}#{}", row.id, nth++), board.json,
         std::int64_t{board.score}, std::int64_t{board.conflicts}});
  if (!report.lesson.text.empty())
    session.run("INSERT INTO lessons(search, unit, worth, lesson) VALUES ($1, $2, $3, $4)",
                {search.number, row.number, report.lesson.worth, report.lesson.text});
  std::vector<NewUnit> rest;
  for (const std::string& place : report.rest) rest.push_back({place, report.unit.weight});
  insert_units(session, search, rest, row.id);
  if (search.aim == Aim::solve && row.solutions > 0)
    session.run("UPDATE searches SET state = 3 WHERE number = $1 AND state < 2", {search.number});
  return true;
}

}  // namespace tesselle::cluster
