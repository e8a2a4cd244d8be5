#include "edge/tabu/tabu.hpp"

#include <algorithm>
#include <span>

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

OptionTable tabu_options() {
  return {{"tenure", std::int64_t{2}, "moves during which a piece may not return to the cell it left", 0, 1e6},
          {"tenure-spread", std::int64_t{3}, "at random up to this many moves more", 0, 1e6},
          {"compare-cells", 10.0, "cells in conflict whose exchanges are compared in a move, per cent of the board", 0,
           100},
          {"tabu-patience", std::int64_t{100'000}, "moves without a better board before a restart", 1, 1e12}};
}

/// Tabu search (Glover 1986): of the exchanges of some cells in conflict with all cells of their kind the best is made,
/// even if it adds conflicts; a piece must not return to a cell it has just left, unless the board would be better than
/// every board before (aspiration).
class TabuSearch final : public edge::LocalSearch {
 public:
  TabuSearch(const EdgePuzzle& puzzle, const EngineConfig& config)
      : LocalSearch(puzzle, config),
        tenure_(static_cast<std::uint64_t>(config.options.integer("tenure"))),
        spread_(static_cast<std::uint32_t>(config.options.integer("tenure-spread"))),
        looked_at_(std::max<std::size_t>(1, static_cast<std::size_t>(config.options.real("compare-cells") / 100 *
                                                                     static_cast<double>(puzzle.cell_count())))),
        patience_(static_cast<std::uint64_t>(config.options.integer("tabu-patience"))),
        free_again_(puzzle.pieces.size() * puzzle.cell_count()) {}

 private:
  using Cell = edge::ConflictBoard::Cell;
  using Piece = edge::ConflictBoard::Piece;

  struct Move {
    Cell first = -1, second = -1;  ///< equal: a turn of one piece
    edge::ConflictBoard::Exchange exchange{};
  };

  void move() override {
    if (stale_ == patience_) return restart();
    ++now_;
    find_cells_in_conflict();
    Move chosen;
    std::uint32_t ties = 0;
    for (std::size_t i = 0; i < std::min(looked_at_, in_conflict_.size()); ++i) {
      std::swap(in_conflict_[i], in_conflict_[i + rng_.below(static_cast<std::uint32_t>(in_conflict_.size() - i))]);
      look_at(in_conflict_[i], chosen, ties);
    }
    if (chosen.first >= 0) perform(chosen);
    stale_ = board_.conflicts() < lowest_ ? 0 : stale_ + 1;
    lowest_ = std::min(lowest_, board_.conflicts());
  }

  void on_start() override { lowest_ = board_.conflicts(); }

  void save_more(ByteWriter& out) const override {
    for (const std::uint64_t number : {now_, stale_, static_cast<std::uint64_t>(lowest_)}) out.number(number);
    std::vector<std::uint64_t> bans;  // the places in the table and their ends, in turn
    for (std::size_t i = 0; i < free_again_.size(); ++i)
      if (free_again_[i] > now_) bans.insert(bans.end(), {i, free_again_[i]});
    out.array(std::span<const std::uint64_t>(bans));
  }
  void restore_more(ByteReader& in) override {
    edge::read_number(in, now_, std::uint64_t{1} << 62);
    edge::read_number(in, stale_, patience_);
    edge::read_number(in, lowest_);
    std::fill(free_again_.begin(), free_again_.end(), 0);
    const auto bans = in.array<std::uint64_t>();
    if (bans.size() % 2 != 0) in.refuse();
    for (std::size_t i = 0; i < bans.size(); i += 2) {
      if (bans[i] >= free_again_.size() || bans[i + 1] <= now_ || bans[i + 1] > now_ + tenure_ + spread_) in.refuse();
      free_again_[bans[i]] = bans[i + 1];
    }
  }

  void find_cells_in_conflict() {
    in_conflict_.clear();
    for (const Cell c : board_.free_cells())
      if (board_.conflicts_at(c) > 0) in_conflict_.push_back(c);
  }

  void look_at(Cell c, Move& chosen, std::uint32_t& ties) {
    for (const Cell other : board_.cells_of_kind(board_.kind_of(c))) {
      Move candidate{c, other, {}};
      if (other == c) {
        if ((candidate.exchange.change = board_.best_turn_change(c, candidate.exchange.rotation_at_first)) == 0)
          continue;
      } else {
        candidate.exchange = board_.evaluate(c, other);
        ++evaluations_;
      }
      if (ties > 0 && candidate.exchange.change > chosen.exchange.change) continue;
      if (is_tabu(candidate) && board_.conflicts() + candidate.exchange.change >= best_conflicts_) continue;
      ties = ties > 0 && candidate.exchange.change == chosen.exchange.change ? ties + 1 : 1;
      if (rng_.below(ties) == 0) chosen = candidate;
    }
  }

  std::uint64_t& free_again(Piece piece, Cell c) {
    return free_again_[static_cast<std::size_t>(piece) * static_cast<std::size_t>(board_.cell_count()) +
                       static_cast<std::size_t>(c)];
  }
  bool is_tabu(const Move& move) {
    return move.first != move.second && (free_again(board_.piece_at(move.first), move.second) > now_ ||
                                         free_again(board_.piece_at(move.second), move.first) > now_);
  }

  void perform(const Move& move) {
    const Piece from_first = board_.piece_at(move.first), from_second = board_.piece_at(move.second);
    if (move.first == move.second) {
      board_.remove(move.first);
      board_.place(move.first, from_first, move.exchange.rotation_at_first);
      return;
    }
    board_.perform(move.first, move.second, move.exchange);
    free_again(from_first, move.first) = now_ + tenure_ + rng_.below(spread_ + 1);
    free_again(from_second, move.second) = now_ + tenure_ + rng_.below(spread_ + 1);
  }

  void restart() {
    stale_ = 0;
    restart_from_best_or_new();
    lowest_ = board_.conflicts();
    std::fill(free_again_.begin(), free_again_.end(), 0);
  }

  std::uint64_t tenure_;
  std::uint32_t spread_;
  std::size_t looked_at_;
  std::uint64_t patience_;
  std::vector<std::uint64_t> free_again_;  ///< piece, cell -> the move from which on it may go there
  std::vector<Cell> in_conflict_;
  std::uint64_t now_ = 0, stale_ = 0;
  int lowest_ = 0;  ///< conflicts since the last restart
};

}  // namespace

EngineInfo tabu_engine() {
  EngineInfo info;
  info.name = "tabu";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<TabuSearch>();
  info.summary = "tabu search: the best exchange of a cell in conflict, good or bad, but no piece returns at once";
  info.options = tabu_options();
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<TabuSearch>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
