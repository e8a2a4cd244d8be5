#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/search.hpp"

namespace tesselle {

/// A program of others, and how it is asked to count solutions. docs/benchmarks.md describes the file that users write.
struct Rival {
  std::string name;
  std::string command;  ///< for a shell; {file} stands for the puzzle
  std::string format;   ///< that the puzzle is written in, as for convert
  std::string answer;   ///< what it prints; {count} stands for the number
  Symmetry counts = Symmetry::distinct;
  std::vector<std::string> puzzles;
};

/// Throws InputError with the place.
std::vector<Rival> read_rivals(std::string_view text, const std::string& file);

/// The number that a rival printed: the last place where `answer` fits. Digits may be grouped by commas.
std::optional<std::uint64_t> rival_count(std::string_view output, std::string_view answer);

struct RivalRequest {
  std::vector<Rival> rivals;
  std::string puzzle{};  ///< "": all
  double seconds = 600;  ///< limit of each run, ours too
  unsigned runs = 1;     ///< the fastest counts
};

enum class RivalVerdict { agrees, differs, no_answer };

/// Both programs on one puzzle; ours on one thread, with the engine that auto takes.
struct RivalRow {
  std::string puzzle, rival, engine;
  RivalVerdict verdict = RivalVerdict::no_answer;
  std::string reason{};  ///< why there is no answer
  std::optional<std::uint64_t> ours{}, theirs{};
  double our_seconds = 0, their_seconds = 0;  ///< processor time

  /// How many times faster ours is; nullopt unless both counted the same.
  std::optional<double> ratio() const;
};

/// Runs ours and theirs in turn; false if it was stopped. Throws UsageError if no puzzle is chosen, or if a puzzle
/// cannot be written in a rival's format.
bool run_against(const RivalRequest& request, const std::function<void(const RivalRow&)>& tell,
                 const std::stop_token& stop = {});

/// One line of JSON, without the newline: "event": "rival".
std::string rival_json(const RivalRow& row);

}  // namespace tesselle
