#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::web {

using SharedPuzzle = std::shared_ptr<const Puzzle>;

/// A puzzle and what requests call it.
struct ShelvedPuzzle {
  std::string id;
  SharedPuzzle puzzle;
  bool built_in = false;
};

/// The built-in puzzles, and those that were sent: of these only so many are kept, the least recently used go.
/// Thread-safe.
class PuzzleShelf {
 public:
  explicit PuzzleShelf(std::size_t max_sent) : max_sent_(max_sent) {}

  std::vector<ShelvedPuzzle> all();
  /// Throws Refusal (404).
  ShelvedPuzzle find(const std::string& id);
  ShelvedPuzzle add(Puzzle puzzle);

  /// What a request calls a puzzle (docs/api.md). Throws Refusal or InputError.
  ShelvedPuzzle named_by(const Json& json);

 private:
  ShelvedPuzzle built_in(const std::string& name);

  std::size_t max_sent_;
  std::mutex mutex_;                          // guards all below
  std::map<std::string, SharedPuzzle> read_;  // built-in puzzles that were asked for
  std::list<ShelvedPuzzle> sent_;             // the most recently used first
};

/// A puzzle that is written out in a request: the keys of a puzzle file, or {"toml", "name"}. Throws InputError.
Puzzle written_out(const Json& json);

}  // namespace tesselle::web
