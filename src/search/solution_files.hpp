#pragma once

#include <filesystem>
#include <fstream>
#include <optional>

#include "tesselle/events.hpp"

namespace tesselle {

/// Throws InputError if its folder does not exist, before the search and not after it.
void require_folder(const std::optional<std::filesystem::path>& file);

/// The default file for the best board of a puzzle: "NAME-best.json".
std::filesystem::path best_board_file(const Puzzle& puzzle);

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

/// Keeps the best board of a run in a file, from the first one on.
class BestBoardFile {
 public:
  BestBoardFile(const Puzzle& puzzle, std::filesystem::path path) : puzzle_(puzzle), path_(std::move(path)) {}
  void hear(const Event& event);

 private:
  const Puzzle& puzzle_;
  std::filesystem::path path_;
};

}  // namespace tesselle
