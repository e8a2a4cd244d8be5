#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/database.hpp"

namespace tesselle {

/// Which openings of a file are done, with their results, in a SQLite file of its own. Result and mark are one row, so
/// a killed run leaves each opening either done and counted or not done; the file names the openings it belongs to.
class OpeningLedger {
 public:
  struct Row {
    std::size_t opening = 0;
    std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  };

  /// Makes the file if there is none. Throws InputError if it belongs to other openings.
  OpeningLedger(const std::string& file, std::uint64_t openings_hash, std::size_t count);

  /// An opening that is there already stays as it is.
  void add(const Row& row);
  std::vector<Row> rows() const;

 private:
  Database database_;
};

}  // namespace tesselle
