#include "edge/anneal/anneal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "edge/local_search/local_search.hpp"

namespace tesselle {
namespace {

OptionTable anneal_options() {
  return {{"temperature", 0.5,
           "at the start of each cooling; a move that costs this many conflicts more is taken once in e", 0.001, 1000},
          {"end-temperature", 0.2, "at the end of each cooling", 0.001, 1000},
          {"cooling", std::int64_t{1000}, "moves per cell of the first cooling; every later one is twice as long", 1,
           1e9},
          {"redraw", 50.0, "how often a cell without conflicts is drawn again, per cent", 0, 100}};
}

/// Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): a random exchange of two pieces, both turned as fits
/// best, is made if it lowers the conflicts, and otherwise with probability exp(-change / temperature). The temperature
/// falls geometrically; then the board is heated up again, and the next cooling takes twice as long. So no length has
/// to be chosen before: whenever the search is stopped, the longest finished cooling took at least a quarter of the
/// time.
class Annealing final : public edge::LocalSearch {
 public:
  Annealing(const EdgePuzzle& puzzle, const EngineConfig& config)
      : LocalSearch(puzzle, config),
        start_(config.options.real("temperature")),
        end_(std::min(start_, config.options.real("end-temperature"))),
        first_length_(static_cast<std::uint64_t>(config.options.integer("cooling")) *
                      std::max<std::uint64_t>(1, board_.free_cells().size())),
        redraw_(config.options.real("redraw") / 100) {}

 private:
  using Cell = edge::ConflictBoard::Cell;
  static constexpr int max_rise = 8;                    // two pieces have eight sides
  static constexpr std::uint64_t moves_per_step = 256;  // between changes of the temperature

  void on_start() override { begin_cooling(first_length_); }

  void move() override {
    if (done_ == length_) {
      ++restarts_;
      begin_cooling(2 * length_);
    }
    if (done_ % moves_per_step == 0) set_chances();
    ++done_;
    const auto& free = board_.free_cells();
    if (free.empty()) return;
    const auto any_of = [this](const std::vector<Cell>& cells) {
      return cells[rng_.below(static_cast<std::uint32_t>(cells.size()))];
    };
    Cell c = any_of(free);
    if (board_.conflicts_at(c) == 0 && rng_.unit() < redraw_) c = any_of(free);
    const Cell other = any_of(board_.cells_of_kind(board_.kind_of(c)));
    if (other == c) return turn(c);
    const auto exchange = board_.evaluate(c, other);
    ++evaluations_;
    if (is_taken(exchange.change)) board_.perform(c, other, exchange);
  }

  void save_more(ByteWriter& out) const override {
    out.number(length_);
    out.number(done_);
  }
  void restore_more(ByteReader& in) override {
    edge::read_number(in, length_, std::uint64_t{1} << 62);
    if (length_ == 0) in.refuse();
    edge::read_number(in, done_, length_);
    set_chances();
  }

  void begin_cooling(std::uint64_t length) {
    length_ = length;
    done_ = 0;
  }

  /// Of the step that the next move belongs to.
  void set_chances() {
    const double share = static_cast<double>(done_ / moves_per_step * moves_per_step) / static_cast<double>(length_);
    const double temperature = start_ * std::pow(end_ / start_, share);
    for (std::size_t rise = 0; rise <= max_rise; ++rise)
      chance_[rise] = std::exp(-static_cast<double>(rise) / temperature);
  }
  bool is_taken(int change) { return change <= 0 || rng_.unit() < chance_[static_cast<std::size_t>(change)]; }

  void turn(Cell c) {
    const auto piece = board_.piece_at(c);
    const int rotation = static_cast<int>(rng_.below(4));
    const int change =
        edge::ConflictBoard::cost(board_.wanted(c), board_.sides_of(piece, rotation)) - board_.conflicts_at(c);
    if (!is_taken(change)) return;
    board_.remove(c);
    board_.place(c, piece, rotation);
  }

  double start_, end_;
  std::uint64_t first_length_;
  double redraw_;
  std::uint64_t length_ = 1, done_ = 0;  ///< moves of this cooling
  std::array<double, max_rise + 1> chance_{};
};

}  // namespace

EngineInfo anneal_engine() {
  EngineInfo info;
  info.name = "anneal";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<Annealing>();
  info.summary = "simulated annealing: random exchanges, worse ones less and less often; each cooling twice as long";
  info.options = anneal_options();
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<Annealing>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
