#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>

#include "cluster/sql_session.hpp"
#include "store/database.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

/// Other processes of this machine may use the file at the same time; each transaction is short.
class SqliteSession final : public SqlSession {
 public:
  SqliteSession(const std::string& file, SqlAccess access)
      : database_(file, access == SqlAccess::create ? Database::Access::create : Database::Access::existing) {
    guarded([&] { database_.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"); });
  }

  SqlResult run(const std::string& sql, const std::vector<SqlValue>& values) override {
    SqlResult result;
    guarded([&] {
      Statement& statement = prepared(sql);
      const std::shared_ptr<void> reset(nullptr, [&](void*) { reset_quietly(statement); });
      for (std::size_t i = 0; i < values.size(); ++i) bind(statement, static_cast<int>(i), values[i]);
      while (statement.step()) {
        std::vector<std::string>& row = result.rows.emplace_back();
        for (int column = 0; column < statement.columns(); ++column) row.push_back(statement.text(column));
      }
      result.changed = static_cast<std::uint64_t>(database_.changes());
    });
    return result;
  }

  void script(const std::string& sql) override {
    guarded([&] { database_.run(sql); });
  }
  void begin() override { script("BEGIN IMMEDIATE"); }
  void commit() override { script("COMMIT"); }
  void rollback() noexcept override {
    try {
      database_.run("ROLLBACK");
    } catch (const std::exception&) {  // there was none
    }
  }
  void reconnect() override {}

  std::string_view now() const override { return "((julianday('now') - 2440587.5) * 86400.0)"; }
  std::string_view skip_locked() const override { return ""; }
  std::string_view serial() const override { return "INTEGER PRIMARY KEY AUTOINCREMENT"; }
  std::string_view make_home() const override { return ""; }
  bool has_table(const std::string& table) override {
    return !run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", {table}).rows.empty();
  }

  void mark_alive(const WorkerTrace&) override {}
  bool has_gone(const WorkerTrace& worker) override {
    if (worker.host != this_host()) return false;
    return ::kill(static_cast<pid_t>(worker.process), 0) != 0 && errno == ESRCH;
  }
  /// A process that has ended does not come back.
  std::string_view grace() const override { return "1e18"; }
  const std::string& name() const override { return database_.file(); }

 private:
  /// A file that others keep busy is worth another try.
  template <class Action>
  void guarded(const Action& action) {
    try {
      action();
    } catch (const InputError& error) {
      if (std::string_view(error.what()).find("is locked") == std::string_view::npos) throw;
      throw SqlLost(error.what(), true);
    }
  }

  static void bind(Statement& statement, int index, const SqlValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value))
      statement.bind(index, *whole);
    else if (const auto* real = std::get_if<double>(&value))
      statement.bind(index, *real);
    else
      statement.bind(index, std::string_view(std::get<std::string>(value)));
  }

  static void reset_quietly(Statement& statement) {
    try {
      statement.reset();  // tells once more what step() has thrown
    } catch (const InputError&) {
    }
  }

  Statement& prepared(const std::string& sql) {
    const auto known = statements_.find(sql);
    if (known != statements_.end()) return known->second;
    std::string text = sql;
    for (char& c : text)
      if (c == '$') c = '?';
    return statements_.emplace(sql, database_.prepare(text)).first->second;
  }

  Database database_;
  std::map<std::string, Statement> statements_;
};

}  // namespace

std::string this_host() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::unique_ptr<SqlSession> open_sqlite(const std::string& file, SqlAccess access) {
  if (access == SqlAccess::existing && !std::filesystem::exists(file))
    throw InputError({file}, "there is no such ledger (tesselle cluster init makes one)");
  return std::make_unique<SqliteSession>(file, access);
}

bool is_postgresql(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://") ||
         address.find('=') != std::string_view::npos;
}

std::unique_ptr<SqlSession> open_session(const std::string& address, SqlAccess access) {
  if (is_postgresql(address)) return open_postgresql(address);
  return open_sqlite(address, access);
}

}  // namespace tesselle::cluster
