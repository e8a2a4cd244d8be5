#include "store/opening_ledger.hpp"

#include "base/errors.hpp"
#include "base/hash.hpp"

namespace tesselle {
namespace {

constexpr const char* set_up = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS openings(hash TEXT NOT NULL, count INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS done(
  opening INTEGER PRIMARY KEY,
  nodes INTEGER NOT NULL, solutions INTEGER NOT NULL, distinct_ INTEGER NOT NULL, verified INTEGER NOT NULL) STRICT;
)";

}  // namespace

OpeningLedger::OpeningLedger(const std::string& file, std::uint64_t openings_hash, std::size_t count)
    : database_(file, Database::Access::create) {
  database_.run(set_up);
  Statement known = database_.prepare("SELECT hash, count FROM openings");
  if (!known.step()) {
    const std::string hash = hex64(openings_hash);
    database_.prepare("INSERT INTO openings VALUES (?, ?)")
        .bind(0, std::string_view(hash))
        .bind(1, static_cast<std::int64_t>(count))
        .step();
  } else if (known.text(0) != hex64(openings_hash) || known.integer(1) != static_cast<std::int64_t>(count)) {
    throw InputError({file}, "belongs to other openings");
  }
}

void OpeningLedger::add(const Row& row) {
  Statement insert = database_.prepare("INSERT OR IGNORE INTO done VALUES (?, ?, ?, ?, ?)");
  int column = 0;
  for (const std::uint64_t value : {std::uint64_t{row.opening}, row.nodes, row.solutions, row.distinct, row.verified})
    insert.bind(column++, static_cast<std::int64_t>(value));
  insert.step();
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

}  // namespace tesselle
