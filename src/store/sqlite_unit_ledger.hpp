#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "engine/unit_results.hpp"
#include "store/database.hpp"

namespace tesselle {

/// The units of a file, and which are done, in a SQLite file of its own. Result, mark and boards are written together,
/// so a killed run leaves each unit either done and counted or not done; the file names the units it belongs to.
/// Rows reach the disk together a few times a second, as waiting for the disk would cost more than most units.
///
/// Every row has a checksum of its numbers and boards: a row that was edited is refused.
///
/// Several processes of one machine may share the file. Leases name the process that holds them; those of a process
/// that has ended are void at once.
class SqliteUnitLedger final : public UnitLedger, public TellsUnitResults {
 public:
  /// Makes the file if there is none, with or without boards. Throws InputError if it belongs to other units, or was
  /// made without boards and they are wanted. `hash` names the list of units.
  SqliteUnitLedger(const std::string& file, std::uint64_t hash, std::vector<WorkUnit> units, bool with_boards = false);

  std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) override;
  bool renew(const Lease& lease, double seconds) override;
  bool complete(const Lease& lease, const UnitResult& result) override;
  void give_back(const Lease& lease) override;
  UnitTotals totals() override;
  std::vector<std::optional<UnitResult>> unit_results() override;
  bool keeps_boards() const override { return keeps_boards_; }
  void for_each_board(const std::function<void(const std::string&)>& visit) override;
  void save() override;

 private:
  void begin();
  void check_or_make(std::uint64_t hash, bool with_boards);
  void seal_older_rows();
  std::vector<std::string> boards_of(std::int64_t unit) const;
  std::string seal_of(std::uint64_t unit, const UnitResult& result) const;
  std::string seal_of(std::uint64_t unit, const UnitResult& result, std::uint64_t boards) const;
  bool take(std::size_t unit, const std::string& holder, double now, double until);
  void drop_dead_leases();

  std::vector<WorkUnit> units_;
  std::uint64_t hash_;  ///< of the list of units
  Database database_;
  std::optional<Statement> insert_row_, insert_board_, find_done_, insert_lease_;  ///< made once, used for every unit
  std::vector<bool> known_done_;
  std::size_t next_ = 0;  ///< all before it are done, or were leased when they were looked at
  Stopwatch since_begin_;
  bool begun_ = false, keeps_boards_ = false;
};

}  // namespace tesselle
