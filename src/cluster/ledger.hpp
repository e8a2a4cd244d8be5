#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "cluster/sql_session.hpp"
#include "engine/passes_on.hpp"
#include "engine/unit_ledger.hpp"

/// The ledger of searches that many machines share: PostgreSQL, or a SQLite file for one machine. docs/cluster.md
/// describes the tables. Its rules:
/// - A unit is done once. Its result, its boards and the mark "done" are one transaction; so are a unit that is split
///   and its parts. Who comes second is refused.
/// - A lease carries a token of its own. After a commit whose outcome is not known, the token tells what came of it.
/// - Rows are not trusted: a unit's id is the hash of what it is, results and searches carry checksums.
namespace tesselle::cluster {

/// What workers are asked for.
enum class Aim { solve, count, all, optimise };
std::string_view aim_name(Aim aim);
std::optional<Aim> aim_named(std::string_view name);

/// answered: one solution was wanted and found.
enum class SearchState { open, paused, cancelled, answered };
std::string_view state_name(SearchState state);

/// One search as it was published.
struct PublishedSearch {
  std::int64_t number = 0;
  std::string name;
  Aim aim = Aim::count;
  std::string puzzle_name, puzzle;  ///< puzzle: as TOML
  std::string puzzle_hash;
  std::string engine, options;  ///< as in OpeningSet
  bool reduced = false;
  std::uint64_t seed = 1;
  std::string version, engine_set;  ///< of the program that published it
  std::uint64_t units = 0;          ///< as published; splitting makes more
  std::uint64_t budget = 0;         ///< nodes per unit
  std::int64_t attempts = 10;       ///< a unit that was taken this often and never done is set aside
  std::int64_t threshold = 0;       ///< optimise: only boards with at least this score are kept
  std::uint32_t depth = 0;          ///< of the openings
  std::uint64_t top_nodes = 0, top_solutions = 0, top_distinct = 0, top_verified = 0;  ///< above them
  std::string checksum;

  // May change afterwards.
  int priority = 0;
  SearchState state = SearchState::open;
  double published = 0;  ///< seconds since 1970
};

std::string checksum_of(const PublishedSearch& search);

/// "floor:next:1,5,2": a place in a tree. nullopt if the text is something else, or longer than any tree is deep.
std::string place_text(const TreePosition& place);
std::optional<TreePosition> read_place(std::string_view text);
/// "seed:17": a search for better boards.
std::string seed_text(std::uint64_t seed);
std::optional<std::uint64_t> read_seed(std::string_view text);

std::string unit_id(const PublishedSearch& search, std::string_view place, std::uint64_t budget);

struct NewUnit {
  std::string place;
  std::uint64_t weight = 0;
};

/// A unit as a worker got it, its place still as text.
struct TakenUnit {
  std::int64_t number = 0;
  std::string id, place;
  std::uint64_t weight = 0, budget = 0;
  std::int64_t token = 0;
};

/// A board that is worth keeping.
struct KeptBoard {
  std::string json;
  int score = 0, conflicts = 0;
  std::string key{};  ///< optimise: equal for boards that are the same up to symmetry
};

struct UnitReport {
  TakenUnit unit;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  double seconds = 0;  ///< how long it took
  std::vector<KeptBoard> boards{};
  std::vector<std::string> rest{};  ///< places that are left: the unit is split
  Lesson lesson{};                  ///< optimise: for the units to come
};

/// A unit that is done, as the ledger has it.
struct DoneUnit {
  std::int64_t number = 0;
  std::string id, place, parent;
  std::uint64_t budget = 0;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0, children = 0, boards = 0;
  std::string checksum;
};
std::string checksum_of(const DoneUnit& unit);

struct UnitCounts {
  std::uint64_t waiting = 0, leased = 0, done = 0, set_aside = 0;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  std::uint64_t all() const { return waiting + leased + done + set_aside; }
};

/// How fast units were done lately.
struct Pace {
  double mean_seconds = 0, deviation_seconds = 0;     ///< per unit, of all that are done
  double units_per_second = 0, nodes_per_second = 0;  ///< over the last minutes
};

struct WorkerRow {
  WorkerTrace trace;
  std::string name, version;
  double started = 0, seen = 0;  ///< seconds ago
  std::uint64_t leased = 0;
};

struct SetAside {
  std::string id, place, why;
  std::int64_t attempts = 0;
};

struct ScoreCount {
  int score = 0;
  std::uint64_t boards = 0, last_hour = 0;
};

struct LedgerSettings {
  double patience = 600;  ///< seconds for which a lost connection is tried again
  std::stop_token stop{};
  std::function<void(const std::string&)> note{};  ///< the connection was lost, or is back
};

/// Thread-safe. Every call is one transaction, or statements that need none around them; if the connection is lost it is
/// made again, and the call, until the patience is over: then LedgerLost is thrown.
class Ledger {
 public:
  /// Makes the tables if there are none. Throws InputError if the database holds something else.
  static void init(const std::string& address);
  /// Throws InputError if it is not a ledger of this version.
  explicit Ledger(const std::string& address, LedgerSettings settings = {});

  const std::string& name() const { return session_->name(); }

  /// Throws UsageError if the name is taken. Returns the search's number.
  std::int64_t publish(const PublishedSearch& search, const std::vector<NewUnit>& units);
  void add_units(const PublishedSearch& search, const std::vector<NewUnit>& units);
  /// By priority, then the oldest first. Those whose rows make no sense are left out and counted.
  std::vector<PublishedSearch> searches();
  std::uint64_t senseless_searches() const { return senseless_; }
  void set_state(std::int64_t search, SearchState state);
  void set_priority(std::int64_t search, int priority);
  /// What was set aside waits again; how many units.
  std::uint64_t retry(std::int64_t search);

  /// From now on this is a worker: its number.
  std::int64_t join(const std::string& worker);
  /// The worker is alive; to be called now and then.
  void beat();
  std::uint64_t workers_heard_of(double seconds);  ///< within the last seconds

  /// What there is to do. Leases that have run out, or whose worker has ended, are made void first if nothing waits.
  struct Demand {
    bool waiting = false, leased = false;
  };
  Demand demand(const PublishedSearch& search);
  /// Units to take: waiting ones, or some whose lease has run out or whose worker has ended. Empty if there are none,
  /// or the search is not open.
  std::vector<TakenUnit> take(const PublishedSearch& search, std::size_t count, double seconds);
  bool renew(const TakenUnit& unit, double seconds);
  void give_back(const TakenUnit& unit);
  /// Which of the reports were accepted; the others are of units that are done already.
  std::vector<bool> settle(const PublishedSearch& search, const std::vector<UnitReport>& reports);
  void fail(const PublishedSearch& search, const TakenUnit& unit, const std::string& why, bool for_good = false);

  UnitCounts counts(std::int64_t search);
  Pace pace(std::int64_t search);
  std::vector<WorkerRow> workers();
  std::vector<SetAside> set_aside(std::int64_t search, std::size_t max);
  std::vector<ScoreCount> scores(std::int64_t search);
  /// In the order of their numbers, `after` excluded, some thousands at a time.
  std::vector<DoneUnit> done_units(std::int64_t search, std::int64_t after);
  struct StoredBoard {
    std::int64_t unit = 0, number = 0;
    std::string json;
  };
  std::vector<StoredBoard> boards(std::int64_t search, std::int64_t after);
  /// What the units that are done have learned, the most worthy first.
  std::vector<std::string> lessons(std::int64_t search, std::size_t max);
  /// Every unit, as it was published or made by a split: for shards.
  std::vector<NewUnit> published_units(std::int64_t search);

 private:
  using Work = std::function<void(SqlSession&, bool again)>;
  /// Runs the work until the connection holds; `again`: an earlier try may have been written. Without a transaction
  /// around it each statement stands alone and takes one round trip instead of three.
  void attempt(const Work& work);
  void transact(const Work& work);
  void recover(const SqlLost& lost, const Stopwatch& since, double& wait);
  void void_dead_leases(SqlSession& session, const PublishedSearch& search);
  bool due_for_void() const;
  bool settle_one(SqlSession& session, const PublishedSearch& search, const UnitReport& report) const;

  std::mutex mutex_;
  LedgerSettings settings_;
  std::unique_ptr<SqlSession> session_;
  std::int64_t worker_ = 0;
  std::optional<Stopwatch> since_void_;
  bool down_ = false;
  std::atomic<std::uint64_t> senseless_ = 0;  // set after the transaction, by any thread
};

}  // namespace tesselle::cluster
