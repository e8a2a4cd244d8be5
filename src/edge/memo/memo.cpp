#include "edge/memo/memo.hpp"

#include <algorithm>
#include <limits>

#include "edge/memo/board_count.hpp"
#include "edge/tables/path_options.hpp"
#include "edge/tables/pin.hpp"
#include "edge/tables/saved_state.hpp"
#include "engine/counting.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace edge::memo {
namespace {

constexpr std::size_t megabyte = 1 << 20;

/// Of several paths, the one that has come furthest with this many states is taken.
constexpr std::size_t states_to_choose = 1 << 15;

/// First the path is chosen. Then there is one count of all boards and, where the rotation of the board cannot be fixed
/// beforehand, one of the boards that each rotation leaves as they are: by Burnside's lemma the boards up to rotation
/// are the average of these numbers.
class MemoSearch final : public Engine, public CountsExactly, public Saves {
 public:
  MemoSearch(const Puzzle& puzzle, std::vector<Path> paths, std::size_t max_bytes)
      : puzzle_(puzzle.edge()), group_(puzzle), paths_(std::move(paths)), max_bytes_(max_bytes) {
    for (const Path& path : paths_) contenders_.push_back(make_part(path, 0));
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    if (finished()) return Advance::exhausted;
    std::uint64_t left = budget.nodes;
    if (choose_path(left))
      while (!finished() && part_->advance(left)) finish_part(sink);
    count_nodes(budget.nodes - left);
    return finished() ? Advance::exhausted : Advance::running;
  }

  EngineProgress progress() const override {
    const std::optional<double> now = part_ ? part_->fraction() : std::nullopt;
    if (!now && !finished()) return {nodes_, 0, std::nullopt};
    return {nodes_, 0, (static_cast<double>(parts_done_) + now.value_or(0)) / static_cast<double>(parts())};
  }

  Statistics statistics() const override {
    const std::size_t most = std::max(max_states_, part_ ? part_->max_states() : 0);
    return {{{"states at once", "", Merge::max, static_cast<double>(most)}}, {}};
  }

  std::string save() const override {
    if (catching_up()) return restored_;
    ByteWriter out;
    const bool chosen = contenders_.empty();
    out.number(parts_done_);
    out.number(chosen);
    out.number(path_);
    out.number(std::max(max_states_, part_ ? part_->max_states() : 0));
    edge::save(out, boards_);
    edge::save(out, distinct_);
    out.number(nodes_to_grow());
    if (part_) part_->save(out);
    return out.take();
  }

  void restore(std::string_view state) override {
    ByteReader in(state);
    read_number(in, parts_done_, parts());
    const bool chosen = read_flag(in);
    read_number(in, path_, paths_.size() - 1);
    read_number(in, max_states_);
    boards_ = read_natural(in);
    distinct_ = read_natural(in);
    uncounted_ = in.number();
    if (parts_done_ > 0 && !chosen) in.refuse();
    if (chosen) contenders_.clear();
    if (chosen && !finished()) {
      part_ = make_part(paths_[path_], parts_done_);
      part_->restore(in);
    }
    in.end();
    restored_ = state;
  }

  BigNatural solution_count() const override { return boards_; }
  std::optional<std::uint64_t> distinct_count() const override { return distinct_.small(); }

 private:
  std::size_t parts() const { return pinned_ ? 1 : group_.order(); }
  bool finished() const { return parts_done_ == parts(); }

  /// Are halves grown again that had grown before the state was saved?
  bool catching_up() const { return uncounted_ > 0 || (part_ && part_->restoring()); }
  void count_nodes(std::uint64_t made) {
    const std::uint64_t again = std::min(made, uncounted_);
    uncounted_ -= again;
    nodes_ += made - again;
    if (!catching_up()) restored_.clear();
  }
  /// What it takes to have the halves again.
  std::uint64_t nodes_to_grow() const {
    std::uint64_t nodes = part_ ? part_->grown_nodes() : 0;
    for (const auto& contender : contenders_) nodes += contender->grown_nodes();
    return nodes;
  }

  std::unique_ptr<BoardCount> make_part(const Path& path, std::size_t element) {
    Plan plan(puzzle_, path, std::nullopt);
    const auto pin = choose_pin(plan, group_);
    pinned_ = pin.has_value();
    if (pin) plan = Plan(puzzle_, path, pin);
    auto fold = fold_board(puzzle_, path, group_.elements()[element]);
    return make_board_count(std::make_shared<const BoardPlan>(plan, std::move(fold)), max_bytes_);
  }

  /// False if the nodes are used up.
  bool choose_path(std::uint64_t& nodes) {
    if (part_) return true;
    if (contenders_.size() > 1)
      for (const auto& contender : contenders_)
        if (!contender->grow_to(states_to_choose, nodes)) return false;
    const auto best = std::min_element(contenders_.begin(), contenders_.end(),
                                       [](const auto& a, const auto& b) { return a->gap() < b->gap(); });
    path_ = static_cast<std::size_t>(best - contenders_.begin());
    part_ = std::move(*best);
    contenders_.clear();
    return true;
  }

  void finish_part(SolutionSink& sink) {
    max_states_ = std::max(max_states_, part_->max_states());
    const BigNatural found = part_->boards();
    if (parts_done_ == 0) boards_ = pinned_ ? found.times(group_.order()) : found;
    distinct_ += found;
    part_.reset();  // its tables are large
    if (++parts_done_ < parts()) {
      part_ = make_part(paths_[path_], parts_done_);
      return;
    }
    if (!pinned_) distinct_ = distinct_.divided_by(static_cast<std::uint32_t>(group_.order()));
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    sink.counted(boards_.small().value_or(most), distinct_.small().value_or(most));
  }

  EdgePuzzle puzzle_;
  SymmetryGroup group_;
  std::vector<Path> paths_;
  std::size_t path_ = 0, max_bytes_;
  bool pinned_ = false;                                  ///< does a pin fix the rotation?
  std::vector<std::unique_ptr<BoardCount>> contenders_;  ///< one per path, until one is chosen
  std::unique_ptr<BoardCount> part_;  ///< under way: the boards that one symmetry maps onto themselves
  std::size_t parts_done_ = 0, max_states_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t uncounted_ = 0;  ///< nodes to come that were counted before the state was saved
  std::string restored_;         ///< the state that was restored, while halves are grown again
  BigNatural boards_, distinct_;
};

/// Rows for the narrow direction of the board, and the rim first: where pieces know the rim, little is left to choose
/// once it is closed.
std::vector<Path> promising_paths(const EdgePuzzle& puzzle) {
  const bool wide = puzzle.width > puzzle.height;
  return {wide ? comb(puzzle, puzzle.height) : rowscan(puzzle), spiral_in(puzzle)};
}

}  // namespace
}  // namespace edge::memo

namespace {

OptionTable memo_options() {
  OptionTable table = edge::path_options({"auto"});
  table.push_back({.name = "memory",
                   .default_value = std::int64_t{1024},
                   .help = "megabytes for stored states; beyond that the gap is searched without storing any",
                   .min = 1,
                   .max = 1 << 16});
  return table;
}

std::unique_ptr<Engine> make_memo(const Puzzle& puzzle, const EngineConfig& config) {
  const auto max_bytes = static_cast<std::size_t>(config.options.integer("memory")) * edge::memo::megabyte;
  std::vector<edge::Path> paths;
  if (config.options.text("order") == "auto")
    paths = edge::memo::promising_paths(puzzle.edge());
  else
    paths.push_back(edge::chosen_path(puzzle.edge(), config.options));
  return std::make_unique<edge::memo::MemoSearch>(puzzle, std::move(paths), max_bytes);
}

/// Is one piece in eight a twin, or the same after a turn? Then the same remainders come up again and again.
bool many_look_alike(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  std::size_t alike = puzzle.pieces.size() - kinds.shape.size();
  for (const int rotations : kinds.rotations) alike += rotations < 4;
  return 8 * alike >= puzzle.pieces.size() && puzzle.pieces.size() <= 256;
}

std::optional<Recommendation> recommend_memo(const Puzzle& puzzle, const EngineNeeds& needs) {
  if (needs.goal != Goal::count || !many_look_alike(puzzle.edge())) return std::nullopt;
  return Recommendation{"many pieces look alike, so equal remainders are counted once"};
}

}  // namespace

EngineInfo memo_engine() {
  EngineInfo info;
  info.name = "memo";
  info.family = Family::edge;
  info.complete = true;
  info.goals = {Goal::count};
  info.abilities = abilities_of<edge::memo::MemoSearch>();
  info.summary = "exact counts of any size, by merging partial boards with the same remainder";
  info.options = memo_options();
  info.factory = make_memo;
  info.recommend = recommend_memo;
  return info;
}

}  // namespace tesselle
