#include "packing/beam/beam_engine.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/log_gamma.hpp"
#include "packing/beam/endgame.hpp"
#include "packing/beam/finals.hpp"
#include "packing/beam_search/beam.hpp"
#include "packing/beam_search/packer.hpp"
#include "packing/beam_search/state_check.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

namespace beam = packing::beam;
namespace tiling = packing::tiling;
namespace tileability = packing::tileability;
using tiling::TilingTables;

constexpr std::size_t first_width = 100;
constexpr double repeat_noise = 0.3;

struct Plan {
  std::size_t width = 0;  ///< 0: growing
  int growth = 2;
  beam::BeamSettings beam;
  beam::FinalSettings endgames, finals;
  int endgame_pieces = 20;
  int endgames_percent = 0, finals_percent = 100;
  bool best_wanted = false;  ///< partial boards are of interest, not tilings alone
};

/// Rounds of a beam search, each followed by exhaustive endgames of its best states, and by filling its last states
/// with holes allowed.
class BeamEngine final : public Engine, public SharesWork, public Saves, public ShowsBoard {
 public:
  BeamEngine(const Puzzle& puzzle, tileability::Model model, const Plan& plan)
      : tables_(puzzle.packing()),
        model_(std::move(model)),
        scores_(model_, puzzle.packing(), tables_.shapes()),
        plan_(plan),
        best_(tables_.hint_count() - 1) {
    plan_.endgames.largest_area = plan_.endgame_pieces * tables_.shapes().area_step();
    use_threads(1, in_order);
  }

  void use_threads(unsigned threads, ParallelFor parallel) override {
    slots_ = threads;
    parallel_ = std::move(parallel);
    endgames_ = std::make_unique<beam::Finals>(tables_, plan_.endgames, one_per_slot<beam::Endgame>());
    finals_ = std::make_unique<beam::Finals>(tables_, plan_.finals, one_per_slot<beam::Packer>());
    begin_round();
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    std::uint64_t left = budget.nodes;
    while (left > 0 && stage_ != Stage::ended) {
      const std::uint64_t before = left;
      const Flow flow = work(left, sink);
      nodes_ += before - left;
      if (flow == Flow::stop) return Advance::running;
    }
    return stage_ == Stage::ended ? Advance::stuck : Advance::running;
  }

  EngineProgress progress() const override {
    return {nodes_, tables_.hint_count() + static_cast<int>(beam_->depth()), std::nullopt};
  }

  Statistics statistics() const override {
    Statistics result;
    result.values.push_back({"widest beam", "states", Merge::max, static_cast<double>(width())});
    result.values.push_back({"rounds", "", Merge::sum, static_cast<double>(round_)});
    return result;
  }

  std::string save() const override {
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(stage_));
    out.number(round_);
    out.number(round_nodes_);
    out.number(static_cast<std::uint64_t>(best_ + 1));
    beam::save_paths(pending_, out);
    out.number(reported_.size());
    for (const auto& tiling : reported_) out.array(std::span<const beam::PackedSpot>(tiling));
    beam_->save(out);
    endgames_->save(out);
    finals_->save(out);
    return out.take();
  }

  /// After a refusal the search stands at its beginning.
  void restore(std::string_view state) override {
    try {
      ByteReader in(state);
      restore_from(in);
    } catch (...) {
      begin_search();
      throw;
    }
  }

  /// The state that the model expects most of; of several endgames one.
  Solution board() const override {
    switch (stage_) {
      case Stage::beam:
        return {tables_.layout(beam_->best_state())};
      case Stage::endgames:
        return {tables_.layout(endgames_->present())};
      case Stage::finals:
        return {tables_.layout(finals_->present())};
      case Stage::ended:
        break;
    }
    return {tables_.layout({})};
  }

 private:
  enum class Stage : std::uint8_t { beam, endgames, finals, ended };
  using Event = beam::Beam::Event;

  template <class Filler>
  std::vector<std::unique_ptr<beam::Filler>> one_per_slot() const {
    std::vector<std::unique_ptr<beam::Filler>> fillers;
    for (unsigned slot = 0; slot < slots_; ++slot) fillers.push_back(std::make_unique<Filler>(tables_));
    return fillers;
  }

  std::size_t width() const {
    if (plan_.width != 0) return plan_.width;
    const double grown = static_cast<double>(first_width) * std::pow(plan_.growth, static_cast<double>(round_));
    return static_cast<std::size_t>(std::min(grown, 1e7));
  }

  void begin_search() {
    round_ = 0;
    best_ = tables_.hint_count() - 1;
    pending_.clear();
    reported_.clear();
    begin_round();
  }

  void restore_from(ByteReader& in) {
    const auto stage = static_cast<Stage>(in.number(3));
    round_ = in.number();
    begin_round();
    stage_ = stage;
    round_nodes_ = in.number();
    best_ = static_cast<int>(in.number(1'000'000)) - 1;
    pending_ = beam::restore_paths(tables_, in);
    reported_.clear();
    for (std::uint64_t left = in.number(); left > 0; --left) reported_.insert(in.array<beam::PackedSpot>());
    beam_->restore(in);
    endgames_->restore(in);
    finals_->restore(in);
    in.end();
  }

  void begin_round() {
    beam::BeamSettings settings = plan_.beam;
    settings.width = width();
    settings.slots = slots_;
    settings.seed += round_;
    // The same width again would find the same.
    if (plan_.width != 0 && round_ > 0) settings.noise = std::max(settings.noise, repeat_noise);
    beam_ = std::make_unique<beam::Beam>(tables_, scores_, settings);
    endgames_->clear();
    finals_->clear();
    stage_ = Stage::beam;
    round_nodes_ = 0;
  }

  Flow work(std::uint64_t& left, SolutionSink& sink) {
    if (!pending_.empty()) return report(sink);
    if (stage_ == Stage::beam) return search(left, sink);
    return stage_ == Stage::endgames ? play_endgames(left, sink) : fill(left, sink);
  }

  Flow search(std::uint64_t& left, SolutionSink& sink) {
    const std::uint64_t before = left;
    const Event event = beam_->advance(left, parallel_);
    round_nodes_ += before - left;
    if (event == Event::level_done) look_at_level(sink);
    if (event == Event::solved) {
      pending_ = beam_->take_solutions();
      return report(sink);
    }
    if (event == Event::ended) {
      endgames_->begin(round_nodes_ * static_cast<std::uint64_t>(plan_.endgames_percent) / 100);
      finals_->begin(round_nodes_ * static_cast<std::uint64_t>(plan_.finals_percent) / 100);
      stage_ = Stage::endgames;
    }
    return Flow::go_on;
  }

  void look_at_level(SolutionSink& sink) {
    const auto depth = static_cast<int>(beam_->depth());
    if (tables_.hint_count() + depth > best_) improve(beam_->best_state(), sink);
    // Levels become comparable by what the model expects: the log of the number of tilings.
    const double bonus = log_gamma(left_after(depth) + 1.0) + model_.per_piece * left_after(depth);
    endgames_->collect(*beam_, bonus);
    finals_->collect(*beam_, bonus);
  }

  /// How many more pieces it takes, if all have the same size.
  int left_after(int depth) const {
    const int step = std::max(1, tables_.shapes().area_step());
    return std::max(0, tiling::free_sectors(tables_.region()) / step - depth);
  }

  /// Reports the pending tilings; those that are left when the sink says stop stay pending.
  Flow report(SolutionSink& sink) {
    std::size_t reported = 0;
    Flow flow = Flow::go_on;
    while (reported < pending_.size() && flow == Flow::go_on) {
      const auto& spots = pending_[reported++];
      if (!is_new(spots)) continue;
      improve(spots, sink);
      if (!plan_.best_wanted) flow = sink.found([&] { return Solution{tables_.layout(spots)}; });
      // No board is better. To go on until the slice is over would make the number of nodes depend on its length.
      if (plan_.best_wanted) stage_ = Stage::ended;
    }
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(reported));
    return flow;
  }

  /// The same tiling is reached from several states that lack its last piece.
  bool is_new(const std::vector<tiling::Spot>& spots) {
    std::vector<beam::PackedSpot> key;
    for (const tiling::Spot& spot : spots) key.push_back(beam::pack(spot));
    std::sort(key.begin(), key.end());
    return reported_.insert(std::move(key)).second;
  }

  Flow play_endgames(std::uint64_t& left, SolutionSink& sink) {
    if (endgames_->work(left, best_ - tables_.hint_count(), parallel_)) stage_ = Stage::finals;
    const auto spots = endgames_->take_best();
    if (!spots.empty()) pending_.push_back(spots);
    return report(sink);
  }

  Flow fill(std::uint64_t& left, SolutionSink& sink) {
    const bool done = finals_->work(left, best_ - tables_.hint_count(), parallel_);
    if (const auto spots = finals_->take_best(); !spots.empty()) improve(spots, sink);
    if (done) end_round();
    return Flow::go_on;
  }

  /// A search that kept every state would do the same again.
  void end_round() {
    if (!beam_->dropped_some()) {
      stage_ = Stage::ended;
      return;
    }
    ++round_;
    begin_round();
  }

  void improve(const std::vector<tiling::Spot>& spots, SolutionSink& sink) {
    const int placed = tables_.hint_count() + static_cast<int>(spots.size());
    if (placed <= best_) return;
    best_ = placed;
    if (plan_.best_wanted) sink.improved({tables_.layout(spots)});
  }

  TilingTables tables_;
  tileability::Model model_;
  tileability::ScoreTables scores_;
  Plan plan_;
  unsigned slots_ = 1;
  ParallelFor parallel_;
  std::unique_ptr<beam::Beam> beam_;
  std::unique_ptr<beam::Finals> endgames_, finals_;
  Stage stage_ = Stage::beam;
  std::uint64_t round_ = 0, round_nodes_ = 0, nodes_ = 0;
  int best_;
  std::vector<std::vector<tiling::Spot>> pending_;  ///< tilings found and not yet reported
  std::set<std::vector<beam::PackedSpot>> reported_;
};

Plan plan_from(const EngineConfig& config) {
  const Options& options = config.options;
  Plan plan;
  plan.width = static_cast<std::size_t>(options.integer("width"));
  plan.growth = static_cast<int>(options.integer("growth"));
  plan.beam.per_region = static_cast<std::size_t>(options.integer("per-region"));
  plan.beam.early_outline = static_cast<int>(options.integer("early-outline"));
  plan.beam.early_width = static_cast<int>(options.integer("early-width"));
  plan.beam.noise = options.real("noise");
  plan.beam.seed = config.seed;
  plan.best_wanted = config.goal == Goal::best;
  plan.beam.lookahead = options.integer("lookahead") != 0;
  plan.endgames.per_level = static_cast<std::size_t>(options.integer("endgames"));
  plan.endgame_pieces = static_cast<int>(options.integer("endgame-pieces"));
  plan.endgames.node_limit = static_cast<std::uint64_t>(options.integer("endgame-nodes"));
  plan.endgames_percent = static_cast<int>(options.integer("endgame-share"));
  plan.finals.largest_area = beam::Packer::largest_area;
  plan.finals.per_level = static_cast<std::size_t>(options.integer("finals"));
  plan.finals.node_limit = static_cast<std::uint64_t>(options.integer("final-nodes"));
  plan.finals_percent = plan.best_wanted ? static_cast<int>(options.integer("final-share")) : 0;
  return plan;
}

std::unique_ptr<Engine> make_packing_beam(const Puzzle& puzzle, const EngineConfig& config) {
  if (puzzle.packing().pieces.size() > tiling::max_piece_kinds)
    throw UsageError("engine beam: the puzzle has more than 832 pieces");
  const Plan plan = plan_from(config);
  return std::make_unique<BeamEngine>(puzzle, tileability::model_named(config.options.text("model")), plan);
}

std::optional<Recommendation> recommend_packing_beam(const Puzzle& puzzle, const EngineNeeds& needs) {
  constexpr std::size_t largest_tiling = 100;  // with more pieces the tree of all tilings is out of reach
  if (!packing::tiling::tiles_by_halves(puzzle.packing())) return std::nullopt;
  const bool too_large = needs.goal == Goal::first && puzzle.packing().pieces.size() > largest_tiling;
  if (needs.goal != Goal::best && !too_large) return std::nullopt;
  return Recommendation{"keeps the states that are easiest to complete"};
}

}  // namespace

EngineInfo packing_beam_engine() {
  EngineInfo info;
  info.name = "beam";
  info.family = Family::packing;
  info.complete = false;
  info.goals = {Goal::first, Goal::all, Goal::count, Goal::best};
  info.abilities = abilities_of<BeamEngine>();
  info.summary = "beam search by learned tileability on the drafter and triangle lattices; finally allows holes";
  info.options = {
      {"width", std::int64_t{0}, "states kept per level; 0: rounds of growing width", 0, 1e7},
      {"growth", std::int64_t{2}, "how much wider each round is than the one before", 2, 100},
      {"model", std::string("shipped"), "tileability model: shipped, plain, or a file (tesselle tileability)"},
      {"per-region", std::int64_t{0}, "states with the same region left that are kept per level; 0: any number", 0,
       1e6},
      {"early-width", std::int64_t{25},
       "states kept for the first quarter of the pieces, per cent of the width; grows to 100 at two fifths", 1, 100},
      {"early-outline", std::int64_t{50}, "weight of the outline at the start, per cent; grows to 100 at the end", 0,
       200},
      {"noise", 0.0, "scores are shifted at random by up to this much", 0, 100},
      {"lookahead", std::int64_t{0}, "1: dead ends are left out before states are kept, not when they are expanded", 0,
       1},
      {"endgames", std::int64_t{64}, "states of each of the last levels to be searched to the end, best first", 0, 1e6},
      {"endgame-pieces", std::int64_t{20}, "endgames begin when at most this many pieces are left", 0, 1000},
      {"endgame-nodes", std::int64_t{20000}, "upper limit on the placements of one endgame", 1, 1e12},
      {"endgame-share", std::int64_t{25}, "effort on endgames, per cent of the beam's", 0, 1e6},
      {"finals", std::int64_t{64}, "states of each of the last levels to be filled with holes allowed", 0, 1e6},
      {"final-nodes", std::int64_t{5000}, "upper limit on the placements of one final", 1, 1e12},
      {"final-share", std::int64_t{100}, "effort on finals, per cent of the beam's", 0, 1e6},
  };
  info.factory = make_packing_beam;
  info.recommend = recommend_packing_beam;
  return info;
}

}  // namespace tesselle
