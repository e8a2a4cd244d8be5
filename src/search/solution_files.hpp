#pragma once

#include <filesystem>
#include <fstream>
#include <optional>

#include "tesselle/search.hpp"

namespace tesselle {

/// Throws InputError if its folder does not exist, before the search and not after it.
void require_folder(const std::optional<std::filesystem::path>& file);

/// Refuses, before the search, what would lose something: a checkpoint that exists and is not resumed, and an `out`
/// that is not a board of this puzzle. With `overwrite` both are replaced. Throws InputError naming the file.
void require_nothing_lost(const SearchRequest& request);

/// The default file for the best board of a puzzle: "NAME-best.json".
std::filesystem::path best_board_file(const Puzzle& puzzle);

/// The (first) board in a file and what it is worth; nullopt if there is no file, or an empty one. Throws InputError if
/// it holds anything else than a board of this puzzle.
std::optional<Best> board_on_file(const Puzzle& puzzle, const std::filesystem::path& file);

/// More points, or as many with fewer conflicts.
bool is_better(const Best& board, const Best& than);

/// A board to start from: a file with JSON or a board address. Throws InputError if it breaks the puzzle's rules.
Solution load_start_board(const Puzzle& puzzle, const std::string& file);

/// Writes each solution to a file as JSON, one per line. What was written survives an interrupted run: the file grows
/// under the name FILE.partial and gets its own name at the end.
class SolutionFile {
 public:
  SolutionFile(const Puzzle& puzzle, std::filesystem::path path);
  void hear(const Event& event);

 private:
  void write(const SolutionRecord& record);
  const Puzzle& puzzle_;
  std::filesystem::path path_, partial_;
  std::ofstream stream_;
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
