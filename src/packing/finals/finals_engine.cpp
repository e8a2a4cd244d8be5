#include "packing/finals/finals_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "base/hash.hpp"
#include "base/readable.hpp"
#include "base/rng.hpp"
#include "packing/beam_search/state_check.hpp"
#include "packing/finals/batch.hpp"
#include "packing/finals/completion.hpp"
#include "packing/finals/contest.hpp"
#include "packing/finals/dealer.hpp"
#include "packing/finals/expectation.hpp"
#include "packing/finals/finals_plan.hpp"
#include "packing/finals/leftover_walks.hpp"
#include "packing/finals/preparation.hpp"
#include "packing/finals/region_filling.hpp"
#include "packing/finals/rest.hpp"
#include "packing/finals/rest_search.hpp"
#include "packing/finals/throttle.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr std::size_t first_finals_width = 1000;
constexpr double finals_repeat_noise = 0.3;
constexpr std::uint64_t sets_per_node =
    4096;  ///< looking at this many sets takes about as long as a node, and counts as one
constexpr std::size_t ranked_at_once = 32;
constexpr std::size_t max_deals_per_state = 16;
constexpr std::uint64_t walk_nodes_per_step = 8192;

/// A tiling of the rest.
struct ClosedState {
  std::vector<tiling::Spot> path;
  double log_deals = -std::numeric_limits<double>::infinity();
};

/// Prepares the finals if they are not, then goes in rounds: beam on the rest, its closed states in the order of what
/// is expected of them, deals of the pieces that each leaves, tilings of the sets that were dealt. Either there are
/// lists for a pool, or lists are made for some closed states at a time, of all regions but one (batch.hpp).
///
/// Steps other than the beam's are done in one go; what they cost beyond the budget is owed, and paid before the next.
class FinalsEngine final : public Engine, public SharesWork, public Saves, public ShowsBoard {
 public:
  FinalsEngine(PackingPuzzle drafter, FinalsData data, tileability::Model model, const FinalsPlan& plan)
      : drafter_(std::move(drafter)),
        given_(plan.batch == 0 ? std::move(data) : without_lists(std::move(data))),
        data_(given_),
        model_(std::move(model)),
        plan_(plan),
        required_(required_pieces(drafter_)),
        tables_(rest_of(drafter_, data_.regions)),
        best_(tables_.hint_count() - 1) {
    use_threads(1, in_order);
  }

  void use_threads(unsigned threads, ParallelFor parallel) override {
    slots_ = threads;
    parallel_ = std::move(parallel);
    begin_search();
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    std::uint64_t left = budget.nodes;
    while (left > 0 && (stage_ != Stage::ended || owed_ > 0)) {
      const std::uint64_t before = left;
      const Flow flow = work(left, sink);
      nodes_ += before - left;
      if (flow == Flow::stop) return Advance::running;
    }
    return stage_ == Stage::ended && owed_ == 0 ? Advance::stuck : Advance::running;
  }

  EngineProgress progress() const override {
    const auto depth = static_cast<int>(board_spots().size());
    // The chance that a search like this one has found a tiling by now: the only measure of how far it is.
    const auto chance = total_dealt_ > 0 ? std::optional(-std::expm1(-expected_)) : std::nullopt;
    return {nodes_, tables_.hint_count() + depth, chance};
  }

  Statistics statistics() const override {
    Statistics result;
    std::size_t sets = 0;
    for (const RegionFinals& region : data_.regions) sets += data_.pool.empty() ? 0 : data_.sets_of(region);
    const auto add = [&](const char* name, const char* unit, Merge merge, double value) {
      result.values.push_back({name, unit, merge, value});
    };
    add("rounds", "", Merge::sum, static_cast<double>(round_));
    add("sets listed", "", Merge::max, static_cast<double>(prepared() ? sets : 0));
    add("rests tiled", "", Merge::sum, static_cast<double>(total_closed_));
    add("rests dealt", "", Merge::sum, static_cast<double>(total_dealt_));
    add("tilings expected so far", "", Merge::sum, expected_);
    if (total_near_ > 0) add("nodes with 5 pieces left", "", Merge::sum, static_cast<double>(total_near_));
    add("deals found", "", Merge::sum, static_cast<double>(total_deals_));
    if (total_dealt_ > 0)
      result.remarks.push_back(fmt::format("expected number of solutions from {} of the rest: {:.2g}",
                                           counted(total_dealt_, "tiling"), expected_));
    return result;
  }

  std::string save() const override {
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(stage_));
    for (const std::uint64_t number : {round_, owed_, total_closed_, total_dealt_, total_deals_,
                                       std::bit_cast<std::uint64_t>(expected_), static_cast<std::uint64_t>(best_ + 1)})
      out.number(number);
    save_data(out);
    if (!prepared()) return out.take();
    contest_.save(out);
    Contest::save(entry_, out);
    out.number(next_);
    out.number(dropped_some_);
    out.number(states_.size());
    for (const ClosedState& state : states_) {
      out.number(std::bit_cast<std::uint64_t>(state.log_deals));
      beam::save_path(state.path, out);
    }
    walk_floor_.save(out);
    out.number(first_floor_.has_value());
    out.number(std::bit_cast<std::uint64_t>(first_floor_.value_or(0)));
    out.number(total_near_);
    out.number(walk_nodes_);
    out.number(round_nodes_);
    if (stage_ == Stage::rest) rest_->save(out);
    if (batch_) {
      batch_->save(out);
      out.number(batch_begin_);
      out.number(completing_ ? completion_->next_step() : 0);
    }
    if (walks_) {
      out.number(walks_->begun());
      walks_->save(out);
    }
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

  /// The tiled part of the rest, of the state that is expected to give the most deals.
  Solution board() const override { return {tables_.layout(board_spots())}; }

 private:
  enum class Stage : std::uint8_t { preparing, rest, ranking, dealing, ended, listing };

  bool prepared() const { return stage_ != Stage::preparing; }
  bool ready(const FinalsData& data) const { return plan_.batch == 0 ? data.listed() : data.learned(); }

  static FinalsData without_lists(FinalsData data) {
    data.pool.clear();
    for (RegionFinals& region : data.regions) region = {region.hexagon, region.values, {}, 0, 0};
    return data;
  }

  std::vector<tiling::Spot> board_spots() const {
    if (stage_ == Stage::rest) return rest_->best_state();
    const bool in_hand = stage_ == Stage::dealing || stage_ == Stage::listing;
    if (in_hand && next_ < states_.size()) return states_[next_].path;
    return {};
  }

  void begin_search() {
    data_ = given_;
    round_ = owed_ = total_closed_ = total_dealt_ = total_deals_ = 0;
    expected_ = 0;
    best_ = tables_.hint_count() - 1;
    rest_.reset();
    contest_ = Contest(plan_.best_of);
    entry_ = {};
    walk_floor_ = Throttle();
    first_floor_.reset();
    walk_nodes_ = round_nodes_ = total_near_ = 0;
    states_.clear();
    next_ = 0;
    batch_.reset();
    walks_.reset();
    completing_ = false;
    searches_ = make_searches(tables_, slots_);
    begin_preparing();
    if (ready(data_)) begin_searching();
  }

  void begin_preparing() {
    stage_ = Stage::preparing;
    preparation_ = std::make_unique<Preparation>(drafter_, data_, plan_.values, plan_.pool, slots_);
  }

  /// Once the finals are there.
  void begin_searching() {
    use_lists();
    begin_round();
  }

  void use_lists() {
    rest_model_ = rest_model(drafter_, data_, model_, plan_.weights);
    scores_ = std::make_unique<tileability::ScoreTables>(rest_model_, drafter_, tables_.shapes());
    expectation_ = std::make_unique<Expectation>(drafter_, data_.regions, required_);
    if (plan_.batch == 0) {
      expectation_->limit_to(data_.pool);
      deal_with(data_);
    } else if (walks_leftovers()) {
      walks_ = std::make_unique<LeftoverWalks>(drafter_, data_.regions.front(), model_, required_, slots_);
    } else {
      batch_ = std::make_unique<Batch>(drafter_, data_, model_, plan_.reach, plan_.list_largest, slots_);
    }
  }

  /// A single region needs no lists: each rest leaves it just the pieces that it takes.
  bool walks_leftovers() const { return plan_.batch != 0 && !plan_.list_largest && data_.regions.size() == 1; }
  bool completes() const { return batch_ && !plan_.list_largest; }

  void deal_with_batch(const Batch& batch) {
    if (!completes()) return deal_with(batch.lists());
    completion_ = std::make_unique<Completion>(drafter_, batch.lists(), batch.last_region(), model_, plan_.last_reach,
                                               required_, slots_);
    log_parity_ = log_parity_factor(batch.lists(), required_, batch.last_region());
  }

  void deal_with(const FinalsData& lists) {
    dealers_.clear();
    dealers_.push_back(make_dealer(lists, required_));
    while (dealers_.size() < slots_) dealers_.push_back(dealers_.front()->another());
    log_parity_ = log_parity_factor(lists, required_);
  }

  std::size_t width() const {
    if (plan_.width != 0) return plan_.width;
    const double grown = static_cast<double>(first_finals_width) * std::pow(plan_.growth, static_cast<double>(round_));
    return static_cast<std::size_t>(std::min(grown, 1e6));
  }

  void begin_round() {
    beam::BeamSettings settings = plan_.beam;
    settings.width = width();
    settings.slots = slots_;
    // Searches with seeds that follow one another share no round.
    settings.seed = Rng(Rng(settings.seed)() + round_)();
    settings.late_growth *= contest_.growth();
    // Rounds of one width differ by their noise alone, and so do the first rounds of different seeds.
    if (plan_.width != 0) settings.noise = std::max(settings.noise, finals_repeat_noise);
    rest_ = std::make_unique<RestSearch>(tables_, *scores_, settings, searches_);
    if (contest_.level() > 0) rest_->begin_with(entry_.roots);
    walk_nodes_ = 0;
    states_.clear();
    next_ = 0;
    dropped_some_ = false;
    stage_ = Stage::rest;
  }

  Flow work(std::uint64_t& left, SolutionSink& sink) {
    if (owed_ > 0) {
      const std::uint64_t paid = std::min(left, owed_);
      left -= paid;
      owed_ -= paid;
      return Flow::go_on;
    }
    switch (stage_) {
      case Stage::preparing:
        prepare();
        break;
      case Stage::rest:
        search(left, sink);
        break;
      case Stage::ranking:
        rank();
        break;
      case Stage::listing:
        list_batch();
        break;
      case Stage::dealing:
        if (walks_) return walk_leftovers(sink);
        return completes() ? complete(sink) : deal(sink);
      case Stage::ended:
        break;
    }
    return Flow::go_on;
  }

  void prepare() {
    owed_ = 1 + preparation_->work(parallel_);
    if (ready(data_)) begin_searching();
  }

  void search(std::uint64_t& left, SolutionSink& sink) {
    const auto event = rest_->advance(left, owed_, parallel_);
    for (auto& path : rest_->take_tilings()) states_.push_back({std::move(path)});
    if (plan_.best_wanted && event == RestSearch::Event::level_done) {
      const auto best = rest_->best_state();
      if (tables_.hint_count() + static_cast<int>(best.size()) > best_) improve(tables_.layout(best), sink);
    }
    if (event != RestSearch::Event::ended) return;
    dropped_some_ = rest_->dropped_some();
    round_nodes_ = rest_->nodes();
    if (contest_.level() == 0) entry_ = {rest_->first_roots(), entry_.log_deals, {}};
    rest_.reset();
    total_closed_ += states_.size();
    stage_ = Stage::ranking;
  }

  std::vector<char> left_by(const ClosedState& state) const { return pieces_left_by(tables_, state.path); }

  void rank() {
    const std::size_t count = std::min(ranked_at_once, states_.size() - next_);
    parallel_(count, [&](std::size_t task) {
      ClosedState& state = states_[next_ + task];
      state.log_deals = expectation_->log_deals(left_by(state));
    });
    next_ += count;
    owed_ = 1 + count;
    if (next_ < states_.size()) return;
    sort_states();
    next_ = 0;
    batch_begin_ = 0;
    stage_ = Stage::dealing;
    if (batch_ && !states_.empty()) begin_batch();
  }

  void begin_batch() {
    constexpr double hopeless = -1e6;
    std::vector<RestToDeal> rests;
    for (std::size_t i = next_; i < std::min(states_.size(), next_ + plan_.batch); ++i)
      rests.push_back({left_by(states_[i]), std::max(states_[i].log_deals, hopeless)});
    rests.resize(Batch::room_for(rests, plan_.batch));
    batch_begin_ = next_;
    batch_->begin(std::move(rests));
    stage_ = Stage::listing;
  }

  void list_batch() {
    owed_ = 1 + batch_->work(parallel_);
    if (!batch_->listed()) return;
    deal_with_batch(*batch_);
    stage_ = Stage::dealing;
  }

  std::size_t last_to_deal() const { return batch_ ? batch_begin_ + batch_->size() : states_.size(); }

  /// Most expected first; states that leave the same pieces count once, and those without hope not at all.
  void sort_states() {
    if (!plan_.best_wanted)
      std::erase_if(states_, [](const ClosedState& state) { return std::isinf(state.log_deals); });
    // In the same order whichever thread found them first.
    std::stable_sort(states_.begin(), states_.end(), [](const ClosedState& a, const ClosedState& b) {
      if (a.log_deals != b.log_deals) return a.log_deals > b.log_deals;
      return std::lexicographical_compare(a.path.begin(), a.path.end(), b.path.begin(), b.path.end(),
                                          [](tiling::Spot x, tiling::Spot y) { return beam::pack(x) < beam::pack(y); });
    });
    std::set<std::vector<char>> known;
    std::erase_if(states_, [&](const ClosedState& state) { return !known.insert(left_by(state)).second; });
    double deals = 0;
    for (const ClosedState& state : states_) deals += std::exp(state.log_deals);
    entry_.log_deals = std::log(deals);
    std::erase_if(states_, [&](const ClosedState& state) { return entry_.walked.count(hash_of(left_by(state))) != 0; });
    if (plan_.max_dealt != 0 && states_.size() > plan_.max_dealt) states_.resize(plan_.max_dealt);
  }

  static std::uint64_t hash_of(const std::vector<char>& left) {
    Fnv64 hash;
    hash.add({left.data(), left.size()});
    return hash.value();
  }

  Flow deal(SolutionSink& sink) {
    const std::size_t count = std::min<std::size_t>(slots_, std::min(last_to_deal(), states_.size()) - next_);
    std::vector<std::vector<Deal>> found(count);
    std::vector<std::uint64_t> looked_at(count);
    parallel_(count, [&](std::size_t task) {
      Dealer& dealer = *dealers_[task];
      looked_at[task] = dealer.looked_at();
      dealer.deal(left_by(states_[next_ + task]), [&](const Deal& one) {
        found[task].push_back(one);
        return found[task].size() < max_deals_per_state;
      });
      looked_at[task] = dealer.looked_at() - looked_at[task];
    });
    Flow flow = Flow::go_on;
    owed_ = 1;
    for (std::size_t task = 0; task < count; ++task) {
      owed_ += 1 + looked_at[task] / sets_per_node;
      const ClosedState state = states_[next_];
      if (next_ == 0 && plan_.best_wanted && found[task].empty()) fill(state, sink);
      ++next_;
      ++total_dealt_;
      const double log_deals = batch_ ? log_deals_of_lists(drafter_, batch_->lists(), left_by(state)) : state.log_deals;
      expected_ += std::exp(log_deals + log_parity_);
      total_deals_ += found[task].size();
      for (const Deal& one : found[task])
        if (flow == Flow::go_on) flow = report(state, one, sink);
    }
    if (next_ == states_.size())
      end_round();
    else if (batch_ && next_ == last_to_deal())
      begin_batch();
    return flow;
  }

  /// The same without lists, one state for each slot. All walks go to the nodes of which at least as much is expected
  /// as the floor says. It moves so that walks take about as long as the search on the rest.
  Flow walk_leftovers(SolutionSink& sink) {
    if (!walks_->begun()) walks_->begin(next_leftovers());
    owed_ = walks_->work(walk_nodes_per_step, parallel_);
    if (!walks_->done()) return Flow::go_on;
    Flow flow = Flow::go_on;
    ++owed_;
    const auto results = walks_->take_results();
    for (const LeftoverWalks::Result& result : results) {
      const ClosedState state = states_[next_];
      ++owed_;
      entry_.walked.insert(hash_of(left_by(state)));
      walk_nodes_ += result.nodes;
      total_near_ += result.near_nodes;
      expected_ += result.expected;
      if (next_ == 0 && plan_.best_wanted && result.pieces.empty()) fill(state, sink);
      ++next_;
      ++total_dealt_;
      if (result.pieces.empty()) continue;
      ++total_deals_;
      if (flow == Flow::go_on) flow = report(state, {result.pieces}, sink);
    }
    if (results.empty() || next_ == states_.size()) end_round();
    return flow;
  }

  /// None if the round has no more that are worth a walk.
  std::vector<LeftoverWalks::Leftover> next_leftovers() {
    std::vector<LeftoverWalks::Leftover> leftovers;
    while (leftovers.size() < slots_ && next_ + leftovers.size() < states_.size()) {
      const ClosedState& state = states_[next_ + leftovers.size()];
      const double reach = reach_of(state);
      if (plan_.last_reach > 0 && reach <= walks_->least_reach()) break;
      leftovers.push_back({left_by(state), reach});
    }
    return leftovers;
  }

  /// A round with many good rests has a higher floor, the longer its walks take.
  double reach_of(const ClosedState& state) {
    if (plan_.last_reach == 0) return 0;
    // A floor of e^-25 tilings was right on boards with 0 to 15 spare pieces. And the first walk is to have some nodes.
    constexpr double usual_floor = -25, least_beyond_root = 6;
    if (!first_floor_)
      first_floor_ = std::min({usual_floor, state.log_deals - plan_.last_reach,
                               state.log_deals - walks_->least_reach() - least_beyond_root});
    const double raise = walk_floor_.raise(static_cast<double>(walk_nodes_), static_cast<double>(round_nodes_));
    return state.log_deals - *first_floor_ - walk_floor_.shift() - raise;
  }

  /// The same with lists for this batch of states, some sets at a time.
  Flow complete(SolutionSink& sink) {
    if (next_ == states_.size()) {
      end_round();
      return Flow::go_on;
    }
    if (!completing_) completion_->begin(left_by(states_[next_]));
    completing_ = true;
    std::vector<Deal> found;
    owed_ = 1 + completion_->work(parallel_, [&](const Deal& one) { found.push_back(one); });
    expected_ += completion_->take_expected() * std::exp(log_parity_);
    total_deals_ += found.size();
    const ClosedState state = states_[next_];
    Flow flow = Flow::go_on;
    for (const Deal& one : found)
      if (flow == Flow::go_on) flow = report(state, one, sink);
    if (!completion_->done()) return flow;
    if (next_ == 0 && plan_.best_wanted) fill(state, sink);
    completing_ = false;
    ++next_;
    ++total_dealt_;
    if (next_ == states_.size())
      end_round();
    else if (next_ == last_to_deal())
      begin_batch();
    return flow;
  }

  /// A round that kept every state would do the same again.
  void end_round() {
    if (walks_) walk_floor_.learn(static_cast<double>(walk_nodes_), static_cast<double>(round_nodes_));
    ++round_;
    states_.clear();
    next_ = 0;
    batch_begin_ = 0;
    if (!dropped_some_) {
      stage_ = Stage::ended;
      return;
    }
    const bool contests = walks_ && plan_.width != 0;
    const auto again = contests ? contest_.next(std::exchange(entry_, {})) : std::nullopt;
    entry_ = again.value_or(Contest::Entry{});
    begin_round();
  }

  /// Tiles each region with the pieces that it was dealt.
  Flow report(const ClosedState& state, const Deal& deal, SolutionSink& sink) {
    const auto layout = with_regions_tiled(tables_.layout(state.path), drafter_, data_.regions, deal, owed_);
    if (!layout) return Flow::go_on;
    if (!plan_.best_wanted) return sink.found([&] { return Solution{*layout}; });
    improve(*layout, sink);
    return Flow::go_on;
  }

  /// The best partial board of a round: the regions of its best state are filled with holes allowed.
  void fill(const ClosedState& state, SolutionSink& sink) {
    improve(with_regions_filled(tables_.layout(state.path), drafter_, data_.regions, left_by(state), owed_), sink);
  }

  void improve(const PackingLayout& layout, SolutionSink& sink) {
    const auto placed = static_cast<int>(layout.placements.size());
    if (placed <= best_) return;
    best_ = placed;
    sink.improved({layout});
  }

  /// Finals that were given are not saved again, they may be large.
  void save_data(ByteWriter& out) const {
    const bool given = ready(given_);
    out.number(given);
    if (given) return;
    preparation_->settle();
    add_to(out, data_);
    preparation_->save(out);
  }

  void restore_from(ByteReader& in) {
    begin_search();
    const auto stage = static_cast<Stage>(in.number(5));
    round_ = in.number();
    owed_ = in.number();
    total_closed_ = in.number();
    total_dealt_ = in.number();
    total_deals_ = in.number();
    expected_ = std::bit_cast<double>(in.number());
    best_ = static_cast<int>(in.number(1'000'000)) - 1;
    if (!std::isfinite(expected_)) in.refuse();
    restore_data(in);
    if (stage == Stage::preparing) {
      if (ready(data_)) in.refuse();
      return in.end();
    }
    if (!ready(data_)) in.refuse();
    use_lists();
    contest_.restore(in, tables_, *scores_);
    entry_ = Contest::restored_entry(in, tables_, *scores_);
    begin_round();
    stage_ = stage;
    restore_states(in);
    walk_floor_.restore(in);
    const bool floor_known = in.number(1) != 0;
    const auto first_floor = std::bit_cast<double>(in.number());
    if (!std::isfinite(first_floor)) in.refuse();
    if (floor_known) first_floor_ = first_floor;
    total_near_ = in.number();
    walk_nodes_ = in.number();
    round_nodes_ = in.number();
    if (stage == Stage::rest)
      rest_->restore(in);
    else
      rest_.reset();
    if (batch_) restore_batch(in);
    if (walks_) restore_walks(in);
    in.end();
  }

  void restore_walks(ByteReader& in) {
    if (in.number(1) == 0) return;
    if (stage_ != Stage::dealing) in.refuse();
    walks_->begin(next_leftovers());
    if (!walks_->begun()) in.refuse();
    walks_->restore(in);
  }

  void restore_batch(ByteReader& in) {
    batch_->restore(in);
    batch_begin_ = in.number(states_.size());
    if (stage_ == Stage::listing || (stage_ == Stage::dealing && !states_.empty())) {
      if (batch_->size() == 0 || next_ < batch_begin_ || last_to_deal() > states_.size() || next_ >= last_to_deal() ||
          batch_->listed() != (stage_ == Stage::dealing))
        in.refuse();
      if (stage_ == Stage::dealing) deal_with_batch(*batch_);
    }
    const std::uint64_t step = in.number();
    completing_ = step > 0;
    if (!completing_) return;
    if (!completes() || stage_ != Stage::dealing || next_ >= states_.size()) in.refuse();
    completion_->begin(left_by(states_[next_]), step);
    if (completion_->next_step() != step || completion_->done()) in.refuse();
  }

  void restore_data(ByteReader& in) {
    const bool given = in.number(1) != 0;
    if (given != ready(given_)) in.refuse();
    if (given) return;
    FinalsData data = take_from(in, drafter_);
    if (data.regions.size() != data_.regions.size()) in.refuse();
    for (std::size_t r = 0; r < data.regions.size(); ++r)
      if (data.regions[r].hexagon != data_.regions[r].hexagon) in.refuse();
    data_ = std::move(data);
    begin_preparing();
    preparation_->restore(in);
  }

  void restore_states(ByteReader& in) {
    next_ = in.number();
    dropped_some_ = in.number(1) != 0;
    for (std::uint64_t left = in.number(); left > 0; --left) {
      ClosedState state;
      state.log_deals = std::bit_cast<double>(in.number());
      state.path = beam::restore_path(in);
      const auto position = tables_.after_unknown(state.path);
      if (std::isnan(state.log_deals) || !position || tiling::free_sectors(position->board) != 0) in.refuse();
      states_.push_back(std::move(state));
    }
    if (next_ > states_.size()) in.refuse();
  }

  PackingPuzzle drafter_;
  FinalsData given_, data_;
  tileability::Model model_, rest_model_;
  FinalsPlan plan_;
  std::vector<char> required_;   ///< by piece
  tiling::TilingTables tables_;  ///< of the rest
  unsigned slots_ = 1;
  ParallelFor parallel_;
  std::unique_ptr<Preparation> preparation_;
  std::unique_ptr<tileability::ScoreTables> scores_;
  std::unique_ptr<Expectation> expectation_;
  std::vector<std::unique_ptr<Dealer>> dealers_;  ///< one per slot
  double log_parity_ = 0;
  std::unique_ptr<LeftoverWalks> walks_;    ///< if there are no lists
  std::unique_ptr<Batch> batch_;            ///< if lists are made for some states at a time
  std::size_t batch_begin_ = 0;             ///< its first state
  std::unique_ptr<Completion> completion_;  ///< with its lists
  bool completing_ = false;                 ///< it has begun with the state in hand

  Stage stage_ = Stage::preparing;
  Searches searches_;                 ///< on the rest
  std::unique_ptr<RestSearch> rest_;  ///< while it is at work
  Contest contest_{1};                ///< among rounds with one region
  Contest::Entry entry_;              ///< of this round
  Throttle walk_floor_;               ///< of what walks in the region go to, above first_floor_
  std::optional<double> first_floor_;
  std::uint64_t round_nodes_ = 0, walk_nodes_ = 0;  ///< of this round: on the rest, and in the region
  std::vector<ClosedState> states_;                 ///< of this round
  std::size_t next_ = 0;                            ///< the first that is not ranked, or not dealt yet
  bool dropped_some_ = false;
  std::uint64_t round_ = 0, owed_ = 0, nodes_ = 0;
  std::uint64_t total_closed_ = 0, total_dealt_ = 0, total_deals_ = 0;
  std::uint64_t total_near_ = 0;  ///< nodes of the walks in a single region that had five pieces left
  double expected_ = 0;           ///< tilings, of all states dealt so far
  int best_;
};

std::unique_ptr<Engine> make_packing_finals(const Puzzle& puzzle, const EngineConfig& config) {
  if (puzzle.packing().pieces.size() > tiling::max_piece_kinds)
    throw UsageError("engine finals: the puzzle has more than 832 pieces");
  PackingPuzzle drafter = puzzle_for_finals(puzzle.packing());
  FinalsPlan plan = finals_plan_from(config);
  auto model = tileability::model_named(config.options.text("model"));
  FinalsData data;
  if (const std::string file = config.options.text("finals"); !file.empty())
    data = load_finals(file, puzzle);
  else
    for (const Hexagon& hexagon : propose_regions(drafter, model, proposal_for(drafter, config)))
      data.regions.push_back({hexagon, {}, {}, 0, 0});
  if (data.regions.size() == 1 && !data.listed() && (plan.batch != 0 || data.learned())) plan = for_one_region(plan);
  if (rest_of(drafter, data.regions).region.empty())
    throw UsageError("engine finals: its regions cover the whole board; take a smaller --region-pieces");
  return std::make_unique<FinalsEngine>(std::move(drafter), std::move(data), std::move(model), plan);
}

}  // namespace
}  // namespace tesselle::packing::finals

namespace tesselle {

EngineInfo packing_finals_engine() {
  EngineInfo info;
  info.name = "finals";
  info.family = Family::packing;
  info.complete = false;
  info.goals = {Goal::first, Goal::best};
  info.abilities = abilities_of<packing::finals::FinalsEngine>();
  info.summary = "beam on the board around some regions; lists of sets tell whether the pieces left tile them";
  info.options = packing::finals::finals_options();
  info.factory = packing::finals::make_packing_finals;
  return info;
}

}  // namespace tesselle
