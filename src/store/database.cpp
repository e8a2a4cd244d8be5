#include "store/database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr int patience_milliseconds = 10'000;  // another process may be writing

/// SQLite quotes what a damaged file says, line breaks and all.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
  return text;
}

[[noreturn]] void fail(sqlite3* database, const std::string& file) {
  throw InputError({file}, "cannot be used as a database: " +
                               one_line(database == nullptr ? "out of memory" : sqlite3_errmsg(database)));
}

}  // namespace

Statement::Statement(sqlite3* database, std::string file, std::string_view sql)
    : database_(database), file_(std::move(file)) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) fail(database_, file_);
}

Statement& Statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), index + 1, value));
  return *this;
}

Statement& Statement::bind(int index, double value) {
  check(sqlite3_bind_double(statement_.get(), index + 1, value));
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  check(sqlite3_bind_text(statement_.get(), index + 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
  check(sqlite3_bind_blob(statement_.get(), index + 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_null(int index) {
  check(sqlite3_bind_null(statement_.get(), index + 1));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(database_, file_);
  return code == SQLITE_ROW;
}

void Statement::reset() { check(sqlite3_reset(statement_.get())); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return bytes == nullptr
             ? ""
             : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}

Database::Database(const std::string& file, Access access) : file_(file) {
  // A reader may write, too: a run that was killed leaves a journal behind, and the next one to open rolls it back.
  // (SQLite opens write-protected files for reading all the same.)
  const int flags = access == Access::look
                        ? SQLITE_OPEN_READONLY
                        : SQLITE_OPEN_READWRITE | (access == Access::create ? SQLITE_OPEN_CREATE : 0);
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(database, file);
  sqlite3_busy_timeout(database, patience_milliseconds);
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

void Database::run(std::string_view sql) const {
  if (sqlite3_exec(database_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail(database_.get(), file_);
}

int Database::changes() const { return sqlite3_changes(database_.get()); }

void refuse_foreign_database(const std::string& file, std::string_view table, std::string_view kind) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  if (none || size == 0) return;
  const Database database(file, Database::Access::look);
  Statement ours = database.prepare("SELECT count(*), total(name = ?) FROM sqlite_master WHERE type = 'table'");
  ours.bind(0, table).step();
  if (ours.integer(0) > 0 && ours.integer(1) == 0)
    throw InputError({file}, "is a database of something else, expected " + std::string(kind));
}

}  // namespace tesselle
