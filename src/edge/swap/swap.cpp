#include "edge/swap/swap.hpp"

#include <span>

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

/// Peter-Hémon and Lamarche 2025, section 3: cell by cell in random order the best exchange (or turn) that lowers the
/// conflicts; a new greedy board when no exchange of the whole neighbourhood does.
class Swap final : public edge::LocalSearch {
 public:
  using LocalSearch::LocalSearch;

 private:
  using Cell = edge::ConflictBoard::Cell;

  void on_start() override { new_order(); }

  void move() override {
    if (next_ == order_.size()) {
      if (!improved_in_pass_) {
        ++restarts_;
        new_greedy_board();
      }
      new_order();
      return;
    }
    improved_in_pass_ |= improve(order_[next_++]);
  }

  void save_more(ByteWriter& out) const override {
    save_order(out, order_, next_);
    out.number(improved_in_pass_);
  }
  void restore_more(ByteReader& in) override {
    restore_order(in, order_, next_);
    improved_in_pass_ = edge::read_flag(in);
  }

  void new_order() {
    order_ = board_.free_cells();
    rng_.shuffle(std::span(order_));
    next_ = 0;
    improved_in_pass_ = false;
  }

  bool improve(Cell c) {
    int rotation = 0;
    int least = std::min(0, board_.best_turn_change(c, rotation));
    Cell partner = c;
    edge::ConflictBoard::Exchange chosen;
    std::uint32_t ties = 1;
    for (const Cell other : board_.cells_of_kind(board_.kind_of(c))) {
      if (other == c) continue;
      const auto exchange = board_.evaluate(c, other);
      ++evaluations_;
      if (exchange.change > least || exchange.change == 0) continue;
      ties = exchange.change < least ? 1 : ties + 1;
      least = exchange.change;
      if (rng_.below(ties) == 0) partner = other, chosen = exchange;
    }
    if (least == 0) return false;
    if (partner == c) {
      const auto piece = board_.piece_at(c);
      board_.remove(c);
      board_.place(c, piece, rotation);
    } else {
      board_.perform(c, partner, chosen);
    }
    return true;
  }

  std::vector<Cell> order_;
  std::size_t next_ = 0;
  bool improved_in_pass_ = false;
};

}  // namespace

EngineInfo swap_engine() {
  EngineInfo info;
  info.name = "swap";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<Swap>();
  info.summary =
      "Peter-Hémon and Lamarche's local search: best exchange of two pieces with turns, cells in random order, "
      "restarts";
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<Swap>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
