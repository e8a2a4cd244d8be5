#include "packing/finals/rest_search.hpp"

#include <algorithm>
#include <iterator>

#include "packing/beam_search/state_check.hpp"

namespace tesselle::packing::finals {
namespace {

/// Of the rest, in percent: there beams begin to widen.
constexpr int late_from_percent = 60;
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
      late_from_(static_cast<std::uint32_t>(std::max(1, beam::pieces_to_tile(tables) * late_from_percent / 100))),
      beam_(std::make_unique<beam::Beam>(tables, scores, settings)) {
  if (sets_bars()) bars_ = {};
}

auto RestSearch::advance(std::uint64_t& budget, std::uint64_t& owed, const ParallelFor& parallel) -> Event {
  if (!descents_) return search(budget, parallel);
  owed += descend(parallel);
  if (!descents_->done()) return Event::budget_used;
  bars_.learn(late_nodes_);
  return Event::ended;
}

auto RestSearch::search(std::uint64_t& budget, const ParallelFor& parallel) -> Event {
  using Found = beam::Beam::Event;
  std::uint64_t& nodes = beam_->depth() < late_from_ ? early_nodes_ : late_nodes_;
  const std::uint64_t before = budget;
  const Found found = beam_->advance(budget, parallel);
  nodes += before - budget;
  move_to(tilings_, beam_->take_solutions());
  if (found == Found::ended) {
    if (sets_bars()) bars_.set(late_nodes_);
    return Event::ended;
  }
  if (found == Found::budget_used) return Event::budget_used;
  if (sets_bars() && beam_->depth() > late_from_) bars_.add(beam_->depth(), beam_->bar());
  if (descends_ && bars_.known() && beam_->depth() == late_from_) begin_descents();
  return Event::level_done;
}

void RestSearch::begin_descents() {
  descents_ = std::make_unique<Descents>(tables_, scores_, course_, bars_, *beam_, slots_);
}

std::uint64_t RestSearch::descend(const ParallelFor& parallel) {
  const std::uint64_t nodes = descents_->work(nodes_per_step, parallel);
  late_nodes_ += nodes;
  move_to(tilings_, descents_->take_tilings());
  return 1 + nodes;
}

void RestSearch::save(ByteWriter& out) const {
  out.number(early_nodes_);
  out.number(late_nodes_);
  beam::save_paths(tilings_, out);
  beam_->save(out);
  out.number(descents_ != nullptr);
  if (descents_) descents_->save(out);
}

void RestSearch::restore(ByteReader& in) {
  early_nodes_ = in.number();
  late_nodes_ = in.number();
  tilings_ = beam::restore_paths(tables_, in);
  beam_->restore(in);
  if (in.number(1) == 0) return;
  if (!descends_ || !bars_.known() || beam_->depth() != late_from_) in.refuse();
  begin_descents();
  descents_->restore(in);
}

}  // namespace tesselle::packing::finals
