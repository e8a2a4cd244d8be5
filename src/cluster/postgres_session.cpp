#include <libpq-fe.h>

#include <algorithm>
#include <initializer_list>
#include <map>

#include "cluster/sql_session.hpp"
#include "tesselle/errors.hpp"

/// The only file that knows libpq. Address, password file, service file and TLS are libpq's own affair.
namespace tesselle::cluster {
namespace {

constexpr const char* bad_address = "is not an address that PostgreSQL's libpq understands";
constexpr int advisory_space = 0x74657373;  // "tess": our advisory locks, one per worker

struct FreeResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answer = std::unique_ptr<PGresult, FreeResult>;

struct FreeConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using ConnectionOptions = std::unique_ptr<PQconninfoOption, FreeOptions>;

/// What an address says of an option; "" if nothing.
std::string option_of(const ConnectionOptions& options, std::string_view keyword) {
  for (const PQconninfoOption* option = options.get(); option != nullptr && option->keyword != nullptr; ++option)
    if (option->keyword == keyword && option->val != nullptr) return option->val;
  return "";
}

/// libpq tells no code of a refused connection, only words.
bool has_one_of(std::string_view message, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return message.find(word) != std::string_view::npos; });
}

/// A server that is away, starting, stopping or full may say yes later.
bool may_be_different_later(std::string_view message) {
  if (message.find("FATAL:") == std::string_view::npos)
    return has_one_of(message, {"connection to server", "could not", "timeout", "server closed"});
  return has_one_of(message, {"starting up", "shutting down", "recovery", "too many", "connection slots",
                              "not yet accepting", "terminating connection"});
}

class PostgresSession final : public SqlSession {
 public:
  explicit PostgresSession(const std::string& address) : address_(address) {
    // What libpq says of a bad address repeats parts of it, perhaps the password.
    const ConnectionOptions options(PQconninfoParse(address.c_str(), nullptr));
    if (!options) throw InputError({"--ledger"}, bad_address);
    password_ = option_of(options, "password");
    describe(options);
    reconnect();
  }

  void reconnect() override {
    statements_.clear();
    connection_.reset(connect(address_));
    if (PQstatus(connection_.get()) != CONNECTION_OK) {
      const std::string message = error_text();
      if (may_be_different_later(message)) throw SqlLost(message, false);
      if (message.find("FATAL:") == std::string::npos) throw InputError({"--ledger"}, bad_address);
      throw InputError({name_}, message);
    }
    PQsetNoticeProcessor(
        connection_.get(), [](void*, const char*) {}, nullptr);
    describe(ConnectionOptions(PQconninfo(connection_.get())));
    // What is said to be written must survive a crash of the server, whatever the server's own setting is.
    script("SET search_path TO tesselle; SET synchronous_commit TO on; SET client_encoding TO 'UTF8'");
    if (alive_ > 0) hold_mark();
  }

  SqlResult run(const std::string& sql, const std::vector<SqlValue>& values) override {
    const std::string& prepared = prepare(sql);
    std::vector<std::string> texts;
    for (const SqlValue& value : values) texts.push_back(text_of(value));
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const Answer answer(PQexecPrepared(connection_.get(), prepared.c_str(), static_cast<int>(values.size()),
                                       pointers.data(), nullptr, nullptr, 0));
    check(answer);
    return read(answer.get());
  }

  void script(const std::string& sql) override { check(Answer(PQexec(connection_.get(), sql.c_str()))); }
  void begin() override { script("BEGIN"); }
  /// A transaction in which something failed is not written, and COMMIT says so in a whisper.
  void commit() override {
    const Answer answer(PQexec(connection_.get(), "COMMIT"));
    check(answer);
    if (std::string_view(PQcmdStatus(answer.get())) != "COMMIT") throw SqlLost("the transaction was rolled back", true);
  }
  void rollback() noexcept override { PQclear(PQexec(connection_.get(), "ROLLBACK")); }

  std::string_view now() const override { return "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"; }
  std::string_view skip_locked() const override { return "FOR UPDATE SKIP LOCKED"; }
  std::string_view serial() const override { return "BIGSERIAL PRIMARY KEY"; }
  std::string_view make_home() const override { return "CREATE SCHEMA IF NOT EXISTS tesselle;"; }
  bool has_table(const std::string& table) override {
    return !run("SELECT 1 FROM information_schema.tables WHERE table_schema = 'tesselle' AND table_name = $1", {table})
                .rows.empty();
  }

  void mark_alive(const WorkerTrace& worker) override {
    alive_ = worker.number;
    hold_mark();
  }
  bool has_gone(const WorkerTrace& worker) override {
    const auto key = std::to_string(worker.number % 0x7fffffff);
    const auto space = std::to_string(advisory_space);
    const Answer answer(PQexec(connection_.get(), ("SELECT pg_try_advisory_lock(" + space + ", " + key + ")").c_str()));
    check(answer);
    if (std::string_view(PQgetvalue(answer.get(), 0, 0)) != "t") return false;
    script("SELECT pg_advisory_unlock(" + space + ", " + key + ")");
    return worker.number != alive_;
  }
  /// A connection that was cut is made again within seconds. After a start of the server all must do so.
  std::string_view grace() const override {
    return "(extract(epoch FROM clock_timestamp()) - CASE WHEN pg_postmaster_start_time() > clock_timestamp() - "
           "interval "
           "'5 seconds' THEN 1e9 ELSE 3 END)";
  }
  const std::string& name() const override { return name_; }

 private:
  /// What comes before the address are defaults, which it may change: a peer that is cut off is noticed in a minute.
  static PGconn* connect(const std::string& address) {
    const char* const keywords[] = {"connect_timeout",           "tcp_user_timeout", "keepalives_idle",
                                    "fallback_application_name", "dbname",           nullptr};
    const char* const values[] = {"10", "30000", "30", "tesselle", address.c_str(), nullptr};
    return PQconnectdbParams(keywords, values, 1);
  }

  static std::string text_of(const SqlValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) return std::to_string(*real);
    return std::get<std::string>(value);
  }

  static SqlResult read(const PGresult* answer) {
    SqlResult result;
    result.rows.resize(static_cast<std::size_t>(PQntuples(answer)));
    for (std::size_t row = 0; row < result.rows.size(); ++row)
      for (int column = 0; column < PQnfields(answer); ++column)
        result.rows[row].emplace_back(PQgetvalue(answer, static_cast<int>(row), column));
    const std::string changed = PQcmdTuples(const_cast<PGresult*>(answer));
    result.changed = changed.empty() ? 0 : std::stoull(changed);
    return result;
  }

  const std::string& prepare(const std::string& sql) {
    const auto known = statements_.find(sql);
    if (known != statements_.end()) return known->second;
    const std::string prepared = "s" + std::to_string(statements_.size());
    check(Answer(PQprepare(connection_.get(), prepared.c_str(), sql.c_str(), 0, nullptr)));
    return statements_.emplace(sql, prepared).first->second;
  }

  void hold_mark() {
    script("SELECT pg_try_advisory_lock(" + std::to_string(advisory_space) + ", " +
           std::to_string(alive_ % 0x7fffffff) + ")");
  }

  /// user@host:port/database. In an address with a stray ':' or '/', part of the password may stand where the port
  /// should.
  void describe(const ConnectionOptions& options) {
    std::string host = option_of(options, "host");
    if (host.empty()) host = option_of(options, "hostaddr");
    const std::string user = option_of(options, "user"), port = option_of(options, "port");
    const bool is_port = !port.empty() && port.find_first_not_of("0123456789") == std::string::npos;
    name_ = "postgresql://" + (user.empty() ? "" : user + "@") + host + (is_port ? ":" + port : "") + "/" +
            option_of(options, "dbname");
  }

  std::string error_text() const {
    std::string text = PQerrorMessage(connection_.get());
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (!password_.empty())
      for (std::size_t at = text.find(password_); at != std::string::npos; at = text.find(password_, at + 3))
        text.replace(at, password_.size(), "***");
    return text;
  }

  void check(const Answer& answer) const {
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    const char* field = answer ? PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE) : nullptr;
    const std::string_view code = field == nullptr ? "" : field;
    const std::string message = error_text();
    if (PQstatus(connection_.get()) != CONNECTION_OK || code.empty() || code.starts_with("08") ||
        code.starts_with("57P"))
      throw SqlLost(message, false);
    if (code.starts_with("40") || code == "55P03") throw SqlLost(message, true);  // in the way of another transaction
    if (code == "42501" || code == "25006")
      throw InputError({name_}, "this role may not write to the ledger: " + message);
    if (code == "42P01" || code == "42703" || code == "3F000")
      throw InputError({name_}, "is not a ledger of this version (tesselle cluster init makes one): " + message);
    throw InputError({name_}, message);
  }

  std::string address_, password_, name_;
  std::unique_ptr<PGconn, FreeConnection> connection_;
  std::map<std::string, std::string> statements_;
  std::int64_t alive_ = 0;  // the worker whose mark is held
};

}  // namespace

std::unique_ptr<SqlSession> open_postgresql(const std::string& address) {
  return std::make_unique<PostgresSession>(address);
}

}  // namespace tesselle::cluster
