#include "edge/lns/lns.hpp"

#include <algorithm>
#include <span>

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

constexpr std::size_t fewest_destroyed = 2;  // one piece alone could only come back

OptionTable lns_options() {
  return {
      {"destroy", 30.0, "share of the cells in conflict destroyed at first, per cent; falls as conflicts do", 1, 100},
      {"lns-patience", std::int64_t{2000}, "repairs without improvement before a restart", 1, 1e9}};
}

/// Peter-Hémon and Lamarche 2025, section 4.2: take pieces in conflict off the board, put them back greedily, keep what
/// is not worse.
class LargeNeighbourhood final : public edge::LocalSearch {
 public:
  LargeNeighbourhood(const EdgePuzzle& puzzle, const EngineConfig& config)
      : LocalSearch(puzzle, config), options_(config.options) {}

 private:
  using Cell = edge::ConflictBoard::Cell;

  void on_start() override {
    current_ = board_.layout();
    first_conflicts_ = std::max(1, board_.conflicts());
  }

  void move() override {
    board_.go_to(current_);
    const auto destroyed = destroy();
    edge::fill_greedily(board_, destroyed, rng_);
    if (board_.conflicts() < current_.conflicts)
      stale_ = 0;
    else if (++stale_ > options_.integer("lns-patience"))
      return restart();
    if (board_.conflicts() <= current_.conflicts) current_ = board_.layout();
  }

  void save_more(ByteWriter& out) const override {
    board_.save(out, current_);
    out.number(static_cast<std::uint64_t>(first_conflicts_));
    out.number(static_cast<std::uint64_t>(stale_));
  }
  void restore_more(ByteReader& in) override {
    current_ = board_.restore(in);
    edge::read_number(in, first_conflicts_);
    if (first_conflicts_ == 0) in.refuse();
    edge::read_number(in, stale_, static_cast<std::uint64_t>(options_.integer("lns-patience")));
  }

  std::vector<Cell> destroy() {
    std::vector<Cell> bad;
    for (const Cell c : board_.free_cells())
      if (board_.conflicts_at(c) > 0) bad.push_back(c);
    rng_.shuffle(std::span(bad));
    bad.resize(std::min(bad.size(), how_many(bad.size())));
    for (const Cell c : bad) board_.remove(c);
    return bad;
  }

  std::size_t how_many(std::size_t cells_in_conflict) const {
    const double left = static_cast<double>(current_.conflicts) / first_conflicts_;
    const double share = options_.real("destroy") / 100 * std::min(1.0, left);
    return std::max(fewest_destroyed, static_cast<std::size_t>(share * static_cast<double>(cells_in_conflict)));
  }

  void restart() {
    stale_ = 0;
    restart_from_best_or_new();
    current_ = board_.layout();
  }

  edge::ConflictBoard::Layout current_;
  Options options_;
  int first_conflicts_ = 1;
  std::int64_t stale_ = 0;
};

}  // namespace

EngineInfo lns_engine() {
  EngineInfo info;
  info.name = "lns";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<LargeNeighbourhood>();
  info.summary = "Peter-Hémon and Lamarche's large neighbourhood search: destroy cells in conflict, repair greedily";
  info.options = lns_options();
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<LargeNeighbourhood>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
