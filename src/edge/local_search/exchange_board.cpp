#include "tesselle/exchange_board.hpp"

#include <fmt/format.h>

#include "edge/local_search/conflict_board.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {

struct ExchangeBoard::State {
  EdgePuzzle puzzle;  // names cells in messages
  edge::ConflictBoard board;

  std::string name(int cell) const { return square_name(puzzle, Square(static_cast<std::size_t>(cell))); }

  void require_pair(int a, int b) const {
    const auto on_board = [&](int cell) { return 0 <= cell && cell < board.cell_count(); };
    if (!on_board(a) || !on_board(b))
      throw UsageError(
          fmt::format("no exchange of cells {} and {}: the board has cells 0 to {}", a, b, board.cell_count() - 1));
    for (const int cell : {a, b})
      if (board.is_locked(cell)) throw UsageError(fmt::format("no exchange: {} holds a hint", name(cell)));
    if (board.kind_of(a) != board.kind_of(b))
      throw UsageError(
          fmt::format("no exchange of {} and {}: corners, border and inside are kept apart", name(a), name(b)));
  }

  int change(int a, int b) const {
    int rotation = 0;
    return a == b ? board.best_turn_change(a, rotation) : board.evaluate(a, b).change;
  }
};

ExchangeBoard::ExchangeBoard(const EdgePuzzle& puzzle, const EdgeBoard& board)
    : state_(new State{puzzle, edge::ConflictBoard(puzzle)}) {
  if (board.cells.size() != puzzle.cell_count())
    throw UsageError(fmt::format("the board has {} cells, the puzzle has {}", board.cells.size(), puzzle.cell_count()));
  state_->board.load(board);
  for (int cell = 0; cell < state_->board.cell_count(); ++cell)
    if (state_->board.piece_at(cell) == edge::ConflictBoard::none)
      throw UsageError(fmt::format("exchanges need a full board with every piece where its kind belongs, but {} {}",
                                   state_->name(cell),
                                   board.cells[static_cast<std::size_t>(cell)] ? "holds another kind" : "is empty"));
}

ExchangeBoard::~ExchangeBoard() = default;
ExchangeBoard::ExchangeBoard(ExchangeBoard&&) noexcept = default;
ExchangeBoard& ExchangeBoard::operator=(ExchangeBoard&&) noexcept = default;
ExchangeBoard::ExchangeBoard(const ExchangeBoard& other) : state_(new State(*other.state_)) {}

int ExchangeBoard::conflicts() const { return state_->board.conflicts(); }
EdgeBoard ExchangeBoard::board() const { return state_->board.board(); }

std::vector<std::vector<std::int32_t>> ExchangeBoard::groups() const {
  std::vector<std::vector<std::int32_t>> groups;
  for (int kind = 0; kind < 3; ++kind)
    if (const auto& cells = state_->board.cells_of_kind(kind); !cells.empty())
      groups.emplace_back(cells.begin(), cells.end());
  return groups;
}

void ExchangeBoard::evaluate(std::span<const std::int32_t> cells, std::span<std::int32_t> changes) const {
  if (cells.size() != 2 * changes.size())
    throw UsageError(fmt::format("{} cells make no {} pairs", cells.size(), changes.size()));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const int a = cells[2 * i], b = cells[2 * i + 1];
    state_->require_pair(a, b);
    changes[i] = state_->change(a, b);
  }
}

int ExchangeBoard::exchange(std::int32_t a, std::int32_t b) {
  state_->require_pair(a, b);
  edge::ConflictBoard& board = state_->board;
  const int before = board.conflicts();
  if (a != b) {
    board.perform(a, b, board.evaluate(a, b));
  } else {
    int rotation = 0;
    board.best_turn_change(a, rotation);
    const auto piece = board.piece_at(a);
    board.remove(a);
    board.place(a, piece, rotation);
  }
  return board.conflicts() - before;
}

}  // namespace tesselle
