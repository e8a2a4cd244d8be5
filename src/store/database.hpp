#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace tesselle {

/// A prepared statement; parameters and columns count from 0. Bound text must live until the statement is done.
class Statement {
 public:
  Statement(sqlite3* database, std::string file, std::string_view sql);

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  Statement& bind(int index, std::string_view text);
  Statement& bind_blob(int index, std::string_view bytes);
  Statement& bind_null(int index);

  /// True if there is a row. Throws InputError naming the file if the database cannot be read or written.
  bool step();
  void reset();

  int columns() const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;

 private:
  void check(int code) const;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::string file_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// One SQLite file. Every error is an InputError with the name of the file.
class Database {
 public:
  enum class Access { existing, create, look };  ///< look: nothing is written, whatever is found
  Database(const std::string& file, Access access);

  Statement prepare(std::string_view sql) const { return {database_.get(), file_, sql}; }
  void run(std::string_view sql) const;
  /// Rows changed by the last statement.
  int changes() const;
  const std::string& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::string file_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// Throws InputError, without touching the file, if there is a database that lacks `table`: somebody else's. `kind`
/// says what was expected. A file that does not exist or is empty is fine.
void refuse_foreign_database(const std::string& file, std::string_view table, std::string_view kind);

}  // namespace tesselle
