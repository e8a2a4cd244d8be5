#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "store/database.hpp"

namespace tesselle {

/// Which openings of a file are done, with their results, in a SQLite file of its own. Result, mark and boards are
/// written together, so a killed run leaves each opening either done and counted or not done; the file names the
/// openings it belongs to.
/// Rows reach the disk together a few times a second, as waiting for the disk would cost more than most openings.
class OpeningLedger {
 public:
  struct Row {
    std::size_t opening = 0;
    std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
    std::vector<std::string> boards{};  ///< as text; not read back by rows()
  };

  /// Makes the file if there is none, with or without boards. Throws InputError if it belongs to other openings, or was
  /// made without boards and they are wanted.
  OpeningLedger(const std::string& file, std::uint64_t openings_hash, std::size_t count, bool with_boards = false);
  bool keeps_boards() const { return keeps_boards_; }

  /// An opening that is there already stays as it is.
  void add(const Row& row);
  /// Everything added is on the disk afterwards.
  void save();
  std::vector<Row> rows() const;
  /// Of all openings that are done, in their order.
  void for_each_board(const std::function<void(const std::string&)>& visit) const;

 private:
  Database database_;
  std::optional<Statement> insert_row_, insert_board_;  ///< made once: they are the greater part of what a row costs
  Stopwatch since_begin_;
  bool begun_ = false, keeps_boards_ = false;
};

}  // namespace tesselle
