#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tesselle::cluster {

using SqlValue = std::variant<std::int64_t, double, std::string>;

/// Every value as text; NULL is "".
struct SqlResult {
  std::vector<std::vector<std::string>> rows;
  std::uint64_t changed = 0;  ///< rows inserted, updated or deleted
};

/// What was under way may or may not have happened; trying again may help.
class SqlLost : public std::runtime_error {
 public:
  SqlLost(const std::string& what, bool connected) : std::runtime_error(what), connected_(connected) {}
  /// The connection is still good: another transaction was in the way.
  bool connected() const { return connected_; }

 private:
  bool connected_;
};

/// How a worker can be known to have ended.
struct WorkerTrace {
  std::int64_t number = 0;
  std::string host;
  std::int64_t process = 0;
};

std::string this_host();

/// A connection to the database that holds a ledger. The statements are the same for all databases, parameters are
/// written $1, $2, …; what must differ is asked for here. Errors: SqlLost if it is worth trying again, InputError with
/// the ledger's name (never with a password) if it is not.
class SqlSession {
 public:
  virtual ~SqlSession() = default;

  virtual SqlResult run(const std::string& sql, const std::vector<SqlValue>& values = {}) = 0;
  /// Several statements without parameters.
  virtual void script(const std::string& sql) = 0;
  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;
  virtual void reconnect() = 0;

  virtual std::string_view now() const = 0;          ///< the database's clock: seconds since 1970, as SQL
  virtual std::string_view skip_locked() const = 0;  ///< at the end of a SELECT whose rows are then taken
  virtual std::string_view serial() const = 0;       ///< type of a column that numbers its rows
  /// Where tables are made, if the ledger is not a database of its own.
  virtual std::string_view make_home() const = 0;
  virtual bool has_table(const std::string& name) = 0;

  /// From now on has_gone() of this worker is true as soon as the connection or the process has ended.
  virtual void mark_alive(const WorkerTrace& worker) = 0;
  /// False if it is alive or there is no telling.
  virtual bool has_gone(const WorkerTrace& worker) = 0;
  /// Workers that were heard of since this moment may be about to come back: seconds since 1970, as SQL.
  virtual std::string_view grace() const = 0;

  /// For messages: without password.
  virtual const std::string& name() const = 0;
};

enum class SqlAccess { existing, create };

/// An address that libpq understands (postgresql://…, or "host=… dbname=…"), or else a SQLite file.
bool is_postgresql(std::string_view address);
std::unique_ptr<SqlSession> open_session(const std::string& address, SqlAccess access);
std::unique_ptr<SqlSession> open_postgresql(const std::string& address);
std::unique_ptr<SqlSession> open_sqlite(const std::string& file, SqlAccess access);

}  // namespace tesselle::cluster
