#pragma once

#include <filesystem>
#include <optional>

#include "base/files.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// Throws InputError if it cannot be written (require_writable), before the search and not after it.
void require_folder(const std::optional<std::filesystem::path>& file);
/// The same of a folder that files will be written into; it need not exist yet.
void require_writable_folder(const std::optional<std::filesystem::path>& folder);

/// Refuses, before the search, what would lose something: a checkpoint that exists and is not resumed, and an `out`
/// that is not a board of this puzzle. With `overwrite` both are replaced. Throws InputError naming the file.
void require_nothing_lost(const SearchRequest& request);

/// The default file for the best board of a puzzle: "NAME-best.json".
std::filesystem::path best_board_file(const Puzzle& puzzle);

/// The (first) board in a file and what it is worth; nullopt if there is no file, or an empty one. Throws InputError if
/// it holds anything else than a board of this puzzle.
std::optional<Best> board_on_file(const Puzzle& puzzle, const std::filesystem::path& file);

/// A device or a pipe: what is written there is gone, so there is nothing to lose.
bool is_device(const std::filesystem::path& file);

/// More points, or as many with fewer conflicts.
bool is_better(const Best& board, const Best& than);

/// A board to start from: a file with JSON or a board address. Throws InputError if it breaks the puzzle's rules.
Solution load_start_board(const Puzzle& puzzle, const std::string& file);

/// Writes each solution to a file as JSON, one per line. The file grows under a temporary name (NewFile) and gets its
/// own at the end, also if the search fails. A run that is killed leaves the temporary file, from which a resumed run
/// goes on. Unless the search is complete, a file that holds more boards stays, and none is made for no board at all.
class SolutionFile {
 public:
  /// The boards that earlier parts of the run have announced, as their checkpoint names them.
  struct Earlier {
    std::uint64_t boards = 0, hash = 0;
  };

  SolutionFile(const Puzzle& puzzle, std::filesystem::path path, bool overwrite);
  /// Begins with the boards found before, which are looked for in the file and in what a killed run left of it. Throws
  /// InputError if they are not there.
  SolutionFile(const Puzzle& puzzle, const std::filesystem::path& path, const Earlier& earlier);
  ~SolutionFile();
  SolutionFile(const SolutionFile&) = delete;
  SolutionFile& operator=(const SolutionFile&) = delete;

  void hear(const Event& event);
  bool written() const { return written_; }
  /// At the end: why a file that was there before stays as it was; empty if none does.
  std::string why_kept() const;

 private:
  void write(const std::string& line);

  const Puzzle& puzzle_;
  NewFile file_;
  std::uint64_t before_ = 0;  ///< boards that the file must not lose
  std::uint64_t boards_ = 0;
  std::uint64_t size_ = 0;  ///< bytes of whole lines
  bool ended_ = false, written_ = false;
};

/// Keeps the best board in a file, from the first one on. A board that was there before stays until a better one comes.
class BestBoardFile {
 public:
  BestBoardFile(const Puzzle& puzzle, std::filesystem::path path, bool overwrite);
  void hear(const Event& event);
  /// What the file held before the search; nullopt if it is overwritten.
  const std::optional<Best>& before() const { return before_; }

 private:
  const Puzzle& puzzle_;
  std::filesystem::path path_;
  std::optional<Best> before_;
};

}  // namespace tesselle
