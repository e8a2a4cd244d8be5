#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/database.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What the archive keeps about one board.
struct ArchivedBoard {
  std::int64_t id = 0;
  std::string puzzle;      ///< name
  std::string definition;  ///< of the puzzle, as TOML
  int score = 0, max_score = 0, conflicts = 0;
  std::string engine;
  std::uint64_t seed = 0;
  double seconds = 0;         ///< of its run
  std::string found;          ///< date and time, UTC
  std::string address, json;  ///< address: "" if the board has none
};

struct ArchivedPuzzle {
  std::string name, hash;
  std::int64_t boards = 0;
  int best = 0, max_score = 0;
};

/// A SQLite file of boards of any puzzles, each board once up to the symmetries of its puzzle. Boards are added one by
/// one in transactions that reach the disk, so a killed run leaves an intact file; several runs may share a file.
class BoardArchive {
 public:
  /// Makes the file if there is none. Throws InputError if it is not an archive of ours.
  static BoardArchive open(const std::string& file);
  /// Throws InputError if there is none.
  static BoardArchive open_existing(const std::string& file);

  /// False if the board, or a symmetric copy, is already there. The board must be legal.
  bool add(const Puzzle& puzzle, const SolutionRecord& record);

  struct Filter {
    std::string puzzle{};  ///< name; "": all
    int min_score = 0;
    std::optional<int> max_boards{};
  };
  /// The best first, then the oldest. Rows that were changed since they were written throw InputError; whether the
  /// boards are what their rows say is for the caller to verify (search/archive_boards.hpp).
  std::vector<ArchivedBoard> boards(const Filter& filter) const;
  std::vector<ArchivedPuzzle> puzzles() const;

 private:
  explicit BoardArchive(Database database) : database_(std::move(database)) {}
  void check_or_make();
  void check() const;
  bool has_checksums() const;

  Database database_;
};

}  // namespace tesselle
