#pragma once

#include <filesystem>
#include <string>

#include "search/agreement/reference.hpp"
#include "search/agreement/trial.hpp"

namespace tesselle {

/// refused: the engine says that it is not made for this puzzle or these options. too_long: it was not followed to its
/// end, and what it did until then was right.
enum class Settled { agrees, disagrees, refused, too_long };
struct TrialResult {
  Settled settled = Settled::agrees;
  std::string what{};  ///< of a disagreement, one line
};

/// Searches the puzzle as the trial says and compares with what is right. Whatever the search throws is a disagreement,
/// except for UsageError. Checkpoints and reproducers go to the folder `scratch`.
TrialResult try_out(const Puzzle& puzzle, const Reference& reference, const Trial& trial,
                    const std::filesystem::path& scratch);

/// The courses on the engine itself, and those through run() and the facade; both for try_out().
TrialResult try_directly(const Puzzle& puzzle, const Reference& reference, const Trial& trial,
                         const EngineInfo& engine);
TrialResult try_as_run(const Puzzle& puzzle, const Reference& reference, const Trial& trial, const EngineInfo& engine,
                       const std::filesystem::path& scratch);

/// What is wrong with boards that were found, "" if nothing is. `whole`: all solutions must be among them.
/// `one_per_orbit`: they stand for their symmetric copies too.
std::string wrong_boards(const Reference& reference, const std::vector<SolutionKey>& keys,
                         const std::vector<Solution>& boards, bool one_per_orbit, bool whole);

/// The most pieces that fit, for puzzles in which every cell may stay empty; nullopt for others.
std::optional<int> most_pieces(const Puzzle& puzzle, const Reference& reference);

}  // namespace tesselle
