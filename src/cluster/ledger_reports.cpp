#include <fmt/format.h>

#include <cmath>

#include "cluster/ledger.hpp"
#include "tesselle/errors.hpp"

/// What the ledger can tell of its searches. Nothing here changes a row.
namespace tesselle::cluster {
namespace {

constexpr double pace_window = 120;  // seconds
constexpr std::int64_t rows_at_a_time = 5000;

std::uint64_t count_in(const std::string& text) { return text.empty() ? 0 : std::strtoull(text.c_str(), nullptr, 10); }
std::int64_t number_in(const std::string& text) { return text.empty() ? 0 : std::strtoll(text.c_str(), nullptr, 10); }
double real_in(const std::string& text) { return text.empty() ? 0 : std::strtod(text.c_str(), nullptr); }

/// Rows are read part by part, each after the last number of the one before. A damaged file may give numbers that do
/// not grow, and then that would never end.
template <class Row>
void require_later(const std::vector<Row>& rows, std::int64_t after, const std::string& name) {
  for (const Row& row : rows) {
    if (row.number <= after) throw InputError({name}, "is damaged: the numbers of its rows do not grow");
    after = row.number;
  }
}

}  // namespace

UnitCounts Ledger::counts(std::int64_t search) {
  UnitCounts counts;
  transact([&](SqlSession& session, bool) {
    counts = {};
    const auto result = session.run(
        "SELECT state, COUNT(*), SUM(nodes), SUM(solutions), SUM(distinct_), SUM(verified) FROM units "
        "WHERE search = $1 GROUP BY state",
        {search});
    for (const auto& row : result.rows) {
      const std::uint64_t units = count_in(row[1]);
      switch (number_in(row[0])) {
        case 0:
          counts.waiting = units;
          break;
        case 1:
          counts.leased = units;
          break;
        case 3:
          counts.set_aside = units;
          break;
        default:
          counts.done = units;
          counts.nodes = count_in(row[2]);
          counts.solutions = count_in(row[3]);
          counts.distinct = count_in(row[4]);
          counts.verified = count_in(row[5]);
      }
    }
  });
  return counts;
}

Pace Ledger::pace(std::int64_t search) {
  Pace pace;
  transact([&](SqlSession& session, bool) {
    const std::string now(session.now());
    const auto all =
        session.run("SELECT AVG(seconds), AVG(seconds * seconds) FROM units WHERE search = $1 AND state = 2", {search});
    pace.mean_seconds = real_in(all.rows.at(0).at(0));
    pace.deviation_seconds = std::sqrt(std::max(0.0, real_in(all.rows[0][1]) - pace.mean_seconds * pace.mean_seconds));
    const auto lately = session.run(fmt::format("SELECT COUNT(*), SUM(nodes), MIN(finished - seconds), {0} FROM units "
                                                "WHERE search = $1 AND state = 2 AND finished > {0} - $2",
                                                now),
                                    {search, pace_window});
    const auto& row = lately.rows.at(0);
    const double span = std::min(pace_window, real_in(row[3]) - real_in(row[2]));
    if (count_in(row[0]) == 0 || span <= 0) return;
    pace.units_per_second = static_cast<double>(count_in(row[0])) / span;
    pace.nodes_per_second = real_in(row[1]) / span;
  });
  return pace;
}

std::vector<WorkerRow> Ledger::workers() {
  std::vector<WorkerRow> workers;
  transact([&](SqlSession& session, bool) {
    workers.clear();
    const auto result = session.run(fmt::format(
        "SELECT number, name, host, process, version, {0} - started, {0} - seen, (SELECT COUNT(*) FROM units "
        "WHERE units.worker = workers.number AND state = 1) FROM workers ORDER BY seen DESC, number",
        session.now()));
    for (const auto& row : result.rows)
      workers.push_back({{number_in(row[0]), row[2], number_in(row[3])},
                         row[1],
                         row[4],
                         real_in(row[5]),
                         real_in(row[6]),
                         count_in(row[7])});
  });
  return workers;
}

std::vector<SetAside> Ledger::set_aside(std::int64_t search, std::size_t max) {
  std::vector<SetAside> units;
  transact([&](SqlSession& session, bool) {
    units.clear();
    for (const auto& row : session
                               .run("SELECT id, place, why, attempts FROM units WHERE search = $1 AND state = 3 "
                                    "ORDER BY number LIMIT $2",
                                    {search, static_cast<std::int64_t>(max)})
                               .rows)
      units.push_back({row[0], row[1].substr(0, 80), row[2], number_in(row[3])});
  });
  return units;
}

std::vector<ScoreCount> Ledger::scores(std::int64_t search) {
  std::vector<ScoreCount> scores;
  transact([&](SqlSession& session, bool) {
    scores.clear();
    const auto result = session.run(fmt::format("SELECT score, COUNT(*), SUM(CASE WHEN found > {} - 3600 THEN 1 ELSE 0 "
                                                "END) FROM boards WHERE search = $1 GROUP BY score ORDER BY score DESC",
                                                session.now()),
                                    {search});
    for (const auto& row : result.rows)
      scores.push_back({static_cast<int>(number_in(row[0])), count_in(row[1]), count_in(row[2])});
  });
  return scores;
}

std::vector<DoneUnit> Ledger::done_units(std::int64_t search, std::int64_t after) {
  std::vector<DoneUnit> units;
  transact([&](SqlSession& session, bool) {
    units.clear();
    const auto result = session.run(
        "SELECT number, id, place, parent, budget, nodes, solutions, distinct_, verified, children, boards, checksum "
        "FROM units WHERE search = $1 AND state = 2 AND number > $2 ORDER BY number LIMIT $3",
        {search, after, rows_at_a_time});
    for (const auto& row : result.rows)
      units.push_back({number_in(row[0]), row[1], row[2], row[3], count_in(row[4]), count_in(row[5]), count_in(row[6]),
                       count_in(row[7]), count_in(row[8]), count_in(row[9]), count_in(row[10]), row[11]});
  });
  require_later(units, after, name());
  return units;
}

std::vector<Ledger::StoredBoard> Ledger::boards(std::int64_t search, std::int64_t after) {
  std::vector<StoredBoard> boards;
  transact([&](SqlSession& session, bool) {
    boards.clear();
    for (const auto& row : session
                               .run("SELECT unit, number, board FROM boards WHERE search = $1 AND number > $2 "
                                    "ORDER BY number LIMIT $3",
                                    {search, after, rows_at_a_time})
                               .rows)
      boards.push_back({number_in(row[0]), number_in(row[1]), row[2]});
  });
  require_later(boards, after, name());
  return boards;
}

std::vector<std::string> Ledger::lessons(std::int64_t search, std::size_t max) {
  std::vector<std::string> lessons;
  transact([&](SqlSession& session, bool) {
    lessons.clear();
    const auto result = session.run("SELECT lesson FROM lessons WHERE search = $1 ORDER BY worth DESC, unit LIMIT $2",
                                    {search, static_cast<std::int64_t>(max)});
    for (const auto& row : result.rows) lessons.push_back(row[0]);
  });
  return lessons;
}

std::vector<NewUnit> Ledger::published_units(std::int64_t search) {
  std::vector<NewUnit> units;
  transact([&](SqlSession& session, bool) {
    units.clear();
    for (const auto& row :
         session.run("SELECT place, weight FROM units WHERE search = $1 AND parent = '' ORDER BY number", {search})
             .rows)
      units.push_back({row[0], count_in(row[1])});
  });
  return units;
}

}  // namespace tesselle::cluster
