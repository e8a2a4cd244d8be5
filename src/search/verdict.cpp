#include "search/verdict.hpp"

#include <fmt/format.h>

#include "formats/text.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

void judge_edges(Judgement& judgement, const ShownBoard& shown) {
  const EdgePuzzle& puzzle = judgement.puzzle.edge();
  judgement.set = built_in_set(puzzle);
  judgement.card = judge(puzzle, shown, judgement.set ? judgement.set->clues : puzzle.hints);
}

}  // namespace

Judgement judge_board(const std::optional<std::string>& puzzle, const std::string& path_or_link) {
  const auto [name, number] = path_and_number(path_or_link);
  const BoardText board = load_board_text(name);
  Judgement judgement;
  judgement.puzzle = puzzle ? load_puzzle(*puzzle) : puzzle_of_board(board.text, board.file);
  const auto shown = number ? std::nullopt : read_shown_board(judgement.puzzle, board.text, board.file);
  if (shown) {
    judge_edges(judgement, *shown);
    judgement.verdict = verify_edge(judgement.puzzle.edge(), judgement.card->board);
    for (const Square square : judgement.card->strangers)
      judgement.verdict.faults.push_back(
          {fmt::format("{} shows sides that no piece has", square_name(judgement.puzzle.edge(), square))});
    return judgement;
  }
  return judge_board(judgement.puzzle, read_solution(judgement.puzzle, board.text, board.file, number).solution);
}

Judgement judge_board(const Puzzle& puzzle, const Solution& board) {
  Judgement judgement{puzzle, verify(puzzle, board)};
  if (puzzle.family() == Family::edge) judge_edges(judgement, shown_board(puzzle.edge(), board.edge()));
  return judgement;
}

}  // namespace tesselle
