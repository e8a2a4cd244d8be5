#include "edge/ils/ils.hpp"

#include <algorithm>
#include <span>

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

OptionTable ils_options() {
  return {{"greedy-boards", std::int64_t{50}, "greedy boards made first; the best one is the start", 1, 1e6},
          {"perturb-min", 5.0, "least share of the pieces moved by a perturbation, per cent", 0, 100},
          {"perturb-max", 50.0, "greatest share, per cent", 0, 100},
          {"conflict-min", 20.0, "least share of these that have conflicts, per cent", 0, 100},
          {"conflict-max", 50.0, "greatest share, per cent", 0, 100},
          {"patience", std::int64_t{100}, "perturbations without improvement before a restart", 1, 1e9}};
}

/// Peter-Hémon and Lamarche 2025, section 4.1: sequential k-opt chains to a local minimum, then a perturbation of the
/// best board so far; restarts from the best board of all or from a new greedy one.
class IteratedSearch final : public edge::LocalSearch {
 public:
  IteratedSearch(const EdgePuzzle& puzzle, const EngineConfig& config)
      : LocalSearch(puzzle, config), options_(config.options), moved_(static_cast<std::size_t>(board_.cell_count())) {}

 private:
  using Cell = edge::ConflictBoard::Cell;
  using Exchange = edge::ConflictBoard::Exchange;

  struct Link {
    Cell a, b;
    int rotation_a, rotation_b;  // as before the exchange
  };

  void first_board() override {
    new_greedy_board();
    auto best = board_.layout();
    for (std::int64_t i = 1; i < options_.integer("greedy-boards"); ++i) {
      new_greedy_board();
      if (board_.conflicts() < best.conflicts) best = board_.layout();
    }
    board_.go_to(best);
  }

  void on_start() override {
    incumbent_ = board_.layout();
    new_order();
  }

  void move() override {
    if (next_ < order_.size()) {
      improved_in_pass_ |= chain_from(order_[next_++]);
      return;
    }
    if (!improved_in_pass_) leave_local_minimum();
    new_order();
  }

  void save_more(ByteWriter& out) const override {
    board_.save(out, incumbent_);
    save_order(out, order_, next_);
    out.number(improved_in_pass_);
    out.number(static_cast<std::uint64_t>(stale_));
  }
  void restore_more(ByteReader& in) override {
    incumbent_ = board_.restore(in);
    restore_order(in, order_, next_);
    improved_in_pass_ = edge::read_flag(in);
    edge::read_number(in, stale_, static_cast<std::uint64_t>(options_.integer("patience")));
  }

  void new_order() {
    order_ = board_.free_cells();
    rng_.shuffle(std::span(order_));
    next_ = 0;
    improved_in_pass_ = false;
  }

  void leave_local_minimum() {
    if (board_.conflicts() < incumbent_.conflicts)
      stale_ = 0;
    else
      ++stale_;
    if (board_.conflicts() <= incumbent_.conflicts) incumbent_ = board_.layout();
    if (stale_ > options_.integer("patience")) {
      stale_ = 0;
      restart_from_best_or_new();
      incumbent_ = board_.layout();
    }
    board_.go_to(incumbent_);
    perturb();
  }

  /// A chain of exchanges: the piece that had to give way looks for its own best place next. No piece moves twice.
  /// Goes back to the best prefix; true if that is better than nothing.
  bool chain_from(Cell c) {
    links_.clear();
    int total = 0, least = 0;
    std::size_t best_length = 0;
    Exchange exchange;
    for (Cell partner; (partner = best_partner(c, exchange)) >= 0;) {
      links_.push_back({c, partner, board_.rotation_at(c), board_.rotation_at(partner)});
      board_.perform(c, partner, exchange);
      moved_[static_cast<std::size_t>(partner)] = true;
      total += exchange.change;
      if (total < least) least = total, best_length = links_.size();
    }
    for (const Link& link : links_) moved_[static_cast<std::size_t>(link.b)] = false;
    while (links_.size() > best_length) undo_last();
    return least < 0;
  }

  void undo_last() {
    const Link link = links_.back();
    links_.pop_back();
    Exchange back;
    back.rotation_at_first = link.rotation_a;
    back.rotation_at_second = link.rotation_b;
    board_.perform(link.a, link.b, back);
  }

  /// Where the piece of cell c loses most conflicts; ties: where the other piece loses most; then at random.
  Cell best_partner(Cell c, Exchange& chosen) {
    Cell partner = -1;
    int first = 0, second = 0;
    std::uint32_t ties = 0;
    for (const Cell other : board_.cells_of_kind(board_.kind_of(c))) {
      if (other == c || moved_[static_cast<std::size_t>(other)]) continue;
      const Exchange exchange = board_.evaluate(c, other);
      ++evaluations_;
      if (exchange.first_gain <= 0 || exchange.first_gain < first) continue;
      if (exchange.first_gain == first && ties > 0 && exchange.second_gain < second) continue;
      const bool better = ties == 0 || exchange.first_gain > first || exchange.second_gain > second;
      ties = better ? 1 : ties + 1;
      first = exchange.first_gain;
      second = exchange.second_gain;
      if (rng_.below(ties) == 0) partner = other, chosen = exchange;
    }
    return partner;
  }

  double share(const char* low, const char* high) {
    const double least = options_.real(low), most = std::max(least, options_.real(high));
    return (least + (most - least) * rng_.unit()) / 100;
  }

  /// Each chosen piece goes to the place of the next one of its kind.
  void perturb() {
    const auto cells = board_.free_cells();
    const auto wanted =
        static_cast<std::size_t>(share("perturb-min", "perturb-max") * static_cast<double>(cells.size()));
    const auto in_conflict =
        static_cast<std::size_t>(share("conflict-min", "conflict-max") * static_cast<double>(wanted));
    std::vector<Cell> bad, good;
    for (const Cell c : cells) (board_.conflicts_at(c) > 0 ? bad : good).push_back(c);
    rng_.shuffle(std::span(bad));
    rng_.shuffle(std::span(good));
    bad.resize(std::min(bad.size(), in_conflict));
    good.resize(std::min(good.size(), wanted - bad.size()));
    bad.insert(bad.end(), good.begin(), good.end());
    rng_.shuffle(std::span(bad));
    for (int kind = 0; kind < 3; ++kind) shift_round(bad, kind);
  }

  void shift_round(const std::vector<Cell>& chosen, int kind) {
    Cell last = -1;
    for (const Cell c : chosen) {
      if (board_.kind_of(c) != kind) continue;
      if (last >= 0) board_.perform(last, c, board_.evaluate(last, c));
      last = c;
    }
  }

  edge::ConflictBoard::Layout incumbent_;
  Options options_;
  std::vector<bool> moved_;
  std::vector<Link> links_;
  std::vector<Cell> order_;
  std::size_t next_ = 0;
  bool improved_in_pass_ = false;
  std::int64_t stale_ = 0;
};

}  // namespace

EngineInfo ils_engine() {
  EngineInfo info;
  info.name = "ils";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<IteratedSearch>();
  info.summary = "Peter-Hémon and Lamarche's iterated local search: sequential k-opt chains, perturbations, restarts";
  info.options = ils_options();
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<IteratedSearch>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
