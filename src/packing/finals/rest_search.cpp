#include "packing/finals/rest_search.hpp"

#include <algorithm>
#include <iterator>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {
namespace {

/// Of the rest, in percent: there beams begin to widen.
constexpr int late_from_percent = 60;
/// Of the states that the beam would keep.
constexpr double scout_share = 1.0 / 8;
/// In each slot.
constexpr std::uint64_t nodes_per_step = 8192;

void move_to(std::vector<std::vector<tiling::Spot>>& all, std::vector<std::vector<tiling::Spot>> some) {
  std::move(some.begin(), some.end(), std::back_inserter(all));
}

}  // namespace

RestSearch::RestSearch(const tiling::TilingTables& tables, const tileability::ScoreTables& scores,
                       beam::BeamSettings settings, bool descends, Bars& bars)
    : tables_(tables),
      scores_(scores),
      slots_(static_cast<unsigned>(settings.slots)),
      course_(settings, beam::pieces_to_tile(tables)),
      bars_(bars),
      descends_(descends),
      late_from_(static_cast<std::uint32_t>(std::max(1, beam::pieces_to_tile(tables) * late_from_percent / 100))) {
  if (descends_) settings.scout_from = late_from_, settings.scout_share = scout_share;
  beam_ = std::make_unique<beam::Beam>(tables, scores, settings);
}

auto RestSearch::advance(std::uint64_t& budget, std::uint64_t& owed, const ParallelFor& parallel) -> Event {
  if (!descents_) return search(budget, parallel);
  owed += descend(parallel);
  if (!descents_->done()) return Event::budget_used;
  bars_.learn(descent_nodes_);
  return Event::ended;
}

auto RestSearch::search(std::uint64_t& budget, const ParallelFor& parallel) -> Event {
  using Found = beam::Beam::Event;
  const bool scouts = roots_.forest.depth() > 0;
  const std::uint64_t before = budget;
  const Found found = beam_->advance(budget, parallel);
  nodes_ += before - budget;
  if (scouts) scout_nodes_ += before - budget;
  move_to(tilings_, beam_->take_solutions());
  if (found == Found::budget_used) return Event::budget_used;
  if (found == Found::ended) {
    if (!scouts || !beam_->dropped_some()) return Event::ended;
    bars_.set(static_cast<std::uint64_t>(static_cast<double>(scout_nodes_) / scout_share));
    begin_descents();
    return Event::budget_used;
  }
  if (scouts) bars_.add(beam_->cut());
  if (descends_ && beam_->depth() == late_from_) {
    roots_ = {beam_->forest(), beam_->scores()};
    bars_.begin(late_from_ + 1, scout_share);
  }
  return Event::level_done;
}

void RestSearch::begin_descents() {
  descents_ = std::make_unique<Descents>(tables_, scores_, course_, bars_, roots_, slots_);
}

std::uint64_t RestSearch::descend(const ParallelFor& parallel) {
  const std::uint64_t nodes = descents_->work(nodes_per_step, parallel);
  nodes_ += nodes;
  descent_nodes_ += nodes;
  move_to(tilings_, descents_->take_tilings());
  return 1 + nodes;
}

void RestSearch::save(ByteWriter& out) const {
  for (const std::uint64_t number : {nodes_, scout_nodes_, descent_nodes_}) out.number(number);
  beam::save_paths(tilings_, out);
  beam_->save(out);
  roots_.save(out);
  out.number(descents_ != nullptr);
  if (descents_) descents_->save(out);
}

void RestSearch::restore(ByteReader& in) {
  for (std::uint64_t* number : {&nodes_, &scout_nodes_, &descent_nodes_}) *number = in.number();
  tilings_ = beam::restore_paths(tables_, in);
  beam_->restore(in);
  roots_.restore(in, tables_, scores_);
  if (in.number(1) == 0) return;
  if (!descends_ || roots_.forest.depth() != late_from_) in.refuse();
  begin_descents();
  descents_->restore(in);
}

}  // namespace tesselle::packing::finals
