#include "search/archive_boards.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

/// Boards of one puzzle come with the same definition; it is read once.
class ArchivedPuzzles {
 public:
  const Puzzle& defined_by(const std::string& definition) {
    auto& puzzle = puzzles_[definition];
    if (!puzzle) puzzle = std::make_unique<const Puzzle>(read_puzzle(definition, "the archive's puzzle"));
    return *puzzle;
  }

 private:
  std::map<std::string, std::unique_ptr<const Puzzle>> puzzles_;
};

std::string fault_of(const Puzzle& puzzle, const ArchivedBoard& board) {
  const Verdict verdict = verify(puzzle, read_solution(puzzle, board.json, "its board").solution);
  if (!verdict.legal()) return summary(verdict);
  if (verdict.score == board.score && verdict.max_score == board.max_score && verdict.conflicts == board.conflicts)
    return "";
  return fmt::format("its row says {} of {}, the verifier finds {} of {}", board.score, board.max_score, verdict.score,
                     verdict.max_score);
}

}  // namespace

std::vector<ArchivedBoard> archived_boards(const std::string& file, const BoardArchive::Filter& filter) {
  auto boards = BoardArchive::open_existing(file).boards(filter);
  ArchivedPuzzles puzzles;
  for (const ArchivedBoard& board : boards) {
    std::string fault;
    try {
      fault = fault_of(puzzles.defined_by(board.definition), board);
    } catch (const InputError& error) {
      fault = error.what();
    }
    if (!fault.empty()) throw InputError({file}, fmt::format("board {} is damaged: {}", board.id, fault));
  }
  return boards;
}

}  // namespace tesselle
