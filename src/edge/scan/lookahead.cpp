#include "edge/scan/lookahead.hpp"

#include <algorithm>
#include <cstddef>

#include "base/cpu.hpp"

namespace tesselle::edge::scan {
namespace {

constexpr std::uint32_t rounds_at_a_time = 1 << 14;
constexpr std::uint64_t scout_nodes_at_a_time = 1 << 16;
constexpr std::uint64_t min_subtree_nodes = 64;
constexpr std::size_t max_pieces_for_lanes = 254;

/// The deepest depth whose nodes have `size` nodes below them on average; one that did not change at all while there
/// were nodes below it counts as such. 0 if there is none.
std::uint32_t depth_of_subtrees(const std::vector<std::uint64_t>& nodes_per_depth, std::uint64_t size) {
  std::uint64_t below = 0;
  for (std::size_t depth = nodes_per_depth.size(); depth-- > 1;) {
    below += nodes_per_depth[depth];
    if (below > 0 && below >= size * nodes_per_depth[depth - 1]) return static_cast<std::uint32_t>(depth);
  }
  return 0;
}

}  // namespace

std::unique_ptr<Lookahead> Lookahead::make(const Plan& plan, const LookaheadSettings& settings) {
  if (!settings.enabled || !supports(Instructions::avx2)) return nullptr;
  auto tables = LaneTables::make(plan);
  if (!tables) return nullptr;
  return std::unique_ptr<Lookahead>(new Lookahead(plan, std::move(tables), settings));
}

Lookahead::Lookahead(const Plan& plan, std::unique_ptr<LaneTables> tables, const LookaheadSettings& settings)
    : plan_(&plan),
      settings_(settings),
      tables_(std::move(tables)),
      lanes_(*tables_),
      next_judgement_(settings.warm_up),
      judged_nodes_(plan.turns.size()),
      wanted_subtree_nodes_(settings.subtree_nodes) {
  work_.fill(idle);
}

void Lookahead::judge(std::uint64_t nodes, const Walker& walker) {
  std::vector<std::uint64_t> recent = walker.nodes_per_depth();
  for (std::size_t d = 0; d < recent.size(); ++d) recent[d] -= judged_nodes_[d];
  judged_nodes_ = walker.nodes_per_depth();
  next_judgement_ = nodes + std::min(nodes, settings_.judge_every);
  adapt_subtree_size();

  std::uint32_t cut = depth_of_subtrees(recent, wanted_subtree_nodes_);
  // A node above which the walker does not go is not made again.
  if (cut > 0) cut = std::max(cut, walker.floor() + 1);
  // Lanes do not know about deadlines, so they must begin below it.
  if (cut > 0 && plan_->pin_deadline) cut = std::max(cut, *plan_->pin_deadline + 1);
  if (cut >= recent.size()) cut = 0;
  const std::uint32_t prefix = std::min(depth_of_subtrees(recent, settings_.prefix_nodes), cut);
  wish_ = {cut == 0 ? no_cut : cut, prefix};
  if (wish_->cut == cut_ && wish_->prefix == prefix_) wish_.reset();
  if (ahead_.empty()) change_to_wish();
}

void Lookahead::change_to_wish() {
  if (!wish_) return;
  cut_ = wish_->cut;
  prefix_ = wish_->prefix;
  wish_.reset();
}

/// Counting a subtree with a solution is lost work, so where solutions are frequent subtrees must be small.
void Lookahead::adapt_subtree_size() {
  if (solved_ * 32 > taken_)
    wanted_subtree_nodes_ = std::max(wanted_subtree_nodes_ / 2, std::min(min_subtree_nodes, settings_.subtree_nodes));
  else if (solved_ * 128 < taken_)
    wanted_subtree_nodes_ = std::min(wanted_subtree_nodes_ * 2, settings_.subtree_nodes);
  taken_ = solved_ = 0;
}

std::optional<Subtree> Lookahead::next(const Walker& walker) {
  if (ahead_.empty()) change_to_wish();
  if (walker.depth() != cut_) return std::nullopt;
  if (ahead_.empty() && !begin(walker)) {
    cut_ = no_cut;
    return std::nullopt;
  }
  while (ahead_.front().state == Subtree::State::pending) {
    feed();
    work();
  }
  Subtree result = std::move(ahead_.front());
  ahead_.pop_front();
  ++first_number_;
  ++taken_;
  solved_ += result.state == Subtree::State::solved;
  nodes_of_prefix_ += result.nodes;
  if (result.state == Subtree::State::too_big) cut_below(result);
  return result;
}

/// Chooses a deeper cut by what was seen of a subtree that is too big.
void Lookahead::cut_below(const Subtree& subtree) {
  std::vector<std::uint64_t> nodes_per_depth(plan_->turns.size());
  std::copy(subtree.per_depth.begin(), subtree.per_depth.end(), nodes_per_depth.begin() + cut_);
  const auto deepest = static_cast<std::uint32_t>(plan_->turns.size()) - 1;
  const std::uint32_t deeper = std::max(cut_ + 1, depth_of_subtrees(nodes_per_depth, wanted_subtree_nodes_));
  forget();
  cut_ = std::min(deeper, deepest);
}

void Lookahead::forget() {
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    if (work_[lane] != idle) collect(lane, Subtree::State::too_big);
  first_number_ += ahead_.size();
  ahead_.clear();
  scout_.reset();
  scouted_places_ = 0;
  change_to_wish();
}

void Lookahead::expect(std::vector<TreePosition> places) {
  forget();
  places_.assign(std::make_move_iterator(places.begin()), std::make_move_iterator(places.end()));
}

bool Lookahead::goes_to(const TreePosition& place) {
  if (places_.empty() || places_.front() != place) {
    places_.clear();
    return false;
  }
  places_.pop_front();
  if (scouted_places_ == 0) return false;
  --scouted_places_;
  return true;
}

bool Lookahead::begin(const Walker& walker) {
  if (nodes_of_prefix_ < settings_.prefix_nodes / 16) prefix_ -= std::min(prefix_, 2u);
  nodes_of_prefix_ = 0;
  if (!prepare_tables(walker)) return false;
  find_frontier();
  scout_ = walker;
  scouted_places_ = 0;
  const auto prefix = static_cast<std::uint32_t>(table_prefix_->size());
  scout_sees_all_ = walker.floor() >= prefix;
  scout_->raise_floor(prefix);
  feed();
  return true;
}

/// Takes the pieces of the prefix out of the lists, as many as is needed for the rest to fit into a PieceSet.
bool Lookahead::prepare_tables(const Walker& walker) {
  const std::size_t pieces = plan_->turns.size();
  const std::size_t least = pieces > max_pieces_for_lanes ? pieces - max_pieces_for_lanes : 0;
  const std::size_t length = std::min<std::size_t>(std::max<std::size_t>(prefix_, least), cut_ - 1);
  std::vector<std::uint32_t> prefix;
  for (std::uint32_t d = 0; d < length; ++d) prefix.push_back(walker.value_at(d));
  if (table_prefix_ == prefix) return true;

  std::vector<std::uint16_t> copies_left = plan_->copies;
  for (const std::uint32_t value : prefix) --copies_left[plan_->values[value].kind];
  table_prefix_.reset();
  if (!tables_->rebuild(copies_left)) return false;
  ++rebuilds_;
  prefix_pieces_ = tables_->all();
  table_prefix_ = std::move(prefix);
  return true;
}

void Lookahead::find_frontier() {
  std::vector<std::uint32_t> filled_at(plan_->puzzle.cell_count(), no_cut);
  for (std::uint32_t d = 0; d < cut_; ++d) filled_at[plan_->turns[d].square.index()] = d;
  frontier_.clear();
  for (std::uint32_t d = cut_; d < plan_->turns.size(); ++d)
    for (const Side side : all_sides) {
      const auto& [square, need] = plan_->turns[d];
      if (!need.asks_neighbour(side)) continue;
      const Square across = *neighbour(plan_->puzzle, square, side);
      const std::uint32_t depth = filled_at[across.index()];
      if (depth != no_cut)
        frontier_.push_back({across, opposite(side), lane_place(d, depth, side), side == Side::north});
    }
}

/// Where a lane keeps what the cell filled at `from` asks of `side` of the cell filled at `to`.
std::uint32_t Lookahead::lane_place(std::uint32_t to, std::uint32_t from, Side side) const {
  using LaneFrame = Lane::Frame;
  const auto offset = [](std::size_t bytes) { return static_cast<std::uint32_t>(bytes); };
  if (tables_->shape() == Shape::any)
    return frame_at(from) + offset(offsetof(LaneFrame, demands) + static_cast<std::size_t>(side) * sizeof(Ask));
  const std::size_t part = side == Side::north ? offsetof(Lane::Demand, north) : offsetof(Lane::Demand, west);
  return frame_at(to) + offset(offsetof(LaneFrame, demand) + part);
}

/// Gives work to idle lanes.
void Lookahead::feed() {
  if (wish_) return;
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    while (work_[lane] == idle && ahead_.size() < settings_.window && scout_to_next_node()) start_lane(lane);
}

bool Lookahead::scout_to_next_node() {
  std::uint64_t left = scout_nodes_at_a_time;
  while (scout_ && scout_->depth() != cut_) {
    const Walker::Stop stop = scout_->run(left, cut_);
    if (stop == Walker::Stop::exhausted) scout_to_next_place();
    if (stop == Walker::Stop::budget) return false;
  }
  return scout_.has_value();
}

void Lookahead::scout_to_next_place() {
  const bool there_is = scout_sees_all_ && scouted_places_ < places_.size();
  if (there_is && scout_can_seek(places_[scouted_places_]))
    ++scouted_places_;
  else
    scout_.reset();
}

/// Lanes can work there only if it is below the prefix that the tables were built for, and above the cut.
bool Lookahead::scout_can_seek(const TreePosition& place) {
  const auto& prefix = *table_prefix_;
  if (place.floor < prefix.size() || place.choices.size() >= cut_ || !scout_->seek(place)) return false;
  for (std::uint32_t d = 0; d < prefix.size(); ++d)
    if (scout_->value_at(d) != prefix[d]) return false;
  return true;
}

void Lookahead::start_lane(std::size_t lane) {
  start_.depth = cut_;
  start_.pieces = prefix_pieces_;
  for (auto d = static_cast<std::uint32_t>(table_prefix_->size()); d < cut_; ++d)
    tables_->take(start_.pieces, plan_->values[scout_->value_at(d)].kind);
  start_.borders.clear();
  for (const auto& [square, side, place, from_north] : frontier_) {
    const Ask ask = scout_->ask(square, side);
    const bool major = from_north && tables_->shape() != Shape::any;
    start_.borders.push_back({place, major ? tables_->major_offset(ask) : tables_->minor_offset(ask)});
  }
  scout_->leave_to(cut_ - 1);

  ahead_.emplace_back();
  work_[lane] = first_number_ + ahead_.size() - 1;
  steps_[lane] = 0;
  lanes_.start(lane, start_);
  if (lanes_.finished(lane)) collect(lane, Subtree::State::counted);
}

void Lookahead::work() {
  const std::uint32_t steps = lanes_.run(rounds_at_a_time);
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    if (work_[lane] == idle) continue;
    steps_[lane] += steps;
    if (lanes_.finished(lane))
      collect(lane, lanes_.solved(lane) ? Subtree::State::solved : Subtree::State::counted);
    else if (steps_[lane] > settings_.patience)
      collect(lane, Subtree::State::too_big);
  }
}

/// Moves the counts of a lane into its subtree and lets it rest.
void Lookahead::collect(std::size_t number, Subtree::State state) {
  Lane& lane = lanes_[number];
  Subtree& subtree = ahead_[work_[number] - first_number_];
  subtree.state = state;
  for (std::uint32_t d = cut_; lane.at_depth(d).nodes > 0; ++d) {
    subtree.per_depth.push_back(lane.at_depth(d).nodes);
    subtree.nodes += lane.at_depth(d).nodes;
    lane.at_depth(d).nodes = 0;
  }
  work_[number] = idle;
  lanes_.rest(number);
}

}  // namespace tesselle::edge::scan
